"""The one inline markup: `⟦LABEL/kind#entity|text⟧`, slots `⟦LABEL/kind#entity⟧`, `⟦⟦` for a literal ⟦.

Read by cases, gold data, docs and skeletons; written by review and evaluation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_TAG: Final = re.compile(
    r"⟦⟦|⟦(?P<label>[A-Z]+)(?:/(?P<kind>[a-z_]+))?(?:\#(?P<entity>[A-Za-z0-9_.-]+))?(?:\|(?P<text>[^⟧]*))?⟧"
)


class Marked(NamedTuple):
    """A marked stretch of the plain text; `is_slot` where the markup gives no text (start == end)."""

    start: int
    end: int
    label: str
    kind: str | None
    entity: str | None
    is_slot: bool


def read(marked_up: str) -> tuple[str, tuple[Marked, ...]]:
    """Plain text and its marks.

    >>> read("電話⟦PHONE/fax#p1|0212⟧，⟦⟦ ⟦NAME⟧")
    ('電話0212，⟦ ', (Marked(start=2, end=6, label='PHONE', kind='fax', entity='p1', is_slot=False), Marked(start=9, end=9, label='NAME', kind=None, entity=None, is_slot=True)))
    """
    plain: list[str] = []
    marks: list[Marked] = []
    position = length = 0
    for tag in _TAG.finditer(marked_up):
        between = marked_up[position : tag.start()]
        plain.append(between)
        length += len(between)
        position = tag.end()
        if tag["label"] is None:
            plain.append("⟦")
            length += 1
            continue
        text = tag["text"] or ""
        plain.append(text)
        marks.append(
            Marked(length, length + len(text), tag["label"], tag["kind"], tag["entity"], tag["text"] is None)
        )
        length += len(text)
    plain.append(marked_up[position:])
    return "".join(plain), tuple(marks)


def write(text: str, marks: Iterable[Marked]) -> str:
    """`text` with its marks written in; the inverse of `read` for marks that do not overlap."""
    pieces: list[str] = []
    position = 0
    for m in sorted(marks):
        if m.start < position:
            raise ValueError(f"mark at {m.start} overlaps another")
        pieces.append(text[position : m.start].replace("⟦", "⟦⟦"))
        head = m.label + (f"/{m.kind}" if m.kind else "") + (f"#{m.entity}" if m.entity else "")
        body = text[m.start : m.end]
        if "⟧" in body:
            raise ValueError(f"marked text at {m.start} holds a closing bracket")
        pieces.append(f"⟦{head}⟧" if m.is_slot else f"⟦{head}|{body}⟧")
        position = m.end
    pieces.append(text[position:].replace("⟦", "⟦⟦"))
    return "".join(pieces)
