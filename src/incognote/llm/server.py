"""A model behind an OpenAI-compatible server: Ollama, vLLM, llama.cpp and their like.

The key, where one is needed, comes from `INCOGNOTE_LLM_KEY`. Sources: the chat completions interface as these three
document it; `chat_template_kwargs` and `reasoning_effort` are how they are told not to think.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from threading import Event, Lock
from typing import Any, Final, Self

from incognote.errors import ConfigError
from incognote.llm.abreast import in_order
from incognote.llm.address import Address, checked, split_model
from incognote.llm.client import ModelError, Refused, Reply, Request, Unreachable
from incognote.llm.exchange import Answered, Limits, exchange
from incognote.llm.tokens import most_tokens
from incognote.llm.turns import turns

KEY: Final = "INCOGNOTE_LLM_KEY"
CONTEXT: Final = 4096
"""What a server is taken to hold that does not say: Ollama's own default."""
SLOTS: Final = 4
_ASIDE: Final = 10.0
"""Seconds for a question that is not about a note."""
_AGAIN: Final = frozenset({429, 500, 502, 503, 504})
_UNREAD: Final = frozenset({400, 422, 501})
"""What servers answer to a field that they do not know."""
_TOO_LONG: Final = re.compile(rb"context[_ ](?:length|size|window)|too (?:long|many tokens)|maximum (?:context|model)", re.IGNORECASE)
_THINKING_OFF: Final[dict[str, Any]] = {"chat_template_kwargs": {"enable_thinking": False}, "reasoning_effort": "none"}
_SCHEMA: Final = "response_format"
_FORMS: Final = tuple(
    frozenset(left_out.split())
    for left_out in (
        "",
        "reasoning_effort",
        f"reasoning_effort {_SCHEMA}",
        "reasoning_effort chat_template_kwargs",
        f"reasoning_effort chat_template_kwargs {_SCHEMA}",
    )
)
"""What is left out of a request that a server does not read, in the order in which it is tried: the word that the
fewest know first, and the schema before what else keeps a model from thinking."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often is asked again. The wait doubles from `first` seconds, up to `longest`; `tries` are those of one
    request, and what all requests of a client may spend together is `budget`: each that goes well gives half a try
    back, so that a dead server costs little a note."""

    tries: int = 4
    first: float = 0.5
    longest: float = 20.0
    budget: float = 10.0


class Server:
    """One model of one server. Fields that the server would not read are left out from then on (`left_out`: the
    schema, the words that switch thinking off); `slots` requests are under way at once."""

    has_grammar = False

    def __init__(
        self,
        address: Address,
        model: str,
        *,
        context: int | None = None,
        slots: int | None = None,
        limits: Limits | None = None,
        patience: Patience | None = None,
        key: str | None = None,
    ) -> None:
        self.address, self.model = address, model
        self.limits, self.patience = limits or Limits(), patience or Patience()
        self.slots = slots or SLOTS
        self._context = context
        self._key = os.environ.get(KEY, "") if key is None else key
        if not self._key.isascii() or not (self._key.isprintable() and " " not in self._key):
            raise ConfigError(f"{KEY} is no key: it has characters that no key has")
        self.left_out: frozenset[str] = frozenset()
        self._budget = self.patience.budget
        self._lock = Lock()

    @classmethod
    def at(cls, named: str, *, allow_public: bool = False, **settings: Any) -> Self:
        """The model of `ADDRESS#NAME`.

        Raises:
            ConfigError: the address is not one that notes may be sent to.
            Unreachable: its name stands for nothing.
        """
        url, model = split_model(named)
        return cls(checked(url, allow_public=allow_public), model, **settings)

    @property
    def name(self) -> str:
        at = self.address
        return f"{at.scheme}://{at.host}:{at.port}{at.path}#{self.model}"

    @property
    def context(self) -> int:
        if self._context is None:
            self._context = self._stated_context() or CONTEXT
        return self._context

    def tokens(self, text: str) -> int:
        return most_tokens(text)

    def ask(self, requests: Iterable[Request]) -> Iterator[Reply | ModelError]:
        return in_order(requests, self._say, width=self.slots)

    def close(self) -> None:
        """Nothing is held: each exchange has its own connection."""

    def _stated_context(self) -> int:
        """What the list of models says of this one's context (vLLM, llama.cpp); 0 where it says nothing."""
        try:
            until = time.monotonic() + min(self.limits.total, _ASIDE)
            listed = json.loads(self._exchange("GET", "/models", None, until, Event()).body)["data"]
            rows = [row for row in listed if row["id"] == self.model]
            found = [row.get("max_model_len") or (row.get("meta") or {}).get("n_ctx") for row in rows]
            return next((n for n in found if isinstance(n, int) and n > 0), 0)
        except (ModelError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return 0

    def _say(self, request: Request, stop: Event) -> Reply | ModelError:
        began = time.monotonic()
        try:
            answered = self._answer(request, began + self.limits.total, stop)
            return read_completion(answered.body, time.monotonic() - began)
        except ModelError as error:
            return error

    def _answer(self, request: Request, until: float, stop: Event) -> Answered:
        """The answer to a request, in whichever form the server reads it."""
        for left_out in _FORMS[_FORMS.index(self.left_out) :]:
            if request.schema is None and _SCHEMA in left_out and left_out != self.left_out:
                continue
            answered = self._patiently(self._body(request, left_out), until, stop)
            if answered.status == 200:
                self._remember(left_out)
                return answered
            if answered.status not in _UNREAD or _TOO_LONG.search(answered.body):
                break
        raise _refusal(answered)

    def _body(self, request: Request, left_out: frozenset[str]) -> bytes:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": turns(request.messages),
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "seed": request.seed,
            "stream": False,
        }
        if request.schema is not None:
            schema = {"name": "reply", "strict": True, "schema": dict(request.schema)}
            body[_SCHEMA] = {"type": "json_schema", "json_schema": schema}
        body = {name: value for name, value in (body | _THINKING_OFF).items() if name not in left_out}
        return json.dumps(body, ensure_ascii=False).encode("utf-8")

    def _patiently(self, body: bytes, until: float, stop: Event) -> Answered:
        """An answer that is not `try again`, after as many tries as patience allows.

        Raises:
            ModelError: the last of them.
        """
        for attempt in range(1, self.patience.tries + 1):
            wait = ""
            try:
                answered = self._exchange("POST", "/chat/completions", body, until, stop)
                if answered.status not in _AGAIN:
                    self._earn()
                    return answered
                error: ModelError = Unreachable(f"the model's server is not able to answer ({answered.status})")
                wait = answered.retry_after
            except Unreachable as one:
                error = one
            pause = self._pause(attempt, wait)
            if attempt == self.patience.tries or time.monotonic() + pause >= until or not self._spend() or stop.wait(pause):
                break
        raise error

    def _exchange(self, method: str, path: str, body: bytes | None, until: float, stop: Event) -> Answered:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        limits = replace(self.limits, total=until - time.monotonic())
        return exchange(self.address, method, path, body=body, headers=headers, limits=limits, stop=stop)

    def _pause(self, attempt: int, asked: str) -> float:
        """Seconds until the next try: what the server asks for, else longer each time, drawn so that many clients
        do not come back at once."""
        if asked.isascii() and asked.isdigit() and len(asked) < 6:
            return float(asked)
        return min(self.patience.longest, self.patience.first * 2.0 ** (attempt - 1)) * random.uniform(0.5, 1.0)

    def _remember(self, left_out: frozenset[str]) -> None:
        with self._lock:
            self.left_out = max(self.left_out, left_out, key=_FORMS.index)

    def _spend(self) -> bool:
        with self._lock:
            is_there = self._budget >= 1
            self._budget -= 1 if is_there else 0
            return is_there

    def _earn(self) -> None:
        with self._lock:
            self._budget = min(self.patience.budget, self._budget + 0.5)


def _refusal(answered: Answered) -> ModelError:
    status = answered.status
    if status in (401, 403):
        return Refused(f"the model's server wants a key, or another one, in {KEY} ({status})")
    if 300 <= status < 400:
        return Refused(f"the model's server sends elsewhere ({status}): notes do not follow; name the address itself")
    if _TOO_LONG.search(answered.body):
        return Refused(f"the prompt is longer than the model's context ({status})")
    return Refused(f"the model's server refuses ({status}); is the model's name right?")


def read_completion(body: bytes, seconds: float = 0.0) -> Reply:
    """The reply in a chat completion. ModelError where the body is none.

    Thinking that the server keeps apart (`reasoning_content`) is no part of the answer.

    >>> read_completion('{"choices": [{"message": {"content": "是", "reasoning_content": "?"}}]}'.encode()).text
    '是'
    """
    try:
        whole = json.loads(body)
        choice = whole["choices"][0]
        content = choice["message"]["content"]
        usage = whole.get("usage") or {}
        sent, said = (n if isinstance(n := usage.get(key), int) else 0 for key in ("prompt_tokens", "completion_tokens"))
        finish = choice.get("finish_reason")
        text = _text(content)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise ModelError("the model's server answers with something that is no completion") from None
    return Reply(text, "length" if finish == "length" else "stop", sent, said, seconds)


def _text(content: Any) -> str:
    """Some servers give an answer in parts, thinking among them; no content at all is an empty reply."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part["type"] == "text")
    if content is None:
        return ""
    if not isinstance(content, str):
        raise TypeError
    return content
