"""The detector that asks a language model; everything it says is checked against the note.

What a model says is a claim like any other: found in the source or forgotten, its type checked by shape, lower in rank than
rules and tagger. A window that nobody could read is said of the document (`model_unread`), which is then degraded or failed
as the profile wants it: a note is never taken to be read because the model was silent. Findings of kind `model_valid`,
`model_invalid`, `model_cut`, `model_empty` and `model_failed` count the questions, `model_invented` and `model_dropped` the
strings that were not kept. None of them holds a word of a note or of a reply.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Final

from incognote.detect.llm_asking import OUTCOMES, SOURCE, Asked, Found, Tell, Way, find
from incognote.detect.llm_choice import UNREAD
from incognote.detect.llm_prompt import SYSTEM, TYPES, answer, bounds, grammar, prompt, schema, type_of
from incognote.detect.llm_windows import windows
from incognote.document import Document, Finding, Severity, Span
from incognote.llm.client import Client, ModelError

__all__ = [
    "OUTCOMES", "SOURCE", "SYSTEM", "TYPES", "UNREAD", "Found", "Reader", "Way",
    "answer", "bounds", "detector", "find", "findings", "grammar", "prompt", "schema", "type_of", "windows",
]  # fmt: skip

REMEMBERED: Final = 20_000
"""Texts whose spans are kept: a batch looks at each document more than once, and a model is slow."""
_Said = tuple[Span | Finding, ...]


def detector(client: Client, *, way: Way | None = None, is_strict: bool = False) -> Reader:
    """Spans by the model behind `client`; what it cannot read fails the document if `is_strict`, else degrades it."""
    return Reader(client, way or Way(), is_strict=is_strict)


class Reader:
    """A detector that may be given documents ahead, so that windows of many are under way at once.

    What was read whole is kept by the digest of its text; what was not, is asked for again the next time. `tell` hears how many windows
    of the notes at hand are answered, and of how many.

    >>> from incognote.llm.scripted import Scripted
    >>> read = detector(Scripted(['{"phi":[{"type":"NAME","text":"林月琴"}]}']))
    >>> [item.label if isinstance(item, Span) else item.kind for item in read(Document("1", "林月琴來電"))]
    ['NAME', 'model_valid']
    """

    def __init__(self, client: Client, way: Way, *, is_strict: bool) -> None:
        self._client, self._way = client, way
        self.tell: Tell | None = None
        self._severity: Severity = "failure" if is_strict else "warning"
        self._read: dict[bytes, _Said] = {}
        self._unread: dict[bytes, _Said] = {}
        self._writing = Lock()

    def __call__(self, document: Document) -> Iterator[Span | Finding]:
        key = _key(document.text)
        said = self._read.get(key) or self._unread.pop(key, None)  # what was not read is told once, then asked for again
        yield from said if said is not None else self._look([document.text])[0]

    def ahead(self, documents: Iterable[Document]) -> None:
        """Read documents that are soon to come; what goes wrong is said when they come."""
        texts = dict.fromkeys(document.text for document in documents)
        wanted = [text for text in texts if _key(text) not in self._read]
        for text, said in zip(wanted, self._look(wanted), strict=True):
            if any(isinstance(item, Finding) and item.kind == UNREAD for item in said):
                self._unread[_key(text)] = said

    def _look(self, texts: Sequence[str]) -> list[_Said]:
        try:
            found = list(find(self._client, texts, way=self._way, tell=self.tell))
        except ModelError:
            found = [_unasked(text) for text in texts]
        said: list[_Said] = [(*each.spans, *findings(each, self._severity)) for each in found]
        with self._writing:
            self._read.update((_key(text), told) for text, each, told in zip(texts, found, said, strict=True) if not each.unread)
            for key in list(self._read)[: max(0, len(self._read) - REMEMBERED)]:
                del self._read[key]
        return said


def findings(found: Found, severity: Severity = "warning") -> Iterator[Finding]:
    """What is to be said of a text that a model was asked about: every question's outcome, what was not kept, and, with
    `severity`, what nobody read."""
    for asked in found.asked:
        yield Finding(f"model_{asked.outcome}", "source", asked.start, asked.end, "info")
    for name, count in (("model_invented", found.invented), ("model_dropped", found.dropped)):
        for _ in range(count):
            yield Finding(name, "source", 0, 0, "info")
    for start, end in found.unread:
        yield Finding(UNREAD, "source", start, end, severity)


def _unasked(text: str) -> Found:
    """A text for which the model could not be asked at all."""
    whole = ((0, len(text)),) if text.strip() else ()
    return Found((), dict.fromkeys(OUTCOMES, 0) | {"failed": len(whole)}, 0, 0, whole, tuple(Asked(*w, "failed") for w in whole))


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
