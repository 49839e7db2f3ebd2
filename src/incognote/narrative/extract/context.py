"""Whose story it is: age, sex, work, schooling, place, family and pastime of the patient, in the words of the text.

These are what may be changed. A field is read where a word announces it (在…上班, "works as", 家住, "lives in"), else where a list
names it; detectors' spans of age and profession come first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.gazetteer.matcher import Matcher
from incognote.names.tables import in_base
from incognote.narrative.graph import Value
from incognote.narrative.lexicon import folded as folded_form
from incognote.narrative.tables import rows
from incognote.text.numerals import CHARACTERS, to_int

_W: Final = r"(?<![a-z])(?:{})(?![a-z])"
_AGE: Final = re.compile(
    in_base(rf"(?P<n>\d{{1,3}}|[{CHARACTERS}]{{2,4}})\s?(?:岁|足岁)(?!时|那年|起|就|前|后|的?(?:儿|女|弟|妹|孩))")
    + r"|(?<![\d.])(?P<en>\d{1,3})[ -]?(?:years?[ -]old|y/o|yo|y\.o\.|yrs? old|-year-old)(?! (?:son|daughter|brother|sister|child|boy|girl|niece|nephew|baby))|(?<![a-z])aged? (?P<aged>\d{1,3})(?!\d)"
)
_BESIDE: Final = re.compile(r"[,，]\s?(?P<n>[1-9]\d?|1[01]\d)(?=[,，])|\s?[(（](?P<b>[1-9]\d?|1[01]\d)[)）]")
_SEX: Final = re.compile(in_base(r"(?P<m>男(?:性|，|,|、|,)|(?<![女儿由与和其跟的她])先生(?!陪|带|说)|[，,　 ]男)|(?P<f>女(?:性|，|,|、)|女士|小姐|[，,　 ]女(?!儿|友))") + "|" + _W.format(r"(?P<em>male|gentleman|mr|man|m(?=,? ?\d))|(?P<ef>female|lady|mrs|ms|miss|woman|f(?=,? ?\d))"))
_HE: Final = re.compile(r"他(?!们|人)|(?<![a-z])(?:he|his|him)(?![a-z])")
_SHE: Final = re.compile(r"她(?!们)|(?<![a-z])(?:she|her|hers)(?![a-z])")
_END: Final = r"[^，。；、：！？\n（）,;:()「」]"
_CUED: Final = {
    "occupation": re.compile(
        in_base(rf"(?:职业[：:]?|任职于?|担任|从事|职务[：:]?|工作[是为：:]|当(?:了)?(?:\S{{0,4}}年的?)?|做(?:了)?(?:\S{{1,4}}年的)|是(?:一)?(?:名|位|个))(?P<v>{_END}{{2,18}})|在(?P<w>{_END}{{2,16}}?)(?:上班|工作|任职|打工|帮忙|当学徒)|(?P<r>(?:退休|离职)(?!前|后|金|后){_END}{{2,10}})")
        + r"|(?<![a-z])(?:works? as|worked as|working as|employed as|job as|earns (?:his|her) living as|by trade|occupation:?) (?:an? |the )?(?P<x>[a-z' -]{3,50}?)(?= (?:in|at|for|who|and|but|with|on|from|since)(?![a-z])|[,.;:()]|$)"
        r"|(?<![a-z])(?P<y>(?:a |an |the )?(?:retired|former) [a-z' -]{3,40}?)(?= (?:in|at|for|who|and|with|from)(?![a-z])|[,.;:()]|$)"
    ),
    "education": re.compile(
        in_base(rf"(?P<v>{_END}{{0,10}}(?:国小|国中|初中|高中|高职|职校|中专|大专|专科|五专|二专|大学|研究所|硕士|博士|本科|技校|学院|系|科)(?:学历|毕业|肄业|辍学|休学|毕|程度|学位)|(?:国小|国中|初中|高中|高职|职校|中专|大专|大学|硕士|博士|本科)(?:毕业|肄业|学历|毕))")
        + r"|(?<![a-z])(?P<x>(?:degree|diploma|masters?|phd|doctorate|apprenticeship|apprenticed) (?:in|at|of|to|overseas)[a-z' -]{0,40}?|left school at [a-z0-9]+|graduate of [a-z' -]{3,40}?|studied [a-z' -]{3,30}?|read [a-z' -]{3,30}? at[a-z' -]{3,30}?|educated [a-z' -]{3,40}?|schooled [a-z' -]{3,40}?|"
        r"(?:first|second|third|final)[- ]year [a-z' -]{0,30}?(?:student|undergraduate)|trained (?:as|at|in|on) [a-z' -]{3,40}?|went to [a-z' -]{3,30}?(?:college|school|university))(?=[,.;:()]|$| (?:and|who|then|before)(?![a-z]))"
    ),
    "place": re.compile(
        in_base(rf"(?:家住|居住于|居住在|现居|独居于?|住在|住(?!院|了院|过院|民|宅|校外?|进|不|口|持))(?P<v>{_END}{{2,18}})")
        + r"|(?<![a-z])(?:lives?|living|lodges?|resides?|residing|home is|raised|grew up) (?:alone |now |still |together )?(?:in|at|on|above|over|behind|by|near|outside) (?P<x>[a-z0-9' -]{3,60}?)(?=[,.;:()]|$| (?:with|and|where|who|since)(?![a-z]))"
    ),
    "family": re.compile(
        in_base(rf"(?P<v>(?:已婚|未婚|离婚|离异|丧偶|独居|单身|分居|鳏居|寡居)(?:[，,]?{_END}{{0,10}}?(?:同住|一起住|个(?:孩子|儿子|女儿|小孩)))?|(?:和|与|跟)(?:{_END}|、){{2,16}}?(?:同住|一起住|住在?一起)|(?:育有|生有|膝下){_END}{{2,10}}|父母离异{_END}{{0,8}}|{_END}{{0,6}}(?:大|二|三|老)?(?:独生[子女]|排行老?[大一二三四五么]))")
        + r"|(?<![a-z])(?P<x>lives? (?:alone|with [a-z' ]{3,40}?)|(?:married|divorced|widowed|separated|single)(?: with [a-z' ]{3,30}?)?|(?:no|one|two|three|four|five|six) (?:children|sons?|daughters?|kids|boys|girls|brothers|sisters|grandchildren)(?: [a-z]+)?)(?=[,.;:()]|$| (?:and|in|at|on|who|since)(?![a-z]))"
    ),
    "hobby": re.compile(
        in_base(rf"(?:喜欢|爱好[是为：:]?|兴趣[是为：:]|嗜好[是为：:]|平时爱|平日爱|闲时|休闲时?|消遣是|热爱|迷上)(?P<v>{_END}{{2,14}})")
        + r"|(?<![a-z])(?:hobby(?: is|:)?|hobbies(?: are|:)?|enjoys|likes|loves|keen on|passion is|off duty|in (?:his|her) spare time,?(?: (?:he|she))?|for fun(?: (?:he|she))?|evenings are for|pastime is|fond of) (?P<x>[a-z' -]{3,50}?)(?=[,.;:()]|$| (?:and|but|with|who|where)(?![a-z]))"
    ),
}  # fmt: skip
_LISTED: Final = {"occupation": "occupations", "place": "places", "hobby": "hobbies", "education": "educations", "family": "families", "institution": "institutions"}


class Field(NamedTuple):
    name: str
    start: int
    end: int
    value: Value

    def __repr__(self) -> str:
        return f"Field({self.name}, {self.start}, {self.end})"


def fields(text: str, folded: str, spans: Sequence[Span]) -> list[Field]:
    """What is told of the patient's life, one of a kind.

    >>> [(f.name, f.value) for f in fields("吳先生，45歲，在魚市場上班", "吴先生，45岁，在鱼市场上班", ())]
    [('age', 45), ('sex', 'M'), ('occupation', '魚市場')]
    """
    found: dict[str, Field] = {}
    for one in (*_age(folded), *_age_beside(folded, spans), *_sex(folded), *_spanned(text, spans), *_cued(text, folded, spans), *_named(text, folded)):
        found.setdefault(one.name, one)
    return list(found.values())


def _age(folded: str) -> Iterator[Field]:
    for m in _AGE.finditer(folded):
        said = m["n"] or m["en"] or m["aged"]
        years = int(said) if said.isdecimal() else to_int(said)
        if years is not None and 0 < years < 120:
            yield Field("age", m.start(), m.end(), years)
            return


def _age_beside(folded: str, spans: Sequence[Span]) -> Iterator[Field]:
    """John Hartley, 45, a fitter: the number between commas right behind a name, or in brackets."""
    for span in spans:
        if span.label == "NAME" and (m := _BESIDE.match(folded, span.end)) is not None:
            group = "n" if m["n"] else "b"
            yield Field("age", *m.span(group), int(m[group]))
            return


def _sex(folded: str) -> Iterator[Field]:
    he, she = len(_HE.findall(folded)), len(_SHE.findall(folded))
    told = Counter("M" if m["m"] or m["em"] else "F" for m in list(_SEX.finditer(folded))[:1])
    first = _SEX.search(folded)
    if told and first is not None:
        likely = "M" if he > 2 * she + 2 else "F" if she > 2 * he + 2 else told.most_common(1)[0][0]
        yield Field("sex", first.start(), first.end(), likely)
    elif he or she:
        pronoun = _HE.search(folded) if he >= she else _SHE.search(folded)
        if pronoun is not None:
            yield Field("sex", pronoun.start(), pronoun.end(), "M" if he >= she else "F")


def _spanned(text: str, spans: Sequence[Span]) -> Iterator[Field]:
    for span in spans:
        if span.label == "PROFESSION":
            yield Field("occupation", span.start, span.end, text[span.start : span.end])


def _cued(text: str, folded: str, spans: Sequence[Span]) -> Iterator[Field]:
    names = [(s.start, s.end) for s in spans if s.label in ("NAME", "DOCTOR", "DATE", "PHONE", "MRN", "ADDRESS")]
    for name, pattern in _CUED.items():
        for m in pattern.finditer(folded):
            group = next(g for g, value in m.groupdict().items() if value)
            start, end = m.span(group)
            if not any(s < end and start < e for s, e in names):
                yield Field(name, start, end, text[start:end])


def _named(text: str, folded: str) -> Iterator[Field]:
    for start, end, name in sorted(_matcher().find(folded), key=lambda f: f[0] - f[1]):
        yield Field(name, start, end, text[start:end])


@cache
def _matcher() -> Matcher[str]:
    words: dict[str, str] = {}
    for field, name in _LISTED.items():
        for _, *writings in rows(name, 4):
            for word in writings:
                plain = folded_form(word).removeprefix("a ").removeprefix("an ").removeprefix("the ")
                if len(plain) > 2:
                    words.setdefault(plain, field)
    return Matcher(words.items())
