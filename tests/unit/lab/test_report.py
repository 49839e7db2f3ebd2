"""The evaluation as a whole: how long it takes, how large its page is, what it says of systems that know little."""

from __future__ import annotations

import re
import time

from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.predictions import Answer, Predicted
from incognote.lab.evaluate.report import page
from incognote.lab.evaluate.tables import evaluation, markdown

LINE = "病人王小明於5/2就診，BP 120/80，由陳怡君陪同返家。\n"
SPANS = ((2, 5, "NAME"), (6, 9, "DATE"), (23, 26, "NAME"))
MANY = 1000


def note(number: int, lines: int = 4) -> GoldNote:
    spans = tuple(GoldSpan(at * len(LINE) + s, at * len(LINE) + e, label) for at in range(lines) for s, e, label in SPANS)
    return GoldNote(f"n{number}", LINE * lines, spans, {"type": "outpatient", "script": "zh-TW"}, {})


NOTES = [note(number) for number in range(MANY)]


def found(of: GoldNote, keep: int) -> Answer:
    return Answer(tuple(Predicted(s.start, s.end, s.label, of.text[s.start : s.end]) for s in of.spans[::keep]))


def test_a_thousand_notes_are_scored_within_five_seconds() -> None:
    start = time.process_time()
    evaluation("many", NOTES, {"one": {n.id: found(n, 2) for n in NOTES}})
    assert time.process_time() - start < 5


def test_the_page_stays_under_two_megabytes_however_much_is_missed() -> None:
    result = evaluation("many", NOTES, {f"s{k}": {n.id: Answer(()) for n in NOTES} for k in range(5)})
    shown = page(result)
    assert len(shown.encode()) < 2_000_000
    assert f"{MANY * 12 - 400} more are in evaluation.json" in shown


def test_a_page_needs_no_other_file_and_tells_its_pictures_in_words() -> None:
    shown = page(evaluation("few", NOTES[:20], {"one": {n.id: found(n, 2) for n in NOTES[:20]}}))
    assert not re.search(r"(?:src|href)=[\"']?https?:", shown)
    assert shown.count("<svg") == len(re.findall(r'<svg [^>]*role="img" aria-label="[^"]+', shown)) > 3


def test_confusion_and_classes_are_those_of_the_scheme() -> None:
    one = evaluation("few", NOTES[:5], {"one": {n.id: found(n, 1) for n in NOTES[:5]}}, scheme="4")["systems"]["one"]
    assert one["confusion"] == {"DAT": {"DAT": 20}, "PER": {"PER": 40}}
    assert set(one["by"]["label"]) == {"DAT", "PER"}


def test_a_system_of_hashes_is_told_with_dashes() -> None:
    hashed = {n.id: Answer(found(n, 1).spans, is_hashed=True) for n in NOTES[:5]}
    result = evaluation("few", NOTES[:5], {"plain": {n.id: found(n, 2) for n in NOTES[:5]}, "hashed": hashed})
    assert {pair["measure"] for pair in result["comparisons"]} == {"string recall", "unique precision"}
    assert result["systems"]["hashed"]["worst label"] is None
    assert "| hashed | 1.000" in markdown(result) and "hashed" in page(result)
