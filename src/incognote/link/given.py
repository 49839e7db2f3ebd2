"""The facts given for a document, against what its own header says.

A table that slipped by one row gives every note the facts of its neighbour: merged, two people would share a
code, and the vault would hold each one's numbers under the other's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from incognote.document import Span
from incognote.labels import FACT_LABELS, PERSON_LABELS
from incognote.link.subject import PERSONAL, Segment
from incognote.names.compare import canonical, may_be_same
from incognote.names.parse import parse
from incognote.names.search import is_titled_single
from incognote.text.partial_numbers import is_partial

_TITLE: Final = re.compile(r"(?<![A-Za-z])(?:(?P<m>mr|mister|master|sir)|(?P<f>mrs|ms|miss|madam|mdm))\.? \Z", re.IGNORECASE)
_RELATED: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:husband|wife|partner|spouse|father|mother|dad|mum|mom|son|daughter|brother|sister|uncle|aunt|carer|neighbour|neighbor|friend|landlord|teacher),? (?:(?:mr|mrs|ms|miss)\.? )?|[夫妻父母兄弟姐姊妹子女])\Z", re.IGNORECASE
)
"""Her husband Mr Wielgosz, 其夫王先生."""
_TITLE_HAN: Final = re.compile(r"(?P<m>先生|伯伯|爺爺|爷爷|阿公)|(?P<f>小姐|女士|太太|婆婆|奶奶|阿嬤|阿姨)")
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


def by_surname(text: str, spans: Sequence[Span], known: Mapping[str, Any]) -> list[Span]:
    """The mentions that call the one whom `known` names by the surname alone (Ms Wielgosz, 王先生), where nobody else bears it.

    Somebody else bears it who has another given name or a calling, whom other facts name, or whom a title of the other sex
    tells apart.
    """
    name = str(known.get("name") or "")
    surname = canonical(parse(name).surname)
    if not surname or any(canonical(parse(str(other.get("name") or "")).surname) == surname for other in known.get("people") or ()):
        return []
    found: list[Span] = []
    sexes = set()
    for span in spans:
        if span.label not in PERSON_LABELS:
            continue
        called = text[span.start : span.end]
        is_alone = canonical(called) == surname or (is_titled_single(called) and canonical(called)[:1] == surname)
        if not is_alone:
            if canonical(parse(called).surname) == surname and not may_be_same(name, called):
                return []
            continue
        if span.label == "DOCTOR" or span.kind not in {None, "patient"} or _RELATED.search(text, max(0, span.start - 24), span.start):
            return []
        title = _TITLE.search(text, max(0, span.start - 8), span.start) or _TITLE_HAN.search(text, span.start, span.end + 2)
        sexes.add(title.lastgroup if title else None)
        found.append(span)
    return found if len(sexes - {None}) < 2 else []


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
