// The review desk: one document, corrected as on the scrub page, then accepted or rejected. Every change is kept by
// the server under the version that the page showed; one that comes too late is shown what is there now.
import * as marks from "./marks.js";
import { ask, complain } from "./net.js";
import * as work from "./work.js";
import { say, word } from "./words.js";

const $ = (id) => document.getElementById(id);
let turn = Promise.resolve(); // changes wait for one another: each knows the version that the one before it made

const base = () => marks.note().dataset.base;
const document_ = () => base().split("/").slice(0, -1).join("/");
const isDone = () => !!$("reopen");
const nothing = () => {};

function change(rest, body) {
  if (isDone()) return say(word("desk.is_done"));
  turn = turn.catch(nothing).then(async () => {
    try {
      await work.swap(await ask(`${base()}/${rest}`, body));
    } catch (error) {
      if (error.status === 409 && !error.told) return location.assign(`${document_()}?changed=true`);
      complain(error);
    }
  });
  return turn;
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

function onSubmit(event) {
  if (event.target.id === "accept") { event.preventDefault(); accept(); }
  if (event.target.id === "reject-form") { event.preventDefault(); turn = turn.catch(nothing).then(() => { event.target.action = `${base()}/finish`; event.target.submit(); }); }
}

// Somebody who reads for long keeps the document; a page that nobody looks at does not.
setInterval(() => {
  if (document.visibilityState === "visible" && !isDone()) turn = turn.catch(nothing).then(() => ask(`${base()}/alive`).catch(nothing));
}, 4 * 60_000);
work.start(change, { copy: nothing, download: nothing, fresh: nothing, answer: accept /* the key A */, reject });
document.addEventListener("submit", onSubmit);
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input:not([type=radio]), textarea, select");
  if (event.key.toLowerCase() === "x" && !isTyping && !event.ctrlKey && !event.metaKey && !document.querySelector("dialog[open]")) {
    event.preventDefault(); // the key is no letter of the remark
    reject();
  }
});
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // Back: what it showed is out of date
if (new URLSearchParams(location.search).has("changed")) history.replaceState(null, "", location.pathname);
work.settle();
