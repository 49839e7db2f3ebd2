"""Systems under test: a profile, one source of it, a union of sources, the article's baseline, or a file.

One pass over the notes yields the row of every source asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from incognote.config import Pipeline, profile_names
from incognote.document import Document, Finding, Span
from incognote.errors import UsageError
from incognote.lab.evaluate.baseline import article_regex
from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.evaluate.predictions import Answer, Predicted, read_predictions
from incognote.registry import DETECTORS, Parts, make_detectors
from incognote.resolve import resolve

Find = Callable[[Document], Iterable[Span]]
Progress = Callable[[int, int], None]
ARTICLE: Final = "article-regex"
DEFAULT_PROFILES: Final = ("clinic-tw",)
_APART: Final = frozenset({"known", "site", "llm"})
"""Detectors that are no system by name: they need a vault, rules of a site, or a model (`eval lora-study`)."""


def system_names() -> tuple[str, ...]:
    """What `--system` takes beside a union `a+b` and a predictions file."""
    return (*profile_names(), *(name for name in DETECTORS if name not in _APART), ARTICLE)


def answer_all(
    names: Sequence[str], notes: Sequence[GoldNote], *, also: Iterable[str] = (), progress: Progress | None = None,
) -> dict[str, dict[str, Answer]]:  # fmt: skip
    """The answers of every system of `names` to every note, in the order of `names`.

    `also`: labels that a profile tells although its policy keeps them (times that are to be scored). A system that crashes on a note has not answered it: all of that note's spans are missed, and it is said.

    Raises:
        UsageError: a name that is neither a system, a union of sources nor a file.
    """
    answers: dict[str, dict[str, Answer]] = {}  # in the order asked: a comparison has a first and a second
    live: dict[str, Find] = {}
    for name in names:
        path = Path(name)
        if path.suffix in (".jsonl", ".gz", ".xz"):
            answers[path.name.split(".")[0]] = read_predictions(path, notes)
        else:
            live[name] = finder(name, also=frozenset(also))
            answers[name] = {}
    for at, note in enumerate(notes):
        for name, find in live.items():
            answers[name][note.id] = _ask(find, note)
        if progress is not None:
            progress(at + 1, len(notes))
    return answers


def finder(name: str, *, also: frozenset[str] = frozenset()) -> Find:
    """What finds the spans of one system that is no file.

    Raises:
        UsageError: there is no such system, or it cannot run here.
    """
    if name == ARTICLE:
        return article_regex
    if name in profile_names():
        return _profile(name, also)
    sources = name.split("+")
    if any(s not in DETECTORS or s in ("known", "llm") for s in sources):
        raise UsageError(f"no such system; there are {', '.join(system_names())}, unions like rules+tagger, and files .jsonl")
    return _sources(sources)


def _profile(name: str, also: frozenset[str]) -> Find:
    """All that the profile replaces: detectors, resolve, spread, allow; what its policy keeps is not said, `also` apart."""
    pipeline = Pipeline.from_profile(name, vault="none")

    def find(document: Document) -> Iterator[Span]:
        spans, _ = pipeline.detect(document)
        return (s for s in spans if s.label in also or pipeline.policy.operator_for(s.label, s.kind) != "keep")

    return find


def _sources(names: Sequence[str]) -> Find:
    """The spans of single detectors, one label a character, nothing spread."""
    detectors = list(make_detectors(names, Parts()).values())
    silent = [f.kind for detector in detectors for f in detector(Document("probe", "x")) if isinstance(f, Finding)]
    if silent:
        raise UsageError(f"{'+'.join(names)} cannot run here ({silent[0]}): nothing was scored")

    def find(document: Document) -> Iterable[Span]:
        found = [s for detector in detectors for s in detector(document) if isinstance(s, Span)]
        return resolve(found, document, {name: rank for rank, name in enumerate(names)}, is_spread=False)

    return find


def _ask(find: Find, note: GoldNote) -> Answer:
    document = Document(note.id, note.text)
    start = time.perf_counter()
    try:
        spans = list(find(document))
    except Exception as error:  # a system under test: its crash is a result
        return Answer((), is_valid=False, failure=f"crashed ({type(error).__name__})")
    seconds = time.perf_counter() - start
    return Answer(tuple(Predicted(s.start, s.end, s.label, note.text[s.start : s.end]) for s in spans), seconds=seconds)
