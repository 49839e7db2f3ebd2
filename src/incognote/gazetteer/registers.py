"""Imported registers of institutions, ready to be looked up in any writing at a cost that does not grow with them.

A name is split into what is its own and its class words. In a text the own part is looked up by whole words in a
dictionary, one of them perhaps with a slip, and the class words behind it are read in whatever writing they have; so an
institution costs one entry, not one for each way to write it. Chinese names are short and their writings few: those go
into one `Matcher`.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from incognote.errors import ConfigError
from incognote.gazetteer.kinds import REGISTERED, split
from incognote.gazetteer.matcher import Matcher
from incognote.gazetteer.short_forms import LED, fold, initials, short_forms
from incognote.text.slips import is_slip, without_one
from incognote.text.view import view

WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.'’&-]*(?<![.'’-])")
"""A word of a Latin name: what stands between words (blanks, dashes, brackets) tells no two names apart."""
_MEND_FROM: Final = 5
"""A shorter word one slip away is another word."""
_MEND_TO: Final = 24
"""No word of a name is longer; to try each letter of one would take its length squared."""


class Listed(NamedTuple):
    """What is known of the own part of a name: per label whether it is the whole name, without class words."""

    labels: tuple[str, ...]
    whole: frozenset[str]

    def __repr__(self) -> str:
        return f"Listed({len(self.labels)} labels)"


class Registers(NamedTuple):
    """Everything that is imported. `cores` maps the own part of a Latin name in lower case to what it is; `lengths` its
    first word to how many words such parts have; `deletions` words with one letter out to the words; `initials` letters
    to labels; `places` are suburbs and towns; `han` finds writings of Chinese names -> (label -> sure)."""

    cores: Mapping[str, Listed]
    lengths: Mapping[str, tuple[int, ...]]
    words: frozenset[str]
    deletions: Mapping[str, tuple[str, ...]]
    initials: Mapping[str, tuple[str, ...]]
    places: frozenset[str]
    han: Matcher[Mapping[str, bool]]
    size: int

    def __repr__(self) -> str:
        return f"Registers({self.size} institutions)"

    def mends(self, word: str) -> tuple[str, ...]:
        """The words of names that `word`, which is none, may be with one slip."""
        return _mends(self.deletions, word) if _MEND_FROM <= len(word) <= _MEND_TO else ()


Row = tuple[str, tuple[str, ...], str]
"""Label, names, place."""


def names(folder: Path) -> tuple[str, ...]:
    """The registers in a folder, sorted; none where there is no such folder."""
    return tuple(sorted(path.stem for path in folder.glob("*.tsv"))) if folder.is_dir() else ()


def default_folder() -> Path:
    """Where a user's registers lie."""
    from platformdirs import user_data_path

    return user_data_path("incognote") / "registers"


def digest_of(folder: Path, wanted: Sequence[str] | None = None) -> str:
    """What results depend on: the registers' bytes; empty where there is none."""
    digest = hashlib.sha256()
    chosen = names(folder) if wanted is None else tuple(wanted)
    for path in (folder / f"{name}.tsv" for name in chosen):
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:16] if chosen else ""


def load(folder: Path, wanted: Sequence[str] | None = None) -> Registers:
    """The registers `wanted` in `folder` (default: all of them) as one.

    Raises:
        ConfigError: one is missing, or is no register.
    """
    there = names(folder)
    chosen = there if wanted is None else tuple(wanted)
    for name in chosen:
        if name not in there:
            raise ConfigError(f"there is no register {name!r}: import it with `incognote gazetteer import`")
    rows: list[Row] = []
    for name in chosen:
        rows += parse((folder / f"{name}.tsv").read_text("utf-8"), name)
    return build(rows)


def parse(text: str, name: str = "") -> list[Row]:
    """The rows of a register's file."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != 3 or cells[0] not in REGISTERED or not cells[1]:
            raise ConfigError(f"register {name} line {number}: a line is label, names and place: import the list again")
        found.append((cells[0], tuple(cells[1].split("|")), cells[2]))
    return found


def build(rows: Iterable[Row]) -> Registers:
    """Registers of rows; what is needed for the look-up and nothing else is kept."""
    cores: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    letters: defaultdict[str, set[str]] = defaultdict(set)
    han: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    places = set()
    size = 0
    for label, called, place in rows:
        size += 1
        if place:
            places.add(fold(place))
        for name in called:
            if name.isascii() or not _is_han(name):
                _latin(name, label, cores, letters)
            else:
                for form, is_sure in _han(view(name).text, place):
                    han[form][label] = han[form].get(label, False) or is_sure
    words = frozenset(word for core in cores for word in core.split(" "))
    return Registers(
        {core: Listed(tuple(labels), frozenset(x for x, whole in labels.items() if whole)) for core, labels in cores.items()},
        _lengths(cores),
        words,
        _deletions(words),
        {key: tuple(sorted(found)) for key, found in letters.items()},
        frozenset(places),
        Matcher(han.items()),
        size,
    )


def _han(name: str, place: str) -> Iterator[tuple[str, bool]]:
    """The writings of a Chinese name, with and without the county it begins with."""
    yield from short_forms(name).items()
    if place and name.startswith(place) and len(name) > len(place) + 3:
        yield from short_forms(name.removeprefix(place).removeprefix("立")).items()


def _is_han(name: str) -> bool:
    return any("\u3400" <= character <= "\u9fff" for character in name)


def _latin(name: str, label: str, cores: defaultdict[str, dict[str, bool]], letters: defaultdict[str, set[str]]) -> None:
    folded = fold(name)
    own, ending = split(folded)
    if not own:
        own, ending = folded, ""
    for core in {own, *(own.removeprefix(led) for led in LED if " " in own.removeprefix(led))}:
        key = " ".join(WORD.findall(core))
        if key:
            cores[key][label] = cores[key].get(label, False) or not ending
    if short := initials(name):
        letters[short].add(label)


def _lengths(cores: Iterable[str]) -> dict[str, tuple[int, ...]]:
    found: defaultdict[str, set[int]] = defaultdict(set)
    for core in cores:
        words = core.split(" ")
        found[words[0]].add(len(words))
    return {first: tuple(sorted(sizes, reverse=True)) for first, sizes in found.items()}


def _deletions(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        if len(word) >= _MEND_FROM and word.isalpha():
            for key in (word, *without_one(word)):
                found[key].append(word)
    return {key: tuple(near) for key, near in found.items()}


def _mends(deletions: Mapping[str, tuple[str, ...]], word: str) -> tuple[str, ...]:
    near = {found: None for key in (word, *without_one(word)) for found in deletions.get(key, ())}
    return tuple(found for found in near if is_slip(word, found) and found != word)
