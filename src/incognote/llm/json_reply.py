"""A model's reply, read as what it is: hostile and incomplete input.

The form asked for is `{"phi": [{"type", "text"}, ...]}`. Thinking is dropped, fences and prose around the outermost
braces too; nothing is mended (a trailing comma makes a reply invalid). Whether a text stands in the note is for the
detector to see. Time and memory are linear in the reply, whatever it holds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from incognote.llm.client import Finish

Outcome = Literal["valid", "invalid", "cut", "empty"]

KEY: Final = "phi"
MOST: Final = 300
"""Items that are read of one reply: a window of a note does not hold more."""
REPEATS: Final = 30
"""How often one item may come: repeats are listed, but a model that loops says the same for ever."""
_THINKING: Final = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|channel>thought", "<channel|>"),
    ("<|channel|>analysis", "<|channel|>final"),
)
"""How models write where thinking begins and ends."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reply says. `items` are (type, text) as written, in order, repeats included; `type` is empty where
    the model named none. `dropped` counts the entries that were no item.

    `valid` may have no items: nothing found. `cut` has those that came before the cut, or before the model went on
    saying the same. `empty` is a reply without an answer, `invalid` one that is not in the form asked for.
    """

    outcome: Outcome
    items: tuple[tuple[str, str], ...] = ()
    dropped: int = 0

    def __repr__(self) -> str:
        return f"Answer({self.outcome}, {len(self.items)} items, {self.dropped} dropped)"


def read_reply(text: str, finish: Finish = "stop", *, most: int = MOST, repeats: int = REPEATS) -> Answer:
    """What is to be made of a reply; `finish` is the `Reply`'s.

    >>> read_reply('<think>who?</think>```json\\n{"phi": [{"type": "NAME", "text": "陳小美"}]}\\n```').items
    (('NAME', '陳小美'),)
    >>> read_reply('{"phi": []}').outcome, read_reply("").outcome, read_reply('{"phi": [').outcome
    ('valid', 'empty', 'invalid')
    >>> read_reply('{"phi": [{"type": "NAME", "text": "陳小美"}, {"type": "DA', "length")
    Answer(cut, 1 items, 0 dropped)
    """
    said = text.strip()
    if _is_thought(said):  # else a list that it only thought of would be its answer
        said = without_thinking(said)
    entries = _entries(said)
    if entries is None and (said := without_thinking(said)):
        entries = _entries(said)
    if entries is not None:
        return _answer("valid", iter(entries), most, repeats)
    if finish == "length":
        return _answer("cut", _before_the_cut(said), most, repeats)
    return Answer("invalid" if said else "empty")


def _is_thought(text: str) -> bool:
    """Whether the outermost braces stand in what the model thought: behind its beginning, or before its end."""
    first, last = text.find("{"), text.rfind("}")
    return any(text.find(begin, 0, max(first, 0)) >= 0 or text.find(end, last + 1) >= 0 for begin, end in _THINKING)


def without_thinking(text: str) -> str:
    """`text` less what the model thought: whole blocks, one that is never closed, and one that the chat template
    opened and the model closed.

    >>> without_thinking("<think>a</think>b<think>c"), without_thinking("a</think>b")
    ('b', 'b')
    """
    for begin, end in _THINKING:
        first = text.find(end)
        if first >= 0 and not 0 <= text.find(begin) < first:
            text = text[first + len(end) :]
        if begin in text:
            text = "".join(_outside(text, begin, end))
    return text.strip()


def _outside(text: str, begin: str, end: str) -> Iterator[str]:
    at = 0
    while (start := text.find(begin, at)) >= 0:
        yield text[at:start]
        stop = text.find(end, start + len(begin))
        if stop < 0:
            return
        at = stop + len(end)
    yield text[at:]


def _entries(text: str) -> list[Any] | None:
    """The list inside the outermost braces, or None where they hold no such thing."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        value = _DECODER.decode(text[start : end + 1])
    except (ValueError, RecursionError):
        return None
    found = value.get(KEY) if isinstance(value, dict) else None
    return found if isinstance(found, list) else None


def _joined(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """One object; where a key comes twice its lists are put together, as nothing a model found may be lost. ValueError for two texts."""
    value: dict[str, Any] = {}
    for key, one in pairs:
        before = value.get(key)
        if isinstance(before, list) and isinstance(one, list):
            before.extend(one)
        elif isinstance(before, str) and before != one:
            raise ValueError
        else:
            value[key] = one
    return value


# A number stays as it is written: a chart number without quotation marks is one, and a million digits take quadratic
# time to become a value.
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_joined, parse_int=str, parse_float=str)


def _before_the_cut(text: str) -> Iterator[Any]:
    """The whole entries of a list that breaks off."""
    key = text.find(f'"{KEY}"')
    at = text.find("[", key) + 1
    while key >= 0 and at:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        try:
            entry, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return
        yield entry


def _answer(outcome: Outcome, entries: Iterator[Any], most: int, repeats: int) -> Answer:
    items: list[tuple[str, str]] = []
    count: Counter[tuple[str, str]] = Counter()
    dropped = 0
    for entry in entries:
        item = _item(entry)
        if item is None:
            dropped += 1
            continue
        count[item] += 1
        if len(items) == most or count[item] > repeats:
            outcome = "cut"
            break
        items.append(item)
    return Answer(outcome, tuple(items), dropped)


def _item(entry: Any) -> tuple[str, str] | None:
    """(type, text) of an entry; None where it has no text. Half a character, which JSON can write and UTF-8 cannot,
    stands in no note."""
    if not isinstance(entry, dict):
        return None
    kind, text = entry.get("type"), entry.get("text")
    if not isinstance(text, str) or not text.strip() or any("\ud800" <= c <= "\udfff" for c in text):
        return None
    return kind if isinstance(kind, str) else "", text
