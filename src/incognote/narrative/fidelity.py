"""How true a retold narrative is, and how much of the first text is left in it: two graphs compared, two texts compared.

Facts are the same if their kind, name, negation and uncertainty are. A run is counted in Han characters and Latin words, over
punctuation and without the strings that must stay (doses, values, sides, scales, diagnoses).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.narrative.graph import Graph, Node
from incognote.narrative.lexicon import canonical, folded

MOST: Final = {"zh-TW": 12, "zh-CN": 12, "en": 8}
"""The longest run with the source that a retold text may have, by script: Han characters or words."""
FROZEN: Final = ("dose", "side")
_TOKEN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]|[a-z0-9]+(?:[.'’-][a-z0-9]+)*")


class Fidelity(NamedTuple):
    """`facts`, `offsets`, `diagnoses` are shares of 1; `lost`, `added` and `changed` name nodes ("f3", "f3 dose"); `run` is the
    longest common run."""

    facts: float
    offsets: float
    diagnoses: float
    lost: tuple[str, ...]
    added: tuple[str, ...]
    changed: tuple[str, ...]
    run: int
    cosine: float


class Run(NamedTuple):
    """A stretch of a text, `length` tokens long, that stands in another text too."""

    start: int
    end: int
    length: int


def compare(before: Graph, after: Graph, *, text: str = "", source: str = "") -> Fidelity:
    """`after` held against `before`, and `text` against `source`.

    >>> from incognote.narrative.graph import Node
    >>> one = Graph("a", "en", (Node("f1", "Symptom", {"name": "insomnia"}), Node("f2", "Treatment", {"name": "sertraline", "dose": "50 mg daily"})))
    >>> two = Graph("b", "en", (Node("g1", "Treatment", {"name": "sertraline", "dose": "100 mg daily"}),))
    >>> compare(one, two)[:6]
    (0.6666666666666666, 1.0, 1.0, ('f1',), (), ('f2 dose',))
    """
    pairs = matched(before, after)
    facts = [n for n in before.nodes if n.kind != "Patient"]
    read = [n for n in after.nodes if n.kind != "Patient"]
    lost = tuple(n.id for n in facts if n.id not in pairs)
    found = set(pairs.values())
    timed = [(n, after.node(pairs[n.id])) for n in facts if n.id in pairs and before.when(n) is not None]
    exact = sum(_days(before, n) == _days(after, m) for n, m in timed)
    return Fidelity(
        _f1(len(facts) - len(lost), len(facts), len(read)),
        exact / len(timed) if timed else 1.0,
        _sets(_diagnoses(before), _diagnoses(after)),
        lost,
        tuple(n.id for n in read if n.id not in found),
        tuple(_changed(before, after, pairs)),
        longest_common_run(text, source, script=before.script, fixed=fixed(before)),
        cosine(text, source),
    )


def frozen_changes(before: Graph, after: Graph) -> dict[str, tuple[str, ...]]:
    """Node -> what of it is clinical and other in `after`: "node" where it is only in one of them, "kind", "days", fields.

    >>> from incognote.narrative.graph import Node
    >>> one, two = (Graph("n", "en", (Node("f1", "Treatment", {"name": "lithium", "dose": dose}),)) for dose in ("600 mg daily", "900 mg daily"))
    >>> frozen_changes(one, two), frozen_changes(one, one)
    ({'f1': ('dose',)}, {})
    """
    old, new = ({n.id: n for n in graph.nodes} for graph in (before, after))
    found: dict[str, tuple[str, ...]] = {}
    for key in dict.fromkeys((*old, *new)):
        if key not in old or key not in new:
            found[key] = ("node",)
            continue
        was, now = old[key], new[key]
        fields = [name for name in dict.fromkeys((*was.clinical, *now.clinical)) if was.clinical.get(name) != now.clinical.get(name)]
        told = (*("kind",) * (was.kind != now.kind), *fields, *("days",) * (_days(before, was) != _days(after, now)))
        if told:
            found[key] = told
    return found


def matched(before: Graph, after: Graph) -> dict[str, str]:
    """The fact of `after` that each fact of `before` came back as: the same fact, with the same dose and days where there is a choice."""
    left: dict[object, list[Node]] = {}
    for node in after.nodes:
        left.setdefault(_fact(node), []).append(node)
    pairs: dict[str, str] = {}
    for node in before.nodes:
        if candidates := left.get(_fact(node)):
            best = min(candidates, key=lambda c: (c.clinical.get("dose") != node.clinical.get("dose"), _days(after, c) != _days(before, node)))
            candidates.remove(best)
            pairs[node.id] = best.id
    return pairs


def fixed(graph: Graph) -> tuple[str, ...]:
    """The strings of `graph` that stay as they are: doses, values, sides, scales, and the names of diagnoses."""
    told = {str(n.clinical[f]) for n in graph.nodes for f in ("dose", "value", "side", "scale") if n.clinical.get(f)}
    return tuple(sorted(told | {n.name for n in graph.nodes if n.kind == "Diagnosis"}))


def longest_common_run(text: str, source: str, *, script: Script = "zh-TW", fixed: Iterable[str] = ()) -> int:
    """How many Han characters and words of `text` stand in one piece in `source`.

    >>> longest_common_run("他說聽到鄰居在罵他", "那天聽到鄰居在罵，一直罵"), longest_common_run("one two three", "two three four")
    (6, 2)
    """
    own, theirs = _words(text, fixed), _words(source, fixed)
    low, high = 0, min(len(own), len(theirs))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _shared(own, theirs, middle) else (low, middle - 1)
    return low


def long_runs(text: str, source: str, *, script: Script, fixed: Iterable[str] = ()) -> tuple[Run, ...]:
    """Where `text` shares more with `source` than it may."""
    tokens = _tokens(text, fixed)
    own, theirs, size = [word for word, _, _ in tokens], _words(source, fixed), MOST[script] + 1
    return tuple(Run(tokens[n][1], tokens[n + size - 1][2], size) for n in _shared(own, theirs, size))


def left_over(phrases: Iterable[str], text: str) -> tuple[int, ...]:
    """The numbers of those `phrases` that `text` still has, blanks and script apart.

    >>> left_over(("燈塔管理員", "港口"), "住在山上的灯塔 管理员")
    (0,)
    """
    plain = re.sub(r"\s+", "", folded(text))
    return tuple(n for n, phrase in enumerate(phrases) if (bare := re.sub(r"\s+", "", folded(phrase))) and bare in plain)


def cosine(text: str, source: str, *, size: int = 3) -> float:
    """How alike two texts are, by their runs of `size` characters: 0 to 1."""
    one, two = (_grams(folded(t), size) for t in (text, source))
    over = sqrt(sum(n * n for n in one.values()) * sum(n * n for n in two.values()))
    return sum(n * two[gram] for gram, n in one.items()) / over if over else 0.0


def _changed(before: Graph, after: Graph, pairs: dict[str, str]) -> Iterable[str]:
    """Frozen fields that came back otherwise, and facts that came back with the other sign."""
    signs: dict[tuple[str, str], set[bool]] = {}
    for node in after.nodes:
        signs.setdefault((node.kind, canonical(node.name)), set()).add(bool(node.clinical.get("negated")))
    for node in before.nodes:
        if node.id in pairs:
            again = after.node(pairs[node.id])
            yield from (f"{node.id} {f}" for f in FROZEN if node.clinical.get(f) and node.clinical[f] != again.clinical.get(f))
        elif (not node.clinical.get("negated")) in signs.get((node.kind, canonical(node.name)), ()):
            yield f"{node.id} negated"


def _fact(node: Node) -> tuple[str, str, bool, bool]:
    return node.kind, canonical(node.name), bool(node.clinical.get("negated")), bool(node.clinical.get("uncertain"))


def _diagnoses(graph: Graph) -> frozenset[tuple[str, str, bool, bool]]:
    return frozenset(_fact(n) for n in graph.nodes if n.kind == "Diagnosis")


def _days(graph: Graph, node: Node) -> tuple[int | None, ...] | None:
    when = graph.when(node)
    return None if when is None else when[1:]


def _f1(right: int, one: int, two: int) -> float:
    return 2 * right / (one + two) if one + two else 1.0


def _sets(one: frozenset[object] | frozenset[tuple[str, str, bool, bool]], two: frozenset[tuple[str, str, bool, bool]]) -> float:
    return _f1(len(one & two), len(one), len(two))


def _shared(own: Sequence[str], theirs: Sequence[str], size: int) -> list[int]:
    known = {tuple(theirs[n : n + size]) for n in range(len(theirs) - size + 1)}
    return [n for n in range(len(own) - size + 1) if tuple(own[n : n + size]) in known] if size else [0]


def _words(text: str, fixed: Iterable[str]) -> list[str]:
    return [word for word, _, _ in _tokens(text, fixed)]


def _tokens(text: str, fixed: Iterable[str]) -> list[tuple[str, int, int]]:
    plain = folded(text)
    if words := sorted((folded(word) for word in fixed if word), key=len, reverse=True):
        plain = re.sub("|".join(map(re.escape, words)), lambda found: " " * len(found[0]), plain)
    return [(found[0], found.start(), found.end()) for found in _TOKEN.finditer(plain)]


def _grams(text: str, size: int) -> Counter[str]:
    plain = re.sub(r"\s+", " ", text)
    return Counter(plain[n : n + size] for n in range(len(plain) - size + 1))
