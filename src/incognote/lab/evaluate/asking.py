"""One row of the study of language models, asked note by note: a model in one way, or a detector of ours.

A row runs in a process of its own (`own_process`), writes each note's answer as soon as it has it (`answer_file`), and
leaves out what the file has already.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final, Literal, NamedTuple

import incognote
from incognote.detect.llm_asking import Found, Way, find
from incognote.detect.llm_prompt import SYSTEM, bounds, grammar, prompt
from incognote.detect.llm_windows import LONGEST
from incognote.document import Document, Span
from incognote.lab.evaluate.answer_file import AnswerFile
from incognote.lab.evaluate.own_process import peak_bytes
from incognote.lab.evaluate.systems import finder
from incognote.llm.client import Client, ModelError, Reply, Request
from incognote.llm.models import open_client

Form = Literal["grammar", "schema", "free"]
FORMS: Final[tuple[Form, ...]] = ("grammar", "schema", "free")
_FIRST: Final = "Pt 王小明 seen 5/2。"
_SOURCES: Final = frozenset({".py", ".tsv", ".toml", ".txt", ".onnx", ".npz", ".json"})


@dataclass(frozen=True, slots=True)
class Asking:
    """How a model is asked. `named` is what `open_client` takes; `examples` shows worked ones, which a model that was
    taught the task is not shown; `cap` are the most tokens of a reply (None: what its form may need), `at_once` the requests under way.
    `is_taught` says that there is a LoRA in it, `made_of` where it is told what that was trained on: the adapter's folder, also
    where a server has loaded it."""

    named: str
    adapter: Path | None = None
    folder: Path | None = None
    form: Form = "grammar"
    examples: bool = True
    cap: int | None = None
    at_once: int = 1
    threads: int | None = None
    is_taught: bool = False
    made_of: Path | None = None

    def __repr__(self) -> str:
        return f"Asking({self.form})"

    def open(self) -> Client:
        return open_client(self.named, folder=self.folder, adapter=self.adapter, slots=self.at_once, threads=self.threads)

    def taught(self, adapter: Path | None, *, served: str | None = None) -> Asking:
        """The same with a LoRA, which was taught the task and is shown no examples; `served`: a server's model that has it."""
        named, own = (served, None) if served is not None else (self.named, adapter)
        return replace(self, named=named, adapter=own, examples=False, is_taught=True, made_of=adapter)

    def way(self) -> Way:
        return Way(form=self.form, examples=self.examples, reply=self.cap, together=self.at_once)

    def head(self, client: Client) -> dict[str, Any]:
        """What decides the answers: another head, other answers."""
        return {"client": client.name, "prompt": _prompt_digest(self.examples), "form": self.form, "examples": self.examples, "cap": self.cap}


def _prompt_digest(examples: bool) -> str:
    shown = [[m.role, m.content] for script in SYSTEM for m in prompt("", script, examples=examples)]
    told = [shown, grammar(bounds("")), bounds("x" * 200), LONGEST]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()[:16]


class Far(NamedTuple):
    """How far a row is; `rate` are the reply's tokens a second so far, 0 for detectors of ours."""

    row: str
    done: int
    of: int
    rate: float
    seconds_left: float

    def __repr__(self) -> str:
        return f"Far({self.done} of {self.of})"


class Text(NamedTuple):
    """A note as it is asked about."""

    id: str
    text: str

    def __repr__(self) -> str:
        return f"Text({len(self.text)} characters)"


Tell = Callable[[Far], None]


class _Listener:
    """A client that keeps what another one says, in order."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.heard: list[Reply | ModelError] = []
        self.name, self.context, self.has_grammar = client.name, client.context, client.has_grammar

    def tokens(self, text: str) -> int:
        return self._client.tokens(text)

    def ask(self, requests: Iterable[Request]) -> Iterator[Reply | ModelError]:
        for reply in self._client.ask(requests):
            self.heard.append(reply)
            yield reply

    def close(self) -> None:
        self._client.close()


def ask_model(row: str, asking: Asking, texts: Sequence[Text], path: Path, digest: str, tell: Tell | None) -> None:
    """Ask a model about every text that the file at `path` does not have. `digest` is the gold's.

    Raises:
        UsageError: the file has answers to other questions.
    """
    with closing(asking.open()) as client, AnswerFile(path, {"row": row, "gold": digest, **asking.head(client)}) as file:
        if all(text.id in file.done for text in texts):
            return
        start = perf_counter()
        client.tokens("x")  # a model's file is read when it is first asked
        seconds = perf_counter() - start
        hear(row, client, asking.way(), texts, file, tell, is_here=not asking.named.startswith(("http://", "https://")))
        file.add_sitting({"seconds to open": round(seconds, 2), "peak": peak_bytes()})


def hear(
    row: str, client: Client, way: Way, texts: Sequence[Text], file: AnswerFile, tell: Tell | None = None, *, is_here: bool = True
) -> None:
    """The same with a client at hand; `is_here`: the model runs in this process, whose seconds are the model's."""
    listener = _Listener(client)
    left = [text for text in texts if text.id not in file.done]
    done, tokens, begun = len(texts) - len(left), 0, perf_counter()
    waiting = iter(left)
    while some := list(islice(waiting, way.together)):
        listener.heard.clear()
        start, busy = perf_counter(), process_time()
        found = list(find(listener, [text.text for text in some], way=replace(way, together=len(some))))
        seconds, own = ((now - then) / len(some) for now, then in ((perf_counter(), start), (process_time(), busy)))
        first = iter(listener.heard)
        for text, of in zip(some, found, strict=True):
            replies = list(islice(first, sum(not asked.is_again for asked in of.asked)))
            file.add({**_row(text, of, replies), "seconds": round(seconds, 4), **({"processor": round(own, 4)} if is_here else {})})
            tokens += of.reply_tokens
        done += len(some)
        if tell is not None:
            spent = perf_counter() - begun
            asked = done - len(texts) + len(left)
            tell(Far(row, done, len(texts), tokens / spent, spent / asked * (len(texts) - done)))


def _row(text: Text, found: Found, replies: Sequence[Reply | ModelError]) -> dict[str, Any]:
    """`replies` are those to the first questions: what the article's evaluator reads. `first` are their outcomes."""
    return {
        "id": text.id, "spans": [_span_row(span) for span in found.spans],
        "replies": ["" if isinstance(reply, ModelError) else reply.text for reply in replies],
        "first": [asked.outcome for asked in found.asked if not asked.is_again],
        "again": [asked.outcome for asked in found.asked if asked.is_again],
        "unread": [list(place) for place in found.unread], "failed": found.outcomes["failed"],
        "said": len(found.items), "invented": found.invented, "dropped": found.dropped,
        "prompt_tokens": found.prompt_tokens, "reply_tokens": found.reply_tokens,
    }  # fmt: skip


def ask_detectors(row: str, texts: Sequence[Text], path: Path, digest: str, tell: Tell | None) -> None:
    """The spans that a system of ours (a profile, a detector, the article's regex) finds in each text; anew, where the
    package is another than it was."""
    find_spans = finder(row)
    list(find_spans(Document("first", _FIRST)))  # what is loaded with the first note is no time of that note
    with AnswerFile(path, {"row": row, "gold": digest, "package": package_digest()}, is_cheap=True) as file:
        begun = perf_counter()
        for done, text in enumerate(texts, 1):
            if text.id in file.done:
                continue
            start, busy = perf_counter(), process_time()
            spans = list(find_spans(Document(text.id, text.text)))
            seconds, own = perf_counter() - start, process_time() - busy
            file.add({"id": text.id, "spans": [_span_row(s) for s in spans], "seconds": round(seconds, 6), "processor": round(own, 6)})
            if tell is not None:
                tell(Far(row, done, len(texts), 0.0, (perf_counter() - begun) / done * (len(texts) - done)))
        file.add_sitting({"peak": peak_bytes()})


def package_digest() -> str:
    """One hash for all that decides what our own code finds."""
    root, digest = Path(incognote.__file__).parent, hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in _SOURCES):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _span_row(span: Span) -> list[Any]:
    return [*span]


def spans_of(row: Mapping[str, Any]) -> list[Span]:
    """The spans of a stored answer."""
    return [Span(*values) for values in row["spans"]]
