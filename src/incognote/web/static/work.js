// A document under correction, on the scrub page and at the desk: drawn anew after each change, and corrected by
// keys, clicks and selections. What a page does besides is its own.
import * as card from "./card.js";
import * as keys from "./keys.js";
import * as marks from "./marks.js";
import { say, word } from "./words.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
let change = () => {};

// Draws an answer in the place of what is shown: where somebody was reading stays, unless it is another document.
export async function swap(answer, { push = false, aside = "" } = {}) {
  const html = await answer.text();
  const top = marks.sheet()?.scrollTop ?? 0;
  const side = marks.sheet()?.dataset.side;
  const open = Array.from(main.querySelectorAll("details[open]"), (one) => one.id);
  const focused = document.activeElement?.id || document.activeElement?.dataset?.do;
  const mark = marks.numberOf(document.activeElement?.closest?.("#sheet .m"));
  const page = scrollY;
  card.close({ refocus: false });
  main.innerHTML = html;
  settle(side);
  if (push) {
    history.pushState(null, "", `/notes/${answer.headers.get("x-note")}`);
    document.querySelectorAll("input[name=here]").forEach((one) => { one.value = location.pathname; });
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  } else {
    if (marks.sheet()) marks.sheet().scrollTop = top;
    open.forEach((id) => $(id)?.setAttribute("open", ""));
    scrollTo(0, page);
    if (mark !== null && marks.marks().length) marks.focusOn(marks.elementOf(Math.min(mark, marks.marks().length - 1)));
    else if (focused) ($(focused) ?? main.querySelector(`[data-do="${focused}"]`))?.focus({ preventScroll: true });
  }
  const state = main.querySelector(".state .pill");
  if (state) say(`${word("js.status")} ${state.textContent.trim()}`, marks.note().dataset.status === "residue" ? "bad" : aside);
}

export function settle(side) {
  marks.read();
  if (marks.sheet()) show(side ?? "r");
  main.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function show(side) {
  marks.sheet().dataset.side = side;
  main.querySelectorAll("button[data-side]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.side === side)));
}

const correct = (corrections) => change("corrections", { corrections });

function fix(button) {
  const { start, end, kind = "" } = button.dataset;
  return { action: button.dataset.fix, start: Number(start), end: Number(end), label: labelFor(kind) };
}

// What the check of the output took something for, as a label; a name where nothing tells.
function labelFor(kind) {
  const table = [["phone", "PHONE"], ["extension", "PHONE"], ["email", "EMAIL"], ["url", "URL"], ["ip_", "IPADDR"], ["date", "DATE"], ["age", "AGE"], ["address", "ADDRESS"], ["institution", "ORG"], ["place", "LOCATION"], ["bed", "ROOM"], ["plate", "VEHICLE"], ["account", "ACCOUNT"], ["id_number", "IDNO"], ["contact", "SOCIAL"], ["number", "OTHERID"], ["encoded", "OTHERID"]];
  return table.find(([part]) => kind.includes(part))?.[1] ?? "NAME";
}

const here = () => marks.numberOf(document.activeElement?.closest?.(".m"));
const doing = {
  undo: () => (main.querySelector('[data-do="undo"]:not(:disabled)') ? change("undo") : say(word("js.nothing_undo"))),
  redo: () => (main.querySelector('[data-do="redo"]:not(:disabled)') ? change("redo") : say(word("js.nothing_redo"))),
  missed: () => { if (marks.note()) { $("missed-text").value = ""; $("missed").showModal(); $("missed-text").focus(); } },
  help: () => $("help").showModal(),
  sides: () => marks.sheet() && show(marks.sheet().dataset.side === "o" ? "r" : "o"),
  step: (by) => marks.step(by),
  along: (event, by) => { if (document.activeElement?.closest?.(".m, .flag")) { event.preventDefault(); marks.step(by); } },
  residue: () => marks.sheet() && marks.nextResidue(),
  unmask: () => { if (here() !== null) card.unmask(here()); },
  bound: (first, last) => { if (here() !== null) card.bound(here(), first, last); },
  open: (event) => {
    const element = event.target.closest(".m, .flag");
    if (element) { event.preventDefault(); card.open(element, { pinned: true }); }
  },
  escape: () => card.isOpen() && card.close(),
  "mask-all": () => correct(Array.from(main.querySelectorAll('.alarm [data-fix="mask"]'), fix)),
};

function onClick(event) {
  const button = event.target.closest("[data-do], [data-goto], [data-fix], [data-side], [data-close]");
  if (button?.dataset.do) return doing[button.dataset.do]();
  if (button?.dataset.goto !== undefined) return marks.goTo(Number(button.dataset.goto));
  if (button?.dataset.fix) return correct([fix(button)]);
  if (button?.matches("button[data-side]")) return show(button.dataset.side);
  if (button && "close" in button.dataset) return button.closest("dialog").close();
  const mark = event.target.closest("#sheet .m, #sheet .flag");
  if (mark && getSelection().isCollapsed) return card.open(mark, { pinned: true });
  if (card.isPinned() && !event.target.closest("#card") && getSelection().isCollapsed) card.close({ refocus: false });
}

function onFocus(event) {
  const mark = event.target.closest?.("#sheet .m, #sheet .flag");
  if (mark && !card.isPinned() && !marks.narrow() && mark.matches(":focus-visible")) card.open(mark, { pinned: false });
}

function onSubmit(event) {
  if (event.target.matches(".relate")) {
    event.preventDefault();
    const { start, end } = event.target.dataset;
    return correct([{ action: "relate", start: Number(start), end: Number(end), role: new FormData(event.target).get("role") }]);
  }
  if (event.target.id !== "missed-form") return undefined;
  event.preventDefault();
  const [label, kind] = $("missed-label").value.split("/");
  $("missed").close();
  return correct([{ action: "mask", text: $("missed-text").value, label, kind: kind ?? null }]);
}

function watchSelection() {
  document.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest?.("#sheet .o, #sheet .r");
    if (cell) marks.sheet().dataset.selecting = cell.classList.contains("o") ? "o" : "r";
  });
  document.addEventListener("pointerup", (event) => { if (event.target.closest?.("#sheet")) setTimeout(() => card.openSelection(), 0); });
  document.addEventListener("keyup", (event) => { if (event.key === "Shift" && marks.sheet()) card.openSelection(); });
}

// `send(rest, body)` asks the server for a change and draws it; `more` is what keys and buttons do on this page alone.
export function start(send, more) {
  change = send;
  Object.assign(doing, more);
  card.start(correct);
  keys.start(doing);
  watchSelection();
  document.addEventListener("click", onClick);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("submit", onSubmit);
}
