"""Whether a fact is told as there, not there, or perhaps there.

A cue speaks of the form next to it and of what is listed with that form. Some stand before (否認幻聽, "no voices"), some
behind (幻聽：否認, "voices: denied", 待排除), some on either side; a scope ends with the sentence, and at a turn (但, except). What
is only asked (有沒有幻聽？) is as the answer says, and open without one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from incognote.names.tables import in_base
from incognote.narrative.lexicon import Mention


class Assertion(IntEnum):
    THERE = 0
    OPEN = 1
    ABSENT = 2


class Cue(NamedTuple):
    """Words that assert; `group` is one of `_GROUPS`, which say how."""

    start: int
    end: int
    group: str
    reach: int


_W: Final = r"(?<![a-z])(?:{})(?![a-z])"
_PRETEND: Final = (
    r"没有排除|不无|不只|不仅|不单|不但|不断|不停|不时|不安|不稳|不管|不论|不过|不同|不知不觉|不由|不禁|不得不|不见得不|无法|无意间|无意中|无故|无论|无比|无数|无奈|无聊|无助|无望|无力|无名|"
    r"没法|没办法|没多久|没几天|没想到|没事找事|未婚|未成年|未来|未必|非常|非典型|除非|不常规|非自杀|非癫痫|无缝|无精打采|没精神|没力|没劲|没胃口|没兴趣|无兴趣|没反应|"
    + _W.format(
        r"no longer|never doubted|did not survive|without (?:a )?doubt|not doubt(?:ed)?|not only|not just|not merely|no doubt|no wonder|not until|not always|not yet clear|no sooner|nothing but|no more than|no less than|not for|no stranger|no better|no change|"
        r"no effect|no response|no benefit|no improvement|no good|no help|no use|without (?:effect|benefit|help|success|relief|warning)|not (?:help|helped|work|worked)|"
        r"did not (?:help|work)|didn'?t (?:help|work)|(?:can'?t|cannot|could not|couldn'?t)(?! be (?:ruled|excluded|sure|pinned|established|confirmed|told))|no matter|none the less|nonetheless|not least|if not"
    )
)
_ASKED: Final = r"(?P<again>[一-鿿])[不没](?P=again)|是(?=[^，。；]{1,10}还是)|有没有|有无|是否|是不是|会不会|有否|要不要|曾否|" + _W.format(r"whether|if (?=there|he|she|they|any)|asked about|asked for")
_OPEN_BEFORE: Final = (
    r"需与|须与|待与|宜与|疑似|疑有|怀疑|似乎|似有|好像|可能(?:是|为|有)?|也许|或许|恐怕|不排除|无法排除|不能排除|未能排除|不能完全排除|待排除?(?=[a-z：: 一-鿿])|待鉴别|鉴别诊断|鉴别|疑(?=[一-鿿a-z])|存疑|算不算|像不像|怕是|说不定|难说|"
    + _W.format(
        r"r/?o|rule[- ]out|to rule out|ddx?|differentials?(?: diagnos[ie]s)?(?: includes?| are| is)?|possible|possibly|probable|probably|suspect(?:s|ed|ing)?|suspicion of|query|queries|queried|queried for|may|might|may or may not|"
        r"perhaps|maybe|questionable|unsure|uncertain|not sure|unclear|seems? to|appears? to|cannot exclude|can'?t exclude|could be|cannot be sure|consider(?:ed|ing|s)?|not excluded|"
        r"has not let go of|wonder(?:s|ed|ing)?|doubtful|equivocal|hints? of|hinted at|suggest(?:s|ed|ive|ing)?(?: of)?|in brackets|some question of|a question of|likely"
    )
    + r"|\?(?=[a-z一-鿿])"
)
_OPEN_BEHIND: Final = (
    r"(?:未能|不能|无法|尚未|难以)(?:完全)?(?:排除|除外)|仍不清楚|(?<=[，,])不清楚|不除外|(?:还|尚)?没(?:有)?(?:完全)?排除|的可能(?!性?(?:不大|低|小))|可能性|不能判|证据(?:薄弱|不足)|点头又摇头|真假不明|暂列存疑|不下定论|待随访|尚需鉴别|列入观察|再观察|[?？](?=[」』”\"）) ]*(?:$|[。，；,;.\n]|[一-鿿]))|待排除?|待查|待鉴别|待观察|待进一步鉴别|待厘清|待确认|未定|未能确定|无法确[定认]|不能肯定|不能确[定认]|不能排除|不排除|无法排除|未排除|尚未排除|不确定|说不准|说不清|难以?认定|尚难认定|"
    r"仍列鉴别|列入?鉴别|存疑|可疑|疑似|没有定论|尚无定论|未有定论|不下定论|无法判断|不好判断|打问号|待评估|有待|未证实|没证实|未经证实|有怀疑|问不明白|保留|不肯说|待定|未明|拿不准|不敢讲|不敢说|仍在鉴别|鉴别之列|列(?:入|为)?鉴别|不无可能|疑问|前后不一|不一致|不宜写死|无从判断|[(（][±?？][)）]|问而不答|说法不一|说法摇摆|模糊|(?:也许|可能|或许|大概)(?=[。，；」]|$)|"
    + _W.format(
        r"r/?o(?=\s*(?:$|[，。；.,;]))|equivocal|uncertain|unclear|questionable|unconfirmed|not confirmed|could not be confirmed|possible|possibly|maybe|perhaps|queried|\(\?\)|not certain|not sure|cannot be (?:ruled out|excluded|sure)|"
        r"can'?t be (?:ruled out|excluded)|could not be (?:ruled out|excluded|pinned down|established)|not (?:been )?(?:ruled out|excluded)|reached no decision|neither affirmed nor dismissed|neither confirmed nor|not been settled|真假不明|is open|remains? (?:open|unclear|uncertain|possible)|not settled|under review|"
        r"in brackets|to be (?:clarified|confirmed|ruled out|excluded)|cannot be (?:told|confirmed)|is a possibility|as a possibility|can'?t swear to it|could not pin (?:it )?down|i cannot say|cannot tell|can'?t tell|"
        r"would not commit|unresolved|on the differential|in the differential|as (?:a )?differential|stays? a question|an open question|a question mark|provisional(?:ly)?|undetermined|ambiguous|as a rule-?out|(?:may|might|could)(?: yet| also| still| well| just)? (?:be|coexist|declare itself|exist|emerge|apply)(?=\s*(?:$|[,.;]| or ))|on the list|a possibility|cannot be excluded|held in reserve|remains? (?:conceivable|possible)|conceivable|in pencil|to be reviewed|left (?:hanging|open)|may or may not|not proven|unproven|could not get a straight answer|hard to say|undecided|needs? (?:clarification|clarifying)"
    )
)
_NOT_BEFORE: Final = (
    r"不会|不考虑|未曾|不曾|从未|从没(?:有)?|从来没(?:有)?|没有|没(?=[一-鿿a-z])|无(?=[一-鿿a-z :：])|未见|未有|未诉|未出现|未发现|未再|未达|未(?=[一-鿿])|不是|并非|并无|并不|不像|不支持|不符合?|排除(?!$|[，。；）])|已排除(?!$|[，。；）])|划掉了?|毫无|尚无|全无|"
    r"谈不上|称不上|不算|看不出|不觉得|不觉|不认为|不存在|缺乏|不承认|非(?=[一-鿿])|不(?=[一-鿿])|"
    + _W.format(
        r"no|not|never|without|rather than|instead of|as opposed to|nor|neither|none of|nothing(?: like| of)?|free (?:of|from)|negative for|absence of|lacks?|lacking|rules? out|ruled out|excludes?|excluded|excluding|no evidence of|"
        r"isn'?t|wasn'?t|hasn'?t|haven'?t|hadn'?t|doesn'?t|didn'?t|don'?t|aren'?t|weren'?t|won'?t|no sign of|nil|clear of|against|negatives?(?=\s*[:-])|absent(?=\s*[:-])|nobody|no one|(?:looked|asked|checked|screened)(?: for)?(?: and| but)? (?:absent|not found|not there|did not see|didn'?t see|negative|denied)"
    )
)
_STRONG: Final = r"否认|矢口否认|" + _W.format(r"den(?:y|ies|ied|ying)|no history of|no evidence of")
_NOT_BEHIND: Final = (
    r"[(（][-−–－—][)）]|（[-−–]）|\s[-−–](?=\s*(?:$|[，。；,;]))|[：:]\s*(?:无|没有|否认|阴性|(?:no|none|nil|denied|absent|negative)(?![a-z]))(?=\s*(?:$|[，。；、,;.)（(]))|(?<=[一-鿿])[无没](?:有)?(?=\s*(?:$|[，。；]))|摇头|(?<=[一-鿿])没有(?:过)?(?=\s|$|[，。；、,;.）)」”])|[✗✘×](?=\s*(?:$|[，。；,;]))|已否(?!认)|不像(?=$|[，。；])|(?:皆|均|都|俱|全)无(?=\s|$|[，。；、,;.）)」”])|(?:都|也|并|均|皆)没(?:有)?(?:过)?(?=\s|$|[，。；、,;.）)」”])|都没(?:有)?(?:碰|用|吸|抽|喝|吃|见|听|想)过|(?:皆|均|都|也)否认(?=\s|$|[，。；、,;.）)」”])|(?:已|可|可以|能)?排除(?=\s|$|[，。；、,;.）)」”])|(?:已|可)?除外(?=\s|$|[，。；、,;.）)」”])|不考虑(?=\s|$|[，。；、,;.）)」”])|不成立|"
    r"均予否定|予以否定|被否定|否定(?=$|[，。；、 ])|被排除|已被排除|不存在(?=\s|$|[，。；、])|不支持|不符(?:合)?(?=$|[，。；）])|皆阴性|阴性|(?<=[，、？?：: 」”])(?:没有|无|没|否认)(?=$|[，。；）、 ])|"
    + _W.format(
        r"(?:was|were|is|are|all|both) denied|denied(?=\s*(?:$|[,.;:)]))|absent|was (?:ruled out|excluded)|(?:is|are|been|were) (?:ruled out|excluded)|ruled out|excluded|does not fit|doesn'?t fit|not present|not found|is unlikely|unlikely|"
        r"was not the case|not supported|(?:negative|nil|none)(?=\s*(?:$|[,.;:)，。；]))|(?:with |at )?nothing(?=\s*(?:$|[,.;]| (?:he|she|they)))|no (?:place|one|thing)|i exclude|we exclude|struck (?:off|from)|(?:is|was|are) not (?:it|the case|the answer|likely|what)|(?:isn|wasn)'?t it|drops? off the list|knocked on the head|(?:he|she) has not got|(?:he|she) hasn'?t got|not (?:so|me|him|her)|(?:he|she|they) (?:is|are|was|were) not(?=\s*(?:$|[,.;]))|neither(?=\s*(?:$|[,.;]))|(?:has|have|had) been (?:ruled out|excluded)|can be (?:ruled out|excluded)|not the case|not so"
    )
    + r"|(?<![a-z])no(?=\s*(?:$|[;,.)]))"
)
_HEAD: Final = re.compile(
    in_base(
        r"(?P<absent>(?:[(（][-−–－—][)）]|阴性(?:症状|发现|体征|所见)?|没有的|未见|均无|皆无|否认|不存在|"
        + _W.format(
            r"(?:pertinent |relevant )?negatives?|absent|not (?:seen|found|present|there|in any box)|(?:did not|didn'?t|doesn'?t|does not|isn'?t|is not)(?: see| do| have| find)?|ruled out|excluded|denie[sd]|nothing to find"
        )
        + r")\s*[：:\n])|(?P<open>(?:未定|待厘清|说不准|悬而未决|存疑|不确定|待确认|待鉴别|鉴别诊断|鉴别|"
        + _W.format(r"uncertain|unclear|undetermined|open|queries|unresolved|not certain|ddx?|differentials?(?: diagnos[ie]s)?|r/o|could be instead|instead")
        + r")\s*[：:\n])|(?P<end>[。\n]|\.\s)"
    )
)
"""Heads of lists: 未見：抽動；妄想, "Negatives: voices, low mood"."""
_ANSWER: Final = re.compile(
    in_base(
        r"[\s」』”\"]*[？?]?[\s」』”\"]*(?:[^。！？\n.]{0,8}?[，、,：: ]\s*)?[「『“\"]?(?:(?P<absent>(?:都|也|从来)?没有(?:过|啊)?(?=\s*(?:$|[，。；、」”]))|没(?=[，。])|无(?=[，。])|否认|摇头|(?<=[一-鿿])没有(?:过)?(?=\s|$|[，。；、,;.）)」”])|[✗✘×](?=\s*(?:$|[，。；,;]))|已否(?!认)|不像(?=$|[，。；])|不会|不想|从来没有|未曾|也没有|"
        + _W.format(r"no|never|none|not at all|nothing|denied|he denies|she denies")
        + r")|(?P<open>不确定|不知道|看情况|说不上来|有时|好像|也许|可能|不肯说|不答|没有?回答|"
        + _W.format(r"maybe|perhaps|possibly|not sure|sometimes|hard to say|could be|(?:he|she) thinks so|unsure")
        + r")|(?P<there>有[，。]|会[，。]|是[，。]|点头|"
        + _W.format(r"yes|often|every")
        + r"))"
    )
)
_CUES: Final = re.compile(
    in_base(
        f"(?P<pretend>{_PRETEND})|(?P<openbehind>{_OPEN_BEHIND})|(?P<notbehind>{_NOT_BEHIND})|(?P<asked>{_ASKED})"
        f"|(?P<open>{_OPEN_BEFORE})|(?P<strong>{_STRONG})|(?P<not>{_NOT_BEFORE})"
    )
)
_REACH: Final = {"不": 1, "不会": 4, "非": 3, "未": 6, "没": 8, "无": 10}
"""How far behind a short word the form may begin: a character counts 1, a Latin word 2."""
_FAR: Final = {"openbehind": 30, "notbehind": 16, "asked": 16, "open": 16, "strong": 24, "not": 14}
_WINDOW: Final = 240
"""Further from a cue no form is looked for, however long the list."""
_CLOSE: Final = 1
"""So near behind a word of doubt a form is what the word speaks of (疑似恐慌症, "possible PTSD"), not the form before it."""
_TURN: Final = re.compile(
    in_base(r"但|惟|不过|可是|然而|却|只有|而是|反而|除了|[。！？\n;；]|")
    + _W.format(r"but|although|though|however|except|apart from|yet|because|which|who|until|since|when|while|only|save for|so")
)
_COMMA: Final = re.compile(r"[,，:：]")
_LISTED: Final = re.compile(
    in_base(r"[\s、,，/&和与或及跟兼]*(?:以及|或是|或者|亦|也|等)?(?:任何|其他|明显|有)?[」』”\"「『“]*")
    + r"|[\s,/&]*(?:(?:and|or|nor|any|other|of|the|his|her|their|in|to|about|for|active|wanting|wishing|having|hearing|seeing|feeling|being|current|clear|thoughts?|ideas?|plans?|signs?|symptoms?|with|frank|overt|further|previous|past)(?![a-z])[\s,/]*){0,5}"
)
_JUDGED: Final = frozenset(("Diagnosis", "Symptom"))
"""What words behind it may rule out or leave open; between them a test may stand that did so."""
_UNIT: Final = re.compile(r"[a-z0-9'’-]+|[一-鿿]")


def assertions(folded: str, sentences: Sequence[tuple[int, int]], mentions: Sequence[Mention], *, text: str = "") -> list[Assertion]:
    """How each of `mentions` is told; they stand by start, as do `sentences`, the offsets of the sentences of `folded`.

    `text` is the same with its line ends.
    """
    told = [Assertion.THERE] * len(mentions)
    at = 0
    for start, end in sentences:
        first = at
        while at < len(mentions) and mentions[at].start < end:
            at += 1
        if first < at:
            _assert(folded, (start, end), (first, at), mentions, told)
            _answer(folded, end, (first, at), mentions, told)
    _share(sentences, mentions, told)
    starts = [m.start for m in mentions]
    for start, end, says in _heads(folded if not text else _with_lines(folded, text)):
        for number in range(bisect_left(starts, start), bisect_left(starts, end)):
            told[number] = max(told[number], says)
    return told


def _share(sentences: Sequence[tuple[int, int]], mentions: Sequence[Mention], told: list[Assertion]) -> None:
    """What is told twice in one sentence is told once as it is asserted: "VH: shadows on the wall, doubtful"."""
    strongest: dict[tuple[int, str], Assertion] = {}
    places = [(max(bisect_right(sentences, (m.start, 1 << 60)) - 1, 0), m.concept.name) for m in mentions]
    for place, how in zip(places, told, strict=True):
        strongest[place] = max(strongest.get(place, how), how)
    for number, place in enumerate(places):
        told[number] = strongest[place]


def _with_lines(folded: str, text: str) -> str:
    return "".join("\n" if sign == "\n" else same for sign, same in zip(text, folded, strict=True))


def _heads(folded: str) -> Iterator[tuple[int, int, Assertion]]:
    """The stretches that stand under a head which says so of all in it: to the next head, stop or line end."""
    open_head: tuple[int, Assertion] | None = None
    for found in _HEAD.finditer(folded):
        if open_head is not None:
            if found["end"] and not folded[open_head[0] : found.start()].strip():
                continue
            yield open_head[0], found.start(), open_head[1]
        open_head = None if found["end"] else (found.end(), Assertion.ABSENT if found["absent"] else Assertion.OPEN)
    if open_head is not None:
        yield open_head[0], len(folded), open_head[1]


def _answer(folded: str, end: int, own: tuple[int, int], mentions: Sequence[Mention], told: list[Assertion]) -> None:
    """What was only asked is as the answer behind it says."""
    if not folded[end : end + 1] or folded[end] not in "?？":
        return
    found = _ANSWER.match(folded, end)
    last = mentions[own[1] - 1]
    if found is None or end - last.end > 12:
        return
    says = Assertion.ABSENT if found["absent"] else Assertion.OPEN if found["open"] else Assertion.THERE
    told[own[1] - 1] = says
    for number in range(own[1] - 2, own[0] - 1, -1):
        if not _LISTED.fullmatch(folded, mentions[number].end, mentions[number + 1].start):
            break
        told[number] = says


def _assert(folded: str, sentence: tuple[int, int], own: tuple[int, int], mentions: Sequence[Mention], told: list[Assertion]) -> None:
    starts = [m.start for m in mentions[own[0] : own[1]]]
    for cue in _cues(folded, *sentence):
        first = own[0] + bisect_left(starts, cue.start - _WINDOW)
        inside = mentions[first : own[0] + bisect_right(starts, cue.end + _WINDOW)]
        if cue.group == "openbehind" and any(0 <= m.start - cue.end <= _CLOSE for m in inside):
            cue = cue._replace(group="open")
        if any(m.start <= cue.start and cue.end <= m.end and not _in_gap(m, cue) for m in inside):
            continue
        says = Assertion.OPEN if cue.group in ("open", "openbehind", "asked") else Assertion.ABSENT
        governed = list(_governed(folded, cue, inside))
        if not governed and cue.group == "openbehind":
            governed = list(_governed(folded, cue._replace(group="open", reach=_FAR["open"]), inside))
        for number in governed:
            told[first + number] = says if cue.group == "openbehind" else max(told[first + number], says)


def _cues(folded: str, start: int, end: int) -> Iterator[Cue]:
    for found in _CUES.finditer(folded, start, min(end + 2, len(folded))):
        group = str(found.lastgroup)
        if group != "pretend":
            yield Cue(found.start(), found.end(), group, _REACH.get(found[0], _FAR[group]))


def _in_gap(mention: Mention, cue: Cue) -> bool:
    return any(start <= cue.start and cue.end <= end for start, end in mention.gaps)


def _governed(folded: str, cue: Cue, inside: Sequence[Mention]) -> Iterator[int]:
    """The numbers of the forms that `cue` speaks of: the nearest on its side, and those listed with it."""
    within = [number for number, m in enumerate(inside) if _in_gap(m, cue)]
    if within:
        yield from within
        return
    behind = cue.group.endswith("behind")
    signed = folded[cue.start] in "(（"
    order = [n for n, m in enumerate(inside) if (not behind or signed or m.concept.kind in _JUDGED) and (m.end <= cue.start if behind else m.start > cue.start and m.end > cue.end)]
    if behind:
        order.reverse()
    edge = cue.start if behind else cue.end
    for number, which in enumerate(order):
        m = inside[which]
        gap = folded[m.end : edge] if behind else folded[edge : max(m.start, edge)]
        if not (_near(gap, cue) if number == 0 else _LISTED.fullmatch(gap)):
            return
        yield which
        edge = m.start if behind else max(edge, m.end)


def _near(gap: str, cue: Cue) -> bool:
    if sum(1 if unit > "一" else 2 for unit in _UNIT.findall(gap)) > cue.reach:
        return False
    if _TURN.search(gap):
        return False
    if cue.reach <= 1 and "、" in gap:
        return False
    return cue.group in ("strong", "openbehind", "notbehind", "asked") or not _COMMA.search(gap)
