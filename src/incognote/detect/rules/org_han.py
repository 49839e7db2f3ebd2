"""Named organisations in Chinese that are neither hospital nor school: employers, homes, shops, NGOs, temples.

Full names by their ending incl. the branch (好多量販店中和店), short ones after a word for employment (任職於鼎禾).
Nation-wide agencies (健保署, 警察局) and common nouns (護理之家, 公司) stay; a local branch does not (板橋分局).
Source: catalogue 7.4 O1-O5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "由板橋分局員警送至護理之家，轉出：康馨護理之家"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['板橋分局', '康馨護理之家']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import DATA, Kind, institution, is_han, known, name_start, strip_common
from incognote.document import Span
from incognote.gazetteer.loader import read_list

_ENDINGS: Final = (
    "公司", "有限公司", "股份有限公司", "集團", "集团", "工廠", "工厂", "机械厂", "機械廠", "紡織廠", "纺织厂", "食品廠", "食品厂", "电子厂", "電子廠", "化工廠", "化工厂", "鋼鐵廠", "钢铁厂", "水泥廠", "水泥厂",
    "製藥廠", "制药厂", "服装厂", "鞋厂", "玩具厂", "木材廠", "鐵工廠", "汽車廠", "汽车厂", "修車廠", "造船廠", "實業社", "工程行", "企業社", "商行", "事務所", "事务所", "工作室",
    "基金會", "基金会", "協會", "协会", "學會", "促進會", "聯盟", "教會", "教会", "教堂", "禮拜堂", "禪寺", "精舍", "慈善會", "功德會", "福利會", "家扶中心", "育幼院", "福利院", "敬老院", "养老院", "養老院",
    "孤儿院", "孤兒院", "護理之家", "护理院", "養護中心", "養護之家", "養護所", "安養院", "安養中心", "安養護中心", "長照中心", "長照機構", "長期照顧中心", "長照社團法人", "日照中心", "日間照顧中心", "日间照料中心",
    "康復之家", "庇護工場", "庇護所", "老人之家", "仁愛之家", "榮譽國民之家", "榮家", "護老院", "安老院", "老人公寓", "月子中心", "產後護理之家", "居家護理所", "居家長照機構", "社福中心", "社會福利服務中心", "家庭服務中心", "服務站", "中途之家", "收容中心",
    "分局", "派出所", "分駐所", "警察局", "公安局", "消防隊", "消防分隊", "區公所", "鄉公所", "鎮公所", "市公所", "戶政事務所", "街道办事处", "居委会", "村委会", "居民委员会", "村民委员会", "司法所", "民政局", "地方法院", "人民法院", "地檢署", "检察院",
    "量販店", "量贩店", "大賣場", "賣場", "超市", "超商", "百貨", "百货", "商場", "商场", "購物中心", "便利店", "便利商店", "餐廳", "餐厅", "飯店", "饭店", "酒店", "旅館", "宾馆", "賓館", "小吃店", "早餐店", "飲料店", "美髮店", "推拿館", "推拿馆", "國術館", "按摩店", "健身房", "網咖", "网吧", "KTV".lower(),
    "銀行", "银行", "農商行", "农商行", "信用社", "農會", "漁會", "郵局", "保險公司", "證券", "人壽", "工會", "工会", "合作社", "客運", "貨運", "车队", "車隊", "工地", "農場", "农场", "養雞場", "養豬場", "养鸡场", "养猪场", "里辦公處", "村辦公處", "辦事處", "办事处", "牧場", "漁場", "礦場", "煤矿", "电厂", "電廠", "發電廠",
    "紡織", "建設公司", "營造", "科技", "電子", "生技", "基因", "實業", "企業", "精密", "光電", "半導體", "物流", "製藥", "保全", "清潔公司", "人力仲介",
    "宮", "廟", "庙", "寺", "堂", "厂", "廠",
)  # fmt: skip
_NEEDS_CUE: Final = frozenset(
    ("紡織", "科技", "電子", "生技", "基因", "實業", "企業", "精密", "光電", "半導體", "物流", "製藥", "營造", "保全", "宮", "廟", "庙", "寺", "堂", "厂", "廠",
     "工地", "工作室", "聯盟", "學會", "KTV".lower(), "車隊", "车队", "服務站", "商行")
)  # fmt: skip
_ANYWHERE: Final = frozenset(["公司", "工廠", "工厂", "餐廳", "餐厅", "飯店", "饭店", "超市", "超商", "賣場", "工地", "農場", "农场", "教會", "教会", "旅館", "便利商店", "百貨", "商場", "商场", "廠", "厂"])
_TEMPLES: Final = frozenset("宮廟庙寺")
_COMMON: Final = frozenset(read_list(DATA, "org_words"))
_KIND: Final = Kind("ORG", "rules/org_han", _COMMON, longest_core=8)
_TIES: Final = re.compile(
    r"(?:在|於|于|至|到|由|往|送|任職|任职|服務|受雇|受僱|上班|工作|職業|职业|雇主|單位|单位|公司|連結|轉介|捐|去|赴|經營|经营|參加|住|送|信仰|拜)[於于在至:：]{0,2} ?$"
)
_TO_WORK: Final = (
    "任職於", "任职于", "任職在", "服務於", "服务于", "工作於", "工作于", "受僱於", "受雇於", "受雇于", "就職於", "就职于", "工作單位", "工作单位", "服務單位", "服務機關", "雇主", "任職公司", "上班於", "公司名稱",
)  # fmt: skip
_NAME_AFTER_CUE: Final = re.compile(r"[ :為为是]{0,2}([\u4e00-\u9fff]{2,8}?)(?=接觸|接触|擔任|担任|任|上班|工作|當|当|做|期間|期间|的|已|約|约|多年|[\s,.;，。；、()（）\d]|$)")
_BRANCH: Final = re.compile(r"[\u4e00-\u9fff]{2,3}?(?:分店|支行|店|門市|门市|分行|分公司|分會|分会|分社|分部|廠|厂|院區)(?![員员長长])")
_PERSON_NEXT: Final = re.compile(r"(?:醫學|研究|化|學|壁|頸|腔|體|体|內|内|外口|底|纇|縮|收縮|腺|肌)")


def find(page: Page) -> Iterator[Span]:
    for cue in page.cues.get("org", NO_CUES):
        found = _named(page, cue)
        if found:
            yield page.span(*found, "ORG", None, _KIND.source, _KIND.score)
    for start, _ in page.cues.get("at_work", NO_CUES):
        found = _workplace(page.text, start)
        if found:
            yield page.span(*found, "ORG", None, _KIND.source, 0.8)
    for _, end in page.cues.get("workplace", NO_CUES):
        value = _NAME_AFTER_CUE.match(page.text, end)
        if value and strip_common(page.text, value.end(1), _COMMON) > value.start(1) and _is_name(page.text, value):
            yield page.span(*value.span(1), "ORG", None, _KIND.source, 0.8)


def _workplace(text: str, start: int) -> tuple[int, int] | None:
    """The name between 在 and 上班: 在富士康上班."""
    left = name_start(text, start, limit=8, soft_stops=False)
    name = text[left:start]
    if not 2 <= len(name) <= 7 or not left or text[left - 1] not in "在於于":
        return None
    if name in known() or (name[:2] in known() and len(name) == 3) or name.endswith(_ENDINGS + _NOT_WORKPLACES):
        return None
    return (left, start) if strip_common(text, start, _COMMON) > left else None


_NOT_WORKPLACES: Final = (
    "家", "家裡", "家里", "家中", "外", "外面", "外地", "店", "廳", "市場", "市场", "夜市", "學校", "学校", "醫院", "医院", "診所", "車站", "加油站", "國外", "国外", "工廠", "廠", "厂", "公司", "單位", "单位", "部隊", "政府", "田", "田裡", "山上", "海上", "船上", "室內", "户外", "戶外", "高溫", "環境", "环境",
    "期間", "处", "處", "班", "上", "邊", "旁", "下", "中", "後", "前", "時", "时", "間", "裡", "里", "內", "内", "區", "市", "縣", "鄉", "鎮", "村", "校", "院", "所", "局", "站", "場", "场", "地", "攤", "行業", "行业", "業", "业", "產線", "櫃台", "辦公室", "办公室",
)  # fmt: skip


def _named(page: Page, cue: tuple[int, int]) -> tuple[int, int] | None:
    text, (start, end) = page.text, cue
    word = page.lower[start:end]
    if start == 0 or not is_han(text[start - 1]) or _PERSON_NEXT.match(text, end):
        return None
    if text[start - 1] in "區区市縣县鄉乡鎮镇" and word in _ANYWHERE:
        return None  # 龜山區工廠
    if text[end : end + 1].isdigit():
        return None  # 石桥村委会3组, 馬稠後農場59號: a level of an address
    found = institution(page, cue, _KIND)
    if found is None:
        return None
    left = found[0]
    if word in _NEEDS_CUE:
        if not _TIES.search(text, max(0, left - 8), left):
            return None
        if end < len(text) and is_han(text[end]) and not (word in _TEMPLES and start - left >= 2) and not re.match(r"[任擔做當上工拜參的裡内內收求祈廟]", text[end:]):
            return None
    branch = _BRANCH.match(text, end)
    return left, branch.end() if branch else end


def _is_name(text: str, value: re.Match[str]) -> bool:
    return name_start(text, value.end(1)) <= value.start(1) and text[value.end(1) - 1] not in "院所"


RULES = (Rule("org_han", find, {"org": _ENDINGS, "workplace": _TO_WORK, "at_work": ("上班", "打工", "工作", "任職", "任职", "務工", "务工", "當作業員", "當保全", "當店員")}),)
