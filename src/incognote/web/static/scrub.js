// The scrub page: wires the parts together. All that matters is kept by the server, so a reload loses nothing.
import * as card from "./card.js";
import * as files from "./files.js";
import * as keys from "./keys.js";
import * as marks from "./marks.js";
import { ask, complain } from "./net.js";
import * as take from "./take.js";
import { say, word } from "./words.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
let turn = Promise.resolve(); // requests that change the document wait for one another

const path = (rest) => `/notes/${marks.note().dataset.key}/${rest}`;
const profile = () => $("start-profile")?.value ?? $("profile")?.value ?? "";

async function swap(answer, { push = false } = {}) {
  const html = await answer.text();
  const top = marks.sheet()?.scrollTop ?? 0;
  const side = marks.sheet()?.dataset.side;
  const open = Array.from(main.querySelectorAll("details[open]"), (one) => one.id);
  const focused = document.activeElement?.id || document.activeElement?.dataset?.do;
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
    if (focused) ($(focused) ?? main.querySelector(`[data-do="${focused}"]`))?.focus({ preventScroll: true });
  }
  tellStatus();
}

function settle(side) {
  marks.read();
  if (marks.sheet()) show(side ?? "r");
  main.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// A long note is drawn before the tagger has read it; what it finds is drawn when it is done.
async function readOn() {
  const note = marks.note();
  if (!note || !("reading" in note.dataset)) return;
  const { key } = note.dataset;
  try {
    await ask(`/notes/${key}/read`);
    if (marks.note()?.dataset.key === key) await change("read");
  } catch (error) {
    complain(error);
  }
}

function tellStatus() {
  const state = main.querySelector(".state .pill");
  if (state) say(`${word("js.status")} ${state.textContent.trim()}`, marks.note().dataset.status === "residue" ? "bad" : "aside");
}

function change(rest, body) {
  turn = turn.then(async () => {
    try {
      await swap(await ask(path(rest), body));
    } catch (error) {
      complain(error);
    }
  });
  return turn;
}

const correct = (corrections) => change("corrections", { corrections });

async function begin(body) {
  document.body.classList.add("busy");
  try {
    await swap(await ask("/notes", body), { push: true });
    readOn();
  } catch (error) {
    complain(error);
  } finally {
    document.body.classList.remove("busy");
  }
}

function choose() {
  const operators = {};
  main.querySelectorAll("select[data-label]").forEach((one) => { if (one.value) operators[one.dataset.label] = one.value; });
  return change("choice", { profile: $("profile").value, dates: $("dates").value || null, operators });
}

function fix(button) {
  const { start, end, kind = "" } = button.dataset;
  return { action: button.dataset.fix, start: Number(start), end: Number(end), label: labelFor(kind) };
}

// What the check of the output took something for, as a label; a name where nothing tells.
function labelFor(kind) {
  const table = [["phone", "PHONE"], ["extension", "PHONE"], ["email", "EMAIL"], ["url", "URL"], ["ip_", "IPADDR"], ["date", "DATE"], ["age", "AGE"], ["address", "ADDRESS"], ["institution", "ORG"], ["place", "LOCATION"], ["bed", "ROOM"], ["plate", "VEHICLE"], ["account", "ACCOUNT"], ["id_number", "IDNO"], ["contact", "SOCIAL"], ["number", "OTHERID"], ["encoded", "OTHERID"]];
  return table.find(([part]) => kind.includes(part))?.[1] ?? "NAME";
}

function show(side) {
  marks.sheet().dataset.side = side;
  main.querySelectorAll("[data-side]").forEach((one) => { if (one !== marks.sheet()) one.setAttribute("aria-pressed", String(one.dataset.side === side)); });
}

const here = () => marks.numberOf(document.activeElement?.closest?.(".m"));
const doing = {
  undo: () => (main.querySelector('[data-do="undo"]:not(:disabled)') ? change("undo") : say(word("js.nothing_undo"))),
  redo: () => (main.querySelector('[data-do="redo"]:not(:disabled)') ? change("redo") : say(word("js.nothing_redo"))),
  copy: () => main.querySelector('[data-do="copy"]:not(:disabled)') && take.copy(),
  download: () => take.download(),
  answer: () => marks.note() && take.answerBack(),
  missed: () => { if (marks.note()) { $("missed-text").value = ""; $("missed").showModal(); $("missed-text").focus(); } },
  help: () => $("help").showModal(),
  fresh: () => location.assign("/"),
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
  close: async () => { await ask(path("forget")).catch(complain); location.assign("/"); },
};

function onClick(event) {
  const button = event.target.closest("[data-do], [data-sample], [data-goto], [data-fix], [data-side], [data-close]");
  if (button?.dataset.do) return doing[button.dataset.do]();
  if (button?.dataset.sample) return begin({ text: "", sample: button.dataset.sample, profile: profile() || null });
  if (button?.dataset.goto !== undefined) return marks.goTo(Number(button.dataset.goto));
  if (button?.dataset.fix) return correct([fix(button)]);
  if (button?.matches("button[data-side]")) return show(button.dataset.side);
  if (button && "close" in button.dataset) return button.closest("dialog").close();
  const mark = event.target.closest("#sheet .m, #sheet .flag");
  if (mark && getSelection().isCollapsed) return card.open(mark, { pinned: true });
  if (card.isPinned() && !event.target.closest("#card") && getSelection().isCollapsed) card.close({ refocus: false });
}

let waiting;
function onHover(event) {
  const mark = event.target.closest?.("#sheet .m");
  clearTimeout(waiting);
  if (card.isPinned() || event.pointerType === "touch" || marks.narrow()) return;
  if (event.target.closest?.("#card")) return;
  waiting = setTimeout(() => {
    if (card.isPinned()) return;
    if (mark?.isConnected) card.open(mark, { pinned: false });
    else if (card.isOpen()) { card.close(); marks.join(null); }
  }, mark ? 120 : 220);
}

function onFocus(event) {
  const mark = event.target.closest?.("#sheet .m, #sheet .flag");
  if (mark && !card.isPinned() && !marks.narrow() && mark.matches(":focus-visible")) card.open(mark, { pinned: false });
}

function watchSelection() {
  document.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest?.("#sheet .o, #sheet .r");
    if (cell) marks.sheet().dataset.selecting = cell.classList.contains("o") ? "o" : "r";
  });
  document.addEventListener("pointerup", (event) => {
    if (!event.target.closest?.("#sheet")) return;
    setTimeout(() => card.openSelection(), 0);
  });
  document.addEventListener("keyup", (event) => { if (event.key === "Shift" && marks.sheet()) card.openSelection(); });
}

function start() {
  card.start(correct);
  take.start();
  files.start(profile);
  keys.start(doing);
  watchSelection();
  document.addEventListener("click", onClick);
  document.addEventListener("pointerover", onHover);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("change", (event) => { if (event.target.matches("[data-choice]")) choose(); });
  document.addEventListener("submit", (event) => {
    if (event.target.id === "paste") { event.preventDefault(); begin({ text: $("text").value, profile: profile() }); }
    if (event.target.id === "missed-form") {
      event.preventDefault();
      const [label, kind] = $("missed-label").value.split("/");
      $("missed").close();
      correct([{ action: "mask", text: $("missed-text").value, label, kind: kind ?? null }]);
    }
  });
  addEventListener("popstate", () => location.reload());
  addEventListener("scroll", () => { if (card.isOpen() && !card.isPinned()) card.close(); }, { capture: true, passive: true });
  settle();
  readOn();
}

start();
