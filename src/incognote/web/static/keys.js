// Keys for everything that a page does. They rest while somebody types, and while a dialog is open.
export function start(doing) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=radio]), textarea, select");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.closest("form")) {
      event.preventDefault();
      return event.target.closest("form").requestSubmit();
    }
    if (event.key === "Escape") return doing.escape?.(event);
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "z" && !typing) {
      event.preventDefault();
      return event.shiftKey ? doing.redo() : doing.undo();
    }
    if (typing || isCommand || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" || event.key === " ") return doing.open?.(event);
    const wanted = event.altKey && event.code === "BracketLeft" ? "alt[" : event.altKey && event.code === "BracketRight" ? "alt]" : event.key.toLowerCase();
    const call = (name, ...given) => doing[name] && (() => doing[name](...given));
    const action = {
      j: call("step", 1), k: call("step", -1), arrowright: call("along", event, 1), arrowleft: call("along", event, -1),
      u: doing.unmask, m: doing.missed, r: doing.residue, z: doing.undo, y: doing.redo, c: doing.copy, a: doing.answer, n: doing.fresh, o: doing.sides,
      "?": doing.help, "]": call("bound", 0, 1), "[": call("bound", 0, -1), "alt[": call("bound", -1, 0), "alt]": call("bound", 1, 0),
    }[wanted];
    if (!action || (event.altKey && !wanted.startsWith("alt"))) return;
    if (!wanted.startsWith("arrow")) event.preventDefault();
    action();
  });
}
