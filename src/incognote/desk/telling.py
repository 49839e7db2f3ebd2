"""A narrative that is told anew under a person's eyes: what they chose, and what was made of it.

The draw is fixed by a seed that lies with the work, so a choice changes one circumstance and the wording around it, and nothing else.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import Final

from incognote.desk.correct import steady
from incognote.desk.pipelines import Choice as OfPipeline
from incognote.desk.pipelines import Pipelines
from incognote.document import Document, Result
from incognote.errors import UsageError
from incognote.narrative.perturb.chosen import Choice, Chosen
from incognote.narrative.rewrite import Rewritten
from incognote.pipeline import Pipeline
from incognote.retelling import NOT_CHANGED, retelling

PROFILE: Final = "psychiatry"
LONGEST: Final = 30_000
"""Characters of a narrative that is told while somebody waits; every choice tells it again, in some seconds at most."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One narrative. `told` is None where it could not be told; `seen` is the pipeline whose detectors have looked at it."""

    key: str = field(repr=False)
    document: Document = field(repr=False)
    seed: str = field(repr=False)
    choices: tuple[Choice, ...] = field(default=(), repr=False)
    undone: tuple[Choice, ...] = field(default=(), repr=False)
    seen: Pipeline | None = field(default=None, repr=False)
    result: Result | None = field(default=None, repr=False)
    told: Rewritten | None = field(default=None, repr=False)


def begun(document: Document) -> Telling:
    """A new narrative under a key and a seed that nobody can guess."""
    return Telling(secrets.token_hex(10), document, secrets.token_hex(16))


def with_choice(telling: Telling, choice: Choice) -> Telling:
    """One choice more; what was undone before cannot come back."""
    return replace(telling, choices=(*telling.choices, choice), undone=())


def undone(telling: Telling) -> Telling:
    """One choice fewer."""
    if not telling.choices:
        return telling
    return replace(telling, choices=telling.choices[:-1], undone=(*telling.undone, telling.choices[-1]))


def redone(telling: Telling) -> Telling:
    """The choice that was undone last, again."""
    if not telling.undone:
        return telling
    return replace(telling, choices=(*telling.choices, telling.undone[-1]), undone=telling.undone[:-1])


def drawn_anew(telling: Telling) -> Telling:
    """Another life and other words for what nobody chose."""
    return replace(telling, seed=secrets.token_hex(16))


def told(telling: Telling, pipelines: Pipelines) -> Telling:
    """The narrative told with its choices; UsageError where a choice cannot be."""
    seen = telling.seen or steady(pipelines.get(OfPipeline(PROFILE, keep_residue=True)), telling.document)
    heard: list[Rewritten | None] = []
    changing = Chosen(telling.choices)
    result = retelling(seen, seed=telling.seed, heed=lambda _, one: heard.append(one), changing=changing).run(telling.document)
    one = heard[0] if heard else None
    if one is None and telling.choices and any(finding.kind == NOT_CHANGED for finding in result.findings):
        raise UsageError("that cannot be chosen for this circumstance")
    return replace(telling, seen=seen, result=result, told=one)
