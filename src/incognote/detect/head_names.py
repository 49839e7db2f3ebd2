"""Who the head of a document names: the only words in it that are a person's and no staff's, kin's or place's.

Each patient of a head comes with the pieces of the head that are theirs. Source: catalogue 3.3, 7.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from incognote.detect import latin, latin_name
from incognote.detect.head import Token
from incognote.detect.head_labels import TITLES, is_joined, is_others, labelled
from incognote.detect.name_words import never, placeholders, plausible, word_names
from incognote.detect.vouched import read_expected
from incognote.names.compare import may_be_same
from incognote.names.likelihood import strangeness, surname_weight, tables
from incognote.names.tables import roman_surnames, to_base

_CHILD: Final = re.compile(r"之[子女嬰婴]")
_GAPS: Final = frozenset((" ", ", ", ",", "  "))
_TURNED: Final = re.compile(r" {0,9}(?i:last|surname|family)(?: name)?[ |\t]+(?i:first|given)")
_STRANGE: Final = 3.6
_USUAL: Final = -4.0
_ACTED: Final = re.compile("[曾時时由從从應应常尚][來来去經经在有做作用住打吃服患因於于看到為为]")
"""An adverb that is also a surname, and what was done: 4/18 曾來."""
_NOT_LAST: Final = frozenset("科部室診诊院保費费號号區区床站組组所心卡單单日期")


class HeadName(NamedTuple):
    at: int
    start: int
    end: int
    line: int
    is_labelled: bool

    def __repr__(self) -> str:
        return f"HeadName({self.start}-{self.end})"


def names_in(text: str, head: Sequence[Token]) -> list[HeadName]:
    found: list[HeadName] = []
    weak: list[HeadName] = []
    reached = -1
    named_field = any(t.kind == "label/name" and text[t.end - 1] == "名" and text[t.start : t.end] != "本名" for t in head)
    for at, token in enumerate(head):
        if token.start < reached or token.kind not in ("name", "latin"):
            continue
        if is_others(text, head, at) or text[token.end : token.end + 1] == ":":
            continue
        label = labelled(text, head, at)
        if label in ("visit", "id") and token.kind == "latin":
            continue
        is_labelled = label == "name" or TITLES.match(text, token.end) is not None
        if named_field and not is_labelled and text[token.start : token.end].isalpha() and not _is_beside_latin(text, head, at):
            continue
        end = (_han_end(text, token, is_labelled, named_field) or _between(text, head, at)) if token.kind == "name" else _latin_end(text, head, at, is_labelled)
        if end:
            reached = end
            found.append(HeadName(at, token.start, end, token.line, is_labelled))
        elif token.kind == "latin" and _is_alone(text, token, head, at) and (end := _weak_end(text, head, at)):
            weak.append(HeadName(at, token.start, end, token.line, is_labelled))
        elif token.kind == "name" and _may_be(text[token.start : token.end].replace(" ", "")):
            weak.append(HeadName(at, token.start, token.end, token.line, is_labelled))
    told = {token.line for token in head if token.kind in ("number", "id", "date")}
    if weak and not any(name.line in told or name.is_labelled for name in found):
        return weak[:1]
    return found


def _between(text: str, head: Sequence[Token], at: int) -> int | None:
    """A surname and one or two characters right between two numbers: 1070574189謝安0150501, A763904 苻武成 T162960026."""
    token = head[at]
    if _is_beside_latin(text, head, at) and surname_weight(text[token.start]) is not None and plausible(text[token.start : token.end]):
        return token.end
    if not 0 < at < len(head) - 1 or not 1 < token.end - token.start < 4 or surname_weight(text[token.start]) is None:
        return None
    if text[token.start : token.end].translate(to_base()) in never() or text[token.end - 1] in _NOT_LAST:
        return None
    one, other = head[at - 1], head[at + 1]
    is_number = {one.kind, other.kind} <= {"number", "id", "date"} and one.kind != "date"
    return token.end if is_number and is_joined(text, one.end, token.start) and is_joined(text, token.end, other.start) else None


def _is_beside_latin(text: str, head: Sequence[Token], at: int) -> bool:
    """Whether two or three characters fill the rest of the line under or behind a Latin name: HSIEH, AN above 謝安."""
    token = head[at]
    is_last = text[token.end : token.end + 1] in ("", "\n", "\t", "|", "]", ")")
    return at > 1 and is_last and 1 < token.end - token.start < 4 and head[at - 1].kind == head[at - 2].kind == "latin" and head[at - 1].end + 2 >= token.start


def _is_alone(text: str, token: Token, head: Sequence[Token], at: int) -> bool:
    """Whether a line, a bracket or a column begins with the word."""
    before = text[max(0, token.start - 1) : token.start]
    return before in ("", "\n", "[", "|", "\t") or (before == " " and text[token.start - 2] in "|\n")


def _weak_end(text: str, head: Sequence[Token], at: int) -> int | None:
    """Two words in capitals that fill their line, bracket or column and are no words: Sang-mi Jang."""
    words = head[at : at + 2]
    if len(words) < 2 or words[1].kind != "latin" or text[words[0].end : words[1].start] not in _GAPS:
        return None
    behind = text[words[1].end : words[1].end + 2].lstrip(" ")
    if behind and behind[0] not in "\n]|\t[(0123456789":
        return None
    lower = [text[w.start : w.end].rstrip(".").lower() for w in words]
    if any(latin.is_stop(word) or (latin.is_ordinary(word) and "-" not in word) or min(map(len, word.split("-"))) < 2 for word in lower):
        return None
    return words[1].end


def _may_be(name: str) -> bool:
    """A rare surname and two characters that no word explains: 奕美芳, where the head has no better name."""
    base = name.translate(to_base())
    return (
        len(name) == 3 and name[2] not in _NOT_LAST and surname_weight(name[0]) is not None
        and not any(word in tables().words or word in never() for word in (base, base[:2], base[1:]))
    )  # fmt: skip


def _han_end(text: str, token: Token, is_labelled: bool, is_field: bool) -> int | None:
    child = _CHILD.search(text, token.start + 2, token.end)
    end = child.start() if child else token.end
    surface = text[token.start : end]
    name = surface.replace(" ", "")
    base = name.translate(to_base())
    if base in placeholders() or base in never() or not 2 <= len(name) <= (20 if not name.isalpha() else 6):
        return None
    if not name.isalpha():  # dotted or masked
        return end if len(name) > 2 or is_labelled else None
    if not is_labelled and _ACTED.fullmatch(name):
        return None
    if is_labelled and (is_field or base not in tables().words or base in word_names()):
        return end
    if base in tables().words and base not in word_names():
        return None
    is_double = len(name) > 2 and surname_weight(name[:2]) is not None
    if len(name) < len(surface) and surname_weight(name[0]) is None and not is_double:
        return None
    if is_double and plausible(name):
        return end
    if len(name) == 3 < len(surface) and (surname_weight(name[0]) or -9.0) > _USUAL:  # 許 阿緞
        return end
    if len(name) < 4 and surname_weight(name[0]) is not None and plausible(name):
        return end
    if len(name) > 3 and strangeness(name) > _STRANGE:
        return end
    read = read_expected(name, 0, prior=0.3)
    return end if read and read.end == len(name) and (len(name) > 3 or surname_weight(name[0]) is not None) else None


def _latin_end(text: str, head: Sequence[Token], at: int, is_labelled: bool) -> int | None:
    words = [head[at]]
    for token in head[at + 1 : at + 5]:
        if token.kind != "latin" or token.line != words[0].line or not _is_gap(text, words[-1].end, token.start):
            break
        words.append(token)
    before = head[at - 1] if at else None
    begins = before is None or before.line != words[0].line or before.kind != "latin" or not _is_gap(text, before.end, words[0].start)
    if len(words) < 2 or not begins:
        return None
    lower = [text[w.start : w.end].rstrip(".").lower() for w in words]
    if not is_labelled and any(latin.is_stop(word) for word in lower):
        return None
    known = sum(_is_known(word) for word in lower)
    if not known and all(latin.is_ordinary(word) for word in lower):
        return None
    if not is_labelled and (not known or any(latin.is_ordinary(w) and not latin.is_listed(w) for w in lower)):
        return None
    end = latin_name.name_end(text, words[0].start, latin_name.FIELD)
    if any(word.end == end and text[end] == "," for word in words[:-1]):  # Van Buren, Jessica
        return words[-1].end
    return min(max(end, words[1].end), words[-1].end)


def _is_gap(text: str, start: int, end: int) -> bool:
    return text[start:end] in _GAPS or (text[start:end].isspace() and _TURNED.match(text) is not None and "\n" not in text[start:end])


def _is_known(lower: str) -> bool:
    if "-" in lower:
        return all(_is_known(part) or part in latin.syllables() for part in lower.split("-") if part)
    return latin.given_weights().get(lower, 0) > 0 or latin.surname_weights().get(lower, 0) >= 1 or lower in roman_surnames()


def groups(text: str, head: Sequence[Token], names: list[HeadName]) -> Iterator[tuple[list[HeadName], list[Token]]]:
    """One patient's names with the pieces of the head, or each row of a list of patients with its own."""
    if any(name.is_labelled for name in names):
        names = [name for name in names if name.is_labelled or _same(text, name, next(n for n in names if n.is_labelled))]
    leaders = [name for at, name in enumerate(names) if not at or not any(_same(text, name, n) for n in names[:at])]
    if len(leaders) > 1:
        led = next((led for kinds in (("number", "id"), ("date",)) if (led := [n for n in leaders if _leads(head, n, leaders, kinds)])), leaders)
        if len(led) == 1:
            leaders, names = led, [name for name in names if _same(text, led[0], name)]
    bounds = [0, *(name.line for name in leaders[1:]), len(text)]
    for leader, low, high in zip(leaders, bounds, bounds[1:], strict=False):
        inside = [t for t in head if (low <= t.line < high or t.line == leader.line) and abs(t.line - leader.line) < 5]
        if any(other.line == leader.line for other in leaders if other is not leader) and leader is not names[0]:
            continue
        if len(leaders) == 1 or any(t.kind in ("number", "id") for t in inside):
            yield [name for name in names if _same(text, leader, name) and name.line < max(high, leader.line + 1)], inside


def _leads(head: Sequence[Token], name: HeadName, leaders: Sequence[HeadName], kinds: Sequence[str]) -> bool:
    """Whether a number (a date) stands on the line of the name, the first of its line, or on the lines about it that name nobody."""
    if any(leader.line == name.line and leader.start < name.start for leader in leaders):
        return False
    lines = {leader.line for leader in leaders if leader is not name}
    near = {name.line} | ({name.line - 1, name.line + 1} - lines)
    return any(t.kind in kinds and t.line in near for t in head)


def _same(text: str, one: HeadName, other: HeadName) -> bool:
    left, right = text[one.start : one.end], text[other.start : other.end]
    if may_be_same(left, right):
        return True
    han = right if left.isascii() else left
    return left.isascii() != right.isascii() and abs(one.line - other.line) < 2 and surname_weight(han[0]) is not None
