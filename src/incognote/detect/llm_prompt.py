"""What a language model is asked about a note, and the form of its answer.

The chat format of the Taiwanese experiment: the task in the note's script, the note, and as the answer
`{"phi":[{"type":...,"text":...},...]}`, strings in order of appearance, repeats included. Training writes its examples with
the same functions, so that a model is asked for what it was taught.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, cast

from incognote.document import Script
from incognote.llm.client import Message
from incognote.names.likelihood import is_han

TYPES: Final[Mapping[str, str]] = {
    "NAME": "NAME", "DOCTOR": "DOCTOR", "MRN": "MRN", "IDNO": "IDNO",
    "DATE": "DATE", "PHONE": "PHONE", "ADDRESS": "ADDRESS", "HOSPITAL": "HOSPITAL",
}  # fmt: skip
"""The types a model may say, and the label of each."""
_TYPE_OF: Final[Mapping[str, str]] = {**{label: name for name, label in TYPES.items()}, "ZIP": "ADDRESS"}
MOST_ITEMS: Final = 40
"""Items of one answer. The fullest window of our training sets (1,200 characters of a ward's list) holds 37."""
LONGEST_ITEM: Final = 100
"""Characters of one string, half of that in Han characters; a longer one is no identifier (the longest of our sets has 70)."""
STRING_TOKENS: Final = 40
"""Tokens of one string, where the runtime can bind them; the longest of our sets has 27."""
_FEW, _DENSE = 12, 8
"""Items of an empty window, and characters for each further one: 100 characters hold 11 at most in our sets, as names alone 20."""
_ITEM_TOKENS, _FRAME_TOKENS = STRING_TOKENS + 12, 8
"""Tokens of an item with its type and signs, and of what stands around all of them."""
QUIET: Final = "/no_think"
"""What some families of models read as: do not think aloud."""
_THINKERS: Final = re.compile(r"qwen-?3", re.IGNORECASE)
_ANY_STRING: Final = r'/[^"\\\x00-\x1f\x7f]+/'
_UNQUOTABLE: Final = re.compile(r'[\x00-\x1f\x7f"\\\u2028\u2029]')


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads(files("incognote.detect").joinpath("data", "llm_prompts.toml").read_text("utf-8"))


def _systems() -> Mapping[Script, str]:
    return {cast(Script, script): text.strip() for script, text in _words()["system"].items()}


SYSTEM: Final[Mapping[Script, str]] = _systems()
"""The task in the words of each script."""


class Bounds(NamedTuple):
    """What an answer about a window may hold: items, characters of a string, and the tokens that are enough for all of it."""

    items: int
    characters: int
    tokens: int


def bounds(part: str, room: int | None = None) -> Bounds:
    """The bounds of an answer about `part`, which has `room` tokens at most: a model that says the same for ever comes to the
    end of what it may say, not of its tokens.

    >>> bounds("頭痛兩日" * 25), bounds("Headache. " * 100).items, bounds("頭痛", 500).tokens
    (Bounds(items=24, characters=50, tokens=1256), 40, 476)
    """
    items = min(MOST_ITEMS, _FEW + len(part) // _DENSE)
    if room is not None:
        items = max(1, min(items, (room - _FRAME_TOKENS) // _ITEM_TOKENS))
    han = sum(map(is_han, part))
    return Bounds(items, LONGEST_ITEM // 2 if 4 * han > len(part) else LONGEST_ITEM, _FRAME_TOKENS + items * _ITEM_TOKENS)


MOST_TOKENS: Final = _FRAME_TOKENS + MOST_ITEMS * _ITEM_TOKENS
"""Tokens that are enough for any answer."""


def type_of(label: str) -> str | None:
    """The type that a span with one of our labels has for a model; None where the eight types have none for it.

    >>> type_of("DOCTOR"), type_of("ZIP"), type_of("AGE")
    ('DOCTOR', 'ADDRESS', None)
    """
    return _TYPE_OF.get(label)


def answer(items: Iterable[tuple[str, str]]) -> str:
    """The answer that a model should give, as it is written.

    >>> answer([("NAME", "王小明")]), answer([])
    ('{"phi":[{"type":"NAME","text":"王小明"}]}', '{"phi":[]}')
    """
    return json.dumps({"phi": [{"type": name, "text": text} for name, text in items]}, ensure_ascii=False, separators=(",", ":"))


def prompt(text: str, script: Script, *, examples: bool = False, model: str = "") -> tuple[Message, ...]:
    """The conversation that asks for the identifiers of `text`, which the next turn answers.

    `examples` puts two worked ones in front, one of them with nothing to find: for a model that was not taught the
    task. `model` is its name: some must be told not to think aloud.

    >>> [m.role for m in prompt("BP 120/80", "en")], len(prompt("BP 120/80", "en", examples=True))
    (['system', 'user'], 6)
    """
    quiet = f"\n{QUIET}" if _THINKERS.search(model) else ""
    shown = _examples(script) if examples else ()
    return (Message("system", SYSTEM[script] + quiet), *shown, Message("user", text))


@cache
def _examples(script: Script) -> tuple[Message, ...]:
    turns: list[Message] = []
    for example in _words()["example"][script]:
        turns += (Message("user", example["text"]), Message("assistant", answer((name, text) for name, text in example["phi"])))
    return tuple(turns)


def schema(of: Bounds) -> Mapping[str, Any]:
    """The JSON Schema of answers within bounds.

    >>> schema(bounds("頭痛"))["properties"]["phi"]["maxItems"]
    12
    """
    text = {"type": "string", "minLength": 1, "maxLength": of.characters}
    item = {"type": "object", "properties": {"type": {"type": "string", "enum": list(TYPES)}, "text": text}, **_closed("type", "text")}
    items = {"type": "array", "maxItems": of.items, "items": item}
    return {"type": "object", "properties": {"phi": items}, **_closed("phi")}


def _closed(*keys: str) -> dict[str, Any]:
    return {"required": list(keys), "additionalProperties": False}


def grammar(of: Bounds, text: str | None = None) -> str:
    """A Lark grammar of answers within bounds. Every string stands in `text`, quotes, backslashes and line ends read as blanks;
    without a text it is any string.

    >>> "substring_chars" in grammar(bounds("頭痛"), 'He said "go"'), "max_tokens=40" in grammar(bounds("頭痛"))
    (True, True)
    """
    source = None if text is None else json.dumps(_UNQUOTABLE.sub(" ", text), ensure_ascii=False)
    written = '%regex {"substring_chars": ' + source + "}" if source is not None else _ANY_STRING
    types = " | ".join(f'"{name}"' for name in TYPES)
    return (
        "%llguidance {}\n"
        'start: "{\\"phi\\":[" (item ("," item){0,' + str(of.items - 1) + '})? "]}"\n'
        'item: "{\\"type\\":\\"" TYPE "\\",\\"text\\":\\"" string "\\"}"\n'
        f"TYPE: {types}\n"
        f"string[max_tokens={STRING_TOKENS}]: STRING\n"
        f"STRING: {written}\n"
    )
