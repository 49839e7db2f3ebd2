"""RTF: a note's text with everything that stands in the file: headers, footnotes, comments, hidden and deleted text, properties.

The body first in the order it is read, then a line for each part that stands beside it. What is no text (pictures,
embedded objects) is named in `Document.meta`. What goes out is text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from incognote.document import Document
from incognote.errors import FormatError
from incognote.formats.rtf.tokens import Token, Tokens
from incognote.formats.source import LEFT_OUT, Item, Source, one_document

_SIGNS: Final = {
    "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "column": "\n", "row": "\n", "nestrow": "\n", "cell": "\t", "nestcell": "\t", "tab": "\t", "lbr": "\n",
    "softline": "\n", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ",
    "qmspace": " ", "~": " ", "_": "-", "-": "", "|": "", "zwj": "", "zwnj": "",
}  # fmt: skip
_BESIDE: Final = {
    "header": "", "headerl": "", "headerr": "", "headerf": "", "footer": "", "footerl": "", "footerr": "", "footerf": "", "footnote": "", "annotation": "", "atnauthor": "Author: ",
    "atnid": "Author: ", "atndate": "", "atntime": "", "title": "Title: ", "subject": "Subject: ", "author": "Author: ", "manager": "Author: ", "company": "Hospital: ",
    "operator": "Author: ", "category": "", "keywords": "", "comment": "Comment: ", "doccomm": "Comment: ", "hlinkbase": "", "propname": "", "staticval": "", "linkval": "",
    "docvar": "Variable", "fldinst": "", "bkmkstart": "", "revtbl": "Author: ", "formfield": "", "ffname": "", "ffdeftext": "", "ffhelptext": "",
    "ffstattext": "", "ffformat": "", "ffl": "", "xmlattrname": "", "xmlattrvalue": "", "sp": "", "sv": "", "userprops": "", "template": "",
    "protusertbl": "", "protend": "", "listname": "", "file": "", "mailmerge": "", "xe": "", "tc": "", "buptim": "", "creatim": "Date: ", "revtim": "Date: ", "printim": "Date: ",
}  # fmt: skip
"""Destinations beside the body, and what is set before them so that a name is seen as one."""
_PASSED: Final = frozenset(
    [
        "fonttbl", "colortbl", "stylesheet", "latentstyles", "listtable", "listoverridetable", "rsidtbl", "generator", "themedata", "colorschememapping", "datastore",
        "filetbl", "pgptbl", "pnseclvl", "xmlnstbl", "mmathPr", "falt", "panose", "fname", "bkmkend", "atrfstart", "atrfend", "blipuid", "sn", "pn", "picprop", "wgrffmtfilter", "passwordhash",
    ]
)  # fmt: skip
"""Software's own: fonts, colours, styles. They are not written again, since what goes out is text."""
_NO_TEXT: Final = {
    "pict": "picture", "objdata": "embedded object", "nonshppict": "", "shppict": "", "datafield": "data field", "fontemb": "", "background": "", "objclass": "", "objalias": "", "result": "",
}  # fmt: skip
_SHOWN: Final = frozenset(["shptxt", "fldrslt", "shprslt", "rtf", "field", "object", "shp", "shpinst", "nesttableprops", "ud", "upr", "shppict", "result"])


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """The one Document of a file; it says itself how its letters are written, so `encoding` means nothing here."""
    del encoding
    yield one_document(source, _document)


def _document(name: str, data: bytes) -> Document:
    start = data[:64].lstrip(b"\xef\xbb\xbf\r\n\t ")
    if not start.startswith(b"{\\rtf"):
        raise FormatError("this is not an RTF file")
    walk = _Walk()
    for token in Tokens(data.rstrip(b"\x00\r\n\t \x1a")):
        walk.take(token)
    text = walk.text()
    left_out = ", ".join(f"{count} {what}{'s' * (count > 1)}" for what, count in walk.left_out.items())
    if not any(map(str.isalnum, text)):
        raise FormatError("the RTF is pictures without text (a scan)" if left_out else "there is no text in the RTF")
    return Document(name, text + "\n", {}, {LEFT_OUT: left_out} if left_out else {})


class _Walk:
    """The way through a file's groups: where text goes to while each of them is open."""

    def __init__(self) -> None:
        self.left_out: Counter[str] = Counter()
        self._body: list[str] = []
        self._beside: list[list[str]] = []
        self._stack: list[list[str] | None] = []
        self._now: list[str] | None = self._body
        self._is_first = self._is_starred = False
        self._when: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"_Walk({len(self._beside)} parts beside the body)"

    def take(self, token: Token) -> None:
        """One token of the file."""
        if token.kind == "open":
            if self._now and self._now[0] == _BESIDE["docvar"]:  # name and value are groups side by side
                self._now.append(" ")
            self._stack.append(self._now)
            self._is_first, self._is_starred = True, False
        elif token.kind == "close":
            self._end_of_day()
            self._now = self._stack.pop()
            self._is_first = False
        elif token.kind == "text":
            if self._now is not None:
                self._now.append(token.text)
            self._is_first = False
        elif token.text == "*":
            self._is_starred = True
        else:
            self._word(token)

    def _word(self, token: Token) -> None:
        word = token.text
        if self._is_first or word == "pict":
            self._is_first = False
            if self._begins(word):
                return
        if self._now is None:
            return
        if word in _SIGNS:
            self._now.append(_SIGNS[word])
        elif word in {"yr", "mo", "dy", "hr", "min"}:
            self._when[word] = token.number or 0

    def _begins(self, word: str) -> bool:
        """Whether a group begins whose text goes elsewhere."""
        if word in _NO_TEXT and word not in _SHOWN:
            if self._now is not None and (what := _NO_TEXT[word]):
                self.left_out[what] += 1
            self._now = None
        elif word in _PASSED:
            self._now = None
        elif word in _BESIDE or (self._is_starred and word not in _SHOWN):  # one nobody has heard of is text beside the body
            if self._now is None:
                return True
            if word in {"staticval", "linkval"} and self._beside:  # behind the property's name
                self._now = self._beside[-1]
                self._now.append(": ")
                return True
            self._now = [_BESIDE.get(word, "")]
            self._beside.append(self._now)
        else:
            return False
        return True

    def _end_of_day(self) -> None:
        """A date of the properties stands in numbers: `\\yr2024\\mo3\\dy15`."""
        when, self._when = self._when, {}
        if when.get("yr") and self._now is not None:
            self._now.append("-".join(f"{when[part]:02d}" for part in ("yr", "mo", "dy") if when.get(part)))

    def text(self) -> str:
        """The body, then the parts beside it, each on lines of its own."""
        beside = [_part(part) for part in self._beside if _is_said("".join(part[1:]))]
        lines = "\n".join(filter(None, ["".join(self._body).strip("\n"), *dict.fromkeys(beside)])).split("\n")
        return "\n".join(line.rstrip() for line in lines).strip("\n")


def _part(part: list[str]) -> str:
    """A part on lines of its own; the table of people who changed the text is set apart by semicolons."""
    text = "".join(part[1:]).strip()
    return part[0] + (text.rstrip(";").replace(";", f"\n{part[0]}") if part[0] == _BESIDE["revtbl"] else text)


def _is_said(text: str) -> bool:
    """Whether a part says anything: shapes have numbers of their size and place."""
    text = text.strip(" \t\n;:")
    return bool(text) and not (len(text) < 7 and text.lstrip("-").isdigit())
