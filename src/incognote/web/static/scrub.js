// The scrub page: wires the parts together. All that matters is kept by the server, so a reload loses nothing.
import * as card from "./card.js";
import * as files from "./files.js";
import * as marks from "./marks.js";
import { ask, complain } from "./net.js";
import * as take from "./take.js";
import * as work from "./work.js";

const $ = (id) => document.getElementById(id);
const main = $("main");
let turn = Promise.resolve(); // requests that change the document wait for one another

const path = (rest) => `/notes/${marks.note().dataset.key}/${rest}`;
const profile = () => $("start-profile")?.value ?? $("profile")?.value ?? "";
const swap = (answer, { push = false } = {}) => work.swap(answer, { push, aside: "aside" });

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

async function begin(body) {
  if (document.body.classList.contains("busy")) return; // a double click is one wish
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

const doing = {
  copy: () => main.querySelector('[data-do="copy"]:not(:disabled)') && take.copy(),
  download: () => take.download(),
  answer: () => marks.note() && take.answerBack(),
  fresh: () => location.assign("/"),
  close: async () => { await ask(path("forget")).catch(complain); location.assign("/"); },
};

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

function start() {
  work.start(change, doing);
  take.start();
  files.start(profile);
  document.addEventListener("click", (event) => {
    const { sample } = event.target.closest("[data-sample]")?.dataset ?? {};
    if (sample) begin({ text: "", sample, profile: profile() || null });
  });
  document.addEventListener("pointerover", onHover);
  document.addEventListener("change", (event) => { if (event.target.matches("[data-choice]")) choose(); });
  document.addEventListener("submit", (event) => {
    if (event.target.id === "paste") { event.preventDefault(); begin({ text: $("text").value, profile: profile() }); }
  });
  addEventListener("popstate", () => location.reload());
  addEventListener("scroll", () => { if (card.isOpen() && !card.isPinned()) card.close(); }, { capture: true, passive: true });
  work.settle();
  readOn();
}

start();
