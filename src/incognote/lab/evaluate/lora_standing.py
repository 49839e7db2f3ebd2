"""What stands beside the figures of a language model: how small it is, how little a LoRA saw, what of the test it saw.

A file beside the adapter says what it was trained on (`lab/train/lora/provenance`), and hashes of its texts may lie there
too. Where they do not, that is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from incognote.errors import FormatError
from incognote.lab.evaluate.asking import Asking
from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.train.fingerprint import prints
from incognote.lab.train.lora.provenance import (
    ARTICLE_NOTES,
    ARTICLE_PARAMETERS,
    Provenance,
    read_provenance,
    skeleton_prints,
)
from incognote.llm.models import file_hash, models

SHARED: Final = "§"
Caution = tuple[str, str]
"""A sign that stands beside figures, and what it says: ¶ of the model's size, † of the training notes, § of what was shared."""
_PRINTS: Final = "prints.txt"


def cautions(asking: Asking, notes: Sequence[GoldNote] | None = None) -> tuple[Caution, ...]:
    """What has to be said of a model, and of its training where it is asked about `notes`."""
    made_of = _made_of(asking.made_of) if asking.made_of is not None else None
    size = parameters(asking) or (made_of.parameters if made_of is not None else None)
    said: list[Caution] = []
    if size is None:
        said.append(("¶", "the size of the model is not known here"))
    elif size < ARTICLE_PARAMETERS:
        said.append(("¶", f"a model of {size / 1e9:.2f} billion parameters, under 2: no measure of what larger ones do"))
    if asking.is_taught:
        if made_of is None:
            said.append(("†", "how many notes the LoRA was trained on is not known"))
        elif made_of.notes < ARTICLE_NOTES:
            said.append(("†", f"the LoRA was trained on {made_of.notes} notes, fewer than {ARTICLE_NOTES}"))
        if notes is not None:
            said += _of_sharing(shared(asking.made_of, made_of, notes), len(notes))
    return tuple(said)


def _of_sharing(seen: int | None, of: int) -> list[Caution]:
    if seen is None:
        return [(SHARED, "whether the LoRA saw skeletons or texts of these notes is not known")]
    if seen:
        return [(SHARED, f"the LoRA was trained on skeletons or texts of {seen} of these {of} notes: it has seen what it is asked")]
    return []


def _made_of(adapter: Path) -> Provenance | None:
    try:
        return read_provenance(adapter)
    except FormatError:
        return None


def parameters(asking: Asking) -> int | None:
    """How many parameters a model has; None where that is not known."""
    if not asking.named.endswith(".gguf"):
        return next((one.parameters for one in models() if one.id == asking.named), None)
    path = Path(asking.named).expanduser()
    found = file_hash(path) if path.is_file() else None
    return next((one.parameters for one in models() if one.sha256 == found), None)


def shared(adapter: Path | None, made_of: Provenance | None, notes: Sequence[GoldNote]) -> int | None:
    """How many notes have a skeleton or a text that an adapter was trained on; None where nobody can say."""
    if adapter is None:
        return None
    hashes = (adapter if adapter.is_dir() else adapter.parent) / _PRINTS
    texts = frozenset(hashes.read_text("ascii").split()) if hashes.exists() else frozenset()
    skeletons = frozenset(made_of.skeletons) if made_of is not None else frozenset()
    if not (texts or skeletons):
        return None
    return sum(not skeletons.isdisjoint(skeleton_prints([note.meta])) or not texts.isdisjoint(prints(note.text)) for note in notes)
