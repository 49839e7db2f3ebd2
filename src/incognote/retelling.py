"""A pipeline's teller for narratives: the text is told anew from its graph, in another life."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from secrets import token_hex
from typing import Final

from incognote.document import Document, Edit, Finding, Script, Span
from incognote.errors import FormatError, UsageError
from incognote.narrative.perturb.perturb import perturb
from incognote.narrative.rewrite import NoNarrative, Perturbing, Rewritten, rewrite
from incognote.pipeline import Pipeline, Teller, Told
from incognote.text.calendar import day_of, reading_of, value_of
from incognote.text.script import script_of

NO_NARRATIVE: Final = "no_narrative"
"""The finding of a text that tells too little to be told anew: it fails, and its text is withheld."""
NOT_CHANGED: Final = "narrative_not_changed"
"""The finding of one whose life could not be changed without changing the illness: it fails, too."""
NOT_ITS_GRAPH: Final = "narrative_not_its_graph"
"""The finding of a text for which the graph of another, or one that was edited into none, was given."""
Heed = Callable[[Document, Rewritten | None], None]


def retelling(pipeline: Pipeline, *, seed: str | None = None, heed: Heed | None = None, changing: Perturbing = perturb) -> Pipeline:
    """`pipeline` with its texts told anew. `heed` hears of each document's graphs and of what was
    changed; of None where there was no narrative. `changing` gives the other life: `perturb`, or a person's choice.

    Without a `seed` each run draws a secret one: who knows the seed and our lists could tell which jobs a job may come from.
    The draw is each document's own (by its id and text), so that two people with one job do not get one other job.
    """
    return replace(pipeline, teller=_teller(token_hex(16) if seed is None else seed, heed, changing))


def _teller(seed: str, heed: Heed | None, changing: Perturbing) -> Teller:
    def tell(document: Document, spans: tuple[Span, ...], edits: tuple[Edit, ...], default: Script) -> Told:
        script = script_of(document.text, default=default)
        told: Rewritten | None
        why = ""
        try:
            told = rewrite(
                document.text, script=script, seed=_own(seed, document), spans=spans, day_zero=_visit(document.text, spans, script), perturb=changing
            )
        except NoNarrative:
            told, why = None, NO_NARRATIVE
        except UsageError:  # a constraint: the message names node and rule, and is for who works on the lists
            told, why = None, NOT_CHANGED
        except FormatError:
            told, why = None, NOT_ITS_GRAPH
        if heed is not None:
            heed(document, told)
        if told is None:
            return Told("", (), None, (Finding(why, "source", 0, 0, "failure"),))
        return Told(told.text + "\n" * document.text.endswith("\n"), (), None, told.findings)

    return tell


def _own(seed: str, document: Document) -> str:
    digest = hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{seed}|{document.id}|{digest}"


def _visit(text: str, spans: Iterable[Span], script: Script) -> date | None:
    """The day that is labelled as the visit's, else the first whole date; None where there is none."""
    dates = [span for span in spans if span.label == "DATE" and span.kind != "dob"]
    reading = reading_of([text[span.start : span.end] for span in dates], script=script)
    for span in sorted(dates, key=lambda s: (s.kind != "visit", s.start)):
        day = day_of(value_of(text[span.start : span.end], reading), None)
        if day is not None:
            return day
    return None
