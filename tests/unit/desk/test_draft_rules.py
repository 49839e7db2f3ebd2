"""Drafted rules: from several corrections alike, without a trace of what was corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk_work import NOTES, finish, loaded, missed
from incognote.desk.draft_rules import as_file, draft
from incognote.desk.store import Desk
from incognote.detect.rules import site
from incognote.document import Document, Person, Span

VALUES = ("XR20461", "XR77310", "XR30992")


def corrected_batch(desk: Desk, notes: tuple[str, ...], values: dict[int, str], label: str = "CASENO") -> int:
    batch = loaded(desk, notes)
    for number in range(1, len(notes) + 1):
        finish(desk, batch, number, "Lin", *([missed(values[number], label)] if number in values else []))
    return batch


def rules(desk: Desk, batch: int, folder: Path) -> tuple[site.SiteRule, ...]:
    path = folder / "drafted.toml"
    path.write_text(as_file(draft(desk, batch), batch), "utf-8")
    return site.load(path)


def test_a_cue_and_shape_corrected_three_times_become_a_rule_that_finds_the_next_one(desk: Desk, tmp_path: Path) -> None:
    batch = corrected_batch(desk, NOTES, dict(zip((3, 4, 5), VALUES, strict=True)))
    (rule,) = rules(desk, batch, tmp_path)
    assert (rule.label, rule.cues) == ("CASENO", ("冊頁",))
    assert all(trial.passed for trial in site.test((rule,)))
    unseen = "冊頁：AB99999 待補；XR12345 是藥名"
    assert [unseen[s.start : s.end] for s in site.detector((rule,))(Document("1", unseen)) if isinstance(s, Span)] == ["AB99999"]


def test_no_identifier_is_in_the_draft(desk: Desk) -> None:
    batch = corrected_batch(desk, NOTES, dict(zip((3, 4, 5), VALUES, strict=True)))
    text = as_file(draft(desk, batch), batch)
    for value in VALUES:
        for size in range(3, len(value) + 1):
            for start in range(len(value) - size + 1):
                assert value[start : start + size] not in text


def test_two_times_are_not_several(desk: Desk) -> None:
    assert draft(desk, corrected_batch(desk, NOTES, {3: VALUES[0], 4: VALUES[1]})) == []


def test_one_value_again_and_again_is_one_value(desk: Desk) -> None:
    notes = tuple(f"第{n}次，冊頁 XR20461 已上傳。" for n in "一二三四")
    assert draft(desk, corrected_batch(desk, notes, dict.fromkeys(range(1, 5), "XR20461"))) == []


def test_a_name_is_no_shape(desk: Desk) -> None:
    notes = tuple(f"對接人員 {name} 已通知" for name in ("阿土伯", "小黑妞", "大胖呆"))
    batch = corrected_batch(desk, notes, {1: "阿土伯", 2: "小黑妞", 3: "大胖呆"}, "NAME")
    assert draft(desk, batch) == []


def test_words_that_reviewers_left_alone_most_times_make_no_rule(desk: Desk) -> None:
    notes = (*NOTES[2:5], *(f"冊頁 QA{n}0311 是儀器型號" for n in range(3)))
    batch = corrected_batch(desk, notes, dict(zip((1, 2, 3), VALUES, strict=True)))
    assert draft(desk, batch) == []


def test_an_english_cue_is_taken_by_words(desk: Desk, tmp_path: Path) -> None:
    values = ("Q-10432", "Q-77120", "Z-90817")
    notes = tuple(f"{lead} bench slip {value} was filed." for lead, value in zip(("The", "Second", "Old"), values, strict=True))
    batch = corrected_batch(desk, notes, dict(zip((1, 2, 3), values, strict=True)), "OTHERID")
    (rule,) = rules(desk, batch, tmp_path)
    assert rule.cues == ("bench slip",)
    unseen = "Bench slip: K-11111, workbench slip"
    assert [unseen[s.start : s.end] for s in site.detector((rule,))(Document("1", unseen)) if isinstance(s, Span)] == ["K-11111"]


def test_what_was_marked_is_no_cue_and_nobody_of_the_vault_is(desk: Desk) -> None:
    desk.vault.assign(Person(("柯瑞吉",)))
    notes = tuple(f"柯瑞吉 {value} 已上傳" for value in VALUES)
    batch = corrected_batch(desk, notes, dict(zip((1, 2, 3), VALUES, strict=True)))
    assert not [d for d in draft(desk, batch) if "柯" in d.toml or "瑞吉" in d.toml]


@pytest.mark.parametrize("values", [("XR20461", "XR77310", "XR30992"), ("QZ204611", "XR773", "XR30992")])
def test_a_pattern_spans_the_lengths_that_were_seen(desk: Desk, tmp_path: Path, values: tuple[str, ...]) -> None:
    notes = tuple(f"冊頁 {value} 已上傳" for value in values)
    (rule,) = rules(desk, corrected_batch(desk, notes, dict(zip((1, 2, 3), values, strict=True))), tmp_path)
    for value in values:
        text = f"冊頁：{value}"
        assert [s[:2] for s in site.detector((rule,))(Document("1", text))] == [(3, len(text))]
