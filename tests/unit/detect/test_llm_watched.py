"""How far a language model is, on a terminal: windows and time left, and never a word of a note."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest

from incognote.cli.progress import watched
from incognote.config import load_profile, make_pipeline
from incognote.detect.llm_asking import find
from incognote.detect.llm_prompt import answer
from incognote.detect.llm_spans import detector
from incognote.document import Document
from incognote.llm.client import Request
from incognote.llm.scripted import Scripted
from incognote.pipeline import Pipeline

NOTE = "病人王小明訴頭痛兩日，血壓偏高，續服降壓藥。\n" * 60


class Terminal(io.StringIO):
    def __init__(self, *, is_one: bool) -> None:
        super().__init__()
        self.is_one = is_one

    def isatty(self) -> bool:
        return self.is_one


def lines(monkeypatch: pytest.MonkeyPatch, *, is_one: bool = True, is_quiet: bool = False) -> list[str]:
    made = make_pipeline(load_profile("clinic-tw"), tagger=False)
    asking: Pipeline = replace(made, detectors={"llm": detector(Scripted([answer([("NAME", "王小明")])]))})
    stream = Terminal(is_one=is_one)
    monkeypatch.setattr("sys.stderr", stream)
    watched(asking, is_quiet=is_quiet).detect(Document("1", NOTE))
    return stream.getvalue().splitlines()


def test_a_line_says_windows_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_, last = lines(monkeypatch)
    total = int(re.findall(r"of (\d+) windows", first)[0])
    assert total > 1 and first == f"language model: 0 of {total} windows"
    assert last == f"language model: {total} of {total} windows, 0.0 min left" and "王" not in first + last


@pytest.mark.parametrize(("is_one", "is_quiet"), [(False, False), (True, True)])
def test_nothing_is_said_where_nobody_watches(monkeypatch: pytest.MonkeyPatch, is_one: bool, is_quiet: bool) -> None:
    assert lines(monkeypatch, is_one=is_one, is_quiet=is_quiet) == []


def test_halves_that_are_asked_for_again_are_counted_among_those_to_come() -> None:
    told: list[tuple[int, int]] = []
    client = Scripted(lambda request: answer([]) if _is_half(request) else "no")
    list(find(client, [NOTE[:300], NOTE[:290]], tell=lambda done, of: told.append((done, of))))
    assert told == [(0, 2), (1, 2), (2, 2), (2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]


def _is_half(request: Request) -> bool:
    return len(request.messages[-1].content) < 250
