"""The operators, one file each: `operate(document, entity, span, context) -> replacement`, or None to keep.

An operator may say less than it was asked to (a date that cannot be placed is masked), never more.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from incognote.policy.context import Operator

OPERATORS: Final = ("age", "category", "class_of", "date_offset", "date_shift", "generalise", "keep", "mask", "pseudonym", "report_offset", "role", "surrogate", "town", "year", "zip3")


def table() -> dict[str, Operator]:
    """Every operator by name."""
    return {name: import_module(f"{__name__}.{name}").operate for name in OPERATORS}
