"""What a rule is, and the builder for rules about numbers.

A rule file holds one identifier: what it is, who issues it, its sources, doctests, and `RULES`, a tuple
of `Rule`. Nothing needs to be registered. Evidence is graded, never gated by a check digit: a mistyped
real number fails its check and is still a person's number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from incognote.detect.code_lists import names_a_list
from incognote.detect.page import NO_CUES, Page
from incognote.document import Finding, Span

THRESHOLD: Final = 0.4
"""A find below this score is dropped by the rule that made it."""

# Between a label and its value: 病歷號碼：1234567, MRN# 123, 身分證字號為A123456789, Chart No. (123)
LABEL_GAP: Final = re.compile(
    r"(?:\([^()\d\n]{1,12}\)|[\s:=#\-.,()\[\]{「」『』【】《》<>|│┃_*/~→'\"“”]|no\b\.?|nos\b\.?|number\b|num\b|id\b|is\b|was\b|號碼|号码|編號|编号|號|号|碼|码|為|为|是|係|系){0,9}",
    re.IGNORECASE,
)
_GAP_SIGNS: Final = frozenset(": ")
_GAP_HAN: Final = frozenset("號号編编碼码為为是係系")
# Behind a value: a second one of the same make. Comma and slash too, since `MATCHING` is strict.
_JOIN: Final = re.compile(
    r"(?:\s?\([^()\d\n]{1,8}\)\s?:?)?\s?(?:[、,/;&]|和|與|与|及|跟|或|and\b|or\b)?\s?(?:\([^()\d\n]{1,8}\)\s?:?\s?)?",
    re.IGNORECASE,
)
# A value may not turn out to be the head of a date, a decimal or an age: 病歷號：\n2024/05/02
_NOT_DATE: Final = r"(?!(?:(?:19|20)\d\d|1\d\d|\d\d)[/.-](?:0?[1-9]|1[0-2])[/.-](?:[12]\d|3[01]|0?[1-9])(?!\d)|(?:19|20)\d\d ?年)"
MEASURE: Final = (
    r"(?<![A-Za-z])(?-i:(?:BP|HR|BT|PR|RR|GCS|SpO2|BW|BH|WBC|RBC|Hb|Hgb|PLT|CRP|BUN|Cr|Na|HbA1c|[KTP])(?=[ :=]?\d(?:\d|\.\d))"
    r"|[CTLS]\d{1,2}[/-]\d|(?<=\d{6})(?:[A-Z]{3,6}|DM|AF|MI|CA|HD|PD|TB)(?![A-Za-z0-9-]))"
)
"""A vital sign, a laboratory value or a diagnosis right behind a number, without a blank: 3309127BP135/82, 1234567HTN."""
_NOT_ON: Final = rf"(?!(?!{MEASURE})[A-Za-z0-9]|[/.-]\d{{1,2}}[/.-]\d|\.\d|\s?[年月歲岁])"
UNIT: Final = re.compile(
    r"[ \t]?(?:m?mol|m?Eq|[mµuk]?g\b|mg|mcg|m?L\b|dL|cc\b|IU|U/|mm(?!t)|cm|kg|bpm|%|/[mµu]?L|/mm|/min|/HPF|Fr\b|Gy|cells|copies|歲|岁|公斤|公分|毫|次|天|顆|颗|粒|錠|元|萬|万|單位|单位|步|kcal)",
    re.IGNORECASE,
)
OTHER_IDS: Final = (
    "student id", "staff id", "user id", "device id", "line id", "wechat id", "subject id", "study id", "encounter id", "member id", "participant id", "case id", "exam id", "face id",
    "biobank id", "sample id", "dna id", "visit id", "facility id", "employee id", "operator id", "login id", "tech id", "inmate id", "wristband id", "specimen id", "fingerprint id",
)  # fmt: skip
"""Words that end in `id` and are neither a person's government number nor a chart number."""
VALUE_WORD: Final = re.compile(
    r"(?:copies|IU|cells|CFU|計數|拷贝|載量|load|count|WBC|RBC|PLT|RNA|DNA|HBV|HCV|HIV|CMV|EBV)[\s:=<>]{0,4}$",
    re.IGNORECASE,
)
# Behind a labelled value only what cannot begin the next field: 病歷號1234567天母 is no number of days.
_NO_IDENTIFIER: Final = re.compile(r"[ \t]?(?:元|塊|块钱|單位|单位|步|mg|ml|IU|kcal)(?![A-Za-z])", re.IGNORECASE)
_TWIN: Final = re.compile(r"(?P<one>\d{6,10}) (?=\d{6,10}(?!\d))")  # MRN 1234567 7654321
_MAX_VALUES: Final = 8
_LETTER: Final = re.compile(r"[A-Za-z]")
_TOKEN: Final = re.compile(r"\d[A-Za-z0-9]{3,}")


class Rule(NamedTuple):
    """`cues` are words per category, in lower case, found once a page for all rules (`page.cues`).

    `needs` says when `find` may find anything at all: when a category named there has a hit on the page, or a
    pattern given there is found in its text. Nothing there: it is always asked. Rules that give equal patterns
    share one search, which should be far cheaper than `find`.
    """

    name: str
    find: Callable[[Page], Iterable[Span | Finding]]
    cues: Mapping[str, tuple[str, ...]] = {}
    needs: tuple[str | re.Pattern[str], ...] = ()


class _Spec(NamedTuple):
    """The arguments of `number_rule`; its patterns are compiled when a page first asks for them, which few pages do."""

    category: str
    source: str
    label: str
    kind: str | None
    behind: Callable[[], re.Pattern[str]]
    labelled: float
    alone: Callable[[], re.Pattern[str]] | None
    bare: float
    check: Callable[[str], bool] | None
    decoys: frozenset[str]
    generic: bool
    bracketed: bool


@lru_cache(maxsize=4)
def tokens(text: str) -> tuple[tuple[int, int], ...]:
    """Where code-like tokens stand: at most six letters, a digit, three and more letters or digits.

    The scan looks for the digit and steps back over the letters, since digits are rarer.

    One scan serves every rule that judges bare numbers.

    >>> tokens("Hb 12.5 (A123456789) 病歷1234567")
    ((9, 19), (23, 30))
    """
    found = []
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        least = max(0, start - 7)
        while start > least and text[start - 1].isascii() and text[start - 1].isalpha():
            start -= 1
        if token.start() - start < 7:
            found.append((start, end))
    return tuple(found)


def gap_end(text: str, end: int) -> int:
    """Where what stands between a label ending at `end` and its value ends; the usual cases need no pattern.

    >>> gap_end("MRN# 123", 3), gap_end("病歷號:1234567", 3)
    (5, 4)
    """
    first = text[end : end + 1]
    if first.isdigit() or (first >= "\u4e00" and first not in _GAP_HAN):
        return end
    if first in _GAP_SIGNS and text[end + 1 : end + 2].isdigit():
        return end + 1
    gap = LABEL_GAP.match(text, end)
    return gap.end() if gap else end


def after_label(text: str, end: int, shape: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The values that stand behind a label ending at `end`: one, or several joined by 、 / , and.

    >>> [m[0] for m in after_label("病歷號:1234567、1234568,2024", 3, value_pattern(r"\\d{4,8}"))]
    ['1234567', '1234568']
    """
    at = gap_end(text, end)
    opened = at > end and text[at - 1] in "(/+"  # may belong to the value: (02)2345-6789, /ABC1234
    value = (shape.match(text, at - 1) if opened else None) or shape.match(text, at)
    for _ in range(_MAX_VALUES):
        if value is None:
            return
        yield value
        join = _JOIN.match(text, value.end())
        if join is None or (not join[0].strip() and not _TWIN.match(text, value.start())):
            return
        following = shape.match(text, join.end())
        if following is None or not _matching(value[0], following[0]):
            return
        value = following


def _matching(first: str, second: str) -> bool:
    """Whether two values are of one make: about as long, and with or without letters alike."""
    return abs(len(first) - len(second)) <= 1 and bool(_LETTER.search(first)) == bool(_LETTER.search(second))


def value_pattern(shape: str) -> re.Pattern[str]:
    """`shape` as a value behind a label: any case, not continued, not the head of a date."""
    return re.compile(rf"{_NOT_DATE}(?:{shape}){_NOT_ON}", re.IGNORECASE)


def bare_pattern(shape: str, *, first: str = "") -> re.Pattern[str]:
    """`shape` standing anywhere: any case, not continued by a letter or digit on either side.

    `first` is a character class that every match begins with, as in `[A-Za-z]`, and `shape` then what
    follows it: the search leaps from one such character to the next, and case is the shape's affair.
    """
    if first:
        return re.compile(rf"{first}(?<![A-Za-z0-9].)(?:{shape})(?![A-Za-z0-9])", re.DOTALL)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{shape})(?![A-Za-z0-9])", re.IGNORECASE)


def number_rule(
    name: str,
    label: str,
    *,
    labels: Sequence[str] = (),
    shape: str = "",
    labelled_shape: str = "",
    needs: str | re.Pattern[str] = "",
    first: str = "",
    kind: str | None = None,
    bare: float = 0.0,
    labelled: float = 0.85,
    check: Callable[[str], bool] | None = None,
    category: str = "",
    decoys: Sequence[str] = (),
    generic: bool = False,
    bracketed: bool = False,
) -> Rule:
    """A rule for an identifier with a shape, label words, or both.

    `labels`: words that stand before it (both scripts, English; any case). After one, `labelled_shape`
    (default: `shape`) is taken with score `labelled`. `shape` alone is worth `bare` (0: never without
    a label); a passed `check` adds 0.15, a unit right behind takes 0.3 away. Shapes are matched on the
    folded text, in any case, and may not be continued by a letter or digit on either side. `needs` is a
    literal or a cheap pattern that must occur for the shape to be tried, a mere shortcut (see `Rule`), and
    so is `first` (see `bare_pattern`). `category` names the cue words
    (default: `name`); two rules of one file that share a category share their labels. `decoys` are longer
    words that hold a label but are none (就醫序號 holds 序號); `generic` labels do not count right behind
    the word of a code list (SNOMED代碼). `bracketed`: a bracket that holds a label, a blank and the number,
    and nothing else, is one value: (案號 113-0502-118).
    """
    spec = _Spec(
        category or name,
        f"rules/{name}",
        label,
        kind,
        cache(lambda: value_pattern(labelled_shape or first + shape)),
        labelled,
        cache(lambda: bare_pattern(shape, first=first)) if shape and bare else None,
        bare,
        check,
        frozenset(word.lower() for word in decoys),
        generic,
        bracketed,
    )
    words = tuple(dict.fromkeys(word.lower() for word in (*labels, *decoys)))

    def find(page: Page) -> Iterator[Span]:
        if spec.category in page.cues:
            yield from _labelled(page, spec)
        if spec.alone is not None:
            yield from _bare(page, spec, spec.alone())

    sign = re.compile(re.escape(needs)) if isinstance(needs, str) and needs else needs
    woken_by = (spec.category, sign) if sign else (spec.category,)
    return Rule(name, find, {spec.category: words} if words else {}, () if spec.alone and not sign else woken_by)


def _labelled(page: Page, spec: _Spec) -> Iterator[Span]:
    """The values behind the labels of `spec`."""
    text, last, behind = page.text, 0, spec.behind()
    for start, end in page.cues.get(spec.category, NO_CUES):
        if end <= last or (spec.decoys and page.lower[start:end] in spec.decoys):
            continue
        if spec.generic and names_a_list(page, start):
            continue
        for value in after_label(text, end, behind):
            if value.end() - value.start() <= 8 and _NO_IDENTIFIER.match(text, value.end()):
                break
            begin, last = value.span()
            if (
                spec.bracketed
                and text[start - 1 : start] == "("
                and text[last : last + 1] == ")"
                and text[end:begin] == " "
            ):
                begin = start
            bonus = 0.1 if spec.check and spec.check(value[0]) else 0.0
            yield page.span(begin, last, spec.label, spec.kind, spec.source, min(1.0, spec.labelled + bonus))


def _bare(page: Page, spec: _Spec, alone: re.Pattern[str]) -> Iterator[Span]:
    """The shape of `spec` without a label."""
    for value in alone.finditer(page.text):
        score = spec.bare + (0.15 if spec.check and spec.check(value[0]) else 0.0)
        if UNIT.match(page.text, value.end()):
            score -= 0.3
        if score >= THRESHOLD:
            yield page.span(*value.span(), spec.label, spec.kind, spec.source, score)
