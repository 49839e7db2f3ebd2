"""The notes of a gold set as mlx-lm reads them: `python examples/mlx_data.py --gold notes.jsonl -o data`.

Writes `train.jsonl` and `valid.jsonl`, a conversation a line, in the words that the detector asks in. What measures this
project is refused, as by `incognote train lora`. **The files hold the notes**: keep them where the notes are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from incognote.detect.llm_asking import Way
from incognote.detect.llm_prompt import answer, bounds, prompt
from incognote.detect.llm_windows import Range, halves, windows
from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.train.lora.examples import said_of
from incognote.lab.train.lora.notes import read_notes
from incognote.lab.train.lora.plan import Reading
from incognote.llm.client import Message
from incognote.llm.tokens import most_tokens
from incognote.llm.turns import turns
from incognote.text.script import script_of

ASKED = Way()


def conversations(notes: Sequence[GoldNote]) -> Iterator[dict[str, list[dict[str, str]]]]:
    """One a window; the tokens are an upper bound, since the tokeniser is the model's."""
    for note in notes:
        for window in windows(note.text, tokens=most_tokens):
            yield from of_window(note, window)


def of_window(note: GoldNote, window: Range) -> Iterator[dict[str, list[dict[str, str]]]]:
    """One conversation, or those of its halves where the answer would not fit a reply."""
    said = said_of(note, window)
    part = note.text[slice(*window)]
    smaller = halves(note.text, window) if len(said) >= bounds(part).items else ()
    for half in smaller:
        yield from of_window(note, half)
    if not smaller:
        asked = prompt(part, script_of(note.text, default=ASKED.default_script))
        yield {"messages": turns([*asked, Message("assistant", answer(said))])}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gold", type=Path, nargs="+", required=True)
    parser.add_argument("--notes", type=int, default=0, help="so many notes, drawn by chance (default: all)")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args(arguments)
    read = read_notes(options.gold, Reading(notes=options.notes), seed=3407)
    options.output.mkdir(parents=True, exist_ok=True)
    for name, notes in (("train", read.train), ("valid", read.measured)):
        lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in conversations(notes)]
        (options.output / f"{name}.jsonl").write_text("".join(lines), "utf-8")
        print(f"{name}.jsonl: {len(lines)} conversations of {len(notes)} notes")


if __name__ == "__main__":
    main()
