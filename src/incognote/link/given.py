"""The facts given for a document, against what its own header says.

A table that slipped by one row gives every note the facts of its neighbour: merged, two people would share a
code, and the vault would hold each one's numbers under the other's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from incognote.document import Span
from incognote.labels import FACT_LABELS
from incognote.link.subject import PERSONAL, Segment
from incognote.names.compare import canonical, may_be_same
from incognote.names.parse import parse
from incognote.names.search import is_titled_single
from incognote.text.partial_numbers import is_partial

_NUMBERS: Final = tuple((fact, label) for fact, label in FACT_LABELS.items() if label in PERSONAL)


def contradicts(text: str, segment: Segment, numbers: Iterable[Span], known: Mapping[str, Any]) -> bool:
    """Whether `known` is another person's: neither name nor number fits the note's, and one of them can be compared.

    `numbers` are the patient's numbers in the note. A Han and a Latin name cannot be compared unless one writes
    the other; nor can a masked number.
    """
    names = [str(name) for name in (known.get("name"), *(known.get("aliases") or ())) if name]
    pairs = [(given, called) for given in names for called in segment.called]
    if any(_fits(given, called) for given, called in pairs):
        return False
    given = {label: _bare(label, str(known[fact])) for fact, label in _NUMBERS if known.get(fact)}
    said = [(n.label, text[n.start : n.end]) for n in numbers if n.label in given]
    compared = [given[label] == _bare(label, value) for label, value in said if not is_partial(label, value)]
    if any(compared):
        return False
    return bool(compared) or any(given.isascii() == called.isascii() for given, called in pairs)


def _fits(given: str, called: str) -> bool:
    """Whether the note may call the given person so: by the name, a part of it, or the surname of a Latin name.

    >>> [_fits("王小明", called) for called in ("小明", "王先生", "李大同", "李先生")]
    [True, True, False, False]
    >>> _fits("Thomas Reed", "Tom Reed"), _fits("的", "王小明")
    (True, False)
    """
    one, other = canonical(given), canonical(called)
    if one == other or may_be_same(given, called) or (min(len(one), len(other)) > 1 and (one in other or other in one)):
        return True
    if is_titled_single(called):  # 王先生
        return canonical(given)[:1] in canonical(called)[:2]
    surnames = {parse(name).surname.lower() for name in (given, called) if name.isascii()}
    return len(surnames) == 1 and given.isascii() and called.isascii() and "" not in surnames


def _bare(label: str, value: str) -> str:
    form = canonical(value)
    return form.lstrip("0") if label == "MRN" else form
