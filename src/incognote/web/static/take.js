// What leaves the page: the result copied or as a file, and an assistant's answer with its names back.
import * as leaving from "./leaving.js";
import { note } from "./marks.js";
import { ask, complain } from "./net.js";
import { say, word } from "./words.js";

const $ = (id) => document.getElementById(id);

const output = () => ({ path: `/notes/${note().dataset.key}/output`, status: note().dataset.status });
export const copy = () => leaving.copy(output());
export const download = () => leaving.download(output());

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
  $("answer-copy").addEventListener("click", () => leaving.write($("answer-text").textContent));
  $("answer").addEventListener("close", () => { // names do not stay on the page
    $("reply").value = $("answer-text").textContent = "";
    $("answered").hidden = true;
  });
}
