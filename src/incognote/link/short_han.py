"""How a Chinese report writes those again whom it names in full: the given name, 辰辰, 黃男, 鄭母, another name told once.

A detector that does not know who is in the report takes 曾帶宥 of 曾帶宥辰 and 黃男掐 of 黃男掐脖子 for names; here the
people of the report put that right.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.labels import PERSON_LABELS
from incognote.link.relations import Draft
from incognote.link.role_words import Hit, role_of
from incognote.names.compare import canonical
from incognote.names.cues import left_words, right_words
from incognote.names.eponyms import english
from incognote.names.lexicon import surname_weight, tables
from incognote.names.search import cuts_a_word, is_clinical
from incognote.names.tables import to_base
from incognote.names.variants import parts_of

_SCORE: Final = 0.85
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_TITLED: Final = re.compile(r"(?:先生|小姐|女士|太太|醫師|老師|主任|社工|媽媽|爸爸|阿姨|伯伯|叔叔|阿嬤|阿公|同學|老师|医生|医师|妈妈|大夫|护士|同学|奶奶|爷爷|校長|園長)\Z")
_SEXES: Final = "男女父母"
_NO_SEX: Final = "(?![士兒儿性子孩童生嬰婴友方裝装廁厕工神王朋親亲母父女男人聲声權权星星])"
_KIN: Final = "[叔伯姨姑嬸嫂舅](?![叔伯姨姑嬸母父媽丈舅公婆])"
_NOT_LED: Final = frozenset("但由和與与及跟把被讓让叫帶带打對对向為是而後前時時使請请問问說说找陪接送給给")
_WORDY: Final = -6.0
"""The logarithm of a word's share above which two like characters are that word: 偷偷, 靜靜."""
_ALIAS: Final = re.compile(r"(?:小名|綽號|绰号|暱稱|昵称|乳名|兒名|漢名|漢族名|中文名字?|族名|本名|全名|真名|原名|別名|又名|化名|外號|偏名)(?:[^，。；、\n「：:]{0,8}?(?:為|是|叫做?)|[：: ])?[「『“\" ]*(?P<name>[A-Z][a-z’']+(?: [A-Z][a-z’']+)*|[\u3400-\u9fff]{2,4}?)(?=[」』”\"，,。；;、）)|｜\t\n]|[ 　]*\Z)")
_BRACKET: Final = re.compile(r"(?P<owner>[A-Z][a-z’']+(?: [A-Z][a-z’']+){0,3})[ ]?[（(](?P<name>[\u3400-\u9fff]{3})[）)]")
_LATIN: Final = re.compile(r"[ \t　|｜：:]{1,4}([A-Z][a-z’']+(?:[ ·][A-Z][a-z’']+){0,3})(?=[ ]?[（(，,、；;。|｜\t]|[ 　]*(?:\n|\Z))")
_NOBODY: Final = frozenset("不詳 不明 未知 同上 同名 保密".split())


class Alias(NamedTuple):
    """Another name of somebody, and the name beside which it is told."""

    name: str
    owner: str

    def __repr__(self) -> str:
        return "Alias()"


def latin_behind(text: str, words: Sequence[Hit]) -> Iterator[Span]:
    """The names in Latin letters behind a Chinese word for somebody: 案母同居人：Sawmah."""
    for hit in words:
        found = None if hit.word.isascii() else _LATIN.match(text, hit.end)
        if found and not any(part.lower() in english() for part in found[1].split(" ")) and not role_of(found[1]):
            yield Span(*found.span(1), "NAME", None, "cued", _SCORE)


def aliases(text: str, spans: Sequence[Span]) -> list[tuple[Span, Alias]]:
    """The other names that the report tells of somebody: 綽號黑熊, 漢名陳力行, Panay Kacaw（潘曉芳）."""
    people = sorted(s for s in spans if s.label in PERSON_LABELS)
    starts = [s.start for s in people]
    found = []
    for match in (*_ALIAS.finditer(text), *_BRACKET.finditer(text)):
        name, start = match["name"], match.start("name")
        if name in _NOBODY or role_of(name):
            continue
        at = bisect_left(starts, match.end("owner") if "owner" in match.re.groupindex else match.start()) - 1
        if at < 0 or people[at].end > match.start("name") or not _is_row(text[people[at].end : match.start()] if "owner" not in match.re.groupindex else ""):
            continue
        found.append((Span(start, match.end("name"), "NAME", None, "cued", _SCORE), Alias(name, text[people[at].start : people[at].end])))
    return found


def without_lead(text: str, span: Span) -> Span:
    """A name's cell without the words that say which name it is: 中文名香香."""
    found = _ALIAS.match(text, span.start)
    return span._replace(start=found.start("name")) if found and found.end("name") == span.end else span


def people_called_otherwise(text: str, spans: Sequence[Span]) -> list[Draft]:
    """The people of whom a Chinese report tells another name, with those names."""
    if text.isascii():
        return []
    names: dict[str, set[str]] = {}
    owners: dict[str, str] = {}
    for _, alias in aliases(text, spans):
        owners[alias.name] = owners.get(alias.owner, alias.owner)
        names.setdefault(owners[alias.name], set()).add(canonical(alias.name))
    return [Draft([owner], aliases=others) for owner, others in names.items()]


def _is_row(between: str) -> bool:
    return len(between) < 40 and "\n" not in between and "。" not in between


def short_forms(text: str, words: Sequence[Hit], spans: Sequence[Span]) -> list[Span]:
    """`spans` with the short forms of those whom the report names in full; what cuts one in two gives way."""
    full = _named(text, words, spans)
    others = {alias.name for _, alias in aliases(text, spans)} | {text[s.start : s.end] for s in latin_behind(text, words)}
    if not full and not others:
        return list(spans)
    wanted = sorted({*_again(text, full), *_with_sex(text, full), *_doubled(text, full), *_others(text, others)}, key=lambda r: (r[0], -r[1]))
    kept = sorted(spans)
    starts = [s.start for s in kept]
    longest = max((s.end - s.start for s in kept), default=0)
    fresh: list[Span] = []
    gone: set[Span] = set()
    for start, end, is_sure in wanted:
        if fresh and start < fresh[-1].end:
            continue
        near = kept[bisect_left(starts, start - longest) : bisect_left(starts, end)]
        over = [s for s in near if start < s.end and s not in gone]
        if over and (not is_sure or any(_is_whole(text, s, (start, end), full) for s in over)):
            continue
        gone.update(over)
        fresh.append(Span(start, end, "NAME", None, "variants", _SCORE))
    return sorted([*(s for s in kept if s not in gone), *fresh])


def _named(text: str, words: Sequence[Hit], spans: Sequence[Span]) -> dict[str, str]:
    """The names in full between two borders or behind a word for somebody, and their surnames as written."""
    ends = {h.end for h in words}
    found: dict[str, str] = {}
    for span in spans:
        name = text[span.start : span.end]
        if span.label not in PERSON_LABELS or not 2 <= len(name) <= 4 or not _HAN.match(name) or _TITLED.search(name):
            continue
        parts = parts_of(name)
        size = len(parts.surname)
        if not parts.han or not parts.given or not size or role_of(name) or surname_weight(name[:size]) is None or (name[size:] in _SEXES and len(name) == size + 1):
            continue
        is_led = span.start in ends or text[span.start - 1 : span.start] in {":", "："}
        is_told = is_led and len(name) == size + 2  # 案夫李大同同住: behind a word for somebody its end needs no border
        is_apart = span.start in ends or not _HAN.match(text, span.start - 1 if span.start else len(text))
        if is_told or (is_apart and not _HAN.match(text, span.end)):
            found[name] = name[:size]
    return found


def _again(text: str, full: dict[str, str]) -> Iterator[tuple[int, int, bool]]:
    given = {name[len(surname) :].lstrip("氏") for name, surname in full.items()}
    given = {form for form in given if len(form) > 1 and form[0] not in _SEXES}
    if not given:
        return
    for match in re.finditer("|".join(sorted(map(re.escape, {*given, *full}), key=len, reverse=True)), text):
        if match[0] in full:
            continue
        is_word = is_clinical(match[0]) or match[0].translate(to_base()) in tables().words
        if not is_word and not cuts_a_word(text, match.end()):
            yield match.start(), match.end(), True
        elif is_word and _stands_free(text, *match.span(), is_strict=is_clinical(match[0])):
            yield match.start(), match.end(), False


def _others(text: str, names: Collection[str]) -> Iterator[tuple[int, int, bool]]:
    """The other names and those in Latin letters, wherever they stand."""
    forms = {part for name in names for part in (name, *(p for p in name.split(" ") if name.isascii() and len(p) > 3))}
    for match in re.finditer("|".join(sorted(map(re.escape, forms), key=len, reverse=True)), text) if forms else ():
        around = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
        if not (match[0].isascii() and any(c.isascii() and c.isalpha() for c in around)) and not cuts_a_word(text, match.end()):
            yield match.start(), match.end(), True


def _with_sex(text: str, full: dict[str, str]) -> Iterator[tuple[int, int, bool]]:
    """黃男, 陳女, 鄭父: the surname of somebody and what they are."""
    surnames = set(full.values())
    for match in () if not surnames else re.finditer(f"(?:{'|'.join(sorted(map(re.escape, surnames), key=len, reverse=True))})(?:[{_SEXES}]{_NO_SEX}|{_KIN})", text):
        before = text[match.start() - 1 : match.start() + 1] if match.start() else ""
        if any(name.startswith(match[0]) and text.startswith(name, match.start()) for name in full):
            continue
        if before.translate(to_base()) in tables().words or match[0].translate(to_base()) in tables().words or role_of(before):
            continue
        yield match.start(), match.end(), True


def _doubled(text: str, full: dict[str, str]) -> Iterator[tuple[int, int, bool]]:
    """辰辰 where 林宥辰 is named; no 靜靜 that tells how, no 安安靜靜."""
    characters = {char for name, surname in full.items() for char in name[len(surname) :] if char != "氏"}
    for match in re.finditer(f"([{re.escape(''.join(sorted(characters)))}])\\1", text) if characters else ():
        start, end = match.span()
        if text[end : end + 1] == text[end + 1 : end + 2] != "" or text[start - 1 : start] == match[1] or text[end : end + 1] == match[1]:
            continue
        share = tables().words.get(match[0].translate(to_base()))
        if role_of(match[0]) or (share is not None and (share > _WORDY or not _stands_free(text, start, end))):
            continue
        yield start, end, True
    last = {name[-1] for name, surname in full.items() if len(name) - len(surname) > 1}
    for match in re.finditer(f"[小阿][{re.escape(''.join(sorted(last)))}]", text) if last else ():
        if match[0].translate(to_base()) not in tables().words and not role_of(match[0]) and not cuts_a_word(text, match.end()) and text[match.end() : match.end() + 1] != match[0][1]:
            yield match.start(), match.end(), False


def _stands_free(text: str, start: int, end: int, *, is_strict: bool = False) -> bool:
    """Whether a form that is a word too stands as a name does: behind a border or a word that leads to people, before a
    verb or a border."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 3]
    is_led = not _HAN.match(before) or (not is_strict and (before in left_words() or before in _NOT_LED or text[max(0, start - 2) : start] in left_words()))
    is_followed = not _HAN.match(after) or any(after[:n] in right_words() for n in (1, 2, 3))
    if not is_strict and is_led and (tables().words.get(text[start:end].translate(to_base())) or 0.0) < _WORDY:
        return not cuts_a_word(text, end)
    return is_led and is_followed and not (is_strict and not _HAN.match(after))


def _is_whole(text: str, span: Span, place: tuple[int, int], full: dict[str, str]) -> bool:
    """Whether a span over a short form is to stay: no name, a name in full, the form with a surname or a title."""
    start, end = place
    name = text[span.start : span.end]
    if span.label not in PERSON_LABELS or name in full or span.source in {"structure", "known"}:
        return True
    if span.start > start or span.end < end:
        return False
    lead, tail = text[span.start : start], text[end : span.end]
    if tail and not (role_of(tail) or _TITLED.search(tail)):
        return False
    return not lead or (lead not in _NOT_LED and surname_weight(lead) is not None)
