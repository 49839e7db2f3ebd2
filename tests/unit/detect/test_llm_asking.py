"""A model's reply is hostile and incomplete: what it says is located or counted, what nobody read is said."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest

from incognote.detect.llm_asking import OUTCOMES, Found, Way, find
from incognote.detect.llm_prompt import MOST_TOKENS, SYSTEM, _words, answer, bounds
from incognote.llm.client import ModelError, Overdue, Reply, Request, Unreachable
from incognote.llm.scripted import Scripted, thinking

NOTE = "病人王小明於113/05/02至澄禾醫院就診，電話0912-345-678，高血壓。"
LONG = "病人王小明訴頭痛兩日，血壓偏高，續服降壓藥。\n" * 12
ITEMS = (("NAME", "王小明"), ("DATE", "113/05/02"), ("HOSPITAL", "澄禾醫院"), ("PHONE", "0912-345-678"))
WHOLE = Way(halving=False)


def found(said: str | Reply | ModelError | Callable[[Request], str], note: str = NOTE, way: Way = WHOLE) -> Found:
    client = Scripted(said if callable(said) else [said])
    (only,) = find(client, [note], way=way)
    return only


def surfaces(result: Found, note: str = NOTE) -> set[tuple[str, str]]:
    return {(note[span.start : span.end], span.label) for span in result.spans}


def test_a_valid_answer_becomes_spans_in_the_source() -> None:
    result = found(answer(ITEMS))
    assert surfaces(result) == {(text, kind) for kind, text in ITEMS}
    assert result.outcomes == dict.fromkeys(OUTCOMES, 0) | {"valid": 1} and not result.unread and not result.invented
    assert {span.source for span in result.spans} == {"llm"}


def test_an_empty_list_is_an_answer_and_an_empty_reply_is_none() -> None:
    assert found('{"phi": []}').unread == () and found('{"phi": []}').outcomes["valid"] == 1
    result = found("")
    assert result.outcomes["empty"] == 1 and result.unread == ((0, len(NOTE)),)


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("I am sorry, I cannot help with that.", "invalid"),
        ('{"phi": [{"type": "NAME", "text": "王小明"},]}', "invalid"),
        ("<html><body>502</body></html>", "invalid"),
        ("{" * 100_000, "invalid"),
        (Reply('{"phi": [{"type": "NAME", "text": "王小明"}, {"type": "DA', "length"), "cut"),
        (Reply("<think>Who is it? " * 400, "length"), "cut"),
        (Overdue("no answer in the time given"), "failed"),
        (Unreachable("nothing answers"), "failed"),
    ],
)
def test_what_cannot_be_read_is_counted_and_the_window_unread(said: str | Reply | ModelError, outcome: str) -> None:
    result = found(said)
    assert [name for name, count in result.outcomes.items() if count] == [outcome]
    assert result.unread == ((0, len(NOTE)),)


def test_what_came_before_a_cut_is_kept() -> None:
    result = found(Reply('{"phi": [{"type": "NAME", "text": "王小明"}, {"type": "DA', "length"))
    assert surfaces(result) == {("王小明", "NAME")} and result.unread


def test_strings_that_are_not_in_the_note_are_counted_and_never_kept() -> None:
    result = found(answer([*ITEMS, ("NAME", "陳大文"), ("PHONE", "0987-654-321"), ("NAME", "陳大文")]))
    assert result.invented == 2 and len(result.spans) == 4


def test_the_strings_of_the_examples_never_come_back() -> None:
    shown = [(kind, text) for examples in _words()["example"].values() for example in examples for kind, text in example["phi"]]
    note = "病人訴頭痛兩日，血壓 150/90，續服降壓藥。"
    result = found(answer(shown), note)
    assert result.spans == () and result.invented == len({text for _, text in shown} | {kind + text for kind, text in shown}) - len(
        {text for _, text in shown}
    )


def test_a_string_of_an_example_that_stands_in_the_note_is_found() -> None:
    note = "甘沛岑電話0933-218-607"
    assert surfaces(found(answer([("NAME", "甘沛岑")]), note), note) == {("甘沛岑", "NAME")}


def test_the_whole_note_is_no_identifier() -> None:
    result = found(answer([("NAME", LONG), ("ADDRESS", LONG[:130])]), LONG)
    assert result.spans == () and result.dropped == 2
    addresses = "12 Mill Lane, Port Adelaide SA 5015 " * 5  # each of them one, all of them none
    assert found(answer([("ADDRESS", addresses.strip())]), addresses).spans == ()


@pytest.mark.parametrize("thought", ["<think>王小明 is a name, maybe 陳大文 too</think>", '<think>never closed {"phi": []}</think>\n'])
def test_what_a_model_thinks_is_no_answer(thought: str) -> None:
    result = found(thought + answer(ITEMS))
    assert len(result.spans) == 4 and result.invented == 0


def test_a_budget_spent_on_thinking_leaves_the_note_unread() -> None:
    client = thinking(lambda _: answer(ITEMS), MOST_TOKENS)
    (result,) = find(client, [NOTE], way=WHOLE)
    assert result.unread == ((0, len(NOTE)),) and not result.spans


def test_fences_and_prose_around_an_answer_are_let_go() -> None:
    assert len(found(f"Sure! Here it is:\n```json\n{answer(ITEMS)}\n```\nAnything else?").spans) == 4


def test_full_width_small_letters_and_the_other_script_are_found() -> None:
    note = "姓名：陳麗華，電話０９１２－３４５－６７８，seen by WANG Ta-Ming"
    result = found(answer([("NAME", "陈丽华"), ("PHONE", "0912-345-678"), ("DOCTOR", "wang ta-ming")]), note)
    assert {text for text, _ in surfaces(result, note)} == {"陳麗華", "０９１２－３４５－６７８", "WANG Ta-Ming"}


def test_types_are_read_in_any_case_and_unknown_ones_by_shape() -> None:
    result = found(
        json.dumps(
            {"phi": [{"type": "name", "text": "王小明"}, {"type": "TELEPHONE", "text": "0912-345-678"}, {"type": "X", "text": "113/05/02"}]}
        )
    )
    assert surfaces(result) == {("王小明", "NAME"), ("0912-345-678", "PHONE"), ("113/05/02", "DATE")}


def test_a_clinical_word_is_dropped_and_counted_apart_from_inventions() -> None:
    result = found(answer([("NAME", "高血壓"), ("NAME", "王")]))
    assert (result.spans, result.dropped, result.invented) == ((), 2, 0)


def test_a_name_that_stands_three_hundred_times_is_found_as_often() -> None:
    note = "王小明說。\n" * 300
    assert len(found(answer([("NAME", "王小明")] * 20), note, Way(longest=100_000, halving=False)).spans) == 300


def test_a_model_that_loops_is_cut_and_costs_no_more() -> None:
    start = time.perf_counter()
    result = found(answer([("NAME", "王小明")] * 5_000))
    assert result.outcomes["cut"] == 1 and len(result.spans) == 1 and result.unread
    assert time.perf_counter() - start < 5


def test_a_reply_of_a_megabyte_costs_bounded_time() -> None:
    start = time.perf_counter()
    result = found(answer([("NAME", f"王小{n}" * 50) for n in range(3_000)]))
    assert result.spans == () and time.perf_counter() - start < 10


def test_a_window_of_no_use_is_asked_for_again_in_halves_once() -> None:
    client = Scripted(lambda request: answer([("NAME", "王小明")]) if len(request.messages[-1].content) < len(LONG) * 3 // 4 else "no")
    (result,) = find(client, [LONG])
    assert [asked.outcome for asked in result.asked] == ["invalid", "valid", "valid"] and result.unread == ()
    assert [asked.is_again for asked in result.asked] == [False, True, True] and len(result.spans) == 12


def test_halves_that_fail_too_are_unread_and_not_asked_for_for_ever() -> None:
    client = Scripted(["no"])
    (result,) = find(client, [LONG])
    assert len(client.asked) == 3 and len(result.unread) == 2


def test_a_model_that_does_not_answer_is_not_asked_for_halves() -> None:
    client = Scripted([Unreachable("nothing answers")])
    (result,) = find(client, [LONG])
    assert len(client.asked) == 1 and result.unread == ((0, len(LONG)),)


def test_a_long_note_is_read_to_its_end_in_windows_that_fit_the_context() -> None:
    note = LONG * 30 + "末行：林月琴來電。"
    client = Scripted(
        lambda request: answer([("NAME", name) for name in ("林月琴",) if name in request.messages[-1].content]), context=2_000
    )
    (result,) = find(client, [note])
    assert surfaces(result, note) == {("林月琴", "NAME")} and len(client.asked) > 5
    asked = [sum(client.tokens(m.content) for m in request.messages) + request.max_tokens for request in client.asked]
    assert max(asked) <= client.context


def test_windows_of_many_notes_are_asked_for_together_and_come_back_in_order() -> None:
    client = Scripted(lambda request: answer([("NAME", request.messages[-1].content[:3])]))
    names = ["王小明", "林月琴", "陳麗華", "張欣怡"]
    results = list(find(client, [f"{name}來電" for name in names]))
    assert [surfaces(r, f"{n}來電") for r, n in zip(results, names, strict=True)] == [{(n, "NAME")} for n in names]


def test_a_note_of_blanks_asks_nobody() -> None:
    client = Scripted(["no"])
    (result,) = find(client, [" \n"])
    assert not client.asked and result.unread == ()


def test_the_task_is_told_in_the_script_of_the_note() -> None:
    client = Scripted([answer([])])
    list(find(client, ["病人訴頭痛，續觀察。", "患者诉头痛，继续观察。", "The patient has a headache today."]))
    assert [request.messages[0].content for request in client.asked] == [SYSTEM["zh-TW"], SYSTEM["zh-CN"], SYSTEM["en"]]


@pytest.mark.parametrize(
    ("form", "has_grammar", "bound"),
    [
        ("grammar", True, "grammar"),
        ("grammar", False, "schema"),
        ("schema", True, "grammar"),
        ("schema", False, "schema"),
        ("free", True, None),
    ],
)
def test_an_answer_is_bound_as_the_way_says_and_the_runtime_can(form: str, has_grammar: bool, bound: str | None) -> None:
    client = Scripted([answer([])], has_grammar=has_grammar)
    list(find(client, [NOTE], way=Way(form=form)))  # type: ignore[arg-type]
    (request,) = client.asked
    assert (request.grammar is not None, request.schema is not None) == (bound == "grammar", bound == "schema")
    assert (NOTE in (request.grammar or "")) == (form == "grammar" and has_grammar)
    assert request.temperature == 0 and request.max_tokens == (500 if bound is None else bounds(NOTE).tokens)


@pytest.mark.parametrize("has_grammar", [True, False])
def test_a_model_that_repeats_itself_ends_by_construction_and_is_not_taken_to_have_read_all(has_grammar: bool) -> None:
    def loops(request: Request) -> str:
        form = request.grammar
        most = int(form.split("{0,")[1].split("}")[0]) + 1 if form else request.schema["properties"]["phi"]["maxItems"]  # type: ignore[index]
        return answer([("NAME", "王小明"), ("DATE", "113/05/02")][n % 2] for n in range(most))

    client = Scripted(loops, has_grammar=has_grammar)
    (result,) = find(client, [NOTE * 4])
    assert [asked.outcome for asked in result.asked] == ["cut"] * 3 and result.unread
    assert surfaces(result, NOTE * 4) == {("王小明", "NAME"), ("113/05/02", "DATE")}


def test_a_list_that_is_not_full_is_read_whole() -> None:
    names = ["王小明", "林月琴", "陳麗華", "張欣怡", "李國豪", "黃淑芬"]
    assert len(names) < bounds("".join(names)).items
    result = found(answer([("NAME", name) for name in names]), "、".join(names))
    assert result.outcomes["valid"] == 1 and len(result.spans) == len(names)


@pytest.mark.parametrize("context", [100, 500, 900])
def test_a_context_without_room_for_a_note_is_said_and_not_asked_letter_by_letter(context: int) -> None:
    client = Scripted([answer([])], context=context)
    with pytest.raises(ModelError, match="no room"):
        list(find(client, [LONG]))
    assert not client.asked


def test_nothing_of_a_note_or_reply_is_shown_by_a_repr() -> None:
    client = Scripted([answer(ITEMS)], has_grammar=True)
    (result,) = find(client, [NOTE])
    shown = repr(result) + repr(client.asked)
    assert not re.search("王小明|0912|澄禾|113/05", shown)
