"""Which places of a JSON hold notes, and which hold what is known of the patient: by paths, or by their keys.

The paths are JSONPath (RFC 9535), found by `python-jsonpath`, which is used here alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from incognote.errors import UsageError
from incognote.formats import known as facts

_PATIENT: Final = frozenset({"patient", "subject", "client", "病人", "患者", "病患", "個案"})
_OF_THINGS: Final = frozenset(
    "lab labs test tests analyte analytes panel panels measurement measurements observation observations vital vitals drug drugs med meds medication medications"
    " medicine medicines vaccine vaccines immunization immunizations allergy allergies allergen diagnosis diagnoses problem problems condition conditions"
    " procedure procedures device devices organism organisms antibiotic antibiotics 檢驗 檢查 藥品 藥物 用藥 診斷 检验 检查 药品 药物 用药 诊断".split()
)
_MEASURED: Final = frozenset("value unit units dose dosage strength route frequency freq range referencerange refrange normalrange flag loinc quantity atc icd icd10 劑量 單位 用法 頻次 剂量 单位 频次".split())
_OF_PEOPLE: Final = frozenset("age gender relation relationship role occupation email address surname lastname firstname familyname givenname 關係 关系 年齡 年龄 職稱 职称".split())
_QUESTIONS: Final = frozenset("field fieldname field_name fieldlabel field_label label question questiontext question_text prompt key attribute 欄位 題目 問題 項目 字段 题目 问题 项目".split())
_NAMES: Final = frozenset({"name", "名稱", "名称", "title"})
_ANSWERS: Final = frozenset("value answer response 值 內容 答案 回答 内容".split())
_LONGEST_QUESTION: Final = 200
At = tuple[int, Any]
"""Where a value stands: the identity of what holds it, and its key there."""


@dataclass(frozen=True, slots=True)
class Paths:
    """JSONPaths: of the notes, and of the facts by their name in `known`.

    >>> Paths(("$.notes[*].text",), {"mrn": "$.patient.id"}).notes
    ('$.notes[*].text',)
    """

    notes: tuple[str, ...] = field(default=(), repr=False)
    known: Mapping[str, str] = field(default_factory=dict, repr=False)


BY_KEY: Final = Paths()
"""No path given: the keys tell."""


class Place(NamedTuple):
    """Where a value stands: what holds it, and its key there."""

    holder: Any
    key: Any

    def __repr__(self) -> str:
        return "Place(...)"

    @property
    def value(self) -> Any:
        return self.holder[self.key]

    @property
    def at(self) -> At:
        return id(self.holder), self.key


def facts_in(value: Any) -> Iterator[tuple[str, str]]:
    """Facts by the keys of an object and of the patient in it; `name` alone may be a medicine's."""
    if not isinstance(value, dict):
        return
    found = [(fact, str(item)) for key, item in value.items() if isinstance(item, str) and (fact := facts.fact_of(key))]
    if len(found) > 1 or (found and found[0][0] != "name"):
        yield from found
    for key, item in value.items():
        if key.lower() in _PATIENT and isinstance(item, dict):
            yield from ((fact, str(own)) for k, own in item.items() if isinstance(own, str) and (fact := facts.fact_of(k)))


def is_thing(value: Mapping[str, Any], parent: str) -> bool:
    """Whether the `name` of an object is a test's or a medicine's: what it stands in or beside says so, and nothing a person's.

    >>> is_thing({"name": "Na", "value": "138"}, "items"), is_thing({"name": "Ann Lee", "phone": "1", "value": "2"}, "items")
    (True, False)
    """
    keys = {re.sub(r"[\s_-]+", "", key).lower() for key in value}
    if keys & _OF_PEOPLE or any(facts.fact_of(key) not in (None, "name") for key in value):
        return False
    return parent.lower() in _OF_THINGS or bool(keys & _MEASURED)


def pair_of(value: Mapping[str, Any]) -> tuple[str, str] | tuple[None, None]:
    """The keys of a question and of its answer, where an object is such a pair: the question is the answer's label.

    >>> pair_of({"field": "Patient name", "value": "Ann Lee"}), pair_of({"name": "Na", "value": "138"})
    (('field', 'value'), (None, None))
    """
    said = next((key for key, held in value.items() if key.lower() in _QUESTIONS and isinstance(held, str) and 0 < len(held.strip()) <= _LONGEST_QUESTION and "\n" not in held), None)
    if said is None:
        said = next((key for key, held in value.items() if key.lower() in _NAMES and isinstance(held, str) and facts.fact_of(held.strip(" :：")) is not None), None)
    answer = next((key for key, held in value.items() if key.lower() in _ANSWERS and isinstance(held, str) and held.strip()), None)
    return (said, answer) if said is not None and answer is not None else (None, None)


def facts_at(value: Any, paths: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for fact, path in paths.items():
        if fact not in (*facts.TEXT_FACTS, "aliases"):
            raise UsageError(f"a path is given for a fact that is none of {', '.join((*facts.TEXT_FACTS, 'aliases'))}")
        texts = [str(place.value) for place in found_at(value, path) if isinstance(place.value, str)]
        if texts:
            yield fact, "|".join(texts) if fact == "aliases" else texts[0]


def found_at(value: Any, path: str) -> list[Place]:
    """The places that a JSONPath names, in the order of the file."""
    if find_spec("jsonpath") is None:
        raise UsageError("paths in JSON need one more package: pip install 'incognote[documents]'")
    import jsonpath

    try:
        matches = list(jsonpath.finditer(path, value))
    except jsonpath.JSONPathError:
        raise UsageError("a path is no JSONPath: it looks like $.notes[*].text") from None
    places = []
    for match in matches:
        holder, *rest = value, *match.parts
        if not rest:
            raise UsageError("a path names the whole file: it looks like $.notes[*].text")
        for step in rest[:-1]:
            holder = holder[step]
        places.append(Place(holder, rest[-1]))
    return places
