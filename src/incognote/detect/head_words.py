"""What the pieces of a document's head are called: words in front of a value, keys of a record, ends of such words.

A form nobody has seen has words of its own, and they end as the known ones do: 登记号 is a number of a chart, 調劑日 a day.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

NAME_WORDS: Final = (
    "病患姓名", "病人姓名", "患者姓名", "個案姓名", "產婦姓名", "产妇姓名", "中文姓名", "英文姓名", "病人名", "姓名", "中文名", "英文名", "本名", "全名", "病人", "病患", "患者",
    "個案", "个案", "案主", "保險對象", "保险对象", "被保險人", "被保险人", "受檢者", "受检者", "受試者", "受试者", "就診者", "就诊者", "就醫者", "住民",
    "產婦", "产妇", "就诊人", "就診人", "參保人", "参保人", "求診者", "叫號用", "叫號", "顯示", "內部", "内部",
)  # fmt: skip
BIRTH_WORDS: Final = ("出生年月日", "出生日期", "出生年月", "出生日", "出生", "生日", "生於", "生于", "生年", "誕生")
VISIT_WORDS: Final = (
    "看診日期", "看診日", "看診", "就診日期", "就診日", "就診", "就诊日期", "就诊日", "就诊", "就醫日期", "就醫日", "就醫", "就医日期", "就医", "來診日期", "來診日", "來診",
    "来诊", "初診", "初诊", "複診日", "複診", "复诊", "門診日期", "門診日", "門診", "门诊日期", "门诊", "本次", "到診", "到院", "掛號日", "掛號", "挂号", "診日", "本日", "今日",
    "訪視日", "訪視", "回診日", "回診", "回诊", "首評", "首评", "初評", "初评", "首訪", "首访", "報到", "报到", "登记", "登記", "調劑", "调剂", "採檢", "采样", "採樣", "急診", "急诊", "夜診", "上午診", "下午診",
)  # fmt: skip
ID_WORDS: Final = ("身分證字號", "身份證字號", "身分證號", "身份證號", "身分證", "身份證", "身分", "身份证号码", "身份证号", "身份证尾号", "证件号码", "证件号", "證件號碼", "居民身份证", "身份证", "證號", "證件", "证件", "护照", "護照", "居留證", "健保卡號", "健保卡", "医保卡")
CHART_WORDS: Final = ("病歷號碼", "病歷號", "病歷", "病历号", "病历", "病案号", "就診卡", "就诊卡", "掛號證", "卡號", "卡号", "號碼", "号码", "門診號", "门诊号", "住院號", "住院号", "病人ID", "患者ID", "门诊ID", "登记号", "康复号")
OTHER_WORDS: Final = (
    "主治醫師", "主治医师", "主治", "醫師", "醫生", "医师", "医生", "大夫", "主任", "院長", "护士", "護理師", "護理", "护理", "藥師", "治療師", "社工", "個管", "督導", "技師", "檢驗師",
    "家屬", "家属", "聯絡人", "联系人", "聯絡", "联系", "緊急", "紧急", "配偶", "先生", "太太", "丈夫", "妻子", "父親", "母親", "父亲", "母亲", "父", "母", "夫", "妻", "兒子", "女兒", "儿子", "女儿",
    "案母", "案父", "案妻", "案夫", "案子", "案女", "監護人", "监护人", "法代", "陪同", "陪", "轉介", "轉診", "開單", "開立", "報告", "記錄", "紀錄", "记录", "送檢", "介紹", "承辦", "通報", "照護者", "看護",
    "申請人", "申请人", "申請者", "申請醫師", "會診", "会诊", "收件", "核對", "審核", "审核", "製表", "簽名", "签名", "簽章", "交班", "接班", "管床", "經管", "经管", "主管", "責護", "责护", "責任", "责任", "值班", "總值", "带教", "帶教", "上级", "上級",
)  # fmt: skip
SORTED: Final = {word: kind for kind, words in (("name", NAME_WORDS), ("birth", BIRTH_WORDS), ("visit", VISIT_WORDS), ("id", ID_WORDS), ("chart", CHART_WORDS), ("other", OTHER_WORDS)) for word in words}
SIZES: Final = tuple(sorted({len(word) for word in SORTED}, reverse=True))
LATIN_LABEL: Final = re.compile(
    r"(?P<other>Dr\.?|Doctor|Physician|Attending|Provider|Consultant|Resident|Nurse|VS|NP|RN|CR|R\d|PGY|Intern|Mother|Father|Wife|Husband|Son|Daughter|Spouse|Contact|Guardian|Carer|Next of kin|NOK|from|per|Referr\w{0,4}|From|cc|Cc|To|Author|Signed|Ordered|Reported|Tech)(?![a-z])"
    r"|(?P<name>(?i:patient's name|(?:patient )?name in (?:chinese|english|roman|pinyin)|chinese name|english name|patient name|pt\.? name|full name|name|patient|client|member|pt)(?![A-Za-z#]))"
    r"|(?P<birth>(?i:date of birth|birth ?(?:date|dt|day)|b ?day|d\.?o\.?b\.?|born|birth))(?![A-Za-z])"
    r"|(?P<visit>(?i:date of service|date of visit|visit date|visit|seen on|seen|encounter|exam date|collected|arrived|admitted|appt|fill(?:ed)?|dos)(?![A-Za-z]))"
    r"|(?P<id>(?i:passport|social security(?: no\.?| number)?|social|soc(?: sec)?|gov(?:ernmen)?t id|ssn|nric|hkid|national id|id card|id no)(?![A-Za-z]))"
    r"|(?P<chart>(?i:patient id|pt id|mrn|mr ?#|unit (?:no|number)|med(?:ical)? rec(?:ord)?(?: no| number)?|record(?: no| number)?|mr|chart(?: no)?|acct|acc|hn|file no|no|pt ?#|ref)(?![A-Za-z]))"
)  # fmt: skip
KEYS: Final = {
    key: kind
    for kind, keys in (
        ("name", "name pname patientname ptname fullname patname legalname pt inenglish inchinese"),
        ("birth", "birth birthday dob birthdate dateofbirth born b birthdt bday"),
        ("id", "id idno idcard idn ssn nationalid passport cardid insuranceid soc social sfz"),
        ("chart", "mrn patientid hisid chart chartno medicalrecord medrec pid patid hn chartnumber recordno recordnumber ptno patno rec card"),
        ("visit", "visit visitdate regdate clindate encounterdate date seen admitdate dos servicedate apptdate opddate enc"),
        ("other", "doctor physician provider attending dr nurse contact mother father spouse guardian emergencycontact author reporter wife husband"),
    )
    for key in keys.split(" ")
}
_NO_LETTER: Final = re.compile(r"[^a-z]+")
_KEY_PARTS: Final = (
    ("other", re.compile(r"doctor|physician|provider|attend|nurse|contact|kin|mother|father|staff|user|author|hosp|clinic|dept|ward|phone|tel|mobile")),
    ("birth", re.compile(r"birth|dob|bday")),
    ("id", re.compile(r"idno|idcard|ssn|socsec|sfz|passport|nationalid|identity")),
    ("visit", re.compile(r"(?:visit|opd|reg|enc|clin|adm|seen|see|exam|svc|service)[a-z]*(?:date|dt|day)")),
    ("chart", re.compile(r"mrn|chart|medrec|record|ptno|patno|patientno|patid")),
    ("name", re.compile(r"(?:pt|pat|patient|client|full|legal|subject|person)[a-z]{0,3}name")),
)
BRIEF: Final = {"號": "chart", "号": "chart", "診": "visit", "诊": "visit", "生": "birth", "名": "name", "證": "id", "证": "id", "醫": "other", "医": "other"}
"""What one character in brackets says: (號)9348191."""
_CHARTS: Final = re.compile(r"(?:[號号]|[號号][碼码]|[編编][號号])\Z")
_NO_CHARTS: Final = re.compile(r"[電电]話|电话|手[機机]|[傳传]真|[床序領领取候叫批]|排隊|排队|卡序|[標标]本|[樣样]本|[檢检][體体验驗]|申[請请]|[醫医]院|收[據据]|[發发]票|保[險险][單单]|健保卡|[處处]方|[執执]照|[員员]工|工[號号]")
_VISITS: Final = re.compile(r"(?:日期?|[時时][間间])\Z")
_NO_VISITS: Final = re.compile(r"生|[術术]|次|今|昨|明|[發发]病|死|[隔每整当當]")
_TITLES: Final = re.compile(r"(?:[單单表籤签冊册]|[紀記记][錄录]|[報报]告)\Z")
_TOWNS: Final = frozenset("縣县市區区鄉乡鎮镇村里路街省")
_PLACES: Final = re.compile(r"(?:科|室|[門门][診诊]|[診诊]所|[醫医]院|病房|中心)\Z")


@lru_cache(maxsize=1024)
def kind_by_end(word: str) -> str | None:
    """What a run of Han that no list has is by its end: chart, visit, `none` (another label), `title`; None for a name or a word.

    >>> [kind_by_end(w) for w in ("登记号", "調劑日", "候诊序号", "癌症個管收案單", "骨科", "王小明")]
    ['chart', 'visit', 'none', 'title', 'title', None]
    """
    if not len(word) > 2:
        return "title" if _PLACES.search(word) else None
    if len(word) < 7 and _CHARTS.search(word):
        return "none" if _NO_CHARTS.search(word) else "chart"
    if len(word) < 7 and _VISITS.search(word):
        return "birth" if "出生" in word else None if _NO_VISITS.search(word) else "visit"
    return "title" if _TITLES.search(word) or _PLACES.search(word) or (len(word) > 3 and word[-1] in _TOWNS) else None


@lru_cache(maxsize=1024)
def kind_of_key(key: str) -> str | None:
    """What a key of a record says: `BirthDt` a birth, `ptno` a chart.

    >>> [kind_of_key(k) for k in ("PTNAME", "BirthDt", "Soc", "doctor_name", "OPDDATE", "colour")]
    ['name', 'birth', 'id', 'other', 'visit', None]
    """
    letters = _NO_LETTER.sub("", key.lower())
    if known := KEYS.get(letters):
        return known
    return next((kind for kind, found in _KEY_PARTS if found.search(letters)), None)
