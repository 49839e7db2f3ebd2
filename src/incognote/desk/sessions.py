"""A document with its corrections: what a page shows, and what becomes of it when somebody corrects, undoes or chooses."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import Final

from incognote.desk.correct import Correction, corrected, steady
from incognote.desk.people import told
from incognote.desk.pipelines import Choice, Pipelines
from incognote.desk.view import View, view
from incognote.document import Document, Result, Vault
from incognote.errors import UsageError
from incognote.pipeline import Pipeline
from incognote.vault.memory import MemoryVault

_MOST_UNDONE: Final = 1_000
LONG: Final = 12_000
"""Characters from which on a note is drawn before the tagger has read it: it reads some ten thousand a second."""
TAGGER: Final = "tagger"


@dataclass(frozen=True, slots=True)
class Work:
    """One document under correction. `name` is what its file was called: shown on the page, and nowhere else.

    `shared` knows the people of documents that came together, where nothing is stored; `unread` says in words what
    of the file was not read; `seen` is the pipeline whose detectors have looked at the document under `choice`;
    while `is_reading`, the tagger has not.
    """

    key: str = field(repr=False)
    document: Document = field(repr=False)
    choice: Choice = field(repr=False)
    name: str = field(default="", repr=False)
    corrections: tuple[Correction, ...] = field(default=(), repr=False)
    undone: tuple[Correction, ...] = field(default=(), repr=False)
    unread: tuple[str, ...] = field(default=(), repr=False)
    shared: Vault | None = field(default=None, repr=False)
    sample: str = field(default="", repr=False)
    is_reading: bool = False
    seen: Pipeline | None = field(default=None, repr=False)
    profile: str = field(default="", repr=False)
    result: Result | None = field(default=None, repr=False)
    view: View | None = field(default=None, repr=False)

    @property
    def vault(self) -> Vault:
        """Who the codes of the result mean."""
        if self.seen is None:
            raise UsageError("the document has not been looked at")
        return self.seen.vault


def begun(document: Document, choice: Choice, *, name: str = "") -> Work:
    """A new piece of work under a key that nobody can guess."""
    return Work(secrets.token_hex(10), document, choice, name)


def with_correction(work: Work, correction: Correction) -> Work:
    """One correction more; what was undone before cannot come back."""
    return replace(work, corrections=(*work.corrections, correction), undone=())


def undone(work: Work) -> Work:
    """One correction fewer."""
    if not work.corrections:
        return work
    left = (*work.undone, work.corrections[-1])[-_MOST_UNDONE:]
    return replace(work, corrections=work.corrections[:-1], undone=left)


def redone(work: Work) -> Work:
    """The correction that was undone last, again."""
    if not work.undone:
        return work
    return replace(work, corrections=(*work.corrections, work.undone[-1]), undone=work.undone[:-1])


def chosen(work: Work, choice: Choice) -> Work:
    """Under another profile or other operators; corrections stay, for they are about the text."""
    return replace(work, choice=choice)


def looked_at(work: Work, pipelines: Pipelines) -> Work:
    """The work with its result and view. Where nothing is stored, a document's codes count from 1 each time."""
    fresh = pipelines.get(work.choice._replace(keep_residue=True))
    if work.shared is not None and isinstance(fresh.vault, MemoryVault):
        fresh = replace(fresh, vault=work.shared)
    if work.is_reading:
        fresh = replace(fresh, detectors={name: found for name, found in fresh.detectors.items() if name != TAGGER})
    seen = _having_seen(work, fresh)
    result = corrected(seen, told(work.document, work.corrections), work.corrections)
    return replace(work, seen=seen, profile=work.choice.profile, result=result, view=view(work.document, result))


def quickly(work: Work, pipelines: Pipelines) -> Work:
    """`looked_at`; of a long document without the tagger, which is then still reading (`read_on`)."""
    is_slow = len(work.document.text) > LONG and TAGGER in pipelines.get(work.choice).detectors
    return looked_at(replace(work, is_reading=is_slow), pipelines)


def read_on(work: Work, pipelines: Pipelines) -> Work:
    """The work with what the tagger finds, not yet drawn: this is what takes long, and needs nobody to wait."""
    if not work.is_reading:
        return work
    full = steady(pipelines.get(work.choice._replace(keep_residue=True)), work.document)
    if work.seen is not None and work.profile == work.choice.profile:
        full = replace(full, detectors={**full.detectors, **work.seen.detectors})
    full.detectors[TAGGER](work.document)
    return replace(work, seen=full, profile=work.choice.profile, is_reading=False)


def _having_seen(work: Work, fresh: Pipeline) -> Pipeline:
    """`fresh`, spared what was found before: dates and operators change no find, and the tagger reads alike under every profile."""
    if work.seen is None:
        return steady(fresh, work.document)
    before = work.seen.detectors
    if work.profile in {"", work.choice.profile} and before.keys() == fresh.detectors.keys():
        return replace(fresh, detectors=before)
    seen = steady(fresh, work.document)
    return replace(seen, detectors={n: before[n] if n == TAGGER and n in before else d for n, d in seen.detectors.items()})
