"""Texts that measure a tagger are neither pre-labelled nor augmented: valid, test and dev sets stay apart.

They are known by what their lines and their file's name say, and by fingerprint (`lab/train/fingerprint`): whole texts of
ten letters and digits, lines of forty. A text that shares one is set aside; a file of which a tenth or more is such text
is refused whole, as one whose own lines say that it is of a valid or test split.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import UsageError
from incognote.lab.train import sources
from incognote.lab.train.config import Data
from incognote.lab.train.fingerprint import all_prints, prints
from incognote.lab.train.held_out import held_out_prints, stands_in

MOST: Final = 0.1
_NAMES: Final = frozenset({"valid", "test", "dev", "validation", "val", "testing", "development", "heldout"})
TRAINING: Final = frozenset({"train", "training"})
"""What the name or the lines of a training file say: by such a one no tagger is measured or tuned."""


class Sieved(NamedTuple):
    """Rows that may be used, and how many may not."""

    rows: list[Mapping[str, Any]]
    aside: int

    def __repr__(self) -> str:
        return f"Sieved({len(self.rows)} rows, {self.aside} aside)"


def barred_prints(data: Data) -> frozenset[str]:
    """The prints of all that a configuration measures by or holds out, and of the sets that measure every tagger.

    Raises:
        UsageError: a set that the configuration names is neither there nor one of these: then nothing can be told of the texts.
    """
    named = (replace(each, is_optional=each.is_optional or stands_in(each)) for each in (*data.held_out, *data.valid))
    return held_out_prints() | all_prints(text.text for source in named for text in sources.read(source))


def is_named_so(path: Path, names: Set[str] = _NAMES) -> bool:
    """Whether the name of a file says that it is of a valid, test or dev set, or which `names` are asked for.

    >>> is_named_so(Path("cn-ehr.valid.jsonl.xz")), is_named_so(Path("zh_dev2.jsonl")), is_named_so(Path("devices.jsonl"))
    (True, True, False)
    """
    return _says(path.name, names)


def says_so(told: Mapping[str, Any], names: Set[str] = _NAMES) -> bool:
    """Whether the `split` of a line says so, in whatever writing.

    >>> says_so({"split": "Validation"}), says_so({"split": "test-2"}), says_so({"split": "train"}), says_so({})
    (True, True, False, False)
    """
    return _says(str(told.get("split", "")), names)


def _says(text: str, names: Set[str]) -> bool:
    return not names.isdisjoint(re.split(r"[^a-z]+", text.lower()))


def sieve(rows: Iterable[Mapping[str, Any]], barred: frozenset[str], *, refusal: str) -> Sieved:
    """The rows that share no print with a barred text; `refusal` says why others are not taken.

    Raises:
        UsageError: a row says that it is of a valid or test split, or a tenth of those with a print are barred.
    """
    given = list(rows)
    if any(map(says_so, given)):
        raise UsageError(f"the file has documents of a valid or test split: {refusal}")
    own = [frozenset(prints(str(row["text"]))) for row in given]
    check_share(own, barred, refusal=refusal)
    kept = [row for row, found in zip(given, own, strict=True) if barred.isdisjoint(found)]
    return Sieved(kept, len(given) - len(kept))


def check_share(own: Sequence[frozenset[str]], barred: frozenset[str], *, refusal: str) -> None:
    """Raises UsageError where a tenth of the texts that have a print (`own`: those of each text) share one with `barred`."""
    aside = sum(not barred.isdisjoint(found) for found in own)
    if aside and aside >= MOST * sum(map(bool, own)):
        raise UsageError(f"{aside} of {len(own)} documents are of a held-out set: {refusal}")
