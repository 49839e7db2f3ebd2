"""The stories of tests/data/narratives: what each tells, and what of it was read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from incognote.narrative.extract.read import extract
from incognote.narrative.lexicon import canonical

PATH = Path(__file__).resolve().parents[2] / "data" / "narratives" / "stories.txt"
_FLAGS = {"not ": "negated", "open ": "uncertain"}


class Fact(NamedTuple):
    kind: str
    names: frozenset[str]
    flag: str
    value: str
    onset: int | None


class Story(NamedTuple):
    id: str
    script: str
    text: str
    facts: tuple[Fact, ...]
    causes: tuple[tuple[frozenset[str], frozenset[str]], ...]


class Read(NamedTuple):
    """Facts and causes of a story that were read, those that were not, and those that it does not tell."""

    right: list[str]
    missed: list[str]
    false: list[str]
    times: tuple[int, int]
    causes: tuple[int, int, int]


def stories():
    for part in PATH.read_text("utf-8").split("\n## ")[1:]:
        head, _, rest = part.partition("\n")
        text, _, gold = rest.partition("\n--\n")
        lines = gold.strip().splitlines()
        causes = [line.removeprefix("cause: ").split(" > ") for line in lines if line.startswith("cause: ")]
        facts = tuple(_fact(line) for line in lines if not line.startswith("cause: "))
        yield Story(*head.split(), text, facts, tuple((_names(a), _names(b)) for a, b in causes))


def _fact(line):
    kind, _, rest = line.partition(" ")
    rest, _, days = rest.partition(" @ ")
    rest, _, value = rest.partition(" = ")
    flag = next((flag for word, flag in _FLAGS.items() if rest.startswith(word)), "")
    names = frozenset().union(*(_names(one.removeprefix("not ").removeprefix("open ")) for one in rest.split(" / ")))
    return Fact(kind, names, flag, value, int(days) if days else None)


def _names(said):
    return frozenset(canonical(one.strip()) for one in said.split(" / "))


def read(story):
    """What `extract` reads of a story against what it tells; a dose or score that is told has to be that."""
    graph = extract(story.text, script=story.script).graph
    left = [n for n in graph.nodes if n.kind != "Patient"]
    right, missed, met, timed, exact = [], [], {}, 0, 0
    for fact in story.facts:
        node = next((n for n in left if _is(n, fact)), None)
        if node is None:
            missed.append(f"{fact.kind} {fact.flag} {' / '.join(sorted(fact.names))} {fact.value}")
            continue
        left.remove(node)
        right.append(node.name)
        met[node.id] = canonical(node.name)
        if fact.onset is not None:
            when = graph.when(node)
            timed += 1
            exact += when is not None and when.onset == fact.onset
            if when is None or when.onset != fact.onset:
                missed.append(f"(time {fact.onset} of {node.name}, told {when and when[1:]})")
    false = [
        f"{n.kind} {'not ' * bool(n.clinical.get('negated'))}{'open ' * bool(n.clinical.get('uncertain'))}{n.name} {n.clinical.get('dose') or n.clinical.get('value') or ''} {[story.text[slice(*s)] for s in n.spans]}"
        for n in left
    ]
    said = {(met.get(e.source, "?"), met.get(e.target, "?")) for e in graph.edges if e.kind == "causes"}
    found = {(a, b) for a, b in said for sources, targets in story.causes if a in sources and b in targets}
    missed += [f"(cause {'/'.join(a)} > {'/'.join(b)})" for a, b in story.causes if not any(x in a and y in b for x, y in found)]
    false += [f"(cause {a} > {b})" for a, b in said - found]
    return Read(right, missed, false, (exact, timed), (len(found), len([e for e in graph.edges if e.kind == "causes"]), len(story.causes)))


def _is(node, fact):
    told = node.clinical.get("dose") if node.kind == "Treatment" else node.clinical.get("value")
    flags = {name for name in _FLAGS.values() if node.clinical.get(name)}
    return (
        node.kind == fact.kind
        and canonical(node.name) in fact.names
        and flags == ({fact.flag} if fact.flag else set())
        and (not fact.value or told == fact.value)
    )
