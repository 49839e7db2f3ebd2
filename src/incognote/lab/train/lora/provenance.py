"""What an adapter was made of, as a file beside it: counts, hashes and settings, no text of a note."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from incognote.errors import FormatError

TRAINING: Final = "training.json"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Provenance:
    """The base model (name, SHA-256, parameters), the notes and examples trained on, and what the training took.

    `skeletons`: hashes of what the notes were made from (`skeleton_print`), as far as their lines say it; `trained_on`: one
    digest of all texts. `loss` is that of an answer's token at the end, `valid_loss` on notes kept apart, before and after.
    """

    base: str
    base_sha256: str
    architecture: str
    parameters: int
    trainable: int
    notes: int
    examples: int
    tokens: int
    steps: int
    epochs: int
    seconds: float
    loss: float
    valid_loss: tuple[float, ...]
    trained_on: str
    skeletons: tuple[str, ...]
    plan: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"Provenance({self.notes} notes, {self.steps} steps)"

    @property
    def is_small(self) -> bool:
        """Whether less was trained than in the article: under 700 notes, or under two billion parameters."""
        return self.notes < ARTICLE_NOTES or self.parameters < ARTICLE_PARAMETERS


ARTICLE_NOTES: Final = 700
ARTICLE_PARAMETERS: Final = 2_000_000_000


def skeleton_print(name: str) -> str:
    """The hash of a skeleton's id: an id may be a patient's where a hospital keeps the notes of one together."""
    return hashlib.sha256(name.encode()).hexdigest()[:24]


def skeleton_prints(metas: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """The hashes of the skeletons that lines of a gold file name.

    >>> len(skeleton_prints([{"skeleton": "tw-1"}, {"skeleton": "tw-1"}, {}]))
    1
    """
    named = (meta.get("skeleton") or meta.get("family") for meta in metas)
    return frozenset(skeleton_print(str(name)) for name in named if name)


def write_provenance(folder: Path, told: Provenance) -> None:
    (folder / TRAINING).write_text(json.dumps({"version": VERSION, **asdict(told)}, indent=1) + "\n", "utf-8")


def read_provenance(path: Path) -> Provenance:
    """What is said of an adapter: `path` is its file, or the folder that it or its run lies in.

    Raises:
        FormatError: nothing is said there, or not in this form.
    """
    folder = path if path.is_dir() else path.parent
    try:
        table = json.loads((folder / TRAINING).read_text("utf-8"))
        told = {each.name: table[each.name] for each in fields(Provenance)}
        return Provenance(**{**told, "valid_loss": tuple(told["valid_loss"]), "skeletons": tuple(told["skeletons"])})
    except FileNotFoundError:
        raise FormatError(f"there is no {TRAINING} beside the adapter: nobody can say what it was trained on") from None
    except (ValueError, KeyError, TypeError):
        raise FormatError(f"{TRAINING} beside the adapter has another form") from None
