"""What a model still knows: multiple-choice questions before and after a LoRA, with the wording that intervals allow.

Files are CSV with the columns `question,A,B,C,D,answer`, the format of TMMLU+; lines before the header that begin with
# say where a file is from. The questions that come with the package are 60 on medicine in Traditional Chinese, written
for this purpose: a rough check, which sees a model that has lost its language and not one that is a little worse.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from importlib.resources import files
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np

from incognote.errors import FormatError
from incognote.lab.evaluate.answer_file import AnswerFile
from incognote.lab.evaluate.asking import Asking
from incognote.lab.evaluate.intervals import HIGH, LOW, Estimate, resampled, wilson
from incognote.llm.client import Client, Message, ModelError, Request

OWN: Final = "medical-questions.zh-TW"
LETTERS: Final = ("A", "B", "C", "D")
COLUMNS: Final = ("question", *LETTERS, "answer")
ROUGH: Final = "A rough check: few questions, written for this purpose, none from an examination."
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object", "properties": {"answer": {"type": "string", "enum": list(LETTERS)}},
    "required": ["answer"], "additionalProperties": False,
}  # fmt: skip
_SYSTEM: Final = '你是醫學知識助理。以下是單選題，請選出最正確的一個選項，只輸出 JSON，例如 {"answer": "A"}。'
_MOST_TOKENS: Final = 24
_TOGETHER: Final = 8
"""Questions that a client is given at once."""


class Question(NamedTuple):
    """One question; `answer` is the letter of the right choice."""

    id: str
    text: str
    choices: tuple[str, str, str, str]
    answer: str

    def __repr__(self) -> str:
        return "Question(...)"


class Paired(NamedTuple):
    """Accuracy before and after, the paired difference with its interval, and what may be said."""

    before: Estimate
    after: Estimate
    difference: Estimate
    sentence: str

    def __repr__(self) -> str:
        return f"Paired({self.before}, {self.after})"


def read_questions(path: Path | None = None) -> list[Question]:
    """The questions of a file, or those of the package.

    Raises:
        FormatError: names the line that has other columns, no text or an answer that is no letter of A to D.
    """
    source = path or Path(str(files("incognote.lab.evaluate").joinpath("data", f"{OWN}.csv")))
    lines = source.read_text("utf-8-sig").splitlines()
    head = next((at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")), len(lines))
    reader = csv.DictReader(lines[head:])
    if not set(COLUMNS) <= set(reader.fieldnames or ()):
        raise FormatError(f"line {head + 1}: the columns are {','.join(COLUMNS)}")
    questions = [_question(row, f"{source.stem}-{number:04}", head + reader.line_num) for number, row in enumerate(reader, 1)]
    if not questions:
        raise FormatError("the file has no question")
    return questions


def _question(row: Mapping[str, str | None], name: str, line: int) -> Question:
    text, a, b, c, d, answer = ((row[column] or "").strip() for column in COLUMNS)
    if not all((text, a, b, c, d)) or answer.upper() not in LETTERS:
        raise FormatError(f"line {line}: a question has a text, four choices and an answer from A to D")
    return Question(name, text, (a, b, c, d), answer.upper())


def prompt(question: Question) -> tuple[Message, ...]:
    """What the model is asked; the answer is one letter, by schema."""
    choices = "\n".join(f"{letter}. {choice}" for letter, choice in zip(LETTERS, question.choices, strict=True))
    return Message("system", _SYSTEM), Message("user", f"{question.text}\n{choices}")


def read_letter(reply: str) -> str | None:
    """The letter of a reply, None where it gives none.

    >>> read_letter('{"answer": "C"}'), read_letter("B"), read_letter("Both")
    ('C', 'B', None)
    """
    bare = reply.strip()
    try:
        told = json.loads(bare)
    except ValueError:
        told = bare
    letter = told.get("answer") if isinstance(told, dict) else told
    return letter if letter in LETTERS else None


def ask_apart(asking: Asking, questions: Sequence[Question], path: Path) -> None:
    """Ask a model what the file at `path` does not have: the work of a process of its own."""
    with closing(asking.open()) as client, AnswerFile(path, {"client": client.name, "questions": _digest(questions)}) as file:
        answer_all(client, questions, file)


def _digest(questions: Sequence[Question]) -> str:
    return hashlib.sha256(json.dumps([_SYSTEM, questions], ensure_ascii=False).encode()).hexdigest()[:16]


def answer_all(
    client: Client, questions: Sequence[Question], file: AnswerFile, *, tell: Callable[[int, int], None] | None = None
) -> None:
    """Ask what `file` does not have yet, a few at once."""
    left = [question for question in questions if question.id not in file.done]
    done = len(questions) - len(left)
    for some in _batches(left):
        start = perf_counter()
        requests = [Request(prompt(q), max_tokens=_MOST_TOKENS, schema=SCHEMA) for q in some]
        replies = list(client.ask(requests))
        seconds = (perf_counter() - start) / len(some)
        for question, reply in zip(some, replies, strict=True):
            told = None if isinstance(reply, ModelError) else read_letter(reply.text)
            failure = type(reply).__name__ if isinstance(reply, ModelError) else None
            file.add({"id": question.id, "told": told, "right": told == question.answer, "failed": failure, "seconds": round(seconds, 4)})
        done += len(some)
        if tell is not None:
            tell(done, len(questions))


def _batches(questions: Iterable[Question]) -> Iterator[list[Question]]:
    left = iter(questions)
    while some := list(islice(left, _TOGETHER)):
        yield some


def accuracy(questions: Sequence[Question], rows: Mapping[str, Mapping[str, Any]]) -> Estimate:
    """The share of questions answered rightly, with Wilson's interval; no answer is a wrong one."""
    return wilson(sum(bool(rows.get(q.id, {}).get("right")) for q in questions), len(questions))


def compared(
    questions: Sequence[Question], before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]], *, caution: str = ""
) -> Paired:
    """Before and after on the same questions. Intervals that overlap show no clear difference, which is no equality."""
    first, second = accuracy(questions, before), accuracy(questions, after)
    right = np.array([[bool(rows.get(q.id, {}).get("right")) for rows in (after, before)] for q in questions], dtype=np.float64)
    drawn = np.sort((resampled(right[:, :1] - right[:, 1:]) / len(questions)).ravel())
    change = Estimate(second.value - first.value, float(drawn[LOW]), float(drawn[HIGH]), len(questions))
    told = f"accuracy {first} before, {second} after; paired difference {change.value:+.4f} ({change.low:+.4f} to {change.high:+.4f})"
    if first.low <= second.high and second.low <= first.high:
        said = "No clear difference shown on these questions"
    else:
        said = f"After the LoRA the model answers {'more' if second.value > first.value else 'fewer'} of these questions rightly"
    return Paired(first, second, change, f"{said}: {told}.{' ' + caution if caution else ''}")


def told(
    questions: Sequence[Question], answered: Mapping[str, Mapping[str, Mapping[str, Any]]], *, caution: str = "", is_own: bool = False
) -> dict[str, Any]:
    """Accuracies by `before` and `after` as data, with sentences; `is_own`: the package's questions, which are rough."""
    estimates = {when: accuracy(questions, rows) for when, rows in answered.items()}
    if "after" in answered:
        sentences = [compared(questions, answered["before"], answered["after"], caution=caution).sentence]
    else:
        sentences = [f"accuracy {estimates['before']} of {len(questions)} questions."]
    letters = {when: _letters(rows.values()) for when, rows in answered.items()}
    return {
        "questions": len(questions), "accuracy": {when: [round(v, 5) for v in e[:3]] + [e.of] for when, e in estimates.items()},
        "letters": letters, "sentences": [*sentences, *([ROUGH] if is_own else [])],
    }  # fmt: skip


def _letters(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How often each letter was said: a model that says one alone guesses."""
    said = [str(row["told"]) for row in rows]
    return {letter: said.count(letter) for letter in (*LETTERS, "None")}
