"""Whose illness is told: the patient's, or that of a relative, by the kinship words before it.

A relative who only tells (母親說, "her sister noticed") has not the illness. Where a relative "has it too" the illness is the one
told last.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from incognote.names.tables import in_base
from incognote.narrative.wordings import any_of

_W: Final = r"(?<![a-z]){}(?![a-z])"
_ZH_KIN: Final = (
    r"(?:外|曾)?祖(?:父|母)|外公|外婆|阿公|阿[嬷妈婆]|爷爷|奶奶|姥[爷姥]|父亲|母亲|(?:老)?(?:爸爸?|妈妈?)(?!宝)|(?!小姐)(?<!小(?=姐))(?:大|二|三|小|表|堂|胞|亲|阿)?(?:哥|姐|姊|弟|妹)(?:哥|姐|姊|弟|妹)?|(?:案|其|胞|家|先|亡)(?:父|母|兄|弟|姐|姊|妹|子|女|祖父|祖母|舅|姨|姑|叔|伯)|"
    r"(?:大|二|三|小|阿)?(?:叔叔?|伯[父伯]?|姑[姑妈丈]?|姨[妈丈]?|阿姨|舅[舅妈]?|婶)|儿子|女儿|侄[子女儿]?|外甥女?|母系|父系|双胞胎(?:哥|姐|姊|弟|妹)|孪生|双亲|父母|亲戚|家族|家系|家人|手足|同胞|长[兄姐子女]|次[子女]|幼[弟妹子女]|(?<![一-鿿])[父母兄弟姐姊妹舅姨姑叔伯](?=[一-鿿a-z])"
)
_EN_KIN: Final = _W.format(
    r"(?:(?:grand|great-grand|step|half-|god)?(?:mother|father|mum|mom|mam|dad|brother|sister|son|daughter|parents?)s?|gran|granny|nan|nana|grandma|grandpa|grandad|granddad|mammy|mummy|daddy|aunt(?:ie|y)?s?|uncles?|cousins?|nieces?|nephews?|twins?|"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)-year-old|(?<=his )boy|(?<=her )boy|(?<=his )girl|(?<=her )girl|siblings?|maternal|paternal|family|relatives?|f/?h|fhx)"
)
_KIN: Final = re.compile(in_base(_ZH_KIN) + "|" + _EN_KIN)
_HEADED: Final = re.compile(in_base(r"(?<![与和及、])家族(?:病?史)?|家系|家史") + "|" + _W.format(r"(?:f/?h(?:x)?|family(?: psychiatric| medical)? history|family|runs in the family)"))
_TELLS: Final = re.compile(
    in_base(r"说|表示|称|讲|告诉|觉得|认为|怀疑|担心|发现|注意到|观察|补充|陪|带|转述|描述|回忆|看他|看她|代答|提到|讲述|证实|诉|送|催|逼|骂|照顾|抱|打电话|解释|不许|问|写|记得|述|反映|形容|提供|(?<!手)指|插话|插嘴|数落|嫌|掏|倒出|看着")
    + "|"
    + _W.format(r"(?:says?|said|reports?|reported|noticed|notices|told|tells|thinks|thought|found|brought|describes?|described|believes|observed|recalls|adds|added|worries|fears|wonders|accompan\w+|confirms?|confirmed|wants?|wanted|asked|calls?|called|rang|rings|insists|saw|sees|remembers|wondered|doubts?|suspects?|suspected|put|gave)")
)
_PATIENT: Final = re.compile(in_base(r"个案|患者|病人|案主|本人|自己(?!也)|[他她](?!也是|也有)") + "|" + _W.format(r"(?:he|she|the patient|patient|i)"))
_AFTERWARDS: Final = re.compile(in_base(r"(?:去世|过世|病逝|离世|往生|走了?|死|争吵|吵架|离婚)(?:了)?(?:之|以)?[后,，]") + r"|(?<![a-z])(?:died|death|passed away)[^.;]{0,20},")
"""Behind the death of a relative it is the patient who is told of again."""
_HAS: Final = re.compile(
    in_base(r"罹患|患有?|有|得过|确诊|诊断|也是|也|是|同样|一样|住(?:疗养院|康复)|发作过|长年|多年|病史")
    + "|"
    + _W.format(r"(?:has|had|have|having|suffers?|suffered|with|was treated|treated|diagnosed|lived with|died of|was|is|gets|got|been|took|spent|also|too|carries|lost to|died of)")
)
_TOO: Final = re.compile(
    in_base(r"也(?:是|得|有|患)(?:过|了)?这(?:个|种)?(?:病|毛病|诊断)|(?:一样|同样|相同|同一(?:个|种)?)的?(?:病|毛病|问题|诊断|状况)|同病|也(?:有|得|是|患)(?:过)?(?:这|此|同)(?:个|种)?(?:病|毛病|诊断)")
    + "|"
    + _W.format(r"(?:has|had|have|with|received|carries|got|given|carry) (?:that|the|the same|this) (?:illness|condition|disease|disorder|diagnosis|trouble|thing)|(?:has|had) it(?: too| as well)?|(?:does|did|has|had)(?= ?[.;,)]| ?$)")
)
_SO: Final = re.compile(r"(?<![a-z])(?:so (?:is|has|did|does|was)|which) (?:his|her|your|their|my) (?:\w+ )?$")
_MOST: Final = 90
_NAMED: Final = re.compile(r"[\s,，:：(（]*(?:(?!(?:and|who|that|to|of|is|with|for|from|in|on)(?![a-z]))[a-z.'’-]+[\s,:：)）]*){0,5}")
"""A name between a kinship word and what its bearer has: "Her mum, Mary Lee, depression"."""

_FAMILY_DENIED: Final = re.compile(
    rf"(?P<family>{in_base('家族(?:中|内|里)?(?:病)?史?|家系|家中|家里')}|(?<![a-z])(?:family(?: psychiatric| medical)? history|f/?hx?)(?![a-z])"
    r"|(?:(?<=in the )|(?<=of the )|(?<=in his )|(?<=in her ))family(?![a-z])|(?<![a-z])family(?=\s*$))[^。；;.]{0,60}$"
)
_FAMILY_BEHIND: Final = re.compile(in_base(r"[症病]?(?:等|之|的)?(?P<family>(?:家族|遗传)(?:病)?史)"))
_OTHER: Final = re.compile(any_of("persons", "other") + "|" + in_base(_ZH_KIN) + "|" + _EN_KIN)
_NO_SUBJECT: Final = re.compile(in_base("家族|家系|家人|手足|同胞|亲戚|母系|父系") + r"|(?:family|relatives?|maternal|paternal|f/?hx?)")
_TOUCHED: Final = re.compile(rf"(?:{any_of('persons', 'touched')})\s*(?:(?:his|her|my|their|the|a|an|one of|old|own|late|former)\s+){{0,3}}[他她其]?的?$")
_BACK: Final = re.compile(any_of("persons", "back") + r"|[，,；;。:：「」“”\"]|['’]s(?![a-z])|^[的娘女]|(?<![a-z])(?:her|him|you|me)(?![a-z])")
_SUBJECT: Final = 40
_LISTED: Final = re.compile(r"(?:[、,\s]|和|及|与|(?<![a-z])(?:and|or)(?![a-z]))+")


class Kin(NamedTuple):
    start: int
    end: int


def kin(folded: str, start: int, end: int) -> list[Kin]:
    """The kinship words between `start` and `end`."""
    return [Kin(found.start(), found.end()) for found in _KIN.finditer(folded, start, end)]


def of_relative(folded: str, sentence: tuple[int, int], mention: tuple[int, int]) -> Kin | None:
    """The kinship word whose bearer has the illness told at `mention` in `sentence`, if one has.

    >>> text = "父亲有忧郁症。母亲说他有忧郁症"
    >>> of_relative(text, (0, 6), (3, 6)), of_relative(text, (7, 15), (12, 15))
    (Kin(start=0, end=2), None)
    """
    for word in reversed(kin(folded, sentence[0], mention[0])):
        between = folded[word.end : mention[0]]
        if len(between) > _MOST:
            break
        if _HEADED.fullmatch(folded, word.start, word.end):
            return word
        if not _TELLS.search(between) and not _PATIENT.search(between) and not _AFTERWARDS.search(between):
            return word if _HAS.search(between) or len(between.strip()) <= 16 or _NAMED.fullmatch(between) else None
        return None
    for word in kin(folded, mention[1], min(sentence[1], mention[1] + _MOST)):
        between, behind = folded[mention[1] : word.start], folded[word.end : sentence[1]]
        if re.match(r"[\s,，]*(?:which|that|in|of|as|a disorder|an illness)(?![a-z])", between) and not _PATIENT.search(between) and _HAS.search(behind + between):
            return word
    return None


def denied_of_family(folded: str, sentence: tuple[int, int], mention: tuple[int, int]) -> Kin | None:
    """The word for the family in whose history an illness is denied.

    >>> denied_of_family("无癫痫家族史", (0, 6), (1, 3)), denied_of_family("no family history of epilepsy", (0, 28), (21, 29))
    (Kin(start=3, end=6), Kin(start=3, end=17))
    """
    before = _FAMILY_DENIED.search(folded, max(sentence[0], mention[0] - _MOST), mention[0])
    behind = _FAMILY_BEHIND.match(folded, mention[1], sentence[1])
    found = before or behind
    return None if found is None else Kin(*found.span("family"))


def told_of(folded: str, sentence: tuple[int, int], mention: tuple[int, int], *, back: re.Pattern[str] = _BACK) -> Kin | None:
    """Somebody else, related or not, who is what a form in the same clause is told of; `back` is what comes back to the patient.

    >>> told_of("她丈夫失业", (0, 5), (3, 5)), told_of("丈夫失业后情绪低落", (0, 9), (5, 9)), told_of("与丈夫争吵", (0, 5), (3, 5))
    (Kin(start=1, end=3), None, None)
    """
    words = [Kin(*found.span()) for found in _OTHER.finditer(folded, max(sentence[0], mention[0] - _SUBJECT), mention[0])]
    if not words or _NO_SUBJECT.fullmatch(folded, *words[-1]):
        return None
    word, between = words[-1], folded[words[-1].end : mention[0]]
    if back.search(between) or _TELLS.search(between) or _TOUCHED.search(folded[max(0, word.start - 30) : word.start]):
        return None
    return word


def shares(folded: str, start: int, end: int) -> Kin | None:
    """The kinship word of a sentence that says its bearer has the illness told before.

    >>> shares("so is your older sister", 0, 23), shares("his brother has that illness", 0, 28)
    (Kin(start=17, end=23), Kin(start=4, end=11))
    """
    for word in kin(folded, start, min(end, start + 600)):
        if _SO.search(folded, max(start, word.start - 24), word.start):
            return word
        too = _TOO.search(folded, word.end, end)
        if too and too.start() - word.end <= _MOST and not _TELLS.search(folded, word.end, too.start()):
            return word
    return None
