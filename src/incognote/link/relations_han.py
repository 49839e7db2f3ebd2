"""What a Chinese report says of the people it names beyond words beside names: who speaks, who signs, who is listed,
tables whose people stand in columns, somebody who 即 somebody else is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.link.evidence import Claim, Range
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
_SIGNS: Final = re.compile(r"[ 　\t]*[(（]?(?:核閱|核章|記錄|紀錄|撰寫|撰|製表|填表|填報|訪視|評估|繕打|敬上|謹陳|報告|謹識|筆)[)）]?[ 　：:]*(?:\n|\Z)")
_WROTE: Final = re.compile(r"(?:\A|[\n。；　 ）)])(?:寫|撰寫|記錄|紀錄|筆|撰|紀)[：: 　]?\Z")
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
_ONE_CHILD: Final = re.compile(r"(?:育有|育|生有|生下|有|及|、)[ ]?(?:一|二|兩|三|長|次|么|獨)(?:子|女|男)\Z")
_THAT_IS: Final = re.compile(r"(叔叔|阿叔|阿伯|伯伯|阿姨|爸爸|哥哥|姊姊)(?:是指?|即|指的?是?|為|就是)(?:案主的?)?([\u4e00-\u9fff]{2,7}?)(?=[，。；、）)\n]|\Z)")
_BLANKS: Final = re.compile(r"[ 　]+")
_SPACED_LABEL: Final = re.compile(r"(?:\A|[\n|｜\t])[ 　]*([\u4e00-\u9fff](?:[ 　]+[\u4e00-\u9fff]){1,4})[ 　]*[：:|｜]?[ 　]*\Z")
_AND: Final = re.compile(r"[ ]?(?:[、，,]|[、，]?[及和與跟])[ ]?")
_MANY: Final = frozenset({"classmate", "teacher", "social_worker", "police", "doctor", "nurse", "neighbour", "friend", "witness", "other_patient", "sibling", "colleague", "school_counsellor", "carer"})
_COMMA: Final = re.compile(r"[，,]")
_BORDER: Final = re.compile(r"[ 　]?(?:[，,。、；;：:（(）)」|｜\n]|\Z)")
_KIDS_HEAD: Final = re.compile(r"(?:[二兩三四五六][名位個])?(?:姊妹|姐妹|兄弟|姊弟|姐弟|兄妹|手足|子女|孩子|小孩|幼子|幼女|幼童|兒童|兒少|學童|學生|雙胞胎)(?:[為是有：:（(，, ]|分別為|分別是){0,2}")
_CHAIN: Final = re.compile(r"(?:[ ]?[（(][^（()）\n]{1,16}[）)])?[ ]?(?:[、，,]|[、，,]?[及和與跟])[ ]?")
_JOB_BEHIND: Final = re.compile(r"[（(，, ]?(?:為|係|是|擔任|現任|任職|即|[（(])[^，。；、\n]{0,10}?(教師|老師|導師|教練|班導|園長|主任|保母|保姆|托育人員|教保員|社工師?|護理師|醫師|鄰居|房東|同學|同事|雇主|老闆|員警|里長|志工|牧師|神父|司機|看護|友人|朋友|網友)(?=[，,。；;、）)\n ]|\Z)")
_MATE: Final = re.compile(r"[說和與跟由被把對，。；「、,稱 \n](?:她|他|其|我)?(先生|太太)\Z")
_THEIR_CHILD: Final = re.compile(r"之(?:親生|非婚生|未成年)?(?:長|次|三|么|獨|養)?(?:子女|子|女兒|女)(?![\u4e00-\u9fff]?友|士)")
_MY: Final = re.compile(r"我(?:的|們)?(?:大|小)?(?:兒子|女兒|孩子|老公|先生|太太|老婆|小孩)|我是[^。\n]{1,8}[，,](?:孩子|兒子|女兒)")
_ALLEGED_AND: Final = re.compile(r"(?:相對人|行為人|加害人|嫌疑人|被告|犯罪嫌疑人)(?:即|為|係|是|兼)(?:案主|被害人|兒少|受安置人)?之?的?[\u4e00-\u9fff]{1,5}[：: 　]{0,3}\Z")
_PAIRS: Final = frozenset("姊妹 姐妹 兄弟 姊弟 姐弟 兄妹".split())
_OF_CHILD: Final = frozenset("孩子 小孩 兒子 女兒 子女 么兒 么女 長女 長子 次子 次女 媽媽 爸爸 母親 父親 阿嬤 奶奶 外婆 阿公 爺爺 外公 母 父 的母親 的父親 祖母 外祖母 祖父".split())
_FOSTER: Final = re.compile(r"寄養(?:媽媽|爸爸|父母|家庭|家|父|母)|寄媽|寄爸")
_FOSTER_NAME: Final = re.compile(r"(?:爸爸|媽媽|爸|媽)(?![\u4e00-\u9fff]?[的是]案)")
_NURSERY: Final = re.compile(r"托嬰中心|居家托育|托育中心|托育機構|托嬰所")
_STUDY: Final = re.compile(r"國小|國中|高中|幼兒園|幼稚園|附幼|小學|學校")
_LISTED: Final = re.compile(r"(?:\A|[\n。；】])[ 　]*(?:[一二三四五六七八九十\d]+[、.．])?[【（(]?(目睹兒少|目睹兒童|未成年子女|同住子女|子女|被害兒少|受害兒少|兒少|被害兒童)(?:姓名|資料|名單)?[】）)]?[：: 　]*(?=[^，。]|\n)")
_OWN_CHILDREN: Final = frozenset({"被害兒少", "受害兒少", "被害兒童"})
_VICTIM_LABEL: Final = re.compile(r"(?:被害|受害)(?:人|者)?(?:姓名)?[：:]")
_PARTED: Final = re.compile(r"(?:[；;、]|[，,](?=[\u3400-\u9fff]{0,3}\Z))[ 　]?(?:及|和|與)?\Z")
_NOT_LISTED: Final = re.compile(r"[由被與和及跟][^，。；、\n]{0,8}\Z|[父母公婆姨叔伯舅][：: ]?\Z")
_ROW_HEAD: Final = re.compile(r"[\s\d|｜\t.．、()（）:：①-⑳一二三四五六七八九十-]{0,8}(?:姓名[：: ])?")
_CELL: Final = re.compile(r"[|｜\t¦]|[ 　]{2,}")
_NAMES_ROW: Final = frozenset({"姓名", "名字", "人名", "稱呼", "中文姓名", "當事人姓名"})
_TIES_ROW: Final = frozenset({"關係", "與案主關係", "與被害人關係", "稱謂", "兩造關係", "與兒少關係", "與個案關係", "身分關係", "與案主之關係"})
_HEADS: Final = frozenset({"欄位", "項目", "類別", "身分", "角色", "對象", "當事人", "區分", ""})
_MATES: Final = {"妻": "mother", "夫": "father", "配偶": "", "前妻": "mother", "前夫": "father", "太太": "mother", "先生": "father", "丈夫": "father", "妻子": "mother"}
_KIDS: Final = re.compile(r"目睹兒少|目睹兒童|子女|案主|案童|兒少|孩子|小孩|案子|案女")
_DEPARTMENT: Final = re.compile(r"(?:骨|神外|整|外|內|兒|小兒|眼|牙|婦產|急診|精神|神經外|復健|放射|身心|皮膚|泌尿|耳鼻喉|家醫|心智|兒外|兒童青少年精神)科?[ ：:]?\Z")


def claims_han(text: str, places: Sequence[Range]) -> list[Claim]:
    """What a Chinese report says of the names at `places` that no word right beside them says."""
    if not places or not _HAN.search(text):
        return []
    found = [*_turned(text, places), *_listed(text, places), *_victims(text, places), *_shared(text, places), *_kids(text, places)]
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
            yield role, -0.2, bracket[1]


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


def is_column_head(text: str, hit: Hit) -> bool:
    """Whether a word heads a column, beside another person's, and so is no label of what stands below it: 欄位｜被害人｜相對人."""
    line = text.rfind("\n", 0, hit.start) + 1
    end = text.find("\n", hit.end)
    cells = [re.sub(r"\s", "", part) for part in _CELL.split(text[line : len(text) if end < 0 else end])]
    return sum(role_of(cell) is not None for cell in cells) > 1


def _listed(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """The children in the lines or the line below and behind a heading like 目睹兒少."""
    starts = [start for start, _ in places]
    for head in _LISTED.finditer(text):
        word = "案主" if head[1] in _OWN_CHILDREN else head[1]
        at, line = bisect_left(starts, head.end()), head.end()
        while at < len(places):
            end = text.find("\n", line)
            end = len(text) if end < 0 else end
            inside = [n for n in range(at, bisect_left(starts, end)) if not _NOT_LISTED.search(text, line, starts[n])]
            if text[line:end].strip(" ：:　") and (not inside or not _ROW_HEAD.fullmatch(text, line, starts[inside[0]])):
                break
            for n in inside if line == head.end() else inside[:1]:
                yield Claim(n, "child", 0.2, Hit(head.start(), head.end(), "child", word))
            at, line = bisect_left(starts, end), end + 1
            if line >= len(text):
                break


def _shared(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """Those named right behind another one of whom a word speaks that may mean many: 同學甲、乙."""
    carried = ""
    for at in range(1, len(places)):
        (start, end), here = places[at - 1], places[at][0]
        lead = text[max(0, start - 5) : start].rstrip("：: 　")
        role = next((r for size in range(min(5, len(lead)), 1, -1) if (r := role_of(lead[-size:]))), None) or carried
        carried = role if role in _MANY and _AND.fullmatch(text, end, here) else ""
        if carried:
            yield Claim(at, carried, 1.0, Hit(start, start, carried, "同學"))


def _kids(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """The children listed behind a word for them in a sentence: 兩姊妹王小明、王小華, 三名子女（…、…）."""
    starts = [start for start, _ in places]
    for head in _KIDS_HEAD.finditer(text):
        at = bisect_left(starts, head.end())
        if at >= len(places) or starts[at] != head.end():
            continue
        chain = [at]
        while chain[-1] + 1 < len(places) and _CHAIN.fullmatch(text, places[chain[-1]][1], starts[chain[-1] + 1]):
            chain.append(chain[-1] + 1)
        if len(chain) > 1:
            yield from (Claim(n, "child", -0.3, Hit(head.start(), head.end(), "child", "子女")) for n in chain)


def _victims(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """Those who are listed behind 被害: each of them, up to the line's end."""
    starts = [start for start, _ in places]
    for head in _VICTIM_LABEL.finditer(text):
        end = text.find("\n", head.end())
        first, stop = bisect_left(starts, head.end()), bisect_left(starts, len(text) if end < 0 else end)
        for n in range(first, stop):
            if n == first or _PARTED.search(text, places[n - 1][1], starts[n]):
                yield Claim(n, "child", 0.3, Hit(head.start(), head.end(), "child", "被害"))


def is_possessed(text: str, places: Sequence[Range], claim: Claim) -> bool:
    """Whether a claim reads 王小明媽媽 as a name and who its bearer is (she is his mother), or 三姊妹王小明 as one sister."""
    start, end = places[claim.mention]
    if claim.hit.word in _PAIRS:
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


def _turned(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """The people of a table in which each has a column: a row of names, above it a row of who they are."""
    rows: list[list[tuple[int, int, str]]] = []
    at = 0
    for line in (*text.split("\n"), ""):
        cells = _cells_of(line, at)
        at += len(line) + 1
        if len(cells) > 2:
            rows.append(cells)
            continue
        if len(rows) > 1:
            yield from _columns(text, places, rows)
        rows = []


def _cells_of(line: str, offset: int) -> list[tuple[int, int, str]]:
    if not _CELL.search(line):
        return []
    cells, at = [], 0
    for sign in (*_CELL.finditer(line), None):
        stop = sign.start() if sign else len(line)
        cells.append((offset + at, offset + stop, re.sub(r"\s", "", line[at:stop])))
        at = stop + 1
    return cells[1:] if not cells[0][2] and len(cells) > 3 else cells


def _columns(text: str, places: Sequence[Range], rows: Sequence[Sequence[tuple[int, int, str]]]) -> Iterator[Claim]:
    names = next((row for row in rows if row[0][2].rstrip("：:") in _NAMES_ROW), None)
    above = rows[: rows.index(names)] if names else []
    head = next((row for row in above if len(row) >= len(names or ()) and sum(role_of(c[2]) is not None for c in row[1:]) > (row[0][2].rstrip("：:") not in _HEADS)), None)
    if names is None or head is None or head is names:
        return
    ties = next((row for row in rows if row[0][2].rstrip("：:") in _TIES_ROW), None)
    starts = [start for start, _ in places]
    with_children = _KIDS.search(text) is not None
    for column in range(1, min(len(names), len(head))):
        low, high, _ = names[column]
        at = bisect_left(starts, low)
        if at >= len(places) or starts[at] >= high:
            continue
        tie = ties[column][2] if ties and column < len(ties) else ""
        hit = Hit(low, low, "", head[column][2])
        for role, cost in _column_roles(head[column][2], tie, with_children=with_children):
            yield Claim(at, role, cost, hit._replace(role=role, word="個案" if role == "child" and tie != "" else hit.word))


def _column_roles(head: str, tie: str, *, with_children: bool) -> Iterator[tuple[str, float]]:
    case = role_of(head)
    if case in {"alleged", "notifier"}:
        yield case, -0.9
    mate = _MATES.get(tie)
    if mate and with_children:
        yield mate, -1.0
    elif tie in {"本人", "案主"}:
        yield "child", -1.0
    elif (role := role_of(tie)) and role not in {"alleged", "notifier"}:
        yield role, -1.0
    elif case and case not in {"alleged", "notifier"}:
        yield case, -0.9
