"""The scrub page in a real browser, timed: `python benchmarks/page.py [--notes 20] [--long 100000]`.

Debian's Chromium against a server of its own, in the same machine. Each time is what somebody waits:

- first usable: from asking for the page, with an empty cache, until a letter typed into its field stands there and its script runs;
- a note: from the key that sends it until the browser has painted the result, with and without the tagger;
- a long note: until it is first painted (the tagger may read on), until the tagger is done, and the longest that a screenful of
  scrolling kept the browser from painting.

The notes are of `corpora/tw-clinic.valid` (synthetic), cut and joined to the size asked for; the first of each row warms the server.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from incognote.lab.evaluate.gold import read_gold

ROOT: Final = Path(__file__).resolve().parents[1]
SHORT: Final = 600
_SEND: Final = """async (text) => {
  document.getElementById("text").value = text;
  const sheet = () => document.querySelector("#note:not([data-reading]) #sheet");
  const first = () => document.querySelector("#sheet");
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  const until = async (there) => { while (!there()) await new Promise((done) => setTimeout(done, 1)); await painted(); return performance.now(); };
  const from = performance.now();
  document.getElementById("text").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
  return [(await until(first)) - from, (await until(sheet)) - from];
}"""
_SCROLL: Final = """async (screens) => {
  const sheet = document.getElementById("sheet");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const times = [];
  for (let at = 1; at <= screens; at += 1) {
    const from = performance.now();
    sheet.scrollTop = (sheet.scrollHeight - sheet.clientHeight) * at / screens;
    await frame(); await frame();
    times.push(performance.now() - from);
  }
  return times;
}"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=20, help="notes and page loads of a row")
    parser.add_argument("--long", type=int, default=100_000, help="characters of the long note; 0 leaves it out")
    options = parser.parse_args()
    texts = list(_cut(SHORT, options.notes + 1))
    for tagger in (False, True):
        kind = "with the tagger" if tagger else "without the tagger"
        with _served(tagger=tagger) as (address, token), _page(address, token) as page:
            if not tagger:
                _say("page first usable", [_usable(page, address) for _ in range(options.notes + 1)][1:])
            _say(f"{SHORT} characters, {kind}", [_sent(page, address, text)[1] for text in texts][1:])
            if options.long:
                first, done = _sent(page, address, next(_cut(options.long, 1)))
                _say(f"{options.long:,} characters, {kind}: first painted", [first])
                _say(f"{options.long:,} characters, {kind}: all read", [done])
                _say("a screenful of scrolling", page.evaluate(_SCROLL, 40))
    return 0


def _say(what: str, milliseconds: list[float]) -> None:
    if len(milliseconds) == 1:
        print(f"{what}: {milliseconds[0]:.0f} ms", flush=True)
    else:
        print(f"{what}: median {statistics.median(milliseconds):.0f} ms, worst {max(milliseconds):.0f} ms of {len(milliseconds)}", flush=True)


def _cut(size: int, number: int) -> Iterator[str]:
    """`number` texts of `size` characters, each of other notes."""
    notes = "\n\n".join(note.text for note in read_gold(ROOT / "corpora" / "tw-clinic.valid.jsonl.xz"))
    notes *= 1 + size * number // len(notes)
    return (notes[low:high] for low, high in pairwise(range(0, size * (number + 1), size)))


def _usable(page: Any, address: str) -> float:
    """Milliseconds until the page takes what somebody types, from an empty cache."""
    session = page.context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    session.detach()
    page.goto("about:blank")
    start = time.perf_counter()
    page.goto(address, wait_until="load")
    page.press("#text", "a")
    assert page.input_value("#text") == "a"
    return 1000 * (time.perf_counter() - start)


def _sent(page: Any, address: str, text: str) -> tuple[float, float]:
    """Milliseconds until a note is first painted, and until it is painted with all that is read of it."""
    page.goto(address)
    first, done = page.evaluate(_SEND, text)
    if len(text) <= SHORT:
        page.click('[data-do="close"]')
        page.wait_for_selector("#text")
    return float(first), float(done)


@contextmanager
def _served(*, tagger: bool) -> Iterator[tuple[str, str]]:
    """The address and the token of a server in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        token = Path(name) / "token"
        token.write_text(secrets.token_hex(32))
        token.chmod(0o600)
        port = 19_000 + os.getpid() % 1_000
        command = [sys.executable, "-c", "import sys; from incognote.cli.main import main; sys.exit(main())", "serve"]
        command += ["--port", str(port), "--vault", "none", "--token-file", str(token), *([] if tagger else ["--no-tagger"])]
        server = subprocess.Popen(command, env=os.environ | {"HOME": name, "XDG_DATA_HOME": name}, stdout=subprocess.PIPE)
        try:
            assert server.stdout is not None
            server.stdout.readline()
            yield f"http://127.0.0.1:{port}/", token.read_text()
        finally:
            server.terminate()
            server.wait(30)


@contextmanager
def _page(address: str, token: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("INCOGNOTE_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium is installed: `. scripts/chromium.sh` installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="zh-TW")
        page.goto(f"{address}login")
        page.fill("#token", token)
        page.press("#token", "Enter")
        page.wait_for_url(address)
        yield page
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
