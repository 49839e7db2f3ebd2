// The narrative page: choices go to the server, which draws the story anew; a fact and where it is told light up together.
import { ask, complain, Failed } from "./net.js";
import { say, word } from "./words.js";

const main = document.getElementById("main");
const story = () => document.getElementById("story");
const path = (rest) => `/stories/${story().dataset.key}/${rest}`;
let turn = Promise.resolve(); // requests that change the story wait for one another

async function swap(answer, push) {
  const html = await answer.text();
  const open = Array.from(main.querySelectorAll("details[open]"), (one) => one.id);
  const scrolled = Array.from(main.querySelectorAll(".sheet, .pile"), (one) => one.scrollTop);
  const { id } = document.activeElement?.closest?.("details") ?? {};
  main.innerHTML = html;
  if (push) {
    history.pushState(null, "", `/stories/${answer.headers.get("x-note")}`);
    document.querySelectorAll("input[name=here]").forEach((one) => { one.value = location.pathname; });
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  } else {
    open.forEach((one) => document.getElementById(one)?.setAttribute("open", ""));
    main.querySelectorAll(".sheet, .pile").forEach((one, n) => { one.scrollTop = scrolled[n] ?? 0; });
    if (id) document.getElementById(id)?.querySelector("summary").focus({ preventScroll: true });
  }
  say(`${word("js.status")} ${main.querySelector(".pill").textContent.trim()}`);
}

function send(where, body, push = false) {
  turn = turn.then(async () => {
    document.body.classList.add("busy");
    try {
      await swap(await ask(where, body), push);
    } catch (error) {
      complain(error);
    } finally {
      document.body.classList.remove("busy");
    }
  });
  return turn;
}

// The new text copied or as a file; where something survived only after somebody said so.
let wanted = () => {};
async function copy(residue) {
  const answer = await fetch(path(`output${residue ? "?residue=true" : ""}`));
  if (!answer.ok) throw new Failed(answer.status, "failed");
  await navigator.clipboard.writeText(await answer.text());
  say(word("js.copied"));
}
async function download(residue) { location.assign(path(`output${residue ? "?residue=true" : ""}`)); }
function take(how) {
  wanted = () => how(true).catch(() => say(word("js.not_copied"), "bad"));
  if (story().dataset.status === "residue") return document.getElementById("confirm").showModal();
  return how(false).catch(() => say(word("js.not_copied"), "bad"));
}

const doing = {
  undo: () => send(path("undo")),
  redo: () => send(path("redo")),
  draw: () => send(path("draw")),
  copy: () => take(copy),
  download: () => take(download),
  anyway: () => { document.getElementById("confirm").close(); wanted(); },
  close: async () => { await ask(path("forget")).catch(complain); location.assign("/stories"); },
};

function join(nodes) {
  main.querySelectorAll(".joined").forEach((one) => one.classList.remove("joined"));
  (nodes ?? "").split(" ").filter(Boolean).forEach((node) => {
    main.querySelectorAll(`[data-nodes~="${CSS.escape(node)}"]`).forEach((one) => one.classList.add("joined"));
  });
}

function choose(element, how, value = "") {
  const { node, field } = element.closest(".life").dataset;
  send(path("choices"), { node, field, how, value });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do], [data-how], [data-sample], [data-close]");
  if (button?.dataset.do) return doing[button.dataset.do]();
  if (button?.dataset.how) return choose(button, button.dataset.how);
  if (button?.dataset.sample) return send("/stories", { text: "", sample: button.dataset.sample }, true);
  if (button && "close" in button.dataset) return button.closest("dialog").close();
  const link = event.target.closest('a[href^="#fact-"]') ?? null;
  const told = event.target.closest(".told");
  const fact = document.getElementById(link ? link.hash.slice(1) : `fact-${told?.dataset.nodes.split(" ").at(-1)}`);
  if (fact) { event.preventDefault(); fact.open = true; fact.scrollIntoView({ block: "nearest" }); fact.querySelector("summary").focus({ preventScroll: true }); }
});
document.addEventListener("submit", (event) => {
  if (event.target.id === "paste") { event.preventDefault(); send("/stories", { text: document.getElementById("text").value }, true); }
  if (event.target.matches(".put")) { event.preventDefault(); choose(event.target, "put", new FormData(event.target).get("value")); }
});
document.addEventListener("pointerover", (event) => join(event.target.closest?.("[data-nodes]")?.dataset.nodes));
document.addEventListener("focusin", (event) => join(event.target.closest?.("[data-nodes]")?.dataset.nodes));
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select");
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.closest("form")) return event.target.closest("form").requestSubmit();
  if (typing || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey || !story()) return undefined;
  const action = { z: doing.undo, y: doing.redo, c: doing.copy }[event.key.toLowerCase()];
  const button = main.querySelector(`[data-do="${{ z: "undo", y: "redo", c: "copy" }[event.key.toLowerCase()]}"]:not(:disabled)`);
  return action && button ? action() : undefined;
});
addEventListener("popstate", () => location.reload());
