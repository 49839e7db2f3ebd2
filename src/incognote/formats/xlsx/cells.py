"""Cells of a workbook as text, and text put back into them.

A number that its format shows as a date is a date, written as ISO 8601; one that its format fills with zeros has them.
What a formula says is the value it had last: it is read, and at writing the formula stays without that value. Runs of
a cell with several fonts stay apart. Text that begins with `=` is text when it is put back too.
"""

from __future__ import annotations

import datetime
import re
from functools import partial
from typing import Any, Final

from incognote.formats.laid import Laid

_CODED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_FILLED: Final = re.compile(r"0[0\- ()\\]*0")
_EXACT: Final = 10**15
"""A spreadsheet keeps 15 digits of a number; what had more is damaged."""
ELSEWHERE: Final = re.compile(r"'[^'\[]*\[\d+\]|\[\d+\]\w*!")
"""A reference to another workbook, by its number."""


def is_formula(cell: Any) -> bool:
    """Whether a formula stays; one that asks another workbook does not, its last value does."""
    return cell.data_type == "f" and not ELSEWHERE.search(formula_of(cell))


def formula_of(cell: Any) -> str:
    return str(getattr(cell.value, "text", None) or getattr(cell.value, "ref", "") or "") if not isinstance(cell.value, str) else cell.value


def lay(laid: Laid, cell: Any, cached: Any = None) -> None:
    """What a cell shows; `cached` is what its formula gave last."""
    value = cell.value
    if value is None:
        return
    if cell.data_type == "f":
        laid.add(_written(cached, cell.number_format), None if is_formula(cell) else lambda new: put(cell, new))
    elif isinstance(value, list):  # runs
        for at, run in enumerate(value):
            laid.add(shown(str(run)), partial(_put_run, value, at))
    else:
        laid.add(_written(value, cell.number_format), lambda new: put(cell, new))


def text_of(cell: Any, cached: Any = None) -> str:
    laid = Laid()
    lay(laid, cell, cached)
    return laid.text


def put(cell: Any, text: str) -> None:
    """Text into a cell; where it is a date and the cell holds one, a date in the same format."""
    if isinstance(cell.value, datetime.date) and (moved := _as_date(text)) is not None:
        cell.value = moved
        return
    # Not `cell.value = text`, which makes a formula of `=cmd|x` and cuts what is longer than 32,767 characters.
    cell._value = hidden(text) if text else None
    cell.data_type = "s" if text else "n"


def settle(cell: Any, cached: Any) -> None:
    """What a formula gave last in its place."""
    if isinstance(cached, (int, float)):
        cell._value, cell.data_type = cached, "b" if isinstance(cached, bool) else "n"
    else:
        put(cell, _written(cached, cell.number_format))


def blank(cell: Any) -> None:
    """Nothing in a cell any more but its format."""
    if type(cell).__name__ != "MergedCell":
        cell._value, cell.data_type = None, "n"
        if cell.hyperlink is not None:
            cell.hyperlink = None


def _put_run(runs: Any, at: int, text: str) -> None:
    if isinstance(runs[at], str):
        runs[at] = hidden(text)
    else:
        runs[at].text = hidden(text)


def shown(text: str) -> str:
    """Characters that XML cannot hold are written `_x000B_` in a workbook.

    >>> shown("a_x000D_b"), hidden("a\\rb")
    ('a\\rb', 'a_x000D_b')
    """
    return _CODED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def hidden(text: str) -> str:
    return _CONTROL.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def _as_date(text: str) -> datetime.datetime | None:
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        return None


def _written(value: Any, number_format: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime):
        is_day = value.time() == datetime.time()
        return value.date().isoformat() if is_day else value.isoformat(" ", "minutes" if not (value.second or value.microsecond) else "seconds")
    if isinstance(value, (int, float)):
        return _number(value, number_format or "")
    return shown(str(value))


def _number(value: float, number_format: str) -> str:
    if value != value or value in (float("inf"), float("-inf")) or int(value) != value:
        return repr(value)
    digits = str(int(value))
    if value < 0 or not _FILLED.fullmatch(number_format):
        return digits
    wanted = number_format.replace("\\", "")
    digits = digits.zfill(wanted.count("0"))
    lead, rest = digits[: len(digits) - wanted.count("0")], iter(digits[len(digits) - wanted.count("0") :])
    return lead + "".join(next(rest) if sign == "0" else sign for sign in wanted)


def is_damaged(cell: Any) -> bool:
    """Whether a number has lost digits: identity and card numbers of 16 and more that were typed as numbers."""
    return isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool) and _EXACT <= abs(cell.value) < float("inf")
