// The narrative page: choices go to the server, which draws the story anew; a fact and where it is told light up together.
import * as keys from "./keys.js";
import * as leaving from "./leaving.js";
import { ask, complain } from "./net.js";
import { say, word } from "./words.js";

const main = document.getElementById("main");
const story = () => document.getElementById("story");
const path = (rest) => `/stories/${story().dataset.key}/${rest}`;
let turn = Promise.resolve(); // requests that change the story wait for one another

// How to find an element again once the story is drawn anew; "" where nothing of it had the focus.
function placeOf(element) {
  if (!main.contains(element)) return "";
  const { node, field } = element.closest(".life")?.dataset ?? {};
  if (field && element.dataset.how) return `.life[data-node="${CSS.escape(node)}"][data-field="${CSS.escape(field)}"] [data-how="${element.dataset.how}"]`;
  const fact = element.closest("details");
  if (fact) return `#${CSS.escape(fact.id)} > summary`; // what was typed is done: keys are keys again
  return element.dataset.do ? `[data-do="${element.dataset.do}"]:not(:disabled)` : "#main";
}

async function swap(answer, push) {
  const html = await answer.text();
  const open = Array.from(main.querySelectorAll("details[open]"), (one) => one.id);
  const scrolled = Array.from(main.querySelectorAll(".sheet, .pile"), (one) => one.scrollTop);
  const place = placeOf(document.activeElement);
  main.innerHTML = html;
  if (push) {
    history.pushState(null, "", `/stories/${answer.headers.get("x-note")}`);
    document.querySelectorAll("input[name=here]").forEach((one) => { one.value = location.pathname; });
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  } else {
    open.forEach((one) => document.getElementById(one)?.setAttribute("open", ""));
    main.querySelectorAll(".sheet, .pile").forEach((one, n) => { one.scrollTop = scrolled[n] ?? 0; });
    if (place) (document.querySelector(place) ?? main).focus({ preventScroll: true });
  }
  say(`${word("js.status")} ${main.querySelector(".pill").textContent.trim()}`, story().dataset.status === "residue" ? "bad" : "");
}

function send(where, body, push = false) {
  if (push && document.body.classList.contains("busy")) return turn; // a double click is one wish
  turn = turn.then(async () => {
    document.body.classList.add("busy");
    try {
      await swap(await ask(where, body), push);
    } catch (error) {
      if (error.status === 409 && !push) say(word("js.not_chosen"), "bad");
      else complain(error);
    } finally {
      document.body.classList.remove("busy");
    }
  });
  return turn;
}

const can = (what) => main.querySelector(`[data-do="${what}"]:not(:disabled)`);
const output = (name = "output") => ({ path: path(name), status: story().dataset.status });
const doing = {
  undo: () => (can("undo") ? send(path("undo")) : story() && say(word("js.nothing_undo"))),
  redo: () => (can("redo") ? send(path("redo")) : story() && say(word("js.nothing_redo"))),
  draw: () => send(path("draw")),
  copy: () => can("copy") && leaving.copy(output()),
  download: () => leaving.download(output()),
  fresh: () => location.assign("/stories"),
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
  const button = event.target.closest("[data-do], [data-how], [data-file], [data-sample], [data-close]");
  if (button?.dataset.do) return doing[button.dataset.do]();
  if (button?.dataset.how) return choose(button, button.dataset.how);
  if (button?.dataset.file) return leaving.download(output(button.dataset.file));
  if (button?.dataset.sample) return send("/stories", { text: "", sample: button.dataset.sample }, true);
  if (button && "close" in button.dataset) return button.closest("dialog").close();
  const link = event.target.closest('a[href^="#fact-"]');
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
keys.start(doing);
addEventListener("popstate", () => location.reload());
