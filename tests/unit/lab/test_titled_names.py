"""Rule N3: a name of one Han character is scored alike with its title in or out, in the gold and in what is said."""

from __future__ import annotations

import json

import pytest

from incognote.lab.evaluate.figures import summary
from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.measures import AT, Score, score
from incognote.lab.evaluate.predictions import Answer, Predicted, read_predictions, row_of
from incognote.lab.evaluate.titled import titled

TEXT = "由陳先生陪同"


def scored(gold: tuple[int, int], *said: tuple[int, int], label: str = "NAME") -> Score:
    note = GoldNote("n", TEXT, (GoldSpan(*gold, "NAME"),), {}, {})
    return score("x", [note], {"n": Answer(tuple(Predicted(s, e, label, TEXT[s:e]) for s, e in said))})


def counted(of: Score, *names: str) -> tuple[float, ...]:
    return tuple(of.counts[0, AT[name]] for name in names)


@pytest.mark.parametrize("gold", [(1, 4), (1, 2)])
@pytest.mark.parametrize("said", [(1, 4), (1, 2)])
def test_the_title_may_be_in_or_out(gold: tuple[int, int], said: tuple[int, int]) -> None:
    of = scored(gold, said)
    assert counted(of, "exact", "typed", "covered", "string_caught", "unique_right", "unique_said") == (1,) * 6
    assert counted(of, "spurious", "leaked", "over_masked") == (0, 0, 0)
    assert of.classes["NAME"].tolist() == [[1, 1, 1, 1, 1]]


def test_the_title_alone_is_no_name() -> None:
    of = scored((1, 4), (2, 4))
    assert counted(of, "exact", "covered", "string_caught", "spurious", "leaked") == (0, 0, 0, 1, 1)


def test_more_than_the_title_is_masked_for_nothing_and_not_exact() -> None:
    assert counted(scored((1, 4), (0, 5)), "covered", "exact", "string_caught", "over_masked") == (1, 0, 0, 2)


def test_hashed_predictions_may_hold_the_title_or_not(tmp_path) -> None:
    note = GoldNote("n", TEXT, (GoldSpan(1, 4, "NAME"),), {}, {})
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps(row_of("n", Answer((Predicted(1, 2, "NAME", "陳"),)), is_hashed=True)) + "\n", "utf-8")
    figures = summary(score("x", [note], read_predictions(path, [note])))
    assert (figures["string recall"].value, figures["unique precision"].value) == (1, 1)


@pytest.mark.parametrize(
    ("text", "span", "places"),
    [
        ("王醫師", (0, 3), ["王", "王醫師"]),
        ("刀助許 主任到", (2, 3), ["許", "許 主任"]),
        ("老王來", (0, 2), ["老王", "王"]),
        ("R2 黃", (0, 4), ["R2 黃", "黃"]),
        ("Dr.郭", (0, 4), ["Dr.郭", "郭"]),
        ("社工吳 回電", (2, 3), ["社工吳", "吳"]),
        ("林阿嬤", (0, 3), ["林", "林阿嬤"]),
        ("孙副主任医师", (0, 6), ["孙", "孙副主任", "孙副主任医师"]),
        ("接 林", (2, 3), ["林"]),
    ],
)
def test_the_places_of_a_name_of_one_character(text: str, span: tuple[int, int], places: list[str]) -> None:
    found = titled(text, *span)
    assert found is not None
    assert [text[s:e] for s, e in found.places] == sorted(places, key=lambda p: (text.index(p), len(p)))


@pytest.mark.parametrize("name", ["王小明", "歐陽醫師", "小玲", "翔仔", "Mr. Lai", "李明", "老師"])
def test_other_names_have_one_place(name: str) -> None:
    """Two characters and more follow rule N2; 小玲 and 翔仔 are nicknames."""
    assert titled(name, 0, len(name)) is None
