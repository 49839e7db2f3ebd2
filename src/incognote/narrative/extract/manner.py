"""How a symptom is told: in what situation, with what thought, emotion and behaviour, on which side, how severe.

These fields hold the source's own words: a quotation is a thought, a clause with 時 or "when" a situation, one that tells what was
done for it behaviour.
"""

from __future__ import annotations

import re
from typing import Final

from incognote.names.tables import in_base
from incognote.text.numerals import CHARACTERS, to_int

_W: Final = r"(?<![a-z])(?:{})(?![a-z])"
_QUOTED: Final = re.compile(r"[「『“\"‘]([^「」『』“”\"’\n]{2,60})[」』”\"’]")
_SITUATION: Final = re.compile(in_base(r"时$|时候$|的时候|^(?:每当|只要|一(?=[一-鿿]{1,8}就)|当|每逢|在.{1,12}时|.{1,10}之后就)") + "|" + _W.format(r"(?:when(?:ever)?|while|on (?:hearing|seeing|waking|entering)|at night|in (?:public|crowds|company)|if)"))
_THOUGHT: Final = re.compile(
    in_base(r"认为|觉得|相信|深信|坚信|坚称|认定|以为|怀疑|总想|想着|念头|自责|说自己|怪自己")
    + "|"
    + _W.format(r"(?:believ\w+|convinced|certain|sure|thinks?|thought|feels? that|says? that|fears? that|blam\w+|should have|idea that|conviction)")
)
_BEHAVIOUR: Final = re.compile(
    in_base(r"^(?:于是|所以|因此|便|就|只|不敢|躲|避|反复|关|锁|戴|绕|把|拒|整天)") + "|" + _W.format(r"(?:so (?:he|she|they)|avoid\w*|will not|won't|stays?|keeps?|refus\w+|checks?|wash\w*|wears?|hides?|covers?|stopped|gave up|goes)")
)
_EMOTION: Final = re.compile(
    in_base(r"恐惧|害怕|怕得[一-鿿]{1,3}|惊恐|惊惧|羞愧|羞得[一-鿿]{1,5}|羞耻|厌恶|嫌恶|恶心又恐怖|愤怒|生气|焦躁|绝望|内疚|难过|委屈|恐慌")
    + "|"
    + _W.format(r"(?:terrified|terror|fear(?:ful)?|frightened|scared|afraid|ashamed|shame|horrified|horror|disgust(?:ed)?|dread|angry|anger|despair|panic(?:ky)?|embarrassed|furious)")
)
_SIDE: Final = re.compile(in_base(r"(?P<both>双侧|两侧|双[手脚腿臂]|两[手腿脚]|(?<![a-z])(?:bilateral|both|bil)(?![a-z]))|(?P<left>左|(?<![a-z])left(?![a-z]))|(?P<right>右(?!任)|(?<![a-z])right(?= (?:arm|leg|hand|foot|side|eye|ear|hip|knee|shoulder|wrist|ankle)))"))
_SEVERITY: Final = re.compile(
    in_base(r"(?P<severe>重度|严重|极度|(?<![a-z])(?:severe|marked|profound)(?:ly)?(?![a-z]))|(?P<moderate>中度|(?<![a-z])moderate(?:ly)?(?![a-z]))|(?P<mild>轻度|轻微|(?<![a-z])(?:mild|slight)(?:ly)?(?![a-z]))")
)
_RISK: Final = re.compile(in_base(r"风险[^，。；]{0,6}?(?P<low>低)|风险[^，。；]{0,6}?(?P<moderate>中)|风险[^，。；]{0,6}?(?P<high>高)|(?P<low2>低风险|low risk|risk (?:is |was )?low|low throughout)|(?P<high2>高风险|high risk|risk (?:is |was )?high)"))

_N: Final = rf"(?:\d{{1,4}}(?:\.\d)?|[{CHARACTERS}半两]{{1,3}}|(?<![a-z])(?:half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty)(?: (?:or|to) [a-z]+)?)"
_RATE: Final = r"(?: (?:a|an|per|each|every) (?:day|night|evening|week|month|weekend)| (?:daily|nightly|weekly|monthly))?"
_TAKEN: Final = re.compile(
    rf"(?:每|一)[日天晚周夜][，,]?(?:约|大约|近|要|喝|抽|吸|饮|吃|至少)*{_N}\s?[支根包杯罐瓶两斤颗粒口克打][一-鿿]{{0,2}}?(?=$|[，。；、,;]|[一-鿿])"
    rf"|{_N}\s?(?:支|根|包|杯|罐|瓶|斤|颗|单位|毫升)(?:[/每][日天晚周])?"
    rf"|{_N}[ -](?:large |small |strong )?(?:units?|cigarettes|packs?|packets?|glass(?:es)?|bottles?|pints?|cans?|cups?|joints?|grams?|g|drinks|spliffs|roll-ups)(?: of [a-z]+)?(?![a-z]){_RATE}"
)
_WEIGHED: Final = re.compile(rf"(?P<n>{_N})\s?(?P<unit>kg|kilos?|公斤|千克|斤|磅|pounds?|lbs?|stone)(?![a-z])")
_SLEPT: Final = re.compile(rf"{_N}(?:到{_N})?\s?(?:个)?(?:小时|钟头|hours?(?: (?:of sleep|a night|per night|each night))*)")
_AMOUNTS: Final = {
    **dict.fromkeys(("increased alcohol use", "binge drinking", "smoking", "cannabis use", "betel nut use", "ketamine use", "amphetamine use", "excessive caffeine intake", "opioid use"), _TAKEN),
    **dict.fromkeys(("weight loss", "weight gain"), _WEIGHED),
    **dict.fromkeys(("insomnia", "decreased need for sleep"), _SLEPT),
}
"""What is told with how much of it, and how that is written."""


def amount(text: str, folded: str, name: str, start: int, end: int) -> str:
    """How much of a habit, of weight or of sleep is told between two places, in the words of the text; "" where nothing is.

    >>> amount("smokes 20 cigarettes a day", "smokes 20 cigarettes a day", "smoking", 0, 26), amount("體重掉了六公斤", "体重掉了六公斤", "weight loss", 0, 7)
    ('20 cigarettes a day', '6 kg')
    """
    pattern = _AMOUNTS.get(name)
    found = pattern.search(folded, start, end) if pattern is not None else None
    if found is None:
        return ""
    if "unit" in found.groupdict() and found["unit"][:1] in "k公千":
        return f"{found['n'] if found['n'].isascii() else to_int(found['n'])} kg"
    return text[found.start() : found.end()].strip("，, ")


def fields(text: str, folded: str, clause: tuple[int, int], sentence: tuple[int, int]) -> dict[str, str]:
    """What a symptom told in `clause` of `sentence` is told with, by the name of the field.

    >>> fields("一到晚上就「有人在講我」", "一到晚上就「有人在讲我」", (0, 12), (0, 12))
    {'thought': '有人在講我'}
    """
    found: dict[str, str] = {}
    if quoted := _QUOTED.search(text, *clause):
        found["thought"] = quoted[1]
    elif _THOUGHT.search(folded, *clause):
        found["thought"] = text[slice(*clause)]
    if "thought" not in found and _SITUATION.search(folded[slice(*clause)]):
        found["situation"] = text[slice(*clause)]
    if emotion := _EMOTION.search(folded, *sentence):
        found["emotion"] = text[emotion.start() : emotion.end()]
    behind = folded[clause[1] : sentence[1]].lstrip("，, ：:")
    if _BEHAVIOUR.match(behind):
        start = sentence[1] - len(behind)
        found["behaviour"] = re.split(r"[，,；;。]", text[start : sentence[1]])[0].strip()
    return found


def side(folded: str, start: int, end: int) -> str:
    """left, right or bilateral; "" where nothing says which."""
    found = _SIDE.search(folded, start, end)
    return "" if found is None else {"both": "bilateral"}.get(str(found.lastgroup), str(found.lastgroup))


def severity(folded: str, start: int, end: int) -> str:
    """mild, moderate or severe; "" where nothing says so."""
    found = _SEVERITY.search(folded, start, end)
    return "" if found is None else str(found.lastgroup)


def risk(folded: str, start: int, end: int) -> str:
    """low, moderate or high, where the risk is named; else ""."""
    found = _RISK.search(folded, start, end)
    return "" if found is None else str(found.lastgroup).rstrip("2")
