// The page's words, sent with it, and the one place where something is said to everybody, screen readers included.
const table = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

export const word = (key) => {
  const [section, name] = key.split(".");
  return table[section]?.[name] ?? name;
};

let timer;
export function say(text, kind = "") {
  const live = document.getElementById("live");
  live.textContent = text;
  live.className = kind ? `shown ${kind}` : "shown";
  clearTimeout(timer);
  timer = setTimeout(() => { live.className = ""; live.textContent = ""; }, kind === "bad" ? 9000 : 4000);
}
