"""Filled notes: exact spans, consistent lives, pools that are apart, noise that keeps every span."""

from __future__ import annotations

import json
import random
from datetime import date
from pathlib import Path

import jsonschema
import pytest

from incognote.errors import FormatError
from incognote.lab.synth import numbers
from incognote.lab.synth.fill import fill
from incognote.lab.synth.gate import faults, overlaps
from incognote.lab.synth.noise import noisy
from incognote.lab.synth.pools import Pools, split_of
from incognote.lab.synth.sets import skeletons
from incognote.lab.synth.skeleton import read, read_file
from incognote.lab.synth.written_names import name_piece
from incognote.text.view import fold

SCHEMAS = Path(__file__).resolve().parents[3] / "schemas"
BLOCK = """id: tw-test-1
type: emergency
script: zh-TW
placements: 7
p1: patient, male, 72
r1: daughter of p1
c1: carer of p1, female, migrant
d1: doctor, surname=p1
h1: hospital, here
---
Pt ⟦NAME#p1⟧ ⟦AGE#p1.bare⟧M 自⟦DATE#-1.iso⟧起胸悶，⟦NAME#p1⟧ ⟦IDNO#p1⟧，案女⟦NAME#r1⟧(⟦PHONE#r1.mobile⟧)
⟦HOSPITAL#h1⟧⟦DOCTOR#d1.titled|醫師⟧ ⟦DATE/visit#0.iso⟧ ⟦DATE#-700.year⟧年開過刀
"""


def filled(block: str = BLOCK, seed: str = "s", split: str | None = "train") -> dict:
    return fill(read(block), seed=seed, split=split, note_id="n")


def texts(note: dict, label: str) -> list[str]:
    return [note["text"][s["start"] : s["end"]] for s in note["spans"] if s["label"] == label]


def test_the_same_seed_makes_the_same_note_and_another_another() -> None:
    assert filled() == filled()
    assert filled()["text"] != filled(seed="t")["text"]


def test_one_person_has_one_name_and_lives_by_the_calendar() -> None:
    note = filled()
    names = texts(note, "NAME")
    assert names[0] == names[1] == note["people"][0]["names"][0]
    visit, before = (date.fromisoformat(texts(note, "DATE")[i]) for i in (1, 0))
    assert (visit - before).days == 1
    born = date.fromisoformat(note["people"][0]["birth"])
    assert visit.year - born.year - ((visit.month, visit.day) < (born.month, born.day)) == 72
    assert texts(note, "AGE") == ["72"]


def test_a_daughter_has_her_fathers_surname_and_the_doctor_the_one_the_head_says() -> None:
    for seed in "abcdefgh":
        note = filled(seed=seed)
        patient, doctor = note["people"][0]["names"][0], texts(note, "DOCTOR")[0]
        assert doctor.startswith(patient[: len(doctor.removesuffix("醫師"))])


def test_a_title_is_inside_for_one_character_and_outside_for_more() -> None:
    from incognote.lab.synth.naming import Naming

    rng = random.Random(0)
    one = name_piece(Naming("陳", "小明", True), "titled", rng=rng, script="zh-TW", extra="醫師")
    two = name_piece(Naming("歐陽", "小明", True), "titled", rng=rng, script="zh-TW", extra="醫師")
    assert (one.text, one.tail) == ("陳醫師", 0)
    assert (two.text, two.tail) == ("歐陽醫師", 2)


def test_a_year_takes_the_sign_the_skeleton_writes_behind_it() -> None:
    assert all(text.endswith("年") for text in texts(filled(), "DATE")[-1:])


def test_identity_numbers_fail_their_check() -> None:
    rng = random.Random(1)
    for _ in range(300):
        assert not numbers.tw_id_is_valid(numbers.tw_id(rng, "M"))
        told = numbers.cn_id(rng, "F", date(1980, 2, 29))
        assert numbers.cn_check(told[:17]) != told[17] and told[6:14] == "19800229"


def test_card_numbers_fail_their_check() -> None:
    rng = random.Random(2)
    assert not any(numbers.luhn_is_valid(numbers.card(rng).replace(" ", "")) for _ in range(200))


def test_the_check_itself_knows_a_valid_number() -> None:
    assert numbers.tw_id_is_valid("A123456789")
    assert numbers.cn_check("11010519491231002") == "X"


def test_pools_of_two_splits_share_no_person_and_no_place() -> None:
    by_split = {split: [fill(s, seed="x", split=split, note_id=f"{s.id}-{split}") for s in skeletons("tw")[:80]] for split in ("train", "test")}
    assert not set(overlaps(by_split["train"], by_split["test"])) & {"name", "institution"}
    closed = [fill(s, seed="x", split=None, note_id=s.id) for s in skeletons("tw")[:80]]
    assert "name" in overlaps(by_split["train"] + by_split["test"], closed) or len(closed) < 40


def test_a_split_is_a_function_of_the_text_alone() -> None:
    assert {split_of(str(i)) for i in range(200)} == {"train", "valid", "test"}
    drawn = {Pools("test", random.Random(i)).pick([str(n) for n in range(100)]) for i in range(50)}
    assert all(split_of(d) == "test" for d in drawn)


@pytest.mark.parametrize("kind", ["tw", "cn", "en", "au-intake"])
def test_every_skeleton_fills_clean_and_by_the_schema(kind: str) -> None:
    schema = json.loads((SCHEMAS / "gold.schema.json").read_text("utf-8"))
    made = [fill(s, seed="gate", split="train", note_id=s.id) for s in skeletons(kind)]
    assert list(faults(made)) == []
    for note in made[:40]:
        jsonschema.validate(note, schema)


def test_noise_keeps_every_span_on_its_text() -> None:
    for skeleton in skeletons("tw")[:60]:
        note = fill(skeleton, seed="noise", split="train", note_id=skeleton.id)
        loud = noisy(note, seed="1", rates={"typo": 0.05, "homophone": 0.05, "ocr": 0.05, "width": 0.2, "lost_break": 0.5, "dropped_label": 0.5, "spaces": 0.3})
        assert len(loud["spans"]) == len(note["spans"])
        for before, after in zip(note["spans"], loud["spans"], strict=True):
            was, now = note["text"][before["start"] : before["end"]], loud["text"][after["start"] : after["end"]]
            assert now.strip() == now and abs(len(now) - len(was)) <= len(was)
            assert len(was) <= 2 or set(fold(was)) & set(fold(now))
        assert [f.reason for f in faults([loud]) if "overlap" in f.reason or "offsets" in f.reason or "space" in f.reason] == []


def test_no_noise_at_rate_zero() -> None:
    note = filled()
    assert noisy(note, seed="1", rates={})["text"] == note["text"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("⟦NAME#r1⟧", "⟦NAME#r9⟧", "not declared"),
        ("⟦NAME#r1⟧", "⟦NAME#r1.sideways⟧", "unknown form"),
        ("⟦NAME#r1⟧", "⟦NAME|王小明⟧", "may not be written out"),
        ("⟦NAME#r1⟧", "⟦PERSON#r1⟧", "unknown label"),
        ("⟦DOCTOR#d1.titled|醫師⟧", "⟦DOCTOR#d1.surname⟧醫師", "touches a title"),
        ("type: emergency", "type: elsewhere", "unknown type"),
        ("r1: daughter of p1", "r1: daugter of p1", "unknown role"),
        ("r1: daughter of p1", "r1: daughter of p1, tall", "unknown word"),
        ("script: zh-TW", "script: zh", "script is"),
        ("\n---\n", "\n", "no line `---`"),
        ("placements: 7", "placement: 7", "unknown head key"),
    ],
)
def test_a_mistake_of_a_writer_is_told(tmp_path, old: str, new: str, complaint: str) -> None:
    path = tmp_path / "s.txt"
    path.write_text(BLOCK.replace(old, new), "utf-8")
    with pytest.raises(FormatError, match=complaint):
        list(read_file(path))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda n: n["spans"].pop(), "identifier-like"),
        (lambda n: n["spans"][0].update(end=9999), "offsets"),
        (lambda n: n["spans"][0].update(end=n["spans"][1]["end"]), "overlaps"),
        (lambda n: n.update(text=n["text"] + " 0912-345-678"), "identifier-like"),
        (lambda n: n.update(text=n["text"] + " 医"), "simplified"),
        (lambda n: n.update(text=n["text"].replace(n["text"][:2], "A123456789 ")), "valid identity|offsets|space|identifier"),
    ],
)
def test_the_gate_turns_a_spoilt_note_away(spoil, reason: str) -> None:
    import re

    note = filled(BLOCK.replace(" ⟦DATE#-700.year⟧年開過刀", " ⟦DATE#-700.iso⟧"))
    assert list(faults([note])) == []
    spoil(note)
    assert any(re.search(reason, f.reason) for f in faults([note]))


def test_a_narrative_carries_its_graph_by_the_schema() -> None:
    narratives = skeletons("psy")
    schema = json.loads((SCHEMAS / "graph.schema.json").read_text("utf-8"))
    for skeleton in narratives[:20]:
        note = fill(skeleton, seed="g", split="test", note_id=skeleton.id)
        jsonschema.validate(note["graph"], schema)
        told = [node for node in note["graph"]["nodes"] if node["spans"]]
        assert len(told) >= 5
        assert not any(s["label"] == "FACT" for s in note["spans"])


@pytest.mark.parametrize("kind", ["au-intake", "tw-intake"])
def test_a_report_as_pdf_says_what_its_text_says(kind: str, tmp_path: Path) -> None:
    from pypdf import PdfReader

    from incognote.lab.synth.pdf import write_pdf

    note = fill(skeletons(kind)[0], seed="pdf", split="train", note_id="n")
    path = tmp_path / "n.pdf"
    pages = write_pdf(note["text"], path, script=note["script"])
    read_back = "".join(page.extract_text() for page in PdfReader(path).pages)
    assert pages == len(PdfReader(path).pages)
    names = {note["text"][s["start"] : s["end"]] for s in note["spans"] if s["label"] == "NAME"}
    squeezed = "".join(read_back.split())
    assert [n for n in names if "".join(n.split()) not in squeezed] == []
