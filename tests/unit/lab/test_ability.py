"""What a model still knows: questions read, asked by schema, and told with the words that intervals allow."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from incognote.cli.main import OK, main
from incognote.errors import FormatError
from incognote.lab.evaluate.ability import (
    LETTERS,
    Question,
    answer_all,
    compared,
    prompt,
    read_letter,
    read_questions,
    told,
)
from incognote.lab.evaluate.answer_file import AnswerFile, read_answers
from incognote.llm.client import Request, Unreachable
from incognote.llm.scripted import Scripted
from model_server import Asked, completion, http, serving

QUESTIONS = read_questions()


def answered(right: int) -> dict[str, dict[str, Any]]:
    return {q.id: {"right": at < right, "told": q.answer if at < right else None} for at, q in enumerate(QUESTIONS)}


def test_the_packages_questions_are_sixty_with_four_choices_each_and_letters_in_balance() -> None:
    assert len(QUESTIONS) == len({q.text for q in QUESTIONS}) == 60
    assert all(len(set(q.choices)) == 4 for q in QUESTIONS)
    assert Counter(q.answer for q in QUESTIONS) == dict.fromkeys(LETTERS, 15)


def test_a_file_in_the_format_of_tmmlu_is_read_whatever_else_stands_in_it(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text('﻿# SOURCE: x\n\nquestion,A,B,C,D,answer,subject\n"一,\n二?",甲,乙,丙,丁,b,x\n', "utf-8")
    (one,) = read_questions(path)
    assert one.choices == ("甲", "乙", "丙", "丁") and one.answer == "B" and one.text.startswith("一")


@pytest.mark.parametrize(("text", "said"), [
    ("question,A,B,C,answer\nx,1,2,3,A\n", "line 1"), ("question,A,B,C,D,answer\nx,1,2,3,4,E\n", "line 2"),
    ("question,A,B,C,D,answer\nx,1,2,3,,A\n", "line 2"), ("question,A,B,C,D,answer\nx,1\n", "line 2"),
    ("question,A,B,C,D,answer\n", "no question"), ("", "columns"),
])  # fmt: skip
def test_a_file_of_another_form_is_refused_by_line(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(FormatError, match=said):
        read_questions(path)


@pytest.mark.parametrize(("reply", "letter"), [
    ('{"answer": "C"}', "C"), ("  D\n", "D"), ('"B"', "B"), ('{"answer": "E"}', None), ('{"answer": ["A"]}', None), ("A or B", None), ("[]", None), ("", None), ('{"phi":[]}', None),
])  # fmt: skip
def test_a_reply_that_is_no_letter_is_no_answer(reply: str, letter: str | None) -> None:
    assert read_letter(reply) == letter


def test_questions_are_asked_by_schema_and_those_answered_are_not_asked_again(tmp_path: Path) -> None:
    def say(request: Request) -> str:
        one = next(q for q in QUESTIONS if q.text in request.messages[-1].content)
        return json.dumps({"answer": one.answer})

    client = Scripted(say)
    for upto in (10, 60):
        with AnswerFile(tmp_path / "x.jsonl", {}) as file:
            answer_all(client, QUESTIONS[:upto], file)
    assert len(client.asked) == 60 and all(r.schema and r.schema["properties"]["answer"]["enum"] == list(LETTERS) for r in client.asked)
    assert sum(row["right"] for row in read_answers(tmp_path / "x.jsonl")[1].values()) == 60


def test_a_model_that_breaks_off_is_asked_again_later(tmp_path: Path) -> None:
    few = QUESTIONS[:2]
    for replies in ([Unreachable("gone"), '{"answer": "A"}'], [json.dumps({"answer": few[0].answer})]):
        with AnswerFile(tmp_path / "x.jsonl", {}) as file:
            answer_all(Scripted(replies), few, file)
    assert read_answers(tmp_path / "x.jsonl")[1][few[0].id]["right"] is True


def test_intervals_that_overlap_show_no_clear_difference_and_others_do() -> None:
    near = compared(QUESTIONS, answered(30), answered(26), caution="A small model.")
    assert near.sentence.startswith("No clear difference shown on these questions") and near.sentence.endswith("A small model.")
    assert near.difference.value == pytest.approx(-4 / 60) and near.difference.low < near.difference.value < near.difference.high
    far = compared(QUESTIONS, answered(50), answered(10))
    assert far.sentence.startswith("After the LoRA the model answers fewer of these questions rightly")
    assert "more" in compared(QUESTIONS, answered(10), answered(50)).sentence


def test_the_packages_own_set_is_called_rough_and_the_letters_said_are_counted() -> None:
    result = told(QUESTIONS, {"before": answered(60), "after": answered(0)}, is_own=True)
    assert "rough" in result["sentences"][-1] and result["letters"]["before"] == {**dict.fromkeys(LETTERS, 15), "None": 0}
    assert result["letters"]["after"]["None"] == 60 and result["accuracy"]["before"][0] == 1
    assert "rough" not in " ".join(told(QUESTIONS, {"before": answered(1)})["sentences"])


def test_a_prompt_holds_the_question_its_choices_and_not_its_answer() -> None:
    one = Question("1", "幾對?", ("甲", "乙", "丙", "丁"), "C")
    system, user = prompt(one)
    assert user.content == "幾對?\nA. 甲\nB. 乙\nC. 丙\nD. 丁" and "C" not in system.content


def test_the_command_asks_a_served_model_and_keeps_what_it_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(connection: Any, asked: Asked, _: int) -> None:
        connection.sendall(http(404, b"") if asked.line.startswith("GET") else http(200, completion('{"answer": "A"}')))

    with serving(answer) as server:
        command = ["eval", "ability", "--model", server.named, "--most", "8", "-o", str(tmp_path / "out")]
        assert main(command) == OK and main(command) == OK
        assert sum(one.line.startswith("POST") for one in server.asked) == 8
    shown = capsys.readouterr().out
    assert "accuracy" in shown and "of 8 questions" in shown and "rough" in shown
    result = json.loads((tmp_path / "out" / "ability.json").read_text("utf-8"))
    assert result["sets"]["medical-questions.zh-TW"]["letters"]["before"]["A"] == 8
