"""Notes as a model is asked about them, with the answer that it should give: tokens, and where the answer begins.

Prompt, types, answer and windows are the detector's own (`detect/llm_spans`), turns are written by the base model's own
template: a model is later asked for exactly what it was taught.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol

from incognote.detect.llm_asking import Way
from incognote.detect.llm_prompt import answer, bounds, prompt, type_of
from incognote.detect.llm_windows import Range, halves, windows
from incognote.errors import ConfigError
from incognote.lab.evaluate.truth import GoldNote
from incognote.llm.client import Message
from incognote.llm.turns import turns
from incognote.text.script import script_of

_SENTINEL: Final = "THE-ANSWER"
_WAY: Final = Way()


class Tokeniser(Protocol):
    """What is used of a tokeniser of transformers."""

    chat_template: Any

    def __call__(self, text: str, *, add_special_tokens: bool) -> Any: ...
    def apply_chat_template(self, conversation: list[dict[str, str]], **options: Any) -> Any: ...


class Example(NamedTuple):
    """Tokens of prompt and answer; `begin` is the answer's first: the loss counts from there on."""

    ids: tuple[int, ...]
    begin: int

    def __repr__(self) -> str:
        return f"Example({self.begin} + {len(self.ids) - self.begin} tokens)"


class Taught(NamedTuple):
    """All examples, and how many windows were left out since they are too long even as halves of halves."""

    examples: list[Example]
    left_out: int

    def __repr__(self) -> str:
        return f"Taught({len(self.examples)} examples, {self.left_out} left out)"


class Chat:
    """Conversations as the base model's template writes them.

    Raises ConfigError where there is no template: then the model was never taught to answer.
    """

    def __init__(self, tokeniser: Tokeniser) -> None:
        self._tokeniser = tokeniser
        if not tokeniser.chat_template:
            raise ConfigError("the base model has no chat template: take one that was taught to answer (instruct, chat, it)")
        asked = [{"role": "user", "content": "?"}]
        whole = self._written([*asked, {"role": "assistant", "content": _SENTINEL}], is_open=False)
        self._end = self.ids(whole.partition(_SENTINEL)[2])[:1]

    def ids(self, text: str) -> list[int]:
        """The tokens of a text, no sign of begin or end added."""
        return list(self._tokeniser(text, add_special_tokens=False)["input_ids"]) if text else []

    def tokens(self, text: str) -> int:
        return len(self.ids(text))

    def example(self, messages: Iterable[Message], said: str) -> Example:
        """A conversation and its answer, the sign that ends a turn behind it."""
        asked = self.ids(self._written(turns(messages), is_open=True))
        return Example((*asked, *self.ids(said), *self._end), len(asked))

    def _written(self, conversation: list[dict[str, str]], *, is_open: bool) -> str:
        return str(self._tokeniser.apply_chat_template(conversation, tokenize=False, add_generation_prompt=is_open, enable_thinking=False))


def teach(notes: Iterable[GoldNote], chat: Chat, *, longest: int) -> Taught:
    """The examples of notes, in their order: a window each, halved where an answer would not fit a reply."""
    examples: list[Example] = []
    left_out = 0
    for note in notes:
        for window in windows(note.text, tokens=chat.tokens):
            made = list(_of_window(note, window, chat, longest))
            examples += filter(None, made)
            left_out += made.count(None)
    return Taught(examples, left_out)


def _of_window(note: GoldNote, window: Range, chat: Chat, longest: int) -> Iterator[Example | None]:
    """One example, or those of its halves; None for one that cannot be made to fit."""
    items = said_of(note, window)
    part = note.text[window[0] : window[1]]
    made = chat.example(prompt(part, script_of(note.text, default=_WAY.default_script)), answer(items))
    if len(items) < bounds(part).items and len(made.ids) <= longest:
        yield made
        return
    smaller = halves(note.text, window)
    if not smaller:
        yield None
    for half in smaller:
        yield from _of_window(note, half, chat, longest)


def said_of(note: GoldNote, window: Range) -> list[tuple[str, str]]:
    """Type and text of each span that stands whole in a window and has a type, in order, repeats too."""
    start, end = window
    whole = (span for span in note.spans if start <= span.start and span.end <= end)
    return [(kind, note.text[span.start : span.end]) for span in whole if (kind := type_of(span.label)) is not None]


def steps(lengths: Sequence[int], *, batch: int, accumulation: int, seed: int) -> list[list[list[int]]]:
    """For each step of an epoch the batches that are read one by one: indices, in an order that `seed` decides.

    Within a step, examples of about the same length stand side by side. The last step may be smaller.

    >>> steps([5, 9, 4, 8], batch=2, accumulation=2, seed=1)
    [[[1, 3], [0, 2]]]
    """
    order = list(range(len(lengths)))
    random.Random(seed).shuffle(order)
    size = batch * accumulation
    found = []
    for at in range(0, len(order), size):
        part = sorted(order[at : at + size], key=lambda i: (-lengths[i], i))
        found.append([part[i : i + batch] for i in range(0, len(part), batch)])
    return found
