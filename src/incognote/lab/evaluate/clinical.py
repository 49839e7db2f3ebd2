"""Clinical strings that look like identifiers: a mask on one of them has cost something.

A small set of patterns, each a kind of string that numbers of people, dates and codes resemble. It finds what is
surely clinical, not everything clinical. Source of the kinds: catalogue section 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from incognote.lab.evaluate.gold import GoldNote

_UNITS: Final = r"(?:mg|mcg|[uμµ]g|kg|g|ng|pg|ml|mL|cc|L|dl|dL|IU|U|mEq|mmol|mM|units?|tab|tabs|cap|caps|amp|vial|puffs?|gtt|顆|颗|粒|錠|片|包|支|滴)"
_WHOLE: Final = r"(?<![A-Za-z0-9.,/])"
_NUMBER: Final = r"\d{1,5}(?:,\d{3})?(?:\.\d{1,3})?"
_VITALS: Final = r"(?:BP|NIBP|ABP|血壓|血压|HR|PR|RR|SpO2|SaO2|BT|心跳|心率|脈搏|脉搏|呼吸|體溫|体温)"
_LABS: Final = (
    r"(?:Hb|Hgb|HbA1c|A1c|WBC|PLT|Plt|Hct|CRP|PCT|BUN|Cr|Cre|Na|K|Cl|Ca|Mg|AST|ALT|GOT|GPT|LDH|TSH|INR|BNP|NT-proBNP|"
    r"CEA|AFP|PSA|CA-?125|CA19-9|Lac|Lactate|lactate|pH|Ferritin|ferritin|eGFR|LDL|HDL|TG|Glucose|glucose|sugar|Trop(?:onin)?)"
)
_ORGANS: Final = (
    r"(?:眼|耳|肩|肘|腕|手|髖|髋|膝|踝|足|腳|脚|腿|肺|腎|肾|乳|卵巢|側|侧|上肢|下肢|上葉|上叶|下葉|下叶|頸|颈|"
    r"eye|ear|shoulder|elbow|wrist|hand|hip|knee|ankle|foot|leg|arm|lung|kidney|breast|ovary|side|thigh)"
)
_SCALES: Final = r"(?:MMT|MP|muscle power|肌力|Apgar(?: score)?|NRS|VAS|pain(?: score)?|GCS|MMSE|PHQ-?9|NIHSS|ECOG)"
_LAST: Final = r"(?![A-Za-z0-9/.-])"
"""A bare 3/5 may be a day in March: it is a score behind a scale or before a word of strength."""
_PATTERNS: Final = (
    ("dose", rf"{_WHOLE}{_NUMBER}(?:-{_NUMBER})?[ ]?{_UNITS}(?:/(?:kg|day|hr?|min|m2|d|dose|次|天|日))*(?![A-Za-z0-9])"),
    ("score", r"(?<![A-Za-z0-9])E[1-4]V(?:[1-5]|[TtAaEe])M[1-6](?![A-Za-z0-9])"),
    ("score", rf"(?<![A-Za-z0-9]){_SCALES}[ :：=]{{0,2}}\d{{1,2}}(?:/\d{{1,3}})?{_LAST}(?:[ ]?[,、][ ]?\d{{1,2}}/\d{{1,3}}{_LAST}){{0,9}}"),
    ("score", r"(?<![A-Za-z0-9./-])[0-5][+-]?/5(?=[ ]?(?:power|strength|肌力|分))"),
    ("vital sign", rf"(?<![A-Za-z0-9]){_VITALS}[ :：=]{{0,2}}\d{{2,3}}(?:\.\d)?(?:/\d{{2,3}})?(?![A-Za-z0-9/.-])"),
    ("vital sign", r"(?<![A-Za-z0-9./-])(?:[89]\d|1\d\d|2[0-4]\d)/(?:[4-9]\d|1[0-3]\d)(?=[ ]?mm ?Hg)"),
    ("lab value", rf"(?<![A-Za-z0-9]){_LABS}[ :：=<>]{{0,2}}\d{{1,5}}(?:,\d{{3}})?(?:\.\d{{1,3}})?(?![A-Za-z0-9/.-])"),
    ("side", rf"(?:[左右雙双兩两](?={_ORGANS}))|(?<![A-Za-z0-9])(?:[LR]t\.?|[Ll]eft|[Rr]ight|[Bb]ilateral)(?=[ ]?{_ORGANS})"),
    ("gestation", r"(?<![A-Za-z0-9])G\d{1,2}[ ]?P\d{1,2}(?:[ ]?(?:A\d|SA\d|AA\d|L\d)){0,4}(?![A-Za-z0-9])|(?<![A-Za-z0-9])GA[ :：=]{0,2}\d{2}(?:\+\d|w\d?| ?wk)"),
    ("vertebra", r"(?<![A-Za-z0-9])(?:C[1-7]|T(?:1[0-2]|[1-9])|L[1-5]|S[1-5])[/-](?:[CTLS])?(?:1[0-2]|[1-9])(?![A-Za-z0-9/.-])"),
    ("ICD code", r"(?<![A-Za-z0-9./-])(?:(?:ICD-?(?:9|10)(?:-CM)?[ :：]{0,2})[A-Z]?\d{2,3}(?:\.\d{1,4})?[A-Z]?|[A-TV-Z]\d{2}\.\d{1,4}[A-Z]?)(?![A-Za-z0-9/.-])"),
)  # fmt: skip
_COMPILED: Final = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)


class Clinical(NamedTuple):
    """A clinical string: half-open code points and its kind."""

    start: int
    end: int
    kind: str

    def __repr__(self) -> str:
        return f"Clinical({self.start}, {self.end})"


def clinical(text: str) -> Iterator[Clinical]:
    """The clinical strings of `text`, none over another; earlier patterns win.

    >>> text = "Hb 12.4, BP 120/80, 左膝 MMT 4/5, 5 mg/kg, GCS E4V5M6, L4/5"
    >>> [text[c.start : c.end] for c in sorted(clinical(text))]
    ['Hb 12.4', 'BP 120/80', '左', 'MMT 4/5', '5 mg/kg', 'E4V5M6', 'L4/5']
    """
    taken = bytearray(len(text))
    for kind, pattern in _COMPILED:
        for match in pattern.finditer(text):
            start, end = match.span()
            if not any(taken[start:end]):
                taken[start:end] = b"\1" * (end - start)
                yield Clinical(start, end, kind)


def clinical_of(notes: Sequence[GoldNote]) -> list[tuple[Clinical, ...]]:
    """The clinical strings of each note outside its gold spans."""
    return [tuple(sorted(c for c in clinical(note.text) if not _is_gold(c, note))) for note in notes]


def _is_gold(found: Clinical, note: GoldNote) -> bool:
    return any(span.start < found.end and found.start < span.end for span in note.spans)
