"""A reply is hostile and incomplete input: what it says is read, and no more, in linear time."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.llm.json_reply import MOST, REPEATS, Answer, read_reply, without_thinking

NAME = {"type": "NAME", "text": "王大明"}
ITEM = ("NAME", "王大明")


def said(*entries: object) -> str:
    return json.dumps({"phi": list(entries)}, ensure_ascii=False)


ONE = said(NAME)


@pytest.mark.parametrize(
    "reply",
    [
        ONE,
        f"\n  {ONE}\n",
        f"```json\n{ONE}\n```",
        f"Here is what I found:\n{ONE}\nI hope this helps.",
        f"<think>王大明 is a name</think>{ONE}",
        f"<think>\n</think>\n\n{ONE}",
        f"so it is a name</think>{ONE}",
        f'<think>{{"phi": []}}</think>{ONE}',
        f'{ONE}<think>{{"phi": []}}',
        f"<think>a</think>{ONE}<think>b</think>",
        f"<thinking>a</thinking>{ONE}",
        f"[THINK]a {{ b[/THINK]{ONE}",
        f"<|channel>thought\na {{<channel|>{ONE}",
        f"<|channel|>analysis<|message|>a {{<|end|><|start|>assistant<|channel|>final<|message|>{ONE}",
        f"◁think▷a {{◁/think▷{ONE}",
    ],
)
def test_what_stands_around_the_answer_is_dropped(reply: str) -> None:
    assert read_reply(reply) == Answer("valid", (ITEM,))


@pytest.mark.parametrize("reply", ["", " \n", "<think>nothing here", "<think>a</think>\n", "thinking</think>"])
def test_no_answer_is_empty_and_no_finding_is_valid(reply: str) -> None:
    assert read_reply(reply) == Answer("empty")
    assert read_reply('{"phi": []}') == Answer("valid")


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot help with that.",
        "{}",
        "[]",
        "null",
        '{"phi": null}',
        '{"phi": {}}',
        '{"phi": "王大明"}',
        '{"PHI": []}',
        '{"phi": [',
        '{"phi": []',
        '{"phi": [{"type": "NAME", "text": "王大明"},]}',
        "{'phi': []}",
        '{"phi": [{"type": "NAME", "text": "王大明"}]} {"phi": []}',
        '{"phi": [NaN}',
        "}{",
        "{" * 50,
        "<html><body>{502}</body></html>",
    ],
)
def test_nothing_is_mended(reply: str) -> None:
    assert read_reply(reply) == Answer("invalid")


def test_repeats_and_order_are_kept() -> None:
    other = {"type": "DATE", "text": "5/2"}
    assert read_reply(said(NAME, other, NAME)).items == (ITEM, ("DATE", "5/2"), ITEM)


def test_entries_that_are_no_item_are_dropped_and_counted() -> None:
    bad = ["王大明", 7, None, [NAME], {}, {"type": "NAME"}, {"type": "NAME", "text": ""}, {"type": "NAME", "text": " "}]
    bad += [{"type": "NAME", "text": value} for value in (None, True, ["王"], {"王": "王"}, float("inf"), "\ud800")]
    assert read_reply(json.dumps({"phi": [*bad, NAME]})) == Answer("valid", (ITEM,), len(bad))


@pytest.mark.parametrize("kind", [{}, {"type": None}, {"type": True}, {"type": ["NAME"]}])
def test_an_item_without_a_type_is_still_an_item(kind: dict[str, object]) -> None:
    assert read_reply(said({"text": "王大明", **kind})).items == (("", "王大明"),)


def test_a_number_without_quotation_marks_is_read_as_it_is_written() -> None:
    assert read_reply('{"phi": [{"type": "MRN", "text": 12345678901234567890}]}').items == (("MRN", "12345678901234567890"),)


def test_a_key_that_comes_twice_loses_nothing() -> None:
    assert read_reply('{"phi": [{"text": "甲"}], "phi": [], "phi": [{"text": "乙"}]}').items == (("", "甲"), ("", "乙"))


@pytest.mark.parametrize("reply", ['<think>{"phi": []}', '<think>{"phi": []}</think>', '{"phi": []}</think>', f"<think>so {ONE} perhaps"])
def test_an_answer_that_was_only_thought_of_is_none(reply: str) -> None:
    assert read_reply(reply) == Answer("empty")
    assert read_reply(reply, "length") == Answer("cut")
    assert read_reply(f"<think>{{}}</think>{ONE}") == Answer("valid", (ITEM,))


def test_two_texts_of_one_item_are_no_form_and_none_is_lost_unsaid() -> None:
    assert read_reply('{"phi": [{"type": "NAME", "text": "王大明", "text": "林月琴"}]}').outcome == "invalid"
    assert read_reply('{"phi": [{"type": "NAME", "text": "王大明", "text": "王大明"}]}').outcome == "valid"


def test_thinking_that_stands_in_the_note_is_a_value() -> None:
    assert read_reply(said({"type": "NAME", "text": "<think>王"})).items == (("NAME", "<think>王"),)


@pytest.mark.parametrize("end", ["", ",", ', {"type": "DA', ', {"type": "DATE", "text": "5', ", ["])
def test_a_cut_reply_keeps_what_was_whole(end: str) -> None:
    reply = ONE.removesuffix("]}") + end
    assert read_reply(reply, "length") == Answer("cut", (ITEM,))
    assert read_reply(reply, "stop") == Answer("invalid")


@pytest.mark.parametrize("reply", ["", "<think>and so on", '{"ph', '{"phi": ', '{"phi"', '"phi" [', "no braces", "phi["])
def test_a_reply_cut_before_its_first_item_is_cut(reply: str) -> None:
    assert read_reply(reply, "length") == Answer("cut")


def test_a_whole_answer_at_the_limit_is_valid() -> None:
    assert read_reply(ONE, "length") == Answer("valid", (ITEM,))


def test_a_loop_is_cut_and_a_name_that_comes_often_is_not() -> None:
    assert read_reply(said(*[NAME] * REPEATS)) == Answer("valid", (ITEM,) * REPEATS)
    assert read_reply(said(*[NAME] * (REPEATS + 1))) == Answer("cut", (ITEM,) * REPEATS)
    pair = [NAME, {"type": "DATE", "text": "5/2"}]
    assert read_reply(said(*pair * 200), repeats=3).outcome == "cut"


def test_more_items_than_a_window_can_hold_are_cut() -> None:
    many = [{"type": "PHONE", "text": f"0912{n:06}"} for n in range(MOST + 1)]
    assert read_reply(said(*many[:MOST])).outcome == "valid"
    answer = read_reply(said(*many))
    assert answer.outcome == "cut" and len(answer.items) == MOST
    assert len(read_reply(said(*many), most=5).items) == 5


HOSTILE = {
    "braces": "{" * 1_000_000,
    "brackets": '{"phi": ' + "[" * 1_000_000,
    "nested": '{"phi": [' + '{"text":' * 200_000 + "]}",
    "closed": '{"phi": ' + "[" * 400_000 + "]" * 400_000 + "}",
    "digits": '{"phi": ' + "1" * 1_000_000 + "}",
    "fraction": '{"phi": [1.' + "1" * 1_000_000 + "]}",
    "thoughts": "<think>" * 150_000,
    "thought ends": "</think>" * 150_000,
    "thought pairs": "<think></think>" * 70_000,
    "crossed": "</think><think>" * 70_000,
    "quotes": '{"phi": "' * 100_000,
    "backslashes": '{"phi": ["' + "\\" * 1_000_000,
    "commas": '{"phi": [' + "," * 1_000_000,
    "spaces": '{"phi": [' + " " * 1_000_000,
    "items": '{"phi": [' + '{"type":"A","text":"b"},' * 40_000,
    "empty items": '{"phi": [' + "{}," * 300_000,
    "keys": "{" + '"phi":[{}],' * 90_000 + '"a":1}',
    "fences": "```json\n" * 120_000,
}


@pytest.mark.parametrize("finish", ["stop", "length"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_million_characters_of_anything_take_no_time(kind: str, finish: str) -> None:
    began = time.process_time()
    answer = read_reply(HOSTILE[kind], finish)  # type: ignore[arg-type]
    assert time.process_time() - began < 1.5
    assert answer.outcome in {"valid", "invalid", "cut", "empty"} and len(answer.items) <= MOST


@given(st.text(st.sampled_from('{}[]",:\\ phitextype<think>/1王'), max_size=60), st.sampled_from(["stop", "length"]))
def test_no_text_breaks_the_reading(reply: str, finish: str) -> None:
    answer = read_reply(reply, finish)  # type: ignore[arg-type]
    assert answer.outcome != "empty" or not without_thinking(reply)
    assert not answer.items or answer.outcome in {"valid", "cut"}


@given(st.lists(st.tuples(st.sampled_from(["NAME", "DATE"]), st.text(min_size=1).filter(str.strip)), max_size=20))
def test_what_was_written_is_what_is_read(items: list[tuple[str, str]]) -> None:
    entries = [{"type": kind, "text": text} for kind, text in items]
    if not any("\ud800" <= c <= "\udfff" for _, text in items for c in text):
        assert read_reply(said(*entries)).items == tuple(items)
        assert read_reply(json.dumps({"phi": entries})).items == tuple(items)


def test_an_answer_shows_no_text() -> None:
    assert "王" not in repr(read_reply(ONE))
