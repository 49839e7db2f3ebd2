"""What a language model is asked and what it answers: the seam that every runtime stands behind.

A client speaks to one model. It gives back what the model wrote, untouched; whether that is worth anything is for
`llm/json_reply` and the detector to judge. No message of an error holds a word of a prompt or of a reply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from incognote.errors import IncognoteError

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length"]


class ModelError(IncognoteError):
    """The model cannot be had, or did not answer in the time and form it was given."""


class Unreachable(ModelError):  # noqa: N818 - it reads as what happened
    """Nothing answers at the address, or it broke off: asking again may help."""


class Overdue(ModelError):  # noqa: N818
    """No answer within the time given."""


class Refused(ModelError):  # noqa: N818
    """The server said no (4xx, a key that is wrong, a prompt too long): asking again does not help."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation; its content may be a note."""

    role: Role
    content: str

    def __repr__(self) -> str:
        return f"Message({self.role}, {len(self.content)} characters)"


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is asked. `schema` is the JSON Schema its reply must fit; `grammar` a Lark grammar in its place, for clients
    whose `has_grammar` is true. Temperature 0 is greedy. Thinking is always asked to be off."""

    messages: tuple[Message, ...]
    max_tokens: int = 500
    schema: Mapping[str, Any] | None = field(default=None, repr=False)
    grammar: str | None = field(default=None, repr=False)  # it may hold the note
    temperature: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote. `finish` is `length` where it was cut by `max_tokens`."""

    text: str
    finish: Finish
    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"Reply({len(self.text)} characters, {self.finish})"


class Client(Protocol):
    """One model, ready to be asked."""

    @property
    def name(self) -> str:
        """The model and whatever else decides its answers (file hash, adapter): part of a result's fingerprint."""
        ...

    @property
    def context(self) -> int:
        """Tokens that prompt and reply may have together."""
        ...

    @property
    def has_grammar(self) -> bool:
        """Whether `Request.grammar` is heeded."""
        ...

    def tokens(self, text: str) -> int:
        """How many tokens a text has: exactly where the runtime can say, else an upper bound."""
        ...

    def ask(self, requests: Iterable[Request]) -> Iterator[Reply | ModelError]:
        """The replies in the order of the requests, several under way at once where the runtime can; an error stands in the place of
        the reply it cost, and does not end the others."""
        ...

    def close(self) -> None:
        """Let go of the model or the connections."""
        ...
