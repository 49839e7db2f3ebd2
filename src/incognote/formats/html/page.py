"""A page of HTML laid down as it is read: a block a line, a row of a table a line, what is not shown behind it.

White space is that of a reader: runs of it are a blank, and none at all where a line of Han goes on in the next.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

from incognote.formats.laid import Laid, Put

BLOCKS: Final = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr "
    "html legend li main menu nav ol optgroup option p pre section select summary table tbody tfoot thead title tr ul".split()
)
_CELLS: Final = frozenset({"td", "th"})
NO_TEXT: Final = {
    "img": "picture", "picture": "", "canvas": "drawing", "video": "video", "audio": "recording", "object": "embedded object", "embed": "embedded object",
    "applet": "embedded object", "iframe": "embedded page", "frame": "embedded page", "script": "script",
}  # fmt: skip
READ: Final = frozenset(["title", "alt", "placeholder", "value", "content", "label", "summary", "abbr", "cite", "datetime", "srcdoc", "download", "standby"])
"""Attributes with words in them, beside those that begin with `data-` or `aria-`."""
TARGETS: Final = frozenset(["href", "action", "formaction", "ping", "longdesc", "background", "xlink:href", "manifest", "poster", "src", "data"])
_SPACE: Final = re.compile(r"[ \t\r\n\f]+")
_HAN_BREAK: Final = re.compile(r"(?<=[\u2e80-\u9fff\uff00-\uffef])[ \t\r\n\f]+(?=[\u2e80-\u9fff\uff00-\uffef])")
_HIDDEN: Final = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_JSON: Final = re.compile(r"json", re.IGNORECASE)


class Page:
    """A tree laid down; `left_out` counts what of it is no text."""

    def __init__(self, root: Any) -> None:
        self.laid = Laid()
        self.left_out: Counter[str] = Counter()
        self._gap = ""
        self._beside: list[tuple[str, Put | None]] = []
        self._in_cell = 0
        self._walk(root, is_pre=False)
        for outside in (*root.itersiblings(preceding=True), *root.itersiblings()):
            self._walk(outside, is_pre=False)
        for text, put in self._beside:
            self._gap = "\n"
            self._add(text, put)

    def __repr__(self) -> str:
        return f"Page({self.laid!r})"

    def _walk(self, element: Any, *, is_pre: bool) -> None:
        if not isinstance(element.tag, str):  # a comment, an instruction
            self._beside.append((_SPACE.sub(" ", element.text or "").strip(), None))
            return
        tag = element.tag.lower()
        self._attributes(element, tag)
        if tag in {"script", "style"}:
            self._script(element, tag)
            return
        if what := NO_TEXT.get(tag):
            self.left_out[what] += 1
        self._before(element, tag)
        in_cell, self._in_cell = self._in_cell, 0 if tag == "table" else self._in_cell + (tag in _CELLS)
        is_pre = is_pre or tag in {"pre", "textarea"}
        self._text(element.text, partial(setattr, element, "text"), is_pre=is_pre)
        for child in element:
            self._walk(child, is_pre=is_pre)
            self._text(child.tail, partial(setattr, child, "tail"), is_pre=is_pre)
        self._in_cell = in_cell
        if tag in BLOCKS or _is_hidden(element):
            self._part("\n" if not self._in_cell or tag == "table" else " ")

    def _before(self, element: Any, tag: str) -> None:
        if tag == "br":
            self._part("\n" if not self._in_cell else " ")
        elif tag in _CELLS:
            self._gap = self._gap.strip(" ") + "\t" if any(e.tag in _CELLS for e in element.itersiblings(preceding=True)) else self._gap
        elif tag in BLOCKS or _is_hidden(element):
            self._part("\n" if not self._in_cell or tag == "table" else " ")

    def _part(self, gap: str) -> None:
        """A line end wins over tabs of empty cells behind it, both over a blank."""
        if gap == "\n":
            self._gap = "\n"
        elif not self._gap:
            self._gap = gap

    def _text(self, text: str | None, put: Put, *, is_pre: bool) -> None:
        if not text:
            return
        if is_pre:
            self._add(text, lambda new: put(_sound(new)))
            return
        shown = _SPACE.sub(" ", _HAN_BREAK.sub(_break, text))
        core = shown.strip(" ")
        if shown[:1] == " ":
            self._part(" ")
        if core:
            lead, tail = (" " if shown[:1] == " " else ""), (" " if shown[-1:] == " " else "")
            self._add(core, lambda new: put(lead + _sound(new) + tail))
            if tail:
                self._gap = " "

    def _add(self, text: str, put: Put | None) -> None:
        if not text:
            return
        if self.laid.size:
            self.laid.joint(self._gap)
        self._gap = ""
        self.laid.add(text, put)

    def _attributes(self, element: Any, tag: str) -> None:
        for name, value in element.attrib.items():
            if not value or not value.strip():
                continue
            if name == "srcdoc":
                self._beside.append((_SPACE.sub(" ", re.sub(r"<[^>]{0,400}>", " ", value)).strip(), partial(_gone, element, name)))
            elif name in READ or name.startswith(("data-", "aria-")):
                if tag != "meta" or not is_software(element):
                    self._beside.append((_SPACE.sub(" ", value).strip(), partial(_set, element, name)))
            elif name in TARGETS and not value.startswith(("data:", "#", "javascript:")):
                said = re.sub(r"\A(?:mailto|tel|sms|fax|callto):", "", unquote(value).strip())
                self._beside.append((said, partial(_gone, element, name)))

    def _script(self, element: Any, tag: str) -> None:
        """JSON is data: its texts are read. Programs are not."""
        text = element.text or ""
        if tag == "style" or not text.strip():
            return
        if _JSON.search(element.get("type") or ""):
            try:
                self._beside += [(said, None) for said in _strings(json.loads(text), 0)]
            except (ValueError, RecursionError):
                self.left_out["script"] += 1
        else:
            self.left_out["script"] += 1


def _break(blank: re.Match[str]) -> str:
    return "" if "\n" in blank[0] or "\r" in blank[0] else blank[0]


def _is_hidden(element: Any) -> bool:
    """Whether a reader sees nothing of it: what it says stands apart then."""
    return "hidden" in element.attrib or _HIDDEN.search(element.get("style") or "") is not None


def is_software(meta: Any) -> bool:
    """Whether a `<meta>` speaks to software: the encoding, the width of a telephone."""
    name = (meta.get("name") or meta.get("property") or meta.get("http-equiv") or "").lower()
    return bool(meta.get("http-equiv")) or name in {"viewport", "generator", "robots", "theme-color", "color-scheme", "format-detection", "progid"}


def _set(element: Any, name: str, text: str) -> None:
    element.set(name, _sound(text))


def _sound(text: str) -> str:
    """Without the control characters that the parser lets in and the tree refuses."""
    return _CONTROLS.sub("", text)


def _gone(element: Any, name: str, _: str) -> None:
    element.attrib.pop(name, None)


def _strings(value: Any, depth: int) -> Iterator[str]:
    """`key: text` for each text of a JSON value, each number too: it may be a telephone."""
    if depth > 60:
        raise ValueError
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        if isinstance(inner, (dict, list)):
            yield from _strings(inner, depth + 1)
        elif isinstance(inner, (str, int, float)) and not isinstance(inner, bool) and str(inner).strip():
            yield f"{key}: {inner}" if isinstance(key, str) else str(inner)


