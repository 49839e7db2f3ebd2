"""The texts of a training: what is trained on, what measures it, and what may not be trained on.

Refused are files and lines that say that they are of a valid, test or dev set, and files of which a tenth is of a set that
measures every tagger (`lab/train/held_out`). Single texts of such sets, and of those that the configuration holds out or
measures by, are left out and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import UsageError
from incognote.lab.train import sources
from incognote.lab.train.barred import TRAINING, barred_prints, check_share, is_named_so, says_so
from incognote.lab.train.config import Config, Data, Source
from incognote.lab.train.fingerprint import all_prints, prints
from incognote.lab.train.held_out import held_out_prints
from incognote.lab.train.shares import drawn
from incognote.lab.train.sources import Labelled

_MEASURED: Final = 0.1
"""Of the documents, where a configuration names none to measure by."""
_REFUSAL: Final = "what measures a tagger is not trained on"
Say = Callable[[str], None]
"""Is told a line of progress: names of files and counts."""


class _Printed(NamedTuple):
    text: Labelled
    prints: frozenset[str]

    def __repr__(self) -> str:
        return f"_Printed({self.text!r})"


class Texts(NamedTuple):
    """What is trained on, and what it is measured on. `told`: counts by source, for the run's folder."""

    train: list[Labelled]
    valid: list[Labelled]
    prints: frozenset[str]
    told: list[dict[str, Any]]

    def __repr__(self) -> str:
        return f"Texts({len(self.train)} to train, {len(self.valid)} to measure)"


def read_texts(config: Config, *, say: Say = lambda line: None) -> Texts:
    """The texts of a configuration, without those that may not be trained on.

    Raises:
        UsageError: a file is missing, or is one to train on and one to measure by; or a file or a line of it is of a valid or
            test set; or nothing is left to train on, or to measure by.
        FormatError: a file has another form.
    """
    data = config.data
    _check_apart(data)
    say("reading what is held out")
    barred = barred_prints(data)
    read = [(source, _allowed(source)) for source in data.train]
    clean = [[each for each in found if barred.isdisjoint(each.prints)] for _, found in read]
    valid = valid_texts(config) if data.valid else _kept_apart([each for part in clean for each in part], seed=config.seed)
    own = frozenset() if data.valid else all_prints(text.text for text in valid)
    mine = [[each for each in part if own.isdisjoint(each.prints)] for part in clean]
    if not any(mine):
        raise UsageError("there is no text to train on that is not held out")
    told = []
    for (source, found), part, kept in zip(read, clean, mine, strict=True):
        aside = {"held_out": len(found) - len(part), "kept_apart": len(part) - len(kept)}
        told.append({"files": source.files, "scheme": source.scheme, "texts": len(kept), **aside})
        say(f"{source.files}: {len(kept)} texts to train on, {sum(aside.values())} left out")
    say(f"{len(valid)} texts to measure by")
    train = [each.text for (source, _), part in zip(read, mine, strict=True) for each in part * source.copies]
    return Texts(train, valid, frozenset().union(*(each.prints for part in mine for each in part)), told)


def valid_texts(config: Config) -> list[Labelled]:
    """What a training of this configuration is measured on; raises as `read_texts`."""
    return [text for source in config.data.valid for text in sources.read(source)] if config.data.valid else read_texts(config).valid


def _check_apart(data: Data) -> None:
    """Raises UsageError where a file is named for training and for measuring."""
    names = [{path.resolve() for source in part for path in sources.paths(source)} for part in (data.train, data.valid)]
    for path in sorted(names[0] & names[1]):
        raise UsageError(f"{path.name} is under train and under valid: leave valid out, and a tenth of the documents is kept for it")


def _allowed(source: Source) -> list[_Printed]:
    """The texts of a source to train on.

    Raises:
        UsageError: a file or line says that it is of a valid, test or dev set, or a tenth of the texts is of one.
    """
    found = list(sources.read(source))
    splits = Counter(text.split for text in found)
    if any(says_so({"split": split}) for split in splits):
        raise UsageError(f"{source.files} has lines of a valid or test split: {_REFUSAL}")
    is_said = all(says_so({"split": split}, TRAINING) for split in splits)
    for path in () if is_said else _named(source):
        raise UsageError(f"{path.name} is named as a valid, test or dev set, and its lines do not say that they are of the train split: {_REFUSAL}")
    printed = [_Printed(text, frozenset(prints(text.text))) for text in found]
    check_share([each.prints for each in printed], held_out_prints(), refusal=_REFUSAL)
    return printed


def _named(source: Source) -> Iterator[Path]:
    return (path for path in sources.paths(source) if is_named_so(path))


def _kept_apart(given: Sequence[_Printed], *, seed: int) -> list[Labelled]:
    """Whole documents, those of one author together, to measure by. Raises UsageError where one author wrote all."""
    texts = [each.text for each in given]
    authors = [text.author or text.text for text in texts]
    chosen = drawn(authors, _MEASURED, key=f"valid/{seed}")
    if len(chosen) == len(set(authors)):
        raise UsageError("the documents are too few to keep some apart: two of two authors at least, or name data.valid")
    return [text for text, author in zip(texts, authors, strict=True) if author in chosen]
