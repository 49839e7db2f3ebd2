"""The skeletons as a whole: how many there are, what they show, and that no two are cast from one mould."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from incognote.errors import FormatError
from incognote.lab.evaluate.gold import read_rows
from incognote.lab.synth.overlap import grams, shared
from incognote.lab.synth.recipes import RECIPES
from incognote.lab.synth.relations import relations
from incognote.lab.synth.release import locks, make_all, write_all
from incognote.lab.synth.sets import fingerprint, parted, skeletons
from incognote.lab.synth.vocabulary import TYPES

MOST_SHARED = 8
"""Runs of eight tokens that skeletons of different families may share, all together: fixed clinical phrases."""
LEAST = {"tw": 400, "cn": 250, "en": 120, "au-intake": 60, "tw-intake": 30, "psy": 120}
PLACEMENTS = range(1, 24)


@pytest.mark.parametrize(("kind", "least"), LEAST.items())
def test_there_are_as_many_skeletons_as_the_corpora_need(kind: str, least: int) -> None:
    assert len(skeletons(kind)) >= least


def test_no_id_is_used_twice() -> None:
    counts = Counter(s.id for s in skeletons())
    assert [key for key, count in counts.items() if count > 1] == []


def test_skeletons_of_different_families_share_hardly_a_run_of_eight() -> None:
    assert len(shared(skeletons())) <= MOST_SHARED


def test_a_sentence_that_two_families_share_is_found() -> None:
    one = next(s for s in skeletons("tw") if any(grams(s)))
    assert shared([one, replace(one, id="copy", family="elsewhere")])
    assert not shared([one, replace(one, id="copy")])


def test_every_placement_of_the_catalogue_is_shown() -> None:
    for kind in ("tw", "cn"):
        shown = Counter(n for s in skeletons(kind) for n in s.placements)
        assert [n for n in PLACEMENTS if shown[n] < 3] == [], kind


def test_a_tenth_of_the_notes_has_no_identifier() -> None:
    for kind in ("tw", "cn", "en"):
        notes = skeletons(kind)
        assert sum(not s.marks for s in notes) >= 0.09 * len(notes), kind


def test_taiwanese_notes_are_of_many_types_and_specialties() -> None:
    notes = skeletons("tw")
    types = Counter(s.type for s in notes)
    assert {"outpatient", "emergency", "admission", "progress", "consult", "discharge"} <= set(types)
    assert {"nursing", "social_work", "long_term_care", "phone", "report"} <= set(types) <= TYPES
    assert len({s.specialty for s in notes}) >= 20


def test_narratives_come_in_families_of_four_and_more() -> None:
    families = Counter(s.family for s in skeletons("psy"))
    assert min(families.values()) >= 4
    assert {s.script for s in skeletons("psy")} == {"zh-TW", "zh-CN", "en"}


def test_a_family_is_never_parted() -> None:
    by_split = parted(RECIPES["psychiatry"])
    families = [{s.family for s in of} for of in by_split.values()]
    assert families[0].isdisjoint(families[1] | families[2]) and families[1].isdisjoint(families[2])


@pytest.fixture(scope="module")
def released() -> dict:
    return make_all()


def test_every_released_set_passes_the_gate_and_has_its_size(released: dict) -> None:
    for name, recipe in RECIPES.items():
        assert {split: len(notes) for split, notes in released[name].items()} == dict(recipe.notes)


def test_each_test_note_of_the_clinic_set_has_a_skeleton_of_its_own(released: dict) -> None:
    used = [note["skeleton"] for note in released["tw-clinic"]["test"]]
    assert len(set(used)) == len(used)


def test_the_sentences_are_in_the_proportions_of_the_paper(released: dict) -> None:
    counts = Counter(s["label"] for split in released["cn-ehr"].values() for note in split for s in note["spans"])
    assert {name: abs(counts[name] - wanted) <= 2 for name, wanted in {"PER": 2707, "ORG": 1424, "LOC": 509, "DAT": 5046}.items()} == dict.fromkeys(("PER", "ORG", "LOC", "DAT"), True)


def test_institutions_and_person_groups_have_mentions_enough_to_speak_of(released: dict) -> None:
    labels = Counter(s["label"] for note in released["au-intake"]["test"] for s in note["spans"])
    assert {label: labels[label] >= 150 for label in ("SCHOOL", "EARLYLEARN", "HOSPITAL", "PRISON")} == dict.fromkeys(("SCHOOL", "EARLYLEARN", "HOSPITAL", "PRISON"), True)
    origins: Counter[str] = Counter()
    for name in ("tw-clinic", "cn-notes", "tw-intake", "au-intake"):
        for note in released[name]["test"]:
            people = {p["entity"]: p["origin"] for p in note["people"]}
            origins.update(people.get(s.get("entity"), "") for s in note["spans"] if s["label"] in ("NAME", "DOCTOR"))
    assert {group: origins[group] >= 100 for group in ("indigenous", "compound", "rare", "single_given", "minority", "wordlike", "migrant")} == dict.fromkeys(
        ("indigenous", "compound", "rare", "single_given", "minority", "wordlike", "migrant"), True
    )


def test_the_test_splits_are_those_that_were_locked(released: dict) -> None:
    """A test split that moves needs a decision page with figures before and after, and new locks."""
    written = json.loads((Path(__file__).resolve().parents[3] / "corpora" / "locks.json").read_text("utf-8"))
    assert locks(released) == written


def test_the_committed_files_are_what_the_recipes_make(released: dict) -> None:
    folder = Path(__file__).resolve().parents[3] / "corpora"
    for name, splits in released.items():
        for split, notes in splits.items():
            assert fingerprint(row for _, row in read_rows(folder / f"{name}.{split}.jsonl.xz")) == fingerprint(notes)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 8_000_000


def test_relation_tables_are_written_by_the_schema(released: dict) -> None:
    schema = json.loads((Path(__file__).resolve().parents[3] / "schemas" / "relations.schema.json").read_text("utf-8"))
    for note in released["au-intake"]["test"][:30]:
        table = relations(note)
        jsonschema.validate(table, schema)
        assert table["subjects"]
        known = {person["entity"] for person in table["people"]}
        assert all(person["of"] is None or person["of"] in known for person in table["people"])


def test_a_moved_test_split_is_not_written_unasked(released: dict, tmp_path: Path) -> None:
    (tmp_path / "locks.json").write_text('{"tw-clinic": "another"}', "utf-8")
    with pytest.raises(FormatError, match="tw-clinic moved"):
        write_all(released, tmp_path)
