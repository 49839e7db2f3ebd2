// The card beside a mark or a selection: why it was found, what it became, and what can be done about it.
import { elementOf, focusOn, join, marks, narrow, numberOf, reasons, sheet } from "./marks.js";
import { originalText, selected } from "./places.js";
import { word } from "./words.js";

const $ = (id) => document.getElementById(id);
let shown = null; // { number } or { start, end, text }, and whether it was opened to act
let back = null;
let act = () => {};

export const isOpen = () => !$("card").hidden;
export const isPinned = () => isOpen() && $("card").classList.contains("pinned");

export function start(correct) {
  act = correct;
  $("card-close").addEventListener("click", () => close());
  $("card-unmask").addEventListener("click", () => send("unmask"));
  $("card-relabel").addEventListener("click", () => send("relabel"));
  $("card-mark").addEventListener("click", () => send("mask"));
  $("card-leave").addEventListener("click", () => send("unmask"));
  $("card-extend").addEventListener("click", () => {
    const { start, end, touched } = shown;
    finish([{ action: "extend", start: Math.min(start, touched.start), end: Math.max(end, touched.end), old: [touched.start, touched.end], scope: scope() }]);
  });
  $("card-acts").addEventListener("submit", (event) => event.preventDefault());
  $("card-bounds").addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-bound]")?.dataset.bound;
    if (wanted) bound(shown.number, wanted.startsWith("start") ? Number(wanted.slice(5)) : 0, wanted.startsWith("end") ? Number(wanted.slice(3)) : 0);
  });
}

export function open(element, { pinned }) {
  const number = numberOf(element);
  if (number !== null) fillMark(number);
  else fillPlace(flagged(element));
  back = element;
  element.setAttribute("aria-describedby", "card-why");
  show(element.getBoundingClientRect(), pinned);
}

export function openSelection() {
  const found = selected(sheet(), marks());
  if (!found || !found.text) return false;
  fillPlace(found);
  back = null;
  show(found.rect, true, { keepSelection: true });
  return true;
}

export function close({ refocus = true } = {}) {
  const was = isPinned();
  $("card").hidden = true;
  $("card").classList.remove("pinned");
  shown = null;
  if (was && refocus && back?.isConnected) focusOn(back);
}

export function bound(number, first, last) {
  const mark = marks()[number];
  if (!mark) return;
  const start = Math.max(0, mark.start + first);
  const end = mark.end + last;
  if (start < end) finish([{ action: "extend", start, end, old: [mark.start, mark.end], scope: "here" }], { reopen: isPinned() });
}

export function unmask(number) {
  const mark = marks()[number];
  if (mark) act([{ action: "unmask", start: mark.start, end: mark.end }]);
}

function flagged(element) {
  const [start, end] = element.dataset.f.split("-").map(Number);
  return { start, end, text: element.textContent };
}

function fillMark(number) {
  const mark = marks()[number];
  const why = reasons(mark);
  shown = { number, start: mark.start, end: mark.end };
  const text = originalText(sheet(), mark.start, mark.end);
  $("card-surface").textContent = text;
  $("card-became").textContent = mark.replacement ?? word("card.kept");
  for (const name of ["label", "found", "score", "operator"]) $(`card-${name}`).textContent = why[name];
  choose(mark.kind ? `${mark.label}/${mark.kind}` : mark.label, mark.label);
  const same = marks().filter((other) => other.entity === mark.entity && mark.entity >= 0).length;
  $("card-whole").textContent = same > 1 ? `(${same})` : "";
  $("card-same").textContent = "";
  $("card-bound-text").textContent = text.length > 12 ? `${text.slice(0, 5)}…${text.slice(-5)}` : text;
  mode(mark.replacement === null ? "kept" : "mark", same > 1);
}

function fillPlace({ start, end, text }) {
  const touched = marks().find((mark) => mark.start < end && start < mark.end);
  shown = { number: null, start, end, touched };
  $("card-surface").textContent = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  $("card-became").textContent = "";
  choose(guess(text), "NAME");
  mode(touched ? "touching" : "place", false);
}

// A first guess at what somebody selected: digits are a number, everything else a name.
export const guess = (text) => (/^[\d\s()+-]{7,}$/.test(text) ? "PHONE" : /\d{3}/.test(text) ? "OTHERID" : "NAME");

function choose(value, otherwise) {
  $("card-choose").value = value;
  if ($("card-choose").selectedIndex < 0) $("card-choose").value = otherwise;
}

function mode(name, hasPerson) {
  const isMark = name === "mark";
  $("card").dataset.mode = name;
  $("card-why").hidden = name === "place" || name === "touching";
  $("card-person").hidden = !hasPerson;
  $("card-bounds").hidden = !isMark;
  $("card-unmask").hidden = $("card-relabel").hidden = !isMark;
  $("card-mark").hidden = isMark;
  $("card-leave").hidden = name !== "place";
  $("card-extend").hidden = name !== "touching";
  document.querySelector('#card input[value="everywhere"]').checked = true;
}

const scope = () => document.querySelector("#card input[name=scope]:checked").value;

function send(action) {
  const [label, kind] = $("card-choose").value.split("/");
  const asked = { action, start: shown.start, end: shown.end, scope: scope() };
  if (action !== "unmask") Object.assign(asked, { label, kind: kind ?? null });
  finish([asked]);
}

async function finish(asked, { reopen = false } = {}) {
  const at = asked[0].start;
  close({ refocus: false });
  getSelection().removeAllRanges();
  await act(asked);
  const number = marks().findIndex((mark) => mark.start <= at && at < mark.end);
  const element = number >= 0 ? elementOf(number) : null;
  if (!element) return;
  focusOn(element);
  if (reopen) open(element, { pinned: true });
}

function show(rect, pinned, { keepSelection = false } = {}) {
  const card = $("card");
  card.hidden = false;
  card.classList.toggle("pinned", pinned);
  join(shown.number);
  if (narrow()) card.removeAttribute("style");
  else {
    const width = card.offsetWidth, height = card.offsetHeight, gap = 8;
    const below = rect.bottom + gap + height <= innerHeight;
    const top = below ? rect.bottom + gap : Math.max(gap, rect.top - gap - height);
    card.style.left = `${Math.max(gap, Math.min(rect.left, innerWidth - width - gap))}px`;
    card.style.top = `${Math.min(top, Math.max(gap, innerHeight - height - gap))}px`;
  }
  if (pinned && !keepSelection) card.querySelector(".row-of button:not([hidden])").focus({ preventScroll: true });
}
