// Requests to this server. The note travels in bodies only: never in an address, never in storage.
import { say, word } from "./words.js";

const csrf = document.querySelector("meta[name=csrf]").content;
const BY_STATUS = { 401: "ended", 404: "gone", 413: "too_large", 503: "busy", 500: "failed" };
const BY_CODE = { reveal_is_off: "reveal_off", reveal_token_wrong: "wrong_token", csrf: "ended" };

export class Failed extends Error {
  constructor(status, code) { super(code); this.status = status; this.code = code; }
}

export async function ask(path, body, { headers = {}, raw = false } = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "x-csrf-token": csrf, ...(raw ? {} : { "content-type": "application/json" }), ...headers },
      body: raw ? body : JSON.stringify(body ?? {}),
    });
  } catch {
    throw new Failed(0, "lost");
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => null);
  throw Object.assign(new Failed(answer.status, told?.error?.code ?? "failed"), { told: told?.error?.message });
}

export function complain(error) {
  if (!(error instanceof Failed)) throw error;
  if (error.code === "lost") return say(word("js.lost"), "bad");
  const key = BY_CODE[error.code] ?? BY_STATUS[error.status];
  if (key) return say(word(`js.${key}`), "bad");
  if (error.told?.includes("does not hold that text")) return say(word("js.not_found"), "bad");
  say(`${word("js.failed")} ${error.told ?? ""}`, "bad");
}
