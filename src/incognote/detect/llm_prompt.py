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
from typing import Any, Final, cast

from incognote.document import Script
from incognote.llm.client import Message

TYPES: Final[Mapping[str, str]] = {
    "NAME": "NAME", "DOCTOR": "DOCTOR", "MRN": "MRN", "IDNO": "IDNO",
    "DATE": "DATE", "PHONE": "PHONE", "ADDRESS": "ADDRESS", "HOSPITAL": "HOSPITAL",
}  # fmt: skip
"""The types a model may say, and the label of each."""
_TYPE_OF: Final[Mapping[str, str]] = {**{label: name for name, label in TYPES.items()}, "ZIP": "ADDRESS"}
MOST_ITEMS: Final = 64
LONGEST_ITEM: Final = 160
"""Characters of one string; a longer one is no identifier."""
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "phi": {
            "type": "array",
            "maxItems": MOST_ITEMS,
            "items": {
                "type": "object",
                "properties": {"type": {"type": "string", "enum": list(TYPES)}, "text": {"type": "string", "minLength": 1, "maxLength": LONGEST_ITEM}},
                "required": ["type", "text"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["phi"],
    "additionalProperties": False,
}
"""The JSON Schema of an answer."""
QUIET: Final = "/no_think"
"""What some families of models read as: do not think aloud."""
_THINKERS: Final = re.compile(r"qwen-?3", re.IGNORECASE)
_UNQUOTABLE: Final = re.compile(r'[\x00-\x1f\x7f"\\\u2028\u2029]')


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads(files("incognote.detect").joinpath("data", "llm_prompts.toml").read_text("utf-8"))


def _systems() -> Mapping[Script, str]:
    return {cast(Script, script): text.strip() for script, text in _words()["system"].items()}


SYSTEM: Final[Mapping[Script, str]] = _systems()
"""The task in the words of each script."""


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


def grammar(text: str) -> str:
    """A Lark grammar of answers in which every string stands in `text`, quotes, backslashes and line ends read as blanks.

    >>> "substring_chars" in grammar('He said "go"')
    True
    """
    source = json.dumps(_UNQUOTABLE.sub(" ", text), ensure_ascii=False)
    types = " | ".join(f'"{name}"' for name in TYPES)
    return (
        "%llguidance {}\n"
        'start: "{\\"phi\\":[" (item ("," item){0,' + str(MOST_ITEMS - 1) + '})? "]}"\n'
        'item: "{\\"type\\":\\"" TYPE "\\",\\"text\\":\\"" TEXT "\\"}"\n'
        f"TYPE: {types}\n"
        'TEXT: %regex {"substring_chars": ' + source + "}\n"
    )
