"""The systems that are attacked: masking, and retellings whose graph is changed by the product, by chance, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.errors import UsageError
from incognote.lab.risk.attacks import Narrative, System
from incognote.lab.risk.baselines import on_random_nodes, untouched, without_constraints
from incognote.narrative.graph import Graph
from incognote.narrative.perturb.perturb import perturb
from incognote.narrative.rewrite import rewrite
from incognote.pipeline import Pipeline

MASKING: Final = "masking only"
Changing = Callable[..., Any]
CHANGES: Final[Mapping[str, Changing]] = {
    "graph, nothing changed": untouched,
    "changed without constraints": without_constraints,
    "changed on random nodes": on_random_nodes,
    "rewrite": perturb,
}


def systems(names: Sequence[str] = (), *, seed: str, tagger: bool = True) -> dict[str, System]:
    """The systems of `names`, by default all.

    Raises:
        UsageError: there is no system of that name.
    """
    known = (MASKING, *CHANGES)
    if set(names) - set(known):
        raise UsageError(f"there is no such system; there are: {', '.join(known)}")
    wanted = [name for name in known if not names or name in names]
    masks = make_pipeline(load_profile(), keep_residue=True, tagger=tagger)
    finds = make_pipeline(load_profile("psychiatry"), tagger=tagger)
    return {name: _masked(masks) if name == MASKING else _retold(finds, CHANGES[name], seed) for name in wanted}


def _masked(pipeline: Pipeline) -> System:
    return lambda narrative: pipeline.run(Document(narrative.id, narrative.text)).text


def _retold(pipeline: Pipeline, changing: Changing, seed: str) -> System:
    def change(graph: Graph, *, seed: str) -> tuple[Graph, Sequence[Any]]:
        done = changing(graph, seed=seed)
        return done.graph, done.log

    def system(narrative: Narrative) -> str | None:
        spans, _ = pipeline.detect(Document(narrative.id, narrative.text))
        day = date.fromisoformat(narrative.day) if narrative.day else None
        try:
            return rewrite(narrative.text, script=narrative.script, seed=f"{seed}|{narrative.id}", spans=spans, day_zero=day, perturb=change).text
        except UsageError:
            return None

    return system
