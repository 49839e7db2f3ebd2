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
from incognote.names.likelihood import tables
from incognote.names.tables import to_base

_ENDINGS: Final = (
    "公司", "有限公司", "股份有限公司", "集團", "集团", "工廠", "工厂", "机械厂", "機械廠", "紡織廠", "纺织厂", "食品廠", "食品厂", "电子厂", "電子廠", "化工廠", "化工厂", "鋼鐵廠", "钢铁厂", "水泥廠", "水泥厂",
    "製藥廠", "制药厂", "服装厂", "鞋厂", "玩具厂", "木材廠", "鐵工廠", "汽車廠", "汽车厂", "修車廠", "造船廠", "實業社", "工程行", "企業社", "商行", "事務所", "事务所", "工作室",
    "基金會", "基金会", "協會", "协会", "學會", "促進會", "聯盟", "教會", "教会", "教堂", "禮拜堂", "禪寺", "精舍", "慈善會", "功德會", "福利會", "家扶中心", "育幼院", "福利院", "之家", "敬老院", "养老院", "養老院",
    "孤儿院", "孤兒院", "護理之家", "护理院", "養護中心", "養護之家", "養護所", "安養院", "安養中心", "安養護中心", "長照中心", "長照機構", "長期照顧中心", "長照社團法人", "日照中心", "日間照顧中心", "日间照料中心",
    "康復之家", "庇護工場", "庇護所", "老人之家", "仁愛之家", "榮譽國民之家", "榮家", "護老院", "安老院", "老人公寓", "月子中心", "產後護理之家", "居家護理所", "居家長照機構", "社福中心", "社會福利服務中心", "家庭服務中心", "服務站", "中途之家", "收容中心",
    "分局", "派出所", "分駐所", "警察局", "公安局", "消防隊", "消防分隊", "區公所", "鄉公所", "鎮公所", "市公所", "戶政事務所", "街道办事处", "居委会", "村委会", "居民委员会", "村民委员会", "司法所", "民政局", "地方法院", "人民法院", "地檢署", "检察院",
    "量販店", "量贩店", "大賣場", "賣場", "超市", "超商", "百貨", "百货", "商場", "商场", "購物中心", "便利店", "便利商店", "餐廳", "餐厅", "飯店", "饭店", "酒店", "旅館", "宾馆", "賓館", "小吃店", "早餐店", "飲料店", "美髮店", "推拿館", "推拿馆", "國術館", "按摩店", "健身房", "網咖", "网吧", "KTV".lower(),
    "銀行", "银行", "農商行", "农商行", "信用社", "農會", "漁會", "郵局", "保險公司", "證券", "人壽", "工會", "工会", "合作社", "客運", "貨運", "车队", "車隊", "工地", "農場", "农场", "養雞場", "養豬場", "养鸡场", "养猪场", "里辦公處", "村辦公處", "辦事處", "办事处", "牧場", "漁場", "礦場", "煤矿", "电厂", "電廠", "發電廠",
    "紡織", "建設公司", "營造", "科技", "電子", "生技", "基因", "實業", "企業", "精密", "光電", "半導體", "物流", "製藥", "保全", "清潔公司", "人力仲介",
    "衛生局", "卫生局", "社會局", "社會處", "勞工局", "教育局", "家防中心", "資源中心", "街友中心", "氧氣行", "據點", "日照", "氣行", "矿务局", "礦務局", "化工", "分隊", "支隊", "中隊", "會館", "会馆", "戲院", "戏院", "彩券行", "通訊處", "小作所", "小作坊", "鄰舍中心", "长者中心", "長者中心", "救護", "快遞", "快递", "外送", "數科", "数科", "模具", "建材", "洗車", "洗车", "咖啡", "便當", "便当", "飼料", "饲料", "設計", "设计", "廣告", "广告", "烘焙", "麵店", "面馆", "火鍋", "火锅", "燒烤", "茶飲", "美髮", "美容", "物業", "物业", "裝潢", "装潢", "水電", "營建", "建設", "建设", "地产", "地產", "網路", "网络", "软件", "軟體", "餐飲", "餐饮", "食品", "機械", "机械", "五金", "塑膠", "塑胶", "印刷", "貿易", "贸易", "国际", "國際", "开发", "開發", "顧問", "顾问", "运输", "運輸", "紡織品", "家具", "彩券", "禮儀", "生命", "照護", "看護中心", "仲介",
    "宮", "廟", "庙", "寺", "堂", "厂", "廠",
)  # fmt: skip
_NEEDS_CUE: Final = frozenset(
    ("之家", "據點", "日照", "氣行", "紡織", "科技", "電子", "生技", "基因", "實業", "企業", "精密", "光電", "半導體", "物流", "製藥", "營造", "保全", "宮", "廟", "庙", "寺", "堂", "厂", "廠",
     "工地", "工作室", "聯盟", "學會", "KTV".lower(), "車隊", "车队", "服務站", "商行")
)  # fmt: skip
_LINES: Final = frozenset(
    ("紡織", "科技", "電子", "生技", "實業", "企業", "精密", "光電", "半導體", "物流", "製藥", "營造", "保全", "快遞", "快递", "外送", "數科", "数科", "模具", "建材", "洗車", "洗车", "咖啡", "便當", "便当", "飼料", "饲料", "設計", "设计", "廣告", "广告", "烘焙", "麵店", "面馆", "火鍋", "火锅", "燒烤", "茶飲", "美髮", "美容", "物業", "物业", "裝潢", "装潢", "水電", "營建", "建設", "建设", "地产", "地產", "網路", "网络", "软件", "軟體", "餐飲", "餐饮", "食品", "機械", "机械", "五金", "塑膠", "塑胶", "印刷", "貿易", "贸易", "国际", "國際", "开发", "開發", "顧問", "顾问", "运输", "運輸", "紡織品", "家具", "救護", "禮儀", "生命", "照護", "仲介", "化工")
)
"""Lines of business: alone they name a trade; an employer's name where a job or a tie stands beside them."""
_JOB_NEXT: Final = re.compile(
    r"(?:的同[事仁]|[\u4e00-\u9fff]{0,5}?(?:工程師|工程师|架構師|架构师|設計師|设计师|會計|会计|作業員|作业员|操作工|操作员|操作員|工人|職員|职员|职工|普工|焊工|电工|女工|保安|工讀|店員|店员|店長|店长|廚助|廚師|厨师|調度|调度|司機|司机|經理|经理|主管|主任|助理|業務|专员|專員|技術員|技术员|員工|员工|老闆|老板|洗車工|駕駛|保全|倉管|採購|工装|工裝)|資遣|离职|離職|擔任|担任|任職|任职|上班|做|工作|打工|打工)"
)
_ANYWHERE: Final = frozenset(["公司", "工廠", "工厂", "餐廳", "餐厅", "飯店", "饭店", "超市", "超商", "賣場", "工地", "農場", "农场", "教會", "教会", "旅館", "便利商店", "百貨", "商場", "商场", "廠", "厂"])
_TEMPLES: Final = frozenset("宮廟庙寺")
_COMMON: Final = frozenset(read_list(DATA, "org_words"))
_KIND: Final = Kind("ORG", "rules/org_han", _COMMON, longest_core=8)
_TIES: Final = re.compile(
    r"(?:在|於|于|至|到|由|往|送|任職|任职|服務|受雇|受僱|上班|工作|職業|职业|雇主|單位|单位|公司|連結|轉介|捐|去|赴|經營|经营|參加|住|送|信仰|拜|回|轉|转)[於于在至:：]{0,2} ?$"
)
_TO_WORK: Final = (
    "任職", "任职", "任職於", "任职于", "任職在", "服務於", "服务于", "工作於", "工作于", "受僱於", "受雇於", "受雇于", "就職於", "就职于", "工作單位", "工作单位", "服務單位", "服務機關", "雇主", "任職公司", "上班於", "公司名稱",
)  # fmt: skip
_COMPANY: Final = re.compile(r"\([\u4e00-\u9fff]{2,6}\)(?:股份)?有限公司")
_VERBS: Final = frozenset("做為为於于在的是有要想去來来到被把給给和與与及或很再用看吃喝買买賣卖開开過过")
_WORK_TIE: Final = re.compile(r"(?:^|[原現现曾前穿被]|同[事仁]\(|現職:|现职:|職業:|职业:|廠商:?|廠商[\u4e00-\u9fff]{1,3} )[ ]?$")
_HIRED: Final = re.compile(r"[ :]{0,2}([\u4e00-\u9fff]{2,5})(?=[ ,，。;；、()\n]|$|小[\u4e00-\u9fff]|[A-Z\d])")
_NAME_AFTER_CUE: Final = re.compile(r"[ :為为是]{0,2}([\u4e00-\u9fff]{2,8}?)(?=接觸|接触|擔任|担任|任|上班|工作|當|当|做|期間|期间|的|已|約|约|多年|[\s,.;，。；、()（）\d]|$)")
_BRANCH: Final = re.compile(r"[一二三四五六七八九十]{1,2}[矿礦](?!工)|[一二三四五六七八九\d][廠厂](?!牌)|[\u4e00-\u9fff]{2,3}?(?:分店|支行|店|門市|门市|分行|分公司|分會|分会|分社|分部|廠|厂|院區)(?![員员長长])")
_OWN_NAME: Final = {"據點": re.compile(r"會[\u4e00-\u9fff]{0,6}$"), "日照": re.compile(r"[\u4e00-\u9fff]{2,3}[里村]$"), "氣行": re.compile(r"(?:^|[\n,，。、;( ])[\u4e00-\u9fff]{2,4}$")}
"""What a weak ending needs before it where no tie stands: 紅十字會西屯據點, 楓樹里日照, 阿德氣行送氧."""
_CHAIN_BRANCH: Final = re.compile(r"[^\W\d_a-zA-Z去買买在的逛到里有那這这]{2,5}?(?:店|門市|门市|分店|賣場)(?!員|员|長|长)")
_CHAINS: Final = (
    "好市多", "家樂福", "全聯", "大潤發", "愛買", "美廉社", "寶雅", "屈臣氏", "康是美", "全家", "萊爾富", "麥當勞", "肯德基", "摩斯漢堡", "星巴克", "路易莎", "85度c", "特力屋", "小北百貨", "燦坤", "全國電子", "迪卡儂", "鼎泰豐", "海底撈", "爭鮮", "藏壽司", "八方雲集", "鬍鬚張", "五十嵐", "清心福全",
    "沃尔玛", "永辉", "盒马", "家乐福", "大润发", "物美", "华润万家", "麦当劳", "瑞幸", "蜜雪冰城", "海底捞", "宜家", "山姆", "必胜客", "必勝客", "costco", "ikea",
)  # fmt: skip
_GAS_NEXT: Final = re.compile(r"送|租|電|来|來|[(（,，。]|$")
_PERSON_NEXT: Final = re.compile(r"(?:醫學|研究|化|學|壁|頸|腔|體|体|內|内|外口|底|纇|縮|收縮|腺|肌)")


def find(page: Page) -> Iterator[Span]:
    for cue in page.cues.get("org", NO_CUES):
        found = _named(page, cue)
        if found:
            yield page.span(*found, "ORG", None, _KIND.source, _KIND.score)
    for start, end in page.cues.get("chain", NO_CUES):
        found = _chain_branch(page.text, start, end)
        if found:
            yield page.span(*found, "ORG", None, _KIND.source, 0.85)
    for _, end in page.cues.get("hired", NO_CUES):
        vendor = _vendor(page, end)
        if vendor:
            yield page.span(*vendor, "ORG", None, _KIND.source, 0.8)
    for start, _ in page.cues.get("at_work", NO_CUES):
        found = _workplace(page.text, start)
        if found:
            yield page.span(*found, "ORG", None, _KIND.source, 0.8)
    for start, _ in page.cues.get("staff_of", NO_CUES):
        if found := _staffed(page.text, start):
            yield page.span(*found, "ORG", None, _KIND.source, 0.8)
    for start, end in page.cues.get("workplace", NO_CUES):
        value = _NAME_AFTER_CUE.match(page.text, end)
        bare = end - start == 2 and page.text[start] == "任"  # 任職中油, 任職期間
        if bare and (value is None or value[1].translate(to_base()) in tables().words or value[1][0] in _AFTER_POST):
            continue
        if value and len(value[1]) == 2 and value[1].translate(to_base()) in tables().words:  # 由雇主帶來
            continue
        if value and strip_common(page.text, value.end(1), _COMMON) > value.start(1) and _is_name(page.text, value):
            yield page.span(*value.span(1), "ORG", None, _KIND.source, 0.8)


def _workplace(text: str, start: int) -> tuple[int, int] | None:
    """The name between 在 and 上班: 在富士康上班."""
    left = name_start(text, start, limit=8, soft_stops=False)
    name = text[left:start]
    if not 2 <= len(name) <= 7 or not left or text[left - 1] not in "在於于" or name[0] in "一二三兩两每":
        return None
    if name in known() or (name[:2] in known() and len(name) == 3) or name.endswith(_ENDINGS + _NOT_WORKPLACES):
        return None
    return (left, start) if strip_common(text, start, _COMMON) > left else None


def _staffed(text: str, start: int) -> tuple[int, int] | None:
    """The name before 員工: 台岳員工; not 資深員工, 公司員工."""
    left = name_start(text, start, limit=6, soft_stops=False)
    name = text[left:start]
    words = tables().words
    if not 2 <= len(name) <= 4 or name in known() or strip_common(text, start, _COMMON) <= left or any(c in _VERBS for c in name):
        return None
    if any(name[i : i + 2].translate(to_base()) in words for i in range(len(name) - 1)) or name[-1] in "人業业新老的班部處处位名個个約约":
        return None
    return left, start


_AFTER_POST: Final = frozenset("期多已約约滿满近達达於于在至迄之後后前時时單单公該该某本原同")
_NOT_WORKPLACES: Final = (
    "家", "家裡", "家里", "家中", "外", "外面", "外地", "店", "廳", "市場", "市场", "夜市", "學校", "学校", "醫院", "医院", "診所", "車站", "加油站", "國外", "国外", "工廠", "廠", "厂", "公司", "單位", "单位", "部隊", "政府", "田", "田裡", "山上", "海上", "船上", "室內", "户外", "戶外", "高溫", "環境", "环境",
    "期間", "处", "處", "班", "上", "邊", "旁", "下", "中", "後", "前", "時", "时", "間", "裡", "里", "內", "内", "區", "市", "縣", "鄉", "鎮", "村", "校", "院", "所", "局", "站", "場", "场", "地", "攤", "行業", "行业", "業", "业", "產線", "櫃台", "辦公室", "办公室",
)  # fmt: skip


def _named(page: Page, cue: tuple[int, int]) -> tuple[int, int] | None:
    text, (start, end) = page.text, cue
    word = page.lower[start:end]
    if start == 0 or not is_han(text[start - 1]) or text[start - 1 : start] == word or _PERSON_NEXT.match(text, end):
        return None
    if text[start - 1] in "區区市縣县鄉乡鎮镇" and word in _ANYWHERE:
        return None  # 龜山區工廠
    if text[end : end + 1].isdigit() or (word[-1] in "會会" and text[end : end + 1] in _MEETS):
        return None  # 石桥村委会3组, 馬稠後農場59號: a level of an address
    found = institution(page, cue, _KIND)
    if found is None and word in _LINES and start > 2 and text[start - 3] in "在於于" and is_han(text[start - 2]):
        found = (start - 2, end)  # 在和信紡織: 和 opens the name
    if found is None and word in ("矿务局", "礦務局") and start - name_start(text, start) > 1:
        found = (name_start(text, start), end)  # 大同: two common characters and a city
    if found is None:
        return None
    left = found[0]
    if set(text[left:start]) & _ACTED:
        return None  # 懷孕沒讓工廠知道, 煮饭省力技巧教会
    if word in _LINES:
        return _employer(text, left, start, end)
    if word in _NEEDS_CUE and not text.startswith(("移民署", "健保署", "国寿", "監理"), left):
        own = _owns_name(text, start, end, word)
        if not own and not _TIES.search(text, max(0, left - 8), left):
            return None
        if not own and end < len(text) and is_han(text[end]) and not (word in _TEMPLES and start - left >= 2) and not re.match(r"[任擔做當上工拜參的裡内內收求祈廟]", text[end:]):
            return None
    branch = _BRANCH.match(text, end)
    return left, branch.end() if branch else end


_MEETS: Final = frozenset("談谈診诊議议")
_ACTED: Final = frozenset("沒没讓让煮教")


def _owns_name(text: str, start: int, end: int, word: str) -> bool:
    own = _OWN_NAME.get(word)
    if own is None or own.search(text, max(0, start - 9), start) is None:
        return False
    return word != "氣行" or _GAS_NEXT.match(text, end) is not None


def _chain_branch(text: str, start: int, end: int) -> tuple[int, int] | None:
    """好市多中和店, 全聯永和店: a chain that everybody knows, with the branch; 全家 is also the whole family."""
    branch = _CHAIN_BRANCH.match(text, end)
    if branch is None or (text[start:end] == "全家" and text[end : end + 2] not in known()):
        return None
    return start, branch.end()


def _employer(text: str, left: int, start: int, end: int) -> tuple[int, int] | None:
    """聯穎光電製程工程師, 拾光咖啡工讀, 原藍海物流: a line of business with a name, and a job or a tie beside it."""
    name = text[left:start].translate(to_base())
    words = tables().words
    tied = _TIES.search(text, max(0, left - 8), left) or _WORK_TIE.search(text, max(0, left - 8), left)
    branch = _BRANCH.match(text, end)
    job = _JOB_NEXT.match(text, branch.end() if branch else end) or _JOB_NEXT.match(text, end)
    if branch and (job or tied) and text[branch.end() - 1] in "店廠厂":
        end = branch.end()
    if len(name) < 2 or (name in words and not (job and tied)) or (text[left:end].translate(to_base())) in words or any(c in _VERBS for c in text[left:start].removeprefix("和")):
        return None
    if start - left < 2 and start > 2 and text[start - 3] in "在於于" and is_han(text[start - 2]):
        left = start - 2  # 在和信紡織: 和 opens the name
    company = _COMPANY.match(text, end)  # 东瀛精密（苏州）有限公司
    if company:
        return left, company.end()
    if not job and not tied:
        return None
    if not job and end < len(text) and is_han(text[end]):
        return None
    return left, end


def _vendor(page: Page, end: int) -> tuple[int, int] | None:
    """車隊速康, 救護車鐵軍救護 3/29, 禮儀公司福緣生命: the name of who is hired, right behind the word for the trade."""
    text = page.text
    value = _HIRED.match(text, end)
    if value is None:
        return None
    start, last = value.span(1)
    name = value[1].translate(to_base())
    if value[1].startswith(("隨車", "随车", "到場", "到场", "抵達", "抵达")):
        return None
    if value[1].endswith(tuple(_LINES)) and len(name) >= 4:
        return start, last
    words = tables().words
    if len(name) > 3 or name in words or any(name[i : i + 2] in words for i in range(len(name) - 1)) or name_start(text, last) > start:
        return None
    return start, last


def _is_name(text: str, value: re.Match[str]) -> bool:
    return name_start(text, value.end(1)) <= value.start(1) and text[value.end(1) - 1] not in "院所"


RULES = (Rule("org_han", find, {"org": _ENDINGS, "chain": _CHAINS, "workplace": _TO_WORK, "hired": ("車隊", "救護車", "救护车", "禮儀公司", "葬儀社", "廠商", "仲介公司", "仲介", "輔具公司", "租賃公司", "搬家公司", "體檢單位", "体检单位", "受檢單位", "受检单位", "送件單位", "工作单位", "工作單位"), "at_work": ("上班", "打工", "工作", "任職", "任职", "務工", "务工", "當作業員", "當保全", "當店員", "當廚師", "當司機", "當業務", "當店長", "當會計", "當警衛", "送外卖", "送外賣", "跑单", "当保安", "当厨师", "当司机", "当会计"), "staff_of": ("員工", "员工")}, needs=("org", "chain", "hired", "at_work", "workplace", "staff_of")),)
