// What leaves the page: the result copied or as a file, and an assistant's answer with its names back.
import { note } from "./marks.js";
import { ask, complain, Failed } from "./net.js";
import { say, word } from "./words.js";

const $ = (id) => document.getElementById(id);

// The result without marks; where something survived only after somebody said so.
async function withConsent(take) {
  if (note().dataset.status !== "residue") return take(false);
  const list = $("confirm-list");
  list.replaceChildren(...Array.from(document.querySelectorAll(".alarm .surface"), (found) => {
    const item = document.createElement("li");
    item.textContent = found.textContent;
    return item;
  }));
  say(word("js.withheld"), "bad");
  $("confirm").showModal();
  $("confirm-yes").onclick = () => { $("confirm").close(); take(true); };
}

export const copy = () => withConsent(async (residue) => {
  try {
    const answer = await fetch(`${outputPath()}${residue ? "?residue=true" : ""}`);
    if (!answer.ok) throw new Failed(answer.status, "failed");
    await write(await answer.text());
  } catch (error) {
    complain(error instanceof Failed ? error : new Failed(0, "lost"));
  }
});

export const download = () => withConsent((residue) => {
  const link = document.createElement("a");
  link.href = `${outputPath()}${residue ? "?residue=true" : ""}`;
  link.download = "";
  link.click();
});

const outputPath = () => `/notes/${note().dataset.key}/output`;

async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(word("js.copied"), "good");
  } catch {
    say(word("js.not_copied"), "bad");
  }
}

export function answerBack() {
  if (document.querySelector('[data-do="answer"]')?.disabled) return say(word("js.no_codes"), "bad");
  $("answered").hidden = true;
  $("unlock").hidden = true;
  $("answer").showModal();
  $("reply").focus();
}

async function turnBack(event) {
  event.preventDefault();
  try {
    const found = await (await ask(`/notes/${note().dataset.key}/answer`, { text: $("reply").value })).json();
    $("answered").hidden = false;
    $("answer-text").textContent = found.text;
    const said = [];
    if (found.restored.length) said.push(`${word("answer.restored")} ${found.restored.join(", ")}`);
    if (found.unknown.length) said.push(`${word("answer.unknown")} ${found.unknown.join(", ")}`);
    $("answer-note").textContent = said.join(" · ") || word("answer.none");
    $("answer-text").focus();
  } catch (error) {
    if (error.code === "reveal_token_missing") {
      $("unlock").hidden = false;
      return $("reveal-token").focus();
    }
    complain(error);
  }
}

async function unlock(event) {
  event.preventDefault();
  try {
    const form = new URLSearchParams({ token: $("reveal-token").value });
    $("reveal-token").value = "";
    await ask("/session/reveal", form, { raw: true });
    $("unlock").hidden = true;
    say(word("js.unlocked"), "good");
    $("answer-form").requestSubmit();
  } catch (error) {
    complain(error);
  }
}

export function start() {
  $("answer-form").addEventListener("submit", turnBack);
  $("unlock").addEventListener("submit", unlock);
  $("answer-copy").addEventListener("click", () => write($("answer-text").textContent));
  $("answer").addEventListener("close", () => { // names do not stay on the page
    $("reply").value = $("answer-text").textContent = "";
    $("answered").hidden = true;
  });
}
