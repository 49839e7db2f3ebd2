// The marks of the sheet: what is known of each, walking over them by keys, and showing what belongs together.
import { word } from "./words.js";

const FIELDS = ["start", "end", "label", "kind", "family", "finder", "score", "operator", "replacement", "entity"];
let known = [];
let drawn = null; // number of a mark -> its elements, found when first asked for
let current = null; // number of the mark that Tab comes back to

export const sheet = () => document.getElementById("sheet");
export const marks = () => known;
export const note = () => document.getElementById("note");
export const numberOf = (element) => (element?.dataset?.m === undefined ? null : Number(element.dataset.m));

export function read() {
  const data = document.getElementById("marks");
  known = data ? JSON.parse(data.textContent).map((row) => Object.fromEntries(FIELDS.map((name, at) => [name, row[at]]))) : [];
  current = drawn = null;
  const first = sheet()?.querySelector(".m, .flag");
  if (first) first.tabIndex = 0;
}

function elementsOf(number) {
  if (!drawn) {
    drawn = new Map();
    for (const element of sheet().querySelectorAll("[data-m]")) {
      const at = numberOf(element);
      if (drawn.has(at)) drawn.get(at).push(element);
      else drawn.set(at, [element]);
    }
  }
  return drawn.get(number) ?? [];
}

// A mark on the side that keys walk over: the original, on narrow screens the one on show.
export function elementOf(number) {
  const side = walked();
  const found = elementsOf(number);
  return found.find((element) => element.closest(side)) ?? found[0];
}

const walked = () => (narrow() && sheet().dataset.side !== "o" ? ".r" : ".o");

export const narrow = () => matchMedia("(max-width: 46rem)").matches;

export function focusOn(element) {
  if (!element) return;
  sheet().querySelectorAll('[tabindex="0"]').forEach((other) => { other.tabIndex = -1; });
  element.tabIndex = 0;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest" });
  current = numberOf(element);
}

// The marks of the side on show, in order.
function walkable() {
  const side = walked();
  return Array.from(sheet().querySelectorAll(`${side} .m, ${side} .flag`));
}

export function step(by) {
  if (!sheet()) return;
  const all = walkable();
  if (!all.length) return;
  const active = document.activeElement?.closest?.(".m, .flag");
  let at = active ? all.indexOf(active) : -1;
  if (at < 0 && current !== null) at = all.findIndex((element) => numberOf(element) === current);
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
  focusOn(all[next]);
}

export function nextResidue() {
  const all = walkable().filter((element) => element.matches(".residue, .failure"));
  if (!all.length) return document.querySelector(".alarm")?.scrollIntoView({ block: "nearest" });
  const at = all.indexOf(document.activeElement);
  focusOn(all[(at + 1) % all.length]);
}

// The mark or flagged stretch that stands at a place of the original, else its row.
export function goTo(place) {
  const number = known.findIndex((mark) => mark.start <= place && place < mark.end);
  if (number >= 0) return focusOn(elementOf(number));
  const side = walked();
  for (const flag of sheet().querySelectorAll(`${side} .flag`)) {
    const [start, end] = flag.dataset.f.split("-").map(Number);
    if (start <= place && place < end) return focusOn(flag);
  }
  let found = null;
  for (const row of sheet().querySelectorAll(".row")) {
    if (Number(row.dataset.s) > place) break;
    found = row;
  }
  if (!found) return;
  sheet().focus({ preventScroll: true });
  found.scrollIntoView({ block: "center" });
  found.classList.remove("flash");
  void found.offsetWidth; // begin the animation anew
  found.classList.add("flash");
}

// What means the same as the mark under the pointer or the focus, on both sides.
export function join(number) {
  sheet()?.querySelectorAll(".joined").forEach((element) => element.classList.remove("joined"));
  if (number === null || !known[number]) return;
  const { entity } = known[number];
  const same = entity < 0 ? [number] : known.flatMap((mark, at) => (mark.entity === entity ? [at] : []));
  for (const at of same.slice(0, 500)) {
    elementsOf(at).forEach((element) => element.classList.add("joined"));
  }
}

// Who is not the patient has no code: under `pseudonym` they are masked.
const done = (mark) => (mark.operator === "pseudonym" && mark.replacement.startsWith("[") ? "mask" : mark.operator);

export function reasons(mark) {
  const kind = mark.kind ? ` · ${word(`kind.${mark.kind}`)}` : "";
  const finder = mark.finder ? ` · ${mark.finder}` : "";
  const sure = mark.score >= 0.8 ? word("card.vouched") : word("card.shape");
  return {
    label: word(`label.${mark.label}`) + kind,
    found: word(`family.${mark.family}`) + finder,
    score: `${mark.score.toFixed(2)} · ${sure}`,
    operator: mark.replacement === null ? word("card.kept") : word(`operator.${done(mark)}`),
  };
}
