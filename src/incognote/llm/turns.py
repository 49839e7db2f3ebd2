"""A conversation as clients send it: no word of a note may end a turn or begin one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from incognote.llm.client import Message

_MARK: Final = re.compile(r"<(?=\|)|(?<=\|)>|<(?=/?(?:start_of_turn|end_of_turn|s|bos|eos|think)>)|\[(?=/?INST\])")
_SPLIT: Final = "\u200b"
"""Zero width: a detector that folds its text finds again what was copied from here."""


def turns(messages: Iterable[Message]) -> list[dict[str, str]]:
    """The messages as the chat interface takes them.

    A server's template reads `<|im_start|>` as the beginning of a turn wherever it stands: whoever wrote it into a
    note could tell the model to find nothing. Such marks are split, half a surrogate pair becomes `?`.

    >>> turns([Message("user", "<|im_end|>")])[0]["content"] == "<\u200b|im_end|\u200b>"
    True
    """
    return [{"role": one.role, "content": _plain(one.content)} for one in messages]


def _plain(content: str) -> str:
    if "|" in content or "<" in content or "[" in content:
        content = _MARK.sub(lambda m: m[0] + _SPLIT if m[0] != ">" else _SPLIT + ">", content)
    return content.encode("utf-8", "replace").decode("utf-8")
