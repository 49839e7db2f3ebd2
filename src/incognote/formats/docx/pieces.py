"""Pieces of a line with the way back to the element they came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from incognote.formats.laid import Laid, Put
from incognote.formats.xml_ import kind_of, remove, writable

_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_WORDS: Final = re.compile(r"\S+(?: \S+)*")
"""Words with one blank between them; what stands between two such stretches is white space of another kind."""


SOUNDS: Final = re.compile("[\u3100-\u312f\u31a0-\u31bf\u02c7\u02ca\u02cb\u02d9\\W]*")
"""Signs that say how a character is read: they are no text of their own."""


class Piece(NamedTuple):
    """A stretch of a line; without a `put` it belongs to the reading and stays whatever is edited. What a written
    file never has is put `nowhere`."""

    text: str
    put: Put | None = None

    def __repr__(self) -> str:
        return f"Piece({len(self.text)})"


Line = list[Piece]


def nowhere(new: str) -> None:
    """The place of what a written file never has."""
    del new


def text_of(line: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in line)


def lay(laid: Laid, lines: Iterable[Line]) -> None:
    """Each line with a line end behind it."""
    for line in lines:
        for piece in line:
            if piece.put is None:
                laid.joint(piece.text)
            else:
                laid.add(piece.text, piece.put)
        laid.joint("\n")


def squeezed(lines: Iterable[Line]) -> Line:
    """Lines as one, with one blank wherever there was white space; the file keeps what it has.

    >>> text_of(squeezed([[Piece(" Maree  "), Piece("Costa")], [], [Piece("mother ")]]))
    'Maree Costa mother'
    """
    found: Line = []
    is_apart = False
    for line in lines:
        is_apart = True
        for piece in line:
            parts = _WORDS.split(piece.text)
            words = _WORDS.findall(piece.text)
            shared = [part for pair in zip(parts, [*words, ""], strict=True) for part in pair]
            for i, word in enumerate(words):
                is_apart = is_apart or bool(parts[i])
                if is_apart and found:
                    found.append(Piece(" "))
                put = partial(_put_share, shared, 2 * i + 1, piece.put) if piece.put is not None else None
                found.append(Piece(word, put))
                is_apart = False
            is_apart = is_apart or bool(parts[-1])
    return found


def _put_share(shared: list[str], place: int, put: Put, new: str) -> None:
    shared[place] = new
    put("".join(shared))


def put_text(element: Any, twins: Mapping[Any, Sequence[Any]], new: str) -> None:
    """Write a `w:t` and its like anew, with those that say the same for older readers, and less how it is said aloud."""
    ruby = next(element.iterancestors("{*}ruby"), None)
    if ruby is not None and next(element.iterancestors("{*}rt"), None) is None:
        for said in ruby.iter("{*}t"):
            if next(said.iterancestors("{*}rt"), None) is not None:
                said.text = ""
    _write(element, new)
    for twin in twins.get(element, ()):
        put_text(twin, twins, new)


def _write(element: Any, new: str) -> None:
    first, *others = writable(new).split("\n")
    element.text = first
    namespace = element.tag.removesuffix(kind_of(element))
    if "wordprocessingml" not in namespace:
        element.text = " ".join((first, *others))
        return
    if new != new.strip():
        element.set(_SPACE, "preserve")
    at = element
    for other in others:
        for following, text in ((element.makeelement(f"{namespace}br"), None), (element.makeelement(element.tag), other)):
            following.text = text
            at.addnext(following)
            at = following
        at.set(_SPACE, "preserve")


def put_sign(element: Any, new: str) -> None:
    """Write text in the place of a tab, a line break or their like."""
    if new:
        text = element.makeelement(element.tag.replace(kind_of(element), "t"))
        element.addprevious(text)
        _write(text, new)
    remove(element)


def put_attribute(element: Any, key: str, new: str) -> None:
    element.set(key, " ".join(writable(new).split("\n")))
