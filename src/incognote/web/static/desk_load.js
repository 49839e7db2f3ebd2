// A batch handed over: its files go in one form, then the page asks how far the work is until the batch lies on the desk.
import { ask, complain, Failed } from "./net.js";
import { say, word } from "./words.js";

const $ = (id) => document.getElementById(id);
const form = $("load-form");
let job = "";
let isStopped = false;

const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

function working(is) {
  $("load-progress").hidden = !is;
  $("load-cancel").hidden = !is;
  form.querySelector(".primary").disabled = is;
  if (!is) $("load-told").textContent = "";
}

async function follow() {
  while (job) {
    const answer = await fetch(`/desk/jobs/${job}`).catch(() => { throw new Failed(0, "lost"); });
    if (isStopped) return undefined;
    if (!answer.ok) return say(word("js.gone"), "bad");
    const { state, documents, done, unread, message, batch } = await answer.json();
    $("load-progress").max = documents || 1;
    if (documents) $("load-progress").value = done;
    $("load-told").textContent = documents ? `${done} / ${documents}` : word("js.reading");
    if (state === "done") {
      if (unread.length) say(`${word("js.unread")} ${unread.join("; ")}`, "bad");
      await wait(unread.length ? 4000 : 0);
      return location.assign(`/desk/${batch}`);
    }
    if (state === "failed" || state === "cancelled") return say(`${word("js.failed")} ${message ?? ""} ${unread.join("; ")}`, "bad");
    await wait(400);
  }
  return undefined;
}

async function stop() {
  const stopped = job;
  job = "";
  await ask(`/desk/jobs/${stopped}/cancel`);
}

async function work(begun) {
  working(true);
  isStopped = false;
  try {
    job = await begun();
    if (isStopped) await stop(); // cancelled while the files were on their way
    else await follow();
  } catch (error) {
    complain(error);
  } finally {
    job = "";
    working(false);
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  work(async () => (await (await ask("/desk/files", new FormData(form), { raw: true })).json()).job);
});
if (form?.dataset.job) work(() => form.dataset.job); // a reload: it goes on
$("load-cancel")?.addEventListener("click", () => {
  isStopped = true;
  if (job) stop().catch(complain);
});
