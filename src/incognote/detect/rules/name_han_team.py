"""Given names alone in a team or a list: OT 芷瑄、心理師, 成員：文彬、阿娟, and nicknames in quotation marks: 叫「標伯」.

Behind the code of a trade, and in a list of members, each piece that looks like a given name and like no word is one;
roles (出席：案母、社工) are none. Behind 叫 a quoted piece that ends like a form of address is one. Source: catalogue 3.2-3.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "OT 芷瑄、心理師；成員：文彬、案母；鄰居叫他「標伯」，大叫「救命」"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['芷瑄', '文彬', '標伯']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import name_like, never, word_names
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.cues import role_of
from incognote.names.likelihood import given_weight, name_likelihood, tables, usual_given
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_han_team"
_TRADES: Final = ("ot ", "pt ", "st ", "sw ", "np ", "rn ", "cm ", "rt ", "nsp ", "cns ", "psy ", "msw ")
_LISTS: Final = ("成員", "成员", "參加者", "参加者", "出席", "出席者", "參與者", "参与者", "與會", "与会", "團員", "团员", "組員", "组员", "同住成員", "同住者", "在場", "在场", "同行", "室友", "兄弟姊妹", "手足", "子女")
_PIECE: Final = re.compile(rf"([{HAN}]{{2,3}})(?=[、,，;；/)\s。.&+]|\Z)")
_COLON: Final = re.compile(r"(?:名單|名单|包括|有)?[ \t]?[:：][ \t]?")
_JOIN: Final = re.compile(r"[、,，/&+] ?")
_AFFIX: Final = frozenset("阿小老")
_QUOTED: Final = re.compile(rf"(?:他|她|我|伊|其|為|为|做|作)?[「『“\"]([{HAN}]{{1,4}})[」』”\"]")
_ADDRESSES: Final = frozenset("伯叔嬸婶姨姑哥姐姊嫂仔董桑爺爷嬤嬷公婆媽妈弟妹姆")
_NOT_FIRST: Final = frozenset("均皆都各未已無无有不沒没共約约僅仅另一二三四五六七八九十兩两幾几全")
_NOT_LAST: Final = frozenset("人位名歲岁師师員员者生長长科室組组等")
_MOST: Final = 12


def trades(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("team_trade", NO_CUES):
        if not text[start : end - 1].isupper() or text[start - 1 : start].isalnum() or text[end : end + 1] < "\u3400":
            continue
        piece = _PIECE.match(text, end)
        if piece and _is_given(piece[1]):
            yield page.span(*piece.span(1), "DOCTOR", None, SOURCE, 0.8)


def lists(page: Page) -> Iterator[Span]:
    """The pieces of a list of members; at least one piece must be a name, and each is judged alone."""
    text = page.text
    for _, end in page.cues.get("team_list", NO_CUES):
        colon = _COLON.match(text, end)
        at = colon.end() if colon else -1
        for _ in range(_MOST if colon else 0):
            piece = _PIECE.match(text, at)
            if piece is None:
                break
            if _is_given(piece[1]) or _is_nick(piece[1]) or _is_whole(piece[1]):
                yield page.span(*piece.span(1), "NAME", None, SOURCE, 0.8)
            join = _JOIN.match(text, piece.end())
            if join is None:
                break
            at = join.end()


def quoted(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("team_called", NO_CUES):
        found = _QUOTED.match(text, end)
        base = found[1].translate(to_base()) if found else ""
        if found is None or base in role_of() or base in never() or len(base) < 2:
            continue
        if (base[-1] in _BASE_ADDRESSES and base not in tables().words) or (text[start] not in "稱称" and (_is_given(found[1]) or _is_nick(found[1]))):
            yield page.span(*found.span(1), "NAME", None, SOURCE, 0.82)


_BASE_ADDRESSES: Final = frozenset("".join(_ADDRESSES).translate(to_base()))


def _is_given(piece: str) -> bool:
    base = piece.translate(to_base())
    if base in role_of() or base in never() or piece[0] in _NOT_FIRST or piece[-1] in _NOT_LAST:
        return False
    return len(piece) == 2 and (base in usual_given() or name_like(piece) or (base not in tables().words and min(map(given_weight, piece)) > -3.8))


def _is_nick(piece: str) -> bool:
    base = piece.translate(to_base())
    return len(piece) == 2 and piece[0] in _AFFIX and base not in role_of() and base not in never() and (base not in tables().words or base in word_names()) and given_weight(piece[1]) > -4.2


def _is_whole(piece: str) -> bool:
    base = piece.translate(to_base())
    return len(piece) == 3 and base not in tables().words and base not in role_of() and name_likelihood(base)[0] > -9.3


RULES = (
    Rule("name_han_team", trades, {"team_trade": _TRADES}, needs=("team_trade",)),
    Rule("name_han_team", lists, {"team_list": _LISTS}, needs=("team_list",)),
    Rule("name_han_team", quoted, {"team_called": ("叫", "喊", "稱", "称", "人稱", "人称", "喚", "唤", "綽號", "绰号")}, needs=("team_called",)),
)
