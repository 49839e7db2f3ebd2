"""Chinese lists of people: children below 目睹兒少, sisters behind 三姊妹, victims on a line, 同學甲、乙."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.link.evidence import Claim, Range
from incognote.link.role_words import Hit, role_of

_LISTED: Final = re.compile(r"(?:\A|[\n。；】])[ 　]*(?:[一二三四五六七八九十\d]+[、.．])?[【（(]?(目睹兒少|目睹兒童|未成年子女|同住子女|子女|被害兒少|受害兒少|兒少|被害兒童)(?:姓名|資料|名單)?[】）)]?[：: 　]*(?=[^，。]|\n)")
_OWN_CHILDREN: Final = frozenset({"被害兒少", "受害兒少", "被害兒童"})
_NOT_LISTED: Final = re.compile(r"[由被與和及跟][^，。；、\n]{0,8}\Z|[父母公婆姨叔伯舅][：: ]?\Z")
_ROW_HEAD: Final = re.compile(r"[\s\d|｜\t.．、()（）:：①-⑳一二三四五六七八九十-]{0,8}(?:姓名[：: ])?")
_VICTIM_LABEL: Final = re.compile(r"(?:被害|受害)(?:人|者)?(?:姓名)?[：:]")
_PARTED: Final = re.compile(r"(?:[；;、]|[，,](?=[\u3400-\u9fff]{0,3}\Z))[ 　]?(?:及|和|與)?\Z")
_KIDS_HEAD: Final = re.compile(r"(?:[二兩三四五六][名位個])?(?:姊妹|姐妹|兄弟|姊弟|姐弟|兄妹|手足|子女|孩子|小孩|幼子|幼女|幼童|兒童|兒少|學童|學生|雙胞胎)(?:[為是有：:（(，, ]|分別為|分別是){0,2}")
_CHAIN: Final = re.compile(r"(?:[ ]?[（(][^（()）\n]{1,16}[）)])?[ ]?(?:[、，,]|[、，,]?[及和與跟])[ ]?")
_AND: Final = re.compile(r"[ ]?(?:[、，,]|[、，]?[及和與跟])[ ]?")
_MANY: Final = frozenset({"classmate", "teacher", "social_worker", "police", "doctor", "nurse", "neighbour", "friend", "witness", "other_patient", "sibling", "colleague", "school_counsellor", "carer"})


def people_in_lists(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """Who the names at `places` are by the lists in which they stand."""
    yield from _listed(text, places)
    yield from _victims(text, places)
    yield from _shared(text, places)
    yield from _kids(text, places)


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


def _shared(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """Those named right behind another one of whom a word speaks that may mean many: 同學甲、乙."""
    carried = ""
    for at in range(1, len(places)):
        (start, end), here = places[at - 1], places[at][0]
        lead = text[max(0, start - 5) : start].rstrip("：: 　")
        role = next((r for size in range(min(5, len(lead)), 1, -1) if (r := role_of(lead[-size:]))), None) or carried
        carried = role if role in _MANY and _AND.fullmatch(text, end, here) else ""
        if carried and not role_of(text[places[at][1] - 2 : places[at][1]]):  # 何老師，周叔叔
            yield Claim(at, carried, 1.0, Hit(start, start, carried, "同學"))


def _victims(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """Those who are listed behind 被害: each of them, up to the line's end."""
    starts = [start for start, _ in places]
    heads = list(_VICTIM_LABEL.finditer(text))
    for number, head in enumerate(heads):
        end = text.find("\n", head.end(), heads[number + 1].start() if number + 1 < len(heads) else len(text))
        last = heads[number + 1].start() if number + 1 < len(heads) else len(text)
        first, stop = bisect_left(starts, head.end()), bisect_left(starts, last if end < 0 else end)
        for n in range(first, stop):
            if n == first or _PARTED.search(text, places[n - 1][1], starts[n]):
                yield Claim(n, "child", 0.3, Hit(head.start(), head.end(), "child", "被害"))
