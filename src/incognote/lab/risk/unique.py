"""How many documents of a corpus are alone with what they tell: k-anonymity by every single, pair and triple of quasi-identifiers.

Counts, not promises: who is alone here need not be alone in the world, and who is not may be known by something no detector tells.
Source: Sweeney 2002 (k-anonymity): documents with equal values form a class, k is the size of the smallest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from incognote.lab.risk.quasi import FIELDS, Told

VERSION: Final = 1
SMALL: Final = 5
"""A class of fewer documents is called small."""
_SIZES: Final = (1, 2, 3)


class Combination(NamedTuple):
    """`told` documents tell all of `fields`; they form `classes` of equal values, the smallest of `k`; `unique` are alone in
    theirs, `small` in a class of fewer than `SMALL`."""

    fields: tuple[str, ...]
    told: int
    classes: int
    k: int
    unique: int
    small: int


def corpus(documents: Sequence[Told]) -> dict[str, Any]:
    """All counts over `documents`, which are named by their place, from 1.

    >>> one, two = Told({"sex": "F", "place": "a"}), Told({"sex": "F", "place": "b"})
    >>> told = corpus([one, two, one])
    >>> [(c["fields"], c["k"], c["unique"]) for c in told["combinations"]]
    [(['sex'], 3, 0), (['place'], 1, 1), (['sex', 'place'], 1, 1)]
    """
    count = len(documents)
    rows = [c._asdict() | {"fields": list(c.fields), "share": c.unique / count} for c in combined(documents)]
    whole = _combination(FIELDS, [tuple(d.values.get(name, "") for name in FIELDS) for d in documents])
    flagged = [
        {"document": number, "severity": d.severity, "score": round(d.score, 3), "reasons": list(d.reasons)}
        for number, d in enumerate(documents, 1)
        if d.severity is not None
    ]
    return {
        "version": VERSION,
        "documents": count,
        "fields": {name: sum(name in d.values for d in documents) for name in FIELDS},
        "combinations": rows,
        "all fields": {"k": whole.k, "classes": whole.classes, "unique": whole.unique, "small": whole.small},
        "narrative_risk": flagged,
    }


def combined(documents: Sequence[Told]) -> Iterator[Combination]:
    """Every single, pair and triple of fields that some document tells."""
    for size in _SIZES:
        for fields in combinations(FIELDS, size):
            keys = [tuple(d.values[name] for name in fields) for d in documents if all(name in d.values for name in fields)]
            if keys:
                yield _combination(fields, keys)


def alone(documents: Sequence[Told]) -> list[list[list[str]]]:
    """For each document the combinations by which it is alone, none that holds another of them."""
    found: list[list[tuple[str, ...]]] = [[] for _ in documents]
    for size in _SIZES:
        for fields in combinations(FIELDS, size):
            of = {n: tuple(d.values[name] for name in fields) for n, d in enumerate(documents) if all(name in d.values for name in fields)}
            counts = Counter(of.values())
            for number, key in of.items():
                if counts[key] == 1 and not any(set(less) <= set(fields) for less in found[number]):
                    found[number].append(fields)
    return [[list(fields) for fields in some] for some in found]


def _combination(fields: tuple[str, ...], keys: Sequence[tuple[str, ...]]) -> Combination:
    sizes = Counter(keys).values()
    unique = sum(size == 1 for size in sizes)
    return Combination(fields, len(keys), len(sizes), min(sizes, default=0), unique, sum(size for size in sizes if size < SMALL))


def table(found: Mapping[str, Any]) -> str:
    """The counts as text: no value of a note is in it.

    >>> print(table(corpus([Told({"sex": "F"}, ("news",), 0.5, "warning")])).splitlines()[0])
    1 document; told by: age band 0, sex 1, occupation 0, place 0, institution 0, event 0
    """
    count = found["documents"]
    whole = found["all fields"]
    lines = [f"{count} document{'' if count == 1 else 's'}; told by: {', '.join(f'{name} {n}' for name, n in found['fields'].items())}", ""]
    lines += [f"{'fields':<42} {'told':>6} {'classes':>8} {'smallest':>9} {f'in <{SMALL}':>6} {'alone':>6} {'share':>7}"]
    for row in found["combinations"]:
        lines.append(f"{' + '.join(row['fields']):<42} {row['told']:>6} {row['classes']:>8} {row['k']:>9} {row['small']:>6} {row['unique']:>6} {row['share']:>7.1%}")
    lines += ["", f"by all fields together, one not told counting as a value: {whole['unique']} of {count} alone, smallest class {whole['k']}"]
    flagged = found["narrative_risk"]
    warned = sum(row["severity"] == "warning" for row in flagged)
    lines += ["", f"narrative risk: {warned} of {count} as a warning, {len(flagged) - warned} for information"]
    lines += [f"  document {row['document']}: {row['severity']}, {row['score']:.2f} ({', '.join(row['reasons'])})" for row in flagged]
    lines += ["", "Counts over these documents, not promises: somebody alone here may have company elsewhere, and the other way round."]
    return "\n".join(lines) + "\n"
