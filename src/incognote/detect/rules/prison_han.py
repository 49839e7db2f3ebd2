"""Named prisons, detention houses and youth-justice schools in Chinese.

Taiwan: 監獄, 看守所, 少年輔育院, 矯正學校, 戒治所, 技能訓練所, 少年觀護所; mainland: 监狱, 看守所, 拘留所, 戒毒所; Hong Kong:
懲教所, 惩教院. Source: catalogue 7.1; names of the kinds from the Agency of Corrections' organisation act.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "現於北勢監獄服刑，曾入監獄"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['北勢監獄']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import Kind, institution, is_han
from incognote.document import Span

_ENDINGS: Final = (
    "監獄", "监狱", "看守所", "輔育院", "辅育院", "少年輔育院", "少年觀護所", "觀護所", "矯正學校", "矫正学校", "矯正機關", "戒治所", "戒毒所", "拘留所", "拘留室", "外役監", "分監", "分监",
    "女監", "女子監獄", "技能訓練所", "少年之家", "懲教所", "惩教所", "懲教院", "感化院", "少管所", "未成年犯管教所", "收容所", "收容中心", "劳教所", "教養院",
)  # fmt: skip
_COMMON: Final = frozenset(
    ["女子", "男子", "少年", "青少年", "地方", "法務部", "矯正署", "司法", "強制", "强制", "隔離", "台灣", "臺灣", "看守", "某", "某某", "該", "该", "本", "此", "各", "第一", "第二", "第三", "大型", "重刑", "外國人", "移民署", "專勤隊", "附設", "入", "進", "出", "在", "外", "因", "兒童", "儿童", "動物", "流浪", "流浪動物", "流浪狗", "身心障礙", "身障", "殘障", "臨時", "公立", "私立", "國立", "市立", "縣立", "難民", "遊民", "街友", "婦女", "原", "同", "另", "市", "县", "縣", "省", "吸毒", "戒毒", "未成年犯", "自愿", "自願"]
)
_KIND: Final = Kind("PRISON", "rules/prison_han", _COMMON, longest_core=8)
_OTHERS: Final = frozenset({"教養院", "收容所", "收容中心", "少年之家"})  # more often homes than prisons


def find(page: Page) -> Iterator[Span]:
    for cue in page.cues.get("prison", NO_CUES):
        found = institution(page, cue, _KIND) or _two_characters(page.text, cue)
        if found:
            label = "ORG" if page.text[slice(*cue)] in _OTHERS else "PRISON"
            yield page.span(*found, label, None, _KIND.source, _KIND.score)


def _two_characters(text: str, cue: tuple[int, int]) -> tuple[int, int] | None:
    """曾在看雲監獄, 入望安監獄: two characters behind a word of place, though the first also leads up to names."""
    start = cue[0] - 2
    if start < 1 or text[start - 1] not in "在於于入到至自從从由送往" or not (is_han(text[start]) and is_han(text[start + 1])):
        return None
    core = text[start : cue[0]]
    return None if core in _COMMON or core[1] in _COMMON or core[0] in "外過过被這那" else (start, cue[1])


RULES = (Rule("prison_han", find, {"prison": _ENDINGS}, needs=("prison",)),)
