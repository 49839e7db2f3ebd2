// The review desk: one document, corrected as on the scrub page, then accepted or rejected. Every change is kept by
// the server under the version that the page showed; one that comes too late is shown what is there now.
import * as card from "./card.js";
import * as keys from "./keys.js";
import * as marks from "./marks.js";
import { ask, complain } from "./net.js";
import { say, word } from "./words.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
let turn = Promise.resolve(); // changes wait for one another: each knows the version that the one before it made

const base = () => marks.note().dataset.base;
const document_ = () => base().split("/").slice(0, -1).join("/");
const isDone = () => !!$("reopen");

async function swap(answer) {
  const html = await answer.text();
  const top = marks.sheet()?.scrollTop ?? 0;
  const side = marks.sheet()?.dataset.side;
  const open = Array.from(main.querySelectorAll("details[open]"), (one) => one.id);
  const focused = document.activeElement?.id || document.activeElement?.dataset?.do;
  const page = scrollY;
  card.close({ refocus: false });
  main.innerHTML = html;
  settle(side);
  if (marks.sheet()) marks.sheet().scrollTop = top;
  open.forEach((id) => $(id)?.setAttribute("open", ""));
  scrollTo(0, page);
  if (focused) ($(focused) ?? main.querySelector(`[data-do="${focused}"]`))?.focus({ preventScroll: true });
  const state = main.querySelector(".state .pill");
  if (state) say(`${word("js.status")} ${state.textContent.trim()}`, marks.note().dataset.status === "residue" ? "bad" : "");
}

function settle(side) {
  marks.read();
  if (marks.sheet()) show(side ?? "r");
}

function change(rest, body) {
  if (isDone()) return say(word("desk.is_done"));
  turn = turn.catch(nothing).then(async () => {
    try {
      await swap(await ask(`${base()}/${rest}`, body));
    } catch (error) {
      if (error.status === 409 && !error.told) return location.assign(`${document_()}?changed=true`);
      complain(error);
    }
  });
  return turn;
}

const correct = (corrections) => change("corrections", { corrections });

function fix(button) {
  const { start, end, kind = "" } = button.dataset;
  const table = [["phone", "PHONE"], ["email", "EMAIL"], ["url", "URL"], ["ip_", "IPADDR"], ["date", "DATE"], ["age", "AGE"], ["address", "ADDRESS"], ["institution", "ORG"], ["place", "LOCATION"], ["bed", "ROOM"], ["plate", "VEHICLE"], ["id_number", "IDNO"], ["number", "OTHERID"], ["encoded", "OTHERID"]];
  const label = table.find(([part]) => kind.includes(part))?.[1] ?? "NAME";
  return { action: button.dataset.fix, start: Number(start), end: Number(end), label };
}

function show(side) {
  marks.sheet().dataset.side = side;
  main.querySelectorAll("button[data-side]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.side === side)));
}

// What is on its way is kept before the document is finished, under the version that came of it.
function accept() {
  if (!$("accept")) return;
  turn = turn.catch(nothing).then(() => {
    if (marks.note().dataset.status !== "residue") return $("accept").submit();
    $("confirm").showModal();
    $("confirm-yes").onclick = () => $("accept").submit();
  });
}

function reject() {
  if (isDone()) return;
  $("rejecting").showModal();
  $("rejecting").querySelector("textarea").focus();
}

const here = () => marks.numberOf(document.activeElement?.closest?.(".m"));
const nothing = () => {};
const doing = {
  undo: () => (main.querySelector('[data-do="undo"]:not(:disabled)') ? change("undo") : say(word("js.nothing_undo"))),
  redo: () => (main.querySelector('[data-do="redo"]:not(:disabled)') ? change("redo") : say(word("js.nothing_redo"))),
  copy: nothing, download: nothing, fresh: nothing,
  answer: accept, // the key A
  reject,
  missed: () => { $("missed-text").value = ""; $("missed").showModal(); $("missed-text").focus(); },
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
  if (button?.dataset.do) return doing[button.dataset.do]?.();
  if (button?.dataset.goto !== undefined) return marks.goTo(Number(button.dataset.goto));
  if (button?.dataset.fix) return correct([fix(button)]);
  if (button?.matches("button[data-side]")) return show(button.dataset.side);
  if (button && "close" in button.dataset) return button.closest("dialog").close();
  const mark = event.target.closest("#sheet .m, #sheet .flag");
  if (mark && getSelection().isCollapsed) return card.open(mark, { pinned: true });
  if (card.isPinned() && !event.target.closest("#card") && getSelection().isCollapsed) card.close({ refocus: false });
}

function onSubmit(event) {
  if (event.target.id === "accept") { event.preventDefault(); accept(); }
  if (event.target.id === "reject-form") { event.preventDefault(); turn = turn.catch(nothing).then(() => { event.target.action = `${base()}/finish`; event.target.submit(); }); }
  if (event.target.id === "missed-form") {
    event.preventDefault();
    const [label, kind] = $("missed-label").value.split("/");
    $("missed").close();
    correct([{ action: "mask", text: $("missed-text").value, label, kind: kind ?? null }]);
  }
}

function watchSelection() {
  document.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest?.("#sheet .o, #sheet .r");
    if (cell) marks.sheet().dataset.selecting = cell.classList.contains("o") ? "o" : "r";
  });
  document.addEventListener("pointerup", (event) => { if (event.target.closest?.("#sheet")) setTimeout(() => card.openSelection(), 0); });
  document.addEventListener("keyup", (event) => { if (event.key === "Shift" && marks.sheet()) card.openSelection(); });
}

// Somebody who reads for long keeps the document; a page that nobody looks at does not.
setInterval(() => {
  if (document.visibilityState === "visible" && !isDone()) turn = turn.catch(nothing).then(() => ask(`${base()}/alive`).catch(nothing));
}, 4 * 60_000);
card.start(correct);
keys.start(doing);
watchSelection();
document.addEventListener("click", onClick);
document.addEventListener("submit", onSubmit);
document.addEventListener("focusin", (event) => {
  const mark = event.target.closest?.("#sheet .m, #sheet .flag");
  if (mark && !card.isPinned() && !marks.narrow() && mark.matches(":focus-visible")) card.open(mark, { pinned: false });
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input:not([type=radio]), textarea, select");
  if (event.key.toLowerCase() === "x" && !isTyping && !event.ctrlKey && !event.metaKey && !document.querySelector("dialog[open]")) {
    event.preventDefault(); // the key is no letter of the remark
    reject();
  }
});
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // Back: what it showed is out of date
if (new URLSearchParams(location.search).has("changed")) history.replaceState(null, "", location.pathname);
settle();
