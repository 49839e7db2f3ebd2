// What leaves the page as text: copied, or as a file; where something survived only after somebody said so.
import { complain, Failed } from "./net.js";
import { say, word } from "./words.js";

const $ = (id) => document.getElementById(id);

// What survived is listed; a page draws it as `.alarm .surface`.
function withConsent(status, take) {
  if (status !== "residue") return take("");
  $("confirm-list").replaceChildren(...Array.from(document.querySelectorAll(".alarm .surface"), (found) => {
    const item = document.createElement("li");
    item.textContent = found.textContent;
    return item;
  }));
  say(word("js.withheld"), "bad");
  $("confirm").showModal();
  $("confirm-yes").onclick = () => { $("confirm").close(); take("?residue=true"); };
  return undefined;
}

export const copy = ({ path, status }) => withConsent(status, async (query) => {
  try {
    const answer = await fetch(path + query);
    if (!answer.ok) throw new Failed(answer.status, "failed");
    await write(await answer.text());
  } catch (error) {
    complain(error instanceof Failed ? error : new Failed(0, "lost"));
  }
});

export const download = ({ path, status }) => withConsent(status, (query) => {
  const link = document.createElement("a");
  link.href = path + query;
  link.download = "";
  link.click();
});

export async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(word("js.copied"), "good");
  } catch {
    say(word("js.not_copied"), "bad");
  }
}
