"""A narrative told anew: read, changed where the person is, told from its graph, read again and compared with what was read first.

Nothing leaves silently: what was not read, what did not come back, what is left of the life or of the wording is a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, Protocol, cast

from incognote.document import Finding, Script, Severity, Span
from incognote.errors import UsageError
from incognote.narrative.extract.read import Extraction, extract
from incognote.narrative.extract.whose import of_relative
from incognote.narrative.fidelity import Fidelity, compare, fixed, frozen_changes, left_over, long_runs
from incognote.narrative.graph import Graph, Node
from incognote.narrative.render.kinship import kinship
from incognote.narrative.render.layout import Layout, layout
from incognote.narrative.render.story import Rendered, rendered

FEWEST: Final = 3
"""A text that tells fewer clinical facts is no narrative."""
_DRAWS: Final = 5
_RETELLINGS: Final = 1
_TOLD: Final = ("situation", "thought", "emotion", "behaviour")
_NO_PHRASE: Final = ("sex", "age")
_SPEAKING: Final = 2


class NoNarrative(UsageError):  # noqa: N818 - it reads as what is there
    """The text tells too little to be told anew."""


class Perturbing(Protocol):
    """What changes a graph: `perturb.perturb`, or another in a measurement."""

    def __call__(self, graph: Graph, *, seed: str) -> tuple[Graph, Sequence[Any]]: ...


@dataclass(frozen=True, slots=True)
class Rewritten:
    """`text` is the new narrative; `before` is the graph that was read, `graph` the one that was told, `log` what was changed;
    `said` are the stretches of `text` that are sentences, with the nodes that each tells."""

    text: str = field(repr=False)
    before: Graph = field(repr=False)
    graph: Graph = field(repr=False)
    log: tuple[Any, ...] = field(repr=False)
    fidelity: Fidelity
    findings: tuple[Finding, ...]
    said: tuple[tuple[int, int, tuple[str, ...]], ...] = ()


def rewrite(
    text: str,
    *,
    script: Script,
    seed: str,
    spans: Sequence[Span] = (),
    day_zero: date | None = None,
    perturb: Perturbing | None = None,
    extracting: Callable[..., Extraction] = extract,
) -> Rewritten:
    """`text` told anew; without `perturb` the life in it stays. NoNarrative where it is none, UsageError of `perturb` where the life cannot be changed.

    `spans` are the identifiers found in `text`; none of their words is told again.
    """
    read = extracting(text, script=script, spans=spans, day_zero=day_zero)
    if sum(n.kind != "Patient" for n in read.graph.nodes) < FEWEST:
        raise NoNarrative(f"this text is no narrative: it tells fewer than {FEWEST} clinical facts")
    before, denied = _agreed(_scrubbed(read.graph, text, spans))
    changed, log = (before, ()) if perturb is None else perturb(before, seed=seed)
    changed = _with_kin(changed, read, script)
    told, after = _told(changed, text, script=script, seed=seed, parts=layout(text, changed), extracting=extracting)
    fidelity = compare(changed, after, text=told.text, source=text)
    findings = (*_unread(read), *denied, *_thawed(before, changed), *_unfaithful(changed, fidelity), *_left(before, changed, told.text, text, script))
    return Rewritten(told.text, read.graph, changed, tuple(log), fidelity, findings, told.said)


def _told(graph: Graph, source: str, *, script: Script, seed: str, parts: Layout, extracting: Callable[..., Extraction]) -> tuple[Rendered, Graph]:
    """A telling with no run that is too long, if there is such a one; drawn anew where a fact comes back with another sign or dose."""
    again: dict[str, int] = {}
    told, after = _once(graph, source, script=script, seed=seed, parts=parts, again=again, extracting=extracting)
    for _ in range(_RETELLINGS):
        turned = {name.split()[0] for name in compare(graph, after).changed}
        if not turned:  # what is only lost comes back from another draw too seldom
            break
        for _, _, nodes in told.said:
            if turned & set(nodes):
                again.update({key: again.get(key, 0) + 1 for key in nodes})
        other = _once(graph, source, script=script, seed=seed, parts=parts, again=again, extracting=extracting)
        if len(compare(graph, other[1]).changed) < len(turned):
            told, after = other
    return told, after


def _once(
    graph: Graph, source: str, *, script: Script, seed: str, parts: Layout, again: dict[str, int], extracting: Callable[..., Extraction]
) -> tuple[Rendered, Graph]:
    """A telling, and what is read from it."""
    told = _apart(graph, source, script=script, seed=seed, parts=parts, again=again)
    return told, extracting(told.text, script=script).graph


def _apart(graph: Graph, source: str, *, script: Script, seed: str, parts: Layout, again: dict[str, int]) -> Rendered:
    """A telling that shares no long run with `source`: sentences that do are drawn anew, a few times."""
    stay = fixed(graph)
    told = rendered(graph, script=script, seed=seed, layout=parts, again=again)
    for _ in range(_DRAWS):
        runs = long_runs(told.text, source, script=script, fixed=stay)
        if not runs:
            break
        for start, end, nodes in told.said:
            if any(run.start < end and start < run.end for run in runs):
                again.update({key: again.get(key, 0) + 1 for key in nodes})
        told = rendered(graph, script=script, seed=seed, layout=parts, again=again)
    return told


def _scrubbed(graph: Graph, text: str, spans: Sequence[Span]) -> Graph:
    """`graph` without words that hold an identifier of `text`."""
    names = {text[s.start : s.end].strip() for s in spans if s.label not in ("AGE", "CONTEXT", "PROFESSION")}
    names = {name for name in names if len(name) >= _SPEAKING}

    def kept(fields: Mapping[str, Any], speaking: Sequence[str] | None) -> dict[str, Any]:
        return {k: v for k, v in fields.items() if (speaking is not None and k not in speaking) or not any(name in str(v) for name in names)}

    return replace(graph, nodes=tuple(replace(n, clinical=kept(n.clinical, _TOLD), context=kept(n.context, None)) for n in graph.nodes))


def _agreed(graph: Graph) -> tuple[Graph, tuple[Finding, ...]]:
    """`graph` without what it denies and tells as well; a person has to say which of the two holds."""
    there = {(n.kind, n.name) for n in graph.nodes if not n.clinical.get("negated")}
    out = {n.id: n for n in graph.nodes if n.clinical.get("negated") and (n.kind, n.name) in there}
    kept = replace(
        graph,
        nodes=tuple(n for n in graph.nodes if n.id not in out),
        edges=tuple(e for e in graph.edges if e.source not in out and e.target not in out),
    )
    return kept, tuple(Finding("narrative_contradiction", "source", *min(n.spans, default=(0, 0)), "warning") for n in out.values())


def _with_kin(graph: Graph, read: Extraction, script: Script) -> Graph:
    """`graph` with the kinship of its relatives, in one plain word each; it is no one's life that a mother has asthma."""
    said = read.said

    def kin(node: Node) -> Node:
        for telling in said.told(node.id) if node.kind == "Relative" else ():
            word = of_relative(said.folded, said.sentence(telling.clause), (telling.start, telling.end))
            if word is not None and (name := kinship(said.folded[word.start : word.end], script)):
                return replace(node, context={**node.context, "family": name})
        return node

    return replace(graph, nodes=tuple(map(kin, graph.nodes)))


def _unread(read: Extraction) -> Iterator[Finding]:
    for start, end in read.uncovered:
        yield Finding("narrative_uncovered", "source", start, end, "warning")


def _thawed(before: Graph, changed: Graph) -> Iterator[Finding]:
    """What is clinical and was not told as it was read: only a person who edits the graph does that, and who reads the result is to know."""
    for key in frozen_changes(before, changed):
        node = next((n for graph in (before, changed) for n in graph.nodes if n.id == key), None)
        start, end = (0, 0) if node is None else min(node.spans, default=(0, 0))
        yield Finding("narrative_frozen_edited", "source", start, end, "warning")


def _unfaithful(before: Graph, fidelity: Fidelity) -> Iterator[Finding]:
    """A lost fact is to be looked at; a changed one (a denial, a dose, a side) fails: no text with it is handed out."""
    lost = [("narrative_fact_lost", key, "warning") for key in fidelity.lost]
    changed = [("narrative_fact_changed", change.split()[0], "failure") for change in fidelity.changed]
    for kind, key, severity in (*lost, *changed):
        start, end = min(before.node(key).spans, default=(0, 0))
        yield Finding(kind, "source", start, end, cast(Severity, severity))


def _left(before: Graph, graph: Graph, text: str, source: str, script: Script) -> Iterator[Finding]:
    """What of the life and of the wording of `source` is still in `text`."""
    phrases = list(_phrases(before.nodes))
    for number in left_over(phrases, text):
        at = max(text.find(phrases[number]), 0)
        yield Finding("narrative_context_left", "output", at, min(at + len(phrases[number]), len(text)), "warning")
    for run in long_runs(text, source, script=script, fixed=fixed(graph)):
        yield Finding("narrative_long_run", "output", run.start, run.end, "warning")


def _phrases(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        for name, value in node.context.items():
            if name not in _NO_PHRASE and isinstance(value, str) and len(value) >= _SPEAKING:
                yield value
