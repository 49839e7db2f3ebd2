"""The attackers against every system, in one table: masking, retelling without change, without constraints, and the product.

A system is a callable from a narrative to its output text (None: it gave none). Whole-corpus linkage is reported without a bar; what
counts is whether somebody who knows the person finds them among others with the same illness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.document import Script
from incognote.errors import FormatError
from incognote.lab.evaluate.gold import read_rows
from incognote.lab.evaluate.intervals import Estimate
from incognote.lab.risk import linkage as link
from incognote.lab.risk.similar import Similarity, common_substring, known_words, lexical
from incognote.narrative.fidelity import left_over

VERSION: Final = 1
KNOWN: Final = ("occupation", "place", "family", "event")
"""What an attacker knows of the person beside the age."""


class Narrative(NamedTuple):
    """`person` is what a neighbour knows (age, job, place, family, event), `facts` all that is told, `rare` what points to one."""

    id: str
    text: str
    script: Script
    family: str
    day: str
    person: tuple[str, ...]
    facts: tuple[str, ...]
    rare: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Narrative({len(self.text)} characters, {len(self.facts)} facts)"


System = Callable[[Narrative], str | None]


def read_narratives(path: Path) -> list[Narrative]:
    """Gold narratives of a JSON Lines file, plain or packed.

    Raises:
        FormatError: names the line that lacks id, text, spans or graph.
    """
    found = []
    for number, row in read_rows(path):
        if any(not isinstance(row.get(key), kind) for key, kind in (("id", str), ("text", str), ("spans", list), ("graph", dict))):
            raise FormatError(f"line {number}: a narrative needs `id`, `text`, `spans` and `graph`")
        try:
            found.append(_narrative(row))
        except (KeyError, TypeError, ValueError):
            raise FormatError(f"line {number}: a span or a fact is not as schemas/gold.schema.json has it") from None
    if not found:
        raise FormatError("the file holds no narrative")
    return found


def _narrative(row: Mapping[str, Any]) -> Narrative:
    text = row["text"]
    context = [(s.get("kind"), text[s["start"] : s["end"]]) for s in row["spans"] if s["label"] == "CONTEXT"]
    ages = [text[s["start"] : s["end"]] for s in row["spans"] if s["label"] == "AGE" and s.get("entity") == "p1"]
    told = [text[start:end] for node in row["graph"]["nodes"] for start, end in node.get("spans", ())]
    return Narrative(
        row["id"], text, row.get("script", "zh-TW"), row.get("family") or row["id"], row.get("day") or "",
        (*ages, *(words for kind, words in context if kind in KNOWN)),
        (*(words for _, words in context), *told),
        tuple(words for kind, words in context if kind is None),
    )  # fmt: skip


def attacked(
    narratives: Sequence[Narrative], systems: Mapping[str, System], *, similar: Mapping[str, Similarity] | None = None, seed: str = "0",
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Every attacker's figures for every system, as JSON; `similar` are the measures of the attacker who holds all originals."""
    measures = {"lexical": lexical} if similar is None else similar
    done, all_of = 0, len(narratives) * len(systems)
    rows = {}
    for name, system in systems.items():
        outputs = []
        for narrative in narratives:
            outputs.append(system(narrative))
            done += 1
            if progress is not None:
                progress(done, all_of)
        rows[name] = _row(narratives, outputs, measures, seed)
    sizes = [sum(o.family == n.family for o in narratives) for n in narratives]
    return {"version": VERSION, "narratives": len(narratives), "families": len({n.family for n in narratives}), "in families": sum(s > 1 for s in sizes), "systems": rows}


def _row(narratives: Sequence[Narrative], outputs: Sequence[str | None], measures: Mapping[str, Similarity], seed: str) -> dict[str, Any]:
    own = [n for n, output in enumerate(outputs) if output]
    given = [output for output in outputs if output]
    if not own:
        return {"answered": 0}
    groups = [narratives[n].family for n in own]
    families = [n.family for n in narratives]
    originals = [n.text for n in narratives]
    half = [" ".join(link.half(n.facts, seed=f"{seed}|{n.id}")) for n in narratives]
    people = [" ".join(n.person) for n in narratives]
    texts = {name: link.linkage(measure(given, originals), own, groups=groups) for name, measure in measures.items()}
    runs = [common_substring(output, narratives[n].text) for n, output in zip(own, given, strict=True)]
    return {
        "answered": len(own),
        "unchanged": sum(output == narratives[n].text for n, output in zip(own, given, strict=True)),
        "all texts": {name: _linked(told) for name, told in texts.items()},
        "half the facts": _linked(link.linkage(lexical(given, half), own, groups=groups)),
        "knows the person": _picked(link.picked(known_words(given, people), families, own)),
        "longest common run": {"mean": sum(runs) / len(runs), "most": max(runs), "share": sum(r / len(o) for r, o in zip(runs, given, strict=True)) / len(runs)},
        "rare facts left": _estimate(link.surviving([narratives[n].rare for n in own], given, left_over)),
    }


def _linked(told: link.Linkage) -> dict[str, Any]:
    return {"top1": _estimate(told.top1), "mrr": told.mrr, "median": told.median, "below": {str(k): v for k, v in told.within.items()}, "chance": told.chance}


def _picked(told: link.Picked) -> dict[str, Any]:
    return {"top1": _estimate(told.right), "chance": told.chance, "times chance": _estimate(told.times_chance)}


def _estimate(of: Estimate) -> list[float]:
    return [of.value, of.low, of.high, of.of]


def markdown(found: Mapping[str, Any]) -> str:
    """The table for people."""
    lines = [f"{found['narratives']} narratives, {found['in families']} of them in families of one clinical skeleton", ""]
    lines += ["| system | answered | unchanged | attacker | top-1 (95 %) | chance | MRR | median rank | rank < 5 | rank < 10 |", "|---|---|---|---|---|---|---|---|---|---|"]
    tails = []
    for name, row in found["systems"].items():
        if not row["answered"]:
            lines.append(f"| {name} | 0 | | | | | | | | |")
            continue
        for attacker, told in [*((f"all texts, {m}", t) for m, t in row["all texts"].items()), ("half the facts", row["half the facts"])]:
            cells = [_figure(told["top1"]), f"{told['chance']:.3f}", f"{told['mrr']:.3f}", f"{told['median']:g}", f"{told['below']['5']:.3f}", f"{told['below']['10']:.3f}"]
            lines.append(f"| {name} | {row['answered']} | {row['unchanged']} | {attacker} | {' | '.join(cells)} |")
        told = row["knows the person"]
        lines.append(f"| {name} | {row['answered']} | {row['unchanged']} | knows the person, within a family | {_figure(told['top1'])} | {told['chance']:.3f} | | | | |")
        run = row["longest common run"]
        tails.append(f"| {name} | {_figure(told['times chance'])} | {run['mean']:.1f} | {run['most']} | {run['share']:.3f} | {_figure(row['rare facts left'])} |")
    lines += ["", "| system | within a family: times chance | longest common run, mean characters | most | share of the output | rare facts left (95 %) |", "|---|---|---|---|---|---|", *tails]
    return "\n".join(lines) + "\n"


def _figure(of: Sequence[float]) -> str:
    return f"{of[0]:.3f} ({of[1]:.3f}-{of[2]:.3f})" if of[3] else "-"
