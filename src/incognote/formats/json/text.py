"""JSON read strictly and written back as it was: numbers keep their digits, objects their order, lines their indent.

What two readers could take for different things is refused: a key that an object has twice (the first value would
pass unread), NaN, nesting deeper than `DEEPEST`. A lone surrogate is no character and becomes U+FFFD.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError

DEEPEST: Final = 200
"""Levels of objects and lists that a file may have; no resource has twenty."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ODD_ENDS: Final = str.maketrans({"\u2028": "\\u2028", "\u2029": "\\u2029"})


class Number(str):
    """A number as it is written: `1.00` is no `1.0`, and an identifier of forty digits is no float."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Number(...)"


class Style(NamedTuple):
    """How a file is written: blanks a level (None: all on one line), whether blanks stand behind `:` and `,`,
    whether characters beyond ASCII are escaped, and what ends it."""

    indent: str | None
    is_spaced: bool
    is_ascii: bool
    end: str
    newline: str = "\n"

    def __repr__(self) -> str:
        return f"Style(is_spaced={self.is_spaced}, is_ascii={self.is_ascii})"


def parse(text: str) -> Any:
    """The value that `text` is; FormatError says why it is none."""
    try:
        value = json.loads(text, parse_int=Number, parse_float=Number, parse_constant=_no_constant, object_pairs_hook=_object)
    except RecursionError:
        raise FormatError(f"the JSON is nested deeper than {DEEPEST} levels") from None
    except json.JSONDecodeError as error:
        raise FormatError(f"this is not JSON (line {error.lineno}, column {error.colno})") from None
    if _is_deep(value):
        raise FormatError(f"the JSON is nested deeper than {DEEPEST} levels")
    return _clean(value)


def _no_constant(name: str) -> Any:
    raise FormatError(f"the JSON holds {name}, which is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise FormatError("an object of the JSON has one key twice: readers differ in which value counts")
    return made


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [child for item in level for child in _children(item) if isinstance(child, (dict, list))]
        if not level:
            return False
    return True


def _children(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


def _clean(value: Any) -> Any:
    if isinstance(value, Number):
        return value
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_SURROGATE.sub("\ufffd", key): _clean(item) for key, item in value.items()}
    return value


def style_of(text: str) -> Style:
    r"""How `text` is written.

    >>> style_of('{\n  "a": 1\n}\n')
    Style(is_spaced=True, is_ascii=False)
    """
    newline = "\r\n" if "\r\n" in text[:10_000] else "\n"
    indent = re.match(r"\s*[\[{]\r?\n([ \t]*)", text)
    end = text[len(text.rstrip()) :]
    is_ascii = "\\u" in text and text.isascii()
    return Style(indent[1] if indent else None, bool(re.search(r'"\s*: ', text[:10_000])), is_ascii, end, newline)


def dump(value: Any, style: Style) -> str:
    """`value` as text in `style`.

    >>> dump({"a": [Number("1.00"), "é", None, True]}, Style(None, False, False, ""))
    '{"a":[1.00,"é",null,true]}'
    """
    return "".join(_dumped(value, style, style.newline)) + style.end


def _dumped(value: Any, style: Style, line: str) -> Iterator[str]:
    if isinstance(value, (dict, list)) and value:
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        inner = line + style.indent if style.indent is not None else ""
        joint = "," + inner if style.indent is not None else ", " if style.is_spaced else ","
        yield opening + inner
        for number, item in enumerate(value):
            yield joint if number else ""
            if isinstance(value, dict):
                yield _string(item, style) + (": " if style.is_spaced or style.indent is not None else ":")
                yield from _dumped(value[item], style, inner)
            else:
                yield from _dumped(item, style, inner)
        yield (line if style.indent is not None else "") + closing
    elif isinstance(value, Number):
        yield str.__str__(value)
    elif isinstance(value, str):
        yield _string(value, style)
    else:
        yield json.dumps(value)


def _string(value: str, style: Style) -> str:
    return json.dumps(value, ensure_ascii=style.is_ascii).translate(_ODD_ENDS)
