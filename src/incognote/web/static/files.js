// Files chosen or dropped: each is sent as it is, as the body of one request, and opened there.
import { ask, complain } from "./net.js";
import { say, word } from "./words.js";

export async function send(files, profile) {
  let first = "";
  const unread = [];
  document.body.classList.add("busy");
  say(word("js.reading"));
  for (const file of files) {
    try {
      const headers = {
        "content-type": "application/octet-stream",
        "x-file-name": encodeURIComponent(file.name.slice(0, 200)),
        "x-profile": profile,
        "x-with": first,
      };
      const found = await (await ask("/notes/files", file, { headers, raw: true })).json();
      first ||= found.keys[0] ?? "";
      if (!found.keys.length || found.more) unread.push(...(found.unread.length ? found.unread : ["…"]));
    } catch (error) {
      complain(error);
      unread.push(`${file.name}: ${error.told ?? word("js.failed")}`);
    }
  }
  document.body.classList.remove("busy");
  if (unread.length) return tell(unread, first);
  if (first) location.assign(`/notes/${first}`);
  return undefined;
}

// What was not read stays on the page until somebody has seen it and goes on.
function tell(unread, first) {
  const panel = document.createElement("section");
  panel.className = "notes panel";
  panel.id = "not-read";
  panel.tabIndex = -1;
  const told = document.createElement("p");
  told.textContent = `${word("js.unread")} ${unread.join("; ")}`;
  panel.append(told);
  if (first) {
    const on = document.createElement("a");
    on.className = "button";
    on.href = `/notes/${first}`;
    on.textContent = word("js.go_on");
    panel.append(on);
  }
  document.getElementById("not-read")?.remove();
  document.getElementById("main").prepend(panel);
  panel.focus();
}

export function start(profile) {
  const chosen = (event) => {
    if (event.target.id === "files" && event.target.files.length) send(event.target.files, profile());
  };
  document.addEventListener("change", chosen);
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.body.classList.add("dropping-files");
    });
  }
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping-files");
  });
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    document.body.classList.remove("dropping-files");
    send(event.dataTransfer.files, profile());
  });
}
