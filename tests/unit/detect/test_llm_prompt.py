"""What a language model is asked: the task in the note's script, the note, and answers it may give."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from incognote.detect.llm_places import places
from incognote.detect.llm_prompt import (
    LONGEST_ITEM,
    MOST_ITEMS,
    MOST_TOKENS,
    QUIET,
    STRING_TOKENS,
    SYSTEM,
    TYPES,
    _words,
    answer,
    bounds,
    grammar,
    prompt,
    schema,
    type_of,
)
from incognote.labels import LABELS, SCRIPTS
from incognote.llm.json_reply import read_reply


def test_there_is_a_task_and_two_examples_in_every_script() -> None:
    assert set(SYSTEM) == set(SCRIPTS) == set(_words()["example"])
    for script in SCRIPTS:
        assert all(name in SYSTEM[script] for name in TYPES)
        assert {bool(example["phi"]) for example in _words()["example"][script]} == {True, False}, "one with nothing to find"


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_string_of_an_example_stands_in_its_text(script: str) -> None:
    for example in _words()["example"][script]:
        assert all(name in TYPES and text in example["text"] for name, text in example["phi"])


def test_a_model_that_was_taught_is_shown_no_example() -> None:
    note = "頭痛兩日。"
    assert [m.role for m in prompt(note, "zh-TW")] == ["system", "user"] and prompt(note, "zh-TW")[-1].content == note
    assert [m.role for m in prompt(note, "zh-TW", examples=True)] == ["system", "user", "assistant", "user", "assistant", "user"]


def test_models_that_think_aloud_are_told_not_to() -> None:
    assert QUIET in prompt("x", "en", model="Qwen3-8B@ab12")[0].content
    assert QUIET not in prompt("x", "en", model="qwen2.5-coder-0.5b-instruct")[0].content


def test_an_answer_is_read_back_as_it_was_written() -> None:
    items = (("NAME", '王"小\\明'), ("DATE", "113/05/02"), ("NAME", '王"小\\明'))
    assert read_reply(answer(items)).items == items


def test_the_schema_takes_an_answer_and_no_other_form() -> None:
    jsonschema: Any = pytest.importorskip("jsonschema")
    of = bounds("x" * 2_000)
    check = jsonschema.Draft202012Validator(schema(of))
    assert check.is_valid(json.loads(answer([("NAME", "王小明")]))) and check.is_valid({"phi": []})
    for wrong in (
        {},
        {"phi": [{"text": "x"}]},
        {"phi": [{"type": "PERSON", "text": "x"}]},
        {"phi": [{"type": "NAME", "text": "x" * (LONGEST_ITEM + 1)}]},
    ):
        assert not check.is_valid(wrong)
    assert check.is_valid({"phi": [{"type": "NAME", "text": "x"}] * MOST_ITEMS})
    assert not check.is_valid({"phi": [{"type": "NAME", "text": "x"}] * (MOST_ITEMS + 1)})


@pytest.mark.parametrize("room", [None, 20, 300, 5_000])
@pytest.mark.parametrize("part", ["", "頭痛兩日。", "Headache for two days. ", "陳大文\n"])
@pytest.mark.parametrize("size", [1, 10, 100])
def test_the_fullest_answer_that_a_form_allows_fits_its_tokens(part: str, size: int, room: int | None) -> None:
    of = bounds(part * size, room)
    signs = len(re.findall(r"[a-z]+|[A-Z]{1,4}|[^A-Za-z]{1,2}", answer([("HOSPITAL", "")] * of.items)))  # `{"`, `phi`, `":`, ...
    assert 1 <= of.items <= MOST_ITEMS and of.tokens <= MOST_TOKENS
    assert signs + of.items * STRING_TOKENS <= of.tokens
    assert room is None or of.items == 1 or of.tokens <= room


def test_a_short_window_may_hold_fewer_strings_and_a_list_of_names_all_of_its_own() -> None:
    assert bounds("頭痛").items < bounds("頭痛" * 100).items < bounds("頭痛" * 1_000).items == MOST_ITEMS
    assert bounds("王小明 李大華 " * 4).items > 8
    assert bounds("頭痛" * 100).characters < bounds("Headache " * 30).characters == bounds("BP 120/80 頭痛 aspirin 100 mg bid").characters


def test_every_type_has_a_label_and_every_label_a_type_or_none() -> None:
    assert set(TYPES.values()) <= set(LABELS)
    assert {type_of(label) for label in LABELS} - {None} == set(TYPES)


def test_the_source_of_a_grammar_holds_nothing_that_ends_a_json_string() -> None:
    note = 'He said "call me"\nat C:\\ward\u2028 and\tleft'
    source = json.loads(grammar(bounds(note), note).split('"substring_chars": ')[1].split("}\n")[0])
    assert len(source) == len(note) and not set(source) & set('"\\\n\t\u2028')
    assert places(note, source[8:17]).is_there, "blanks for quotes are found again"
