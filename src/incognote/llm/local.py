"""A model's file (GGUF) run inside this process by xllamacpp: nothing is sent anywhere.

The runtime opens a port on the loopback address whether one wants it or not: it is closed to whoever does not know
a key drawn for it, and shows no slots. Its own log is silent; the messages of its errors are not passed on, since
they quote what it was asked.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Lock
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from incognote.errors import ConfigError
from incognote.llm.abreast import in_order
from incognote.llm.client import ModelError, Overdue, Refused, Reply, Request, Unreachable
from incognote.llm.hashes import file_hash
from incognote.llm.turns import turns

CONTEXT: Final = 4096
LIMIT: Final = 600.0
"""Seconds that one reply may take."""
_LARK: Final = "%llguidance {}\n"
_COMPACT: Final = {"x-guidance": {"whitespace_flexible": False}}
"""JSON without blanks between its parts: half the tokens, and what a detector is trained to write."""


class Settings(NamedTuple):
    """What one loaded model is loaded by; `context` is that of each slot, `threads` 0 leaves it to the runtime."""

    path: Path
    adapter: Path | None
    context: int
    slots: int
    threads: int


class Loaded(NamedTuple):
    server: Any
    key: str


_LOADED: Final[dict[tuple[Settings, int], Loaded]] = {}
_USERS: Final[dict[tuple[Settings, int], int]] = {}
_LOADING: Final = Lock()


class Local:
    """One model's file, read when it is first asked, and shared by all clients of the process that ask for the same.

    `seconds` is the time for one reply; it is heeded from the reply's first token on.
    """

    has_grammar = True

    def __init__(
        self,
        path: Path,
        adapter: Path | None = None,
        *,
        context: int | None = None,
        slots: int | None = None,
        threads: int | None = None,
        seconds: float | None = None,
    ) -> None:
        if find_spec("xllamacpp") is None:
            raise ConfigError("a model's file needs its runtime: pip install 'incognote[llm]'")
        self.settings = Settings(path.resolve(), adapter and adapter.resolve(), context or CONTEXT, slots or 1, threads or 0)
        self.seconds = seconds or LIMIT
        self._process: int | None = None

    @property
    def name(self) -> str:
        parts = [path for path in self.settings[:2] if path is not None]
        return "+".join(f"{path.stem}@{file_hash(path)}" for path in parts)

    @property
    def context(self) -> int:
        return self.settings.context

    def tokens(self, text: str) -> int:
        if not text:
            return 0
        server, key = self._loaded()
        address = urlsplit(server.listening_address)
        connection = http.client.HTTPConnection(address.hostname or "127.0.0.1", address.port, timeout=self.seconds)
        try:
            body = json.dumps({"content": text.encode("utf-8", "replace").decode("utf-8"), "add_special": False})
            connection.request("POST", "/tokenize", body, {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
            return len(json.loads(connection.getresponse().read())["tokens"])
        except (OSError, http.client.HTTPException, ValueError, KeyError):
            raise Unreachable("the model's runtime does not count tokens") from None
        finally:
            connection.close()

    def ask(self, requests: Iterable[Request]) -> Iterator[Reply | ModelError]:
        self._loaded()
        return in_order(requests, self._say, width=self.settings.slots)

    def close(self) -> None:
        if self._process is None:
            return
        at, self._process = (self.settings, self._process), None
        with _LOADING:
            _USERS[at] -= 1
            if not _USERS[at] and at[1] == os.getpid():
                _LOADED.pop(at)

    def _loaded(self) -> Loaded:
        at = (self.settings, os.getpid())  # a process that was forked has the server, and none of its threads
        with _LOADING:
            if at not in _LOADED:
                _LOADED[at] = load(self.settings)
            if self._process != at[1]:
                self._process = at[1]
                _USERS[at] = _USERS.get(at, 0) + 1
            return _LOADED[at]

    def _say(self, request: Request, stop: Event) -> Reply | ModelError:
        began = time.monotonic()
        chunks = Chunks(began + self.seconds, stop)
        try:
            self._loaded().server.handle_chat_completions(asked(request), chunks.take)
        except (RuntimeError, ValueError, TypeError):
            return Refused("the model's runtime cannot read what it is asked")
        return chunks.reply(time.monotonic() - began)


class Chunks:
    """A reply as it comes, bit by bit, until its time is over or nobody waits for it any more."""

    def __init__(self, until: float, stop: Event) -> None:
        self.until = until
        self.stop = stop
        self.texts: list[str] = []
        self.finish: str | None = None
        self.error: ModelError | None = None
        self.count = (0, 0)

    def take(self, chunk: Mapping[str, Any]) -> bool:
        """Whether this was enough."""
        if "error" in chunk:
            self.error = _refusal(chunk["error"])
            return True
        for choice in chunk.get("choices") or ():
            self.texts.append(choice["delta"].get("content") or "")
            self.finish = choice.get("finish_reason") or self.finish
        if timings := chunk.get("timings"):
            self.count = (timings["cache_n"] + timings["prompt_n"], timings["predicted_n"])
        if self.finish is None and (time.monotonic() > self.until or self.stop.is_set()):
            self.error = Overdue("the model did not finish its answer in the time given")
        return self.error is not None

    def reply(self, seconds: float) -> Reply | ModelError:
        if self.error is not None:
            return self.error
        if self.finish is None:
            return Unreachable("the model's runtime broke off")
        return Reply("".join(self.texts), "length" if self.finish == "length" else "stop", *self.count, seconds)


def _refusal(error: Mapping[str, Any]) -> ModelError:
    if error.get("type") == "exceed_context_size_error":
        return Refused("the prompt is longer than the model's context")
    return Refused(f"the model's runtime refuses ({error.get('code')})")


def asked(request: Request) -> dict[str, Any]:
    """A request as the runtime takes it."""
    body: dict[str, Any] = {
        "messages": turns(request.messages),
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
        "seed": request.seed,
        "stream": True,
        "chat_template_kwargs": {"enable_thinking": False},
    }
    if request.grammar is not None:
        # Without its first line the text would go to another parser, which prints what it cannot read, note and all.
        body["grammar"] = _LARK + request.grammar.removeprefix("%llguidance {}")
    elif request.schema is not None:
        body["grammar"] = _LARK + f"start: %json {json.dumps({**request.schema, **_COMPACT})}"
    return body


def load(settings: Settings) -> Loaded:
    """The runtime with a model in it. ModelError where the file is none that it can run."""
    runtime = import_module("xllamacpp")
    given = runtime.CommonParams()
    given.model.path = str(settings.path)
    given.n_ctx, given.n_parallel = settings.context * settings.slots, settings.slots
    given.verbosity = 0
    given.warmup = given.ui = given.endpoint_slots = given.endpoint_props = given.endpoint_metrics = False
    given.cors_origins, given.cors_credentials = "http://localhost", False
    given.cache_ram_mib = 0  # else it keeps up to 8 GB of what it was asked before
    key = secrets.token_urlsafe(32)
    given.api_keys = [key]
    if settings.threads:
        given.cpuparams.n_threads = given.cpuparams_batch.n_threads = settings.threads
    if settings.adapter is not None:
        given.lora_adapters = [runtime.CommonAdapterLoraInfo(str(settings.adapter), 1.0)]
    try:
        return Loaded(runtime.Server(given), key)
    except RuntimeError:
        what = "its file or the adapter's" if settings.adapter else "its file"
        raise ModelError(f"the model cannot be loaded: {what} is none that the runtime can run") from None
