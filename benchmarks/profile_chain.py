"""Where the time goes: milliseconds a note for each stage and microseconds for each rule file."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from incognote.detect import rules
from incognote.detect.page import Page
from incognote.document import Document
from incognote.gazetteer.matcher import Matcher

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"


def load_notes() -> list[str]:
    """The catalogue notes beside the project if they are there, else generated ones."""
    path = SHARED / "catalogue-notes" / "notes.jsonl"
    if "--generated" in sys.argv or not path.exists():
        sys.path.insert(0, str(Path(__file__).resolve().parent))
        from generated import notes

        return list(notes(50))
    return [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()]


def main() -> None:
    notes = load_notes()
    documents = [Document(str(i), text) for i, text in enumerate(notes)]
    characters = sum(map(len, notes))
    loaded = rules.load()
    words: dict[str, tuple[str, ...]] = {}
    for rule in loaded:
        for category, of in rule.cues.items():
            for word in of:
                words[word] = (*words.get(word, ()), category)
    matcher = Matcher(words.items())
    timings: dict[str, float] = {}
    rounds = 20
    start = time.process_time()
    for _ in range(rounds):
        pages = [Page(d, matcher) for d in documents]
    timings["(page and cues)"] = time.process_time() - start
    asked = rules.gate(loaded)
    start = time.process_time()
    for _ in range(rounds):
        awake = [list(asked(page)) for page in pages]
    timings["(gate)"] = time.process_time() - start
    for rule in loaded:
        asking = [page for page, found in zip(pages, awake, strict=True) if rule in found]
        start = time.process_time()
        for _ in range(rounds):
            for page in asking:
                for _span in rule.find(page):
                    pass
        timings[rule.name] = timings.get(rule.name, 0) + time.process_time() - start
    per_note = {k: v / rounds / len(notes) * 1e6 for k, v in timings.items()}
    print(f"{len(words)} cue words, {len(loaded)} rules, {characters / len(notes):.0f} characters a note")
    for name, micro in sorted(per_note.items(), key=lambda x: -x[1]):
        print(f"{micro:8.1f} us  {name}")
    print(f"{sum(per_note.values()):8.1f} us  all")


if __name__ == "__main__":
    main()
