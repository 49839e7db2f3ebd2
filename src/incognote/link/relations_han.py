"""What a Chinese report says of the people it names beyond words beside names: who speaks, who signs, who is listed,
tables whose people stand in columns, somebody who 即 somebody else is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.columns_han import people_in_columns
from incognote.link.evidence import Claim, Range
from incognote.link.kinship import compose
from incognote.link.lists_han import people_in_lists
from incognote.link.relations import SIBLINGS
from incognote.link.role_words import Hit, role_of
from incognote.link.sex_han import han_sex
from incognote.names.variants import parts_of

_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_SELF: Final = re.compile(r"(?<![\u4e00-\u9fff])我(?:的名字)?(?:叫做?|是|名叫)[ 「『\"]?\Z|[，,。「]我(?:叫做?|名叫)\Z")
_SPOKEN_WITH: Final = re.compile(r"(?:(?:談話|會談|訪談|晤談|訪視|受訪|詢問|談話)(?:對象|者|人)|受詢問人|受訪談人|陳述人|聲請人)[為是：: ]{0,3}(?:案主之?)?([\u4e00-\u9fff]{1,5})")
_LITTLE: Final = re.compile(r"(?:囝仔|囡仔|孩子|小孩|小朋友|男童|女童|幼童|孩童|小弟弟|小妹妹|女嬰|男嬰|弟弟|妹妹|寶寶)[^，。；,;\n]{0,5}(?:叫做?|叫作|名叫|綽號|小名|暱稱|名字是|喊他|喊她)[ 「『\"]?\Z")
_NUMBER_HEAD: Final = re.compile(r"(?:\A|\n|[】\]：:　 ])(?:病歷號?碼?[：: ]?)?[A-Z]?\d{5,11}[\s|｜,，]*\Z")
_YOUNG: Final = re.compile(r"[\s,，、|｜(（/]{0,3}(?:[男女MF][\s,，、]{0,2})?(?:(\d{1,2})[ ]?(?:歲|足歲|y(?:\d{1,2}m)?\b|y/?o|Y)|\d{1,2}[ ]?(?:個月|個多月|月大|m\b|M\b|天大|日大|d\b))")
_TOPIC: Final = re.compile(r"(?:\A|[\n。；，「])([案生]?[父母]|媽媽|爸爸|母親|父親|案[\u4e00-\u9fff]{1,3})(?:目前|現|仍|還)?在[^，。；\n]{1,24}[，,]\Z")
_SIGNS: Final = re.compile(r"[ 　\t]*[(（]?(?:核閱|核章|記錄|紀錄|撰寫|撰|製表|填表|填報|訪視|評估|繕打|謹陳|報告|謹識|筆|記|製作|訪)[)）]?[ 　：:\d./年月日-]*(?:\n|\Z)")
_WROTE: Final = re.compile(r"(?:\A|[\n。；　 ）)])(?:寫|撰寫|記錄|紀錄|筆|撰|紀|訪|訪視|評估|派案|承辦|受理|接案|收案|指派|分派|核)人?員?[：:；; 　]?\Z")
_POLICE: Final = re.compile(r"警察局|分局|派出所|分駐所|筆錄|警詢")
_EVEN: Final = re.compile(r"[，, ]?[(（]?(?:即為?|就是|亦即|也就是|係|為|是)(?:案主|案童|兒少|個案|被害人)?之?的?")
_BRACKET: Final = re.compile(r"[ ]?[(（](?:即|為|係)?(?:案主|案童|兒少|個案|被害人)?之?的?([\u4e00-\u9fff]{1,7})[,，、)）]")
_OFFSPRING: Final = {"案子": "son", "案女": "daughter", "案長子": "son", "案次子": "son", "案長女": "daughter", "案次女": "daughter", "案媳": "daughter_in_law", "案婿": "son_in_law"}
_HALF: Final = re.compile(r"(?:這位|該名?|此|這個|其)(?:是|為)?(同[父母]異[父母]的?)(?:大|二|小)?([哥姊姐弟妹])")
_HALF_BEFORE: Final = re.compile(r"同[父母]異[父母]之?的?(?:案?[哥姊姐弟妹兄]{1,2}|手足)?\Z")
_CALLER: Final = re.compile(r"(?:來電者|來電人|通報者|通報人|報案人|報案者|檢舉人|民眾)(?:(?![孩囝囡兒童]|案主)[^。；\n]){0,40}(?:叫[她他我]?|姓|稱呼[她他]?|自稱(?:是|為)?)[ 「]?\Z")
_CALLS: Final = re.compile(r"(?:太太|先生|小姐|女士|老師|導師|醫師|護理師|社工師?|阿姨|里長|媽媽|奶奶|校長|員警|主任)?(?:今日|今天|昨日|當日|隨即|立即|主動|於[\d/.: ]{3,12})?(?:來電|致電|去電|打電話|撥打|電話|向)?(?:113|１１３|本中心|家防中心|社會局)?(?:進行|責任|依法)?(?:通報|報案|舉報|檢舉|報警)(?!人|單|表|紀錄|編號|書|後)")
_NOT_CALLS: Final = re.compile(r"(?:對|向|將|被|遭|把|與|和)\Z")
_LIVES: Final = re.compile(r"(?:來電者|來電人|通報者|通報人|報案人|民眾)[^。；\n]{0,14}(?:住|是|為|在)?(?:對面|樓下|樓上|隔壁|對門|同層|鄰居|同社區|同棟|鄰)[^。；\n]{0,30}\Z")
_ALSO: Final = re.compile(r"(?:代理人|相對人|行為人|加害人|嫌疑人|被告|監護人|照顧者|聲請人|證人|通報人)(?:即|為|係|兼|亦即)(?:案主|被害人|兒少|受安置人|未成年人)?之?的?([\u4e00-\u9fff]{1,5})[：: 　]{0,3}\Z")
_NAME_OF: Final = re.compile(r"([\u4e00-\u9fff]{1,6}?)之?的?(?:姓名|名字|本名|全名)[：: 　|｜\t]{0,3}\Z")
_WROTE_IT: Final = re.compile(r"(?:報告人|製作人|詢問人|偵詢人|筆錄人|繕打人?|製表人|填單人)[：: 　]{0,3}\Z")
_GROWN_SON: Final = re.compile(r"(?:\A|[，,、；;。\n 　：:與和及由])案子\Z")
"""Son of the subject; 這個案子 is the case."""
_ONE_CHILD: Final = re.compile(r"(?:育有|育|生有|生下|有|及|、)[ ]?(?:一|二|兩|三|長|次|么|獨)(?:子|女|男)\Z")
_THAT_IS: Final = re.compile(r"(叔叔|阿叔|阿伯|伯伯|阿姨|爸爸|哥哥|姊姊)(?:是指?|即|指的?是?|為|就是)(?:案主的?)?([\u4e00-\u9fff]{2,7}?)(?=[，。；、）)\n]|\Z)")
_BLANKS: Final = re.compile(r"[ 　]+")
_SPACED_LABEL: Final = re.compile(r"(?:\A|[\n|｜\t])[ 　]*([\u4e00-\u9fff](?:[ 　]+[\u4e00-\u9fff]){1,4})[ 　]*[：:|｜]?[ 　]*\Z")
_COMMA: Final = re.compile(r"[，,]")
_BORDER: Final = re.compile(r"[ 　]?(?:[，,。、；;：:（(）)」|｜\n]|\Z)")
_JOB_BEHIND: Final = re.compile(r"[（(，, ]?(?:為|係|是|擔任|現任|任職|即|[（(])[^，。；、\n]{0,10}?(教師|老師|導師|教練|班導|園長|主任|保母|保姆|托育人員|教保員|社工師?|護理師|醫師|鄰居|房東|同學|同事|雇主|老闆|員警|里長|志工|牧師|神父|司機|看護|友人|朋友|網友)(?=[，,。；;、）)\n ]|\Z)")
_MATE: Final = re.compile(r"[說和與跟由被把對，。；「、,稱 \n](?:她|他|其|我)?(先生|太太)\Z")
_THEIR_CHILD: Final = re.compile(r"之(?:親生|非婚生|未成年)?(?:長|次|三|么|獨|養)?(?:子女|子|女兒|女)(?![\u4e00-\u9fff]?友|士)")
_MY: Final = re.compile(r"我(?:的|們)?(?:大|小)?(?:兒子|女兒|孩子|老公|先生|太太|老婆|小孩)|我是[^。\n]{1,8}[，,](?:孩子|兒子|女兒)")
_ALLEGED_AND: Final = re.compile(r"(?:相對人|行為人|加害人|嫌疑人|被告|犯罪嫌疑人)(?:即|為|係|是|兼)(?:案主|被害人|兒少|受安置人)?之?的?[\u4e00-\u9fff]{1,5}[：: 　]{0,3}\Z")
_PAIRS: Final = frozenset("姊妹 姐妹 兄弟 姊弟 姐弟 兄妹".split())
_OF_CHILD: Final = frozenset("孩子 小孩 兒子 女兒 子女 么兒 么女 長女 長子 次子 次女 媽媽 爸爸 母親 父親 阿嬤 奶奶 外婆 阿公 爺爺 外公 母 父 的母親 的父親 祖母 外祖母 祖父".split())
_ADDRESSED: Final = frozenset({"叔叔", "伯伯", "阿姨", "阿伯"})
_MATES: Final = frozenset({"husband", "wife", "partner", "ex_partner"})
_FOSTER: Final = re.compile(r"寄養(?:媽媽|爸爸|父母|家庭|家|父|母)|寄媽|寄爸")
_FOSTER_NAME: Final = re.compile(r"(?:爸爸|媽媽|爸|媽)(?![\u4e00-\u9fff]?[的是]案)")
_NURSERY: Final = re.compile(r"托嬰中心|居家托育|托育中心|托育機構|托嬰所")
_STUDY: Final = re.compile(r"國小|國中|高中|幼兒園|幼稚園|附幼|小學|學校")
_DEPARTMENT: Final = re.compile(r"(?:骨|神外|整|外|內|兒|小兒|眼|牙|婦產|急診|精神|神經外|復健|放射|身心|皮膚|泌尿|耳鼻喉|家醫|心智|兒外|兒童青少年精神)科?[ ：:]?\Z")


def claims_han(text: str, places: Sequence[Range]) -> list[Claim]:
    """What a Chinese report says of the names at `places` that no word right beside them says."""
    if not places or not _HAN.search(text):
        return []
    found = [*people_in_columns(text, places), *people_in_lists(text, places)]
    speaker = _speaker(text)
    foster = _FOSTER.search(text) is not None
    nursery = _NURSERY.search(text) is not None and not _STUDY.search(text)
    signer = "police" if _POLICE.search(text, 0, 400) else "social_worker"
    last = len(text.rstrip())
    meant = {m[1]: role for m in _THAT_IS.finditer(text) if (role := role_of(m[2]))}
    for at, (start, end) in enumerate(places):
        before, after = text[max(0, start - 60) : start], text[end : end + 40]
        found += [Claim(at, role, cost, Hit(start, start, role, word)) for role, cost, word in _beside(before, after, speaker=speaker, signer=signer, sex=_sex(text[start:end]))]
        if foster and (text[start:end][-2:] in {"爸爸", "媽媽"} or (end - start < 3 and _FOSTER_NAME.match(after))):
            found.append(Claim(at, "foster_carer", 0.2, Hit(end, end, "foster_carer", "寄養")))
        if end + 3 > last and not text[text.rfind("\n", 0, start) + 1 : start].strip(" 　：:"):
            found.append(Claim(at, signer, 1.2, Hit(start, start, signer, "簽名")))
        if meant and (role := meant.get(before[-2:])):
            found.append(Claim(at, role, -0.9, Hit(start, start, role, before[-2:])))
        if nursery and before.rstrip(" ：:")[-2:] in {"主任", "老師", "園長"}:
            found.append(Claim(at, "carer", -0.3, Hit(start, start, "carer", "托育")))
        if (half := _HALF.search(text, end, end + 60)) and text[end : end + 1] in "哥姊姐弟妹":
            found.append(Claim(at, "half_sibling", -0.4, Hit(half.start(), half.end(), "half_sibling", half[0])))
    return found


def _beside(before: str, after: str, *, speaker: str, signer: str, sex: str | None) -> Iterator[tuple[str, float, str]]:
    """The roles that what stands before and behind one name says, with cost and word."""
    if speaker and _SELF.search(before):
        own = {"F": "mother", "M": "father"}.get(sex or "", speaker) if speaker == "parent" else speaker
        yield own, -0.3, own
    also = _ALSO.search(before)
    if also and (role := role_of(also[1])):
        yield role, -0.8, also[1]
    spaced = _SPACED_LABEL.search(before)
    if spaced and (role := role_of(_BLANKS.sub("", spaced[1]))):
        yield role, -0.2, _BLANKS.sub("", spaced[1])
    of = _NAME_OF.search(before)
    if of and (role := next((r for size in range(len(of[1]), 0, -1) if (r := role_of(of[1][-size:]))), None)):
        yield role, 0.0, of[1]
    if _WROTE_IT.search(before):
        yield signer, 0.3, "紀錄"
    if _GROWN_SON.search(before):
        yield "son", 0.1, "案子"
    if _ONE_CHILD.search(before):
        yield "child", 0.2, "子女"
    job = _JOB_BEHIND.match(after)
    if job and (role := role_of(job[1])):
        yield role, 0.9, job[1]
    mate = _MATE.search(before)
    if mate:
        yield ("husband" if mate[1] == "先生" else "wife"), 0.1, mate[1]
    if _THEIR_CHILD.match(after):
        yield "parent", 0.1, "家長"
    if _LITTLE.search(before):
        yield "child", 0.3, "個案"
    young = _YOUNG.match(after)
    if young and (not young[1] or int(young[1]) < 18) and _NUMBER_HEAD.search(before):
        yield "child", 0.0, "個案"
    topic = _TOPIC.search(before)
    if topic and (role := role_of(topic[1])):
        yield role, 0.9, topic[1]
    if _SIGNS.match(after) or _WROTE.search(before):
        yield signer, 0.8, "紀錄"
    if _LIVES.search(before) and _CALLER.search(before):
        yield "neighbour", 0.3, "鄰居"
    if _HALF_BEFORE.search(before):
        yield "half_sibling", -0.4, "同母異父"
    if _DEPARTMENT.search(before):
        yield "doctor", 0.3, "醫師"
    even = _EVEN.match(after)
    if even and even.end() and (word := _word_at(after, even.end())) and (word[0] != "child" or _BORDER.match(after, even.end() + len(word[1]))):
        yield word[0], -0.1, word[1]
    bracket = _BRACKET.match(after)
    if bracket:
        role = _OFFSPRING.get(bracket[1]) or role_of(bracket[1])
        if role and role not in {"alleged", "notifier"}:
            yield role, -0.2, bracket[0].strip(" ()（）,，、")


def _sex(name: str) -> str | None:
    parts = parts_of(name)
    return han_sex(parts.given[0]) if parts.han and parts.given and parts.surname else None


def _word_at(text: str, at: int) -> tuple[str, str] | None:
    """The longest word for somebody that stands at `at`, with its role."""
    for size in range(7, 1, -1):
        word = text[at : at + size]
        if len(word) == size and (role := role_of(word)) and role not in {"alleged", "notifier"}:
            return role, word
    return None


def _speaker(text: str) -> str:
    """The role of the one whom the report lets speak, where its head says who that is."""
    told = _SPOKEN_WITH.search(text, 0, 600)
    if told is None:
        return "parent" if _MY.search(text) else ""
    word = told[1]
    for size in range(len(word), 0, -1):
        if role := role_of(word[:size]):
            return role
    return ""


def owned_han(text: str, places: Sequence[Range], said: Iterable[Claim]) -> Iterator[Claim]:
    """`said` with whose kin a Chinese word means: 錦源之母鄭黃阿蜜, 美玲的姊姊周美惠, 王大明父親王老五."""
    starts = [start for start, _ in places]
    said = list(said)
    led = {c.mention for c in said if c.hit.end == starts[c.mention] and c.hit.start < c.hit.end}
    for claim in said:
        if claim.hit.word in _ADDRESSED and claim.hit.start == places[claim.mention][1]:
            continue  # 黑熊叔叔: how a child calls a man
        known = roles().get(claim.role)
        at = bisect_left(starts, claim.hit.start) - 1
        if claim.of < 0 and at >= 0 and at != claim.mention and known is not None and known.group == "kin" and not claim.hit.word.isascii() and claim.hit.start < claim.hit.end:
            gap = text[places[at][1] : claim.hit.start]
            is_list = at in led or len(claim.hit.word) < 2  # 爸爸王大明媽媽李小美
            if gap in {"之", "的"} or (not gap and not is_list and claim.hit.end == starts[claim.mention] and claim.hit.word[0] not in "案其我"):
                claim = claim._replace(of=at)
        yield claim


def kin_of_han(owner: str, role: str) -> str:
    """Who the `role` of somebody who is `owner` to the subject is; empty where nothing is known of the owner.

    >>> kin_of_han("father", "mother"), kin_of_han("older_sister", "younger_brother"), kin_of_han("half_sibling", "father"), kin_of_han("", "mother")
    ('paternal_grandmother', 'brother', 'relative', '')
    """
    if not owner or owner in {"notifier", "alleged", "third_party"}:
        return ""
    if owner in {"child", "patient"} or role in _MATES or (owner in {"mother", "father"} and role in {"son", "daughter", "child"}):
        return role
    if owner in {"half_sibling", "step_sibling"}:
        return "relative"
    if owner in SIBLINGS or owner == "twin":
        return {"older_brother": "brother", "younger_brother": "brother", "older_sister": "sister", "younger_sister": "sister"}.get(role, role)
    return compose(owner, role)


def is_possessed(text: str, places: Sequence[Range], claim: Claim) -> bool:
    """Whether a claim reads 王小明媽媽 as a name and who its bearer is (she is his mother), or 三姊妹王小明 as one sister."""
    start, end = places[claim.mention]
    if claim.hit.word in _PAIRS or (claim.hit.word in {"母", "父"} and text[claim.hit.end : claim.hit.end + 1] in {"女", "子"}):
        return True
    return claim.hit.start == end and end - start > 1 and claim.hit.word in _OF_CHILD


def is_another_clause(text: str, places: Sequence[Range], claim: Claim) -> bool:
    """Whether a Chinese word and a name stand in two clauses: 打電話給范振東，孩子在旁; 孩子說阿伯的王大明.

    What stands apart by a comma belongs together only where a border follows the second: 王大明，案父，….
    """
    start, end = places[claim.mention]
    hit = claim.hit
    if hit.word.isascii() or hit.end <= hit.start:
        return False
    if hit.start >= end and claim.role == "child" and (text[hit.end : hit.end + 1] in {"之", "的"} or any(start == hit.end for start, _ in places[claim.mention + 1 : claim.mention + 2])):
        return True  # 王大明係被害少女林小華之繼父
    if hit.start >= end:
        return hit.start - end < 60 and _COMMA.search(text, end, hit.start) is not None and not _BORDER.match(text, hit.end)
    gap = text[hit.end : start]
    if claim.role == "child" and gap[-1:] == "的":
        return True
    return gap.strip() in {"，", ","} and not _BORDER.match(text, end)


def cases_han(text: str, places: Sequence[Range]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Who called, by what stands beside a name."""
    for at, (start, end) in enumerate(places):
        before = text[max(0, start - 60) : start]
        if _CALLER.search(before) or (_CALLS.match(text, end) and not _NOT_CALLS.search(before)):
            yield "notifier", (at,)
        if _ALLEGED_AND.search(before):
            yield "alleged", (at,)


