"""What the labels of each source mean in our classes, and which classes a source does not label.

A label may stand for several classes (PER is NAME or DOCTOR): any of them is right. A piece outside all spans may
be of a class that the source does not label. `UNSURE` spans say nothing at all: any tag is right there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from incognote.labels import LABELS
from incognote.text.tags import CLASSES

UNSURE: Final[tuple[str, ...]] = ()


class Scheme(NamedTuple):
    """`classes` of each label; labels that are not there are no identifiers. `free`: not labelled at all.

    `reader` names the form of the file: gold (JSON Lines), iob2, characters or texts (JSON Lines).
    """

    reader: str
    classes: Mapping[str, tuple[str, ...]]
    free: tuple[str, ...] = ()


_PERSON: Final = ("NAME", "DOCTOR")
_PLACE: Final = ("LOCATION", "ADDRESS")
_BODY: Final = ("ORG", "HOSPITAL")
_REST: Final = tuple(name for name in CLASSES if name not in {*_PERSON, *_PLACE, *_BODY})

SCHEMES: Final[Mapping[str, Scheme]] = {
    "ours": Scheme("gold", {name: (row.training,) if row.training else UNSURE for name, row in LABELS.items()}),
    "four": Scheme(
        "gold",
        {"PER": _PERSON, "ORG": _BODY, "LOC": _PLACE, "DAT": ("DATE",)},
        tuple(name for name in _REST if name != "DATE"),
    ),
    "uner": Scheme("iob2", {"PER": _PERSON, "ORG": _BODY, "LOC": _PLACE}, _REST),
    "weibo": Scheme(
        "characters",
        {"PER.NAM": _PERSON, "ORG.NAM": _BODY, "LOC.NAM": (*_PLACE, *_BODY), "GPE.NAM": _PLACE},
        _REST,
    ),
    "answers": Scheme("texts", {}, ("DATE", "TIME", "AGE")),
    "any": Scheme("texts", {}, CLASSES),
}
"""`answers`: health questions without names; they do tell ages and days. `any`: texts, whatever is in them."""
FOUR: Final = tuple(SCHEMES["four"].classes)
"""The classes of the paper."""
CLASS_OF: Final[Mapping[str, str]] = {four: classes[0] for four, classes in SCHEMES["four"].classes.items()}
"""The one class of the tagger that a tagger of the four alone has for each of them."""
