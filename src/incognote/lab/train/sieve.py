"""What a generated line must pass: a whole tagged text that is new, says something, and leaks nobody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from incognote.lab.train.linear import HEADS, TAGS, UNKNOWN, BrokenLineError, Tagged, back
from incognote.lab.train.notes import Spare, class_of

RUN: Final = 8
"""Words in a row that are compared with the training text, which a language model may have learnt by heart."""
Words = tuple[str, ...]
_TOLD: Final = frozenset({"NAME", "DOCTOR", "PER", "HOSPITAL", "ORG", "ADDRESS", "LOCATION", "LOC"})


class Seen(NamedTuple):
    """What the training lines hold: all lines by their words, runs of eight words, and those that touch a name."""

    lines: dict[Words, set[Words]]
    runs: set[Words]
    held: set[Words]

    def __repr__(self) -> str:
        return f"Seen({len(self.lines)} lines, {len(self.runs)} runs)"


class Sifted(NamedTuple):
    """A line that passed, as text with spans, and where it says it was written; `overlap` is the share that `shares` gives."""

    tagged: Tagged
    country: str
    overlap: float

    def __repr__(self) -> str:
        return f"Sifted({self.tagged!r})"


def untagged(line: Iterable[str]) -> Words:
    """The words of a line."""
    return tuple(token for token in line if token not in TAGS)


def runs(line: Sequence[str]) -> Iterator[tuple[Words, bool]]:
    """All runs of `RUN` words of a line, blanks left out, and whether one is of a name: dates and numbers are shapes."""
    held = [(token, at > 0 and line[at - 1][2:] in _TOLD) for at, token in enumerate(line) if token not in TAGS and not token.isspace()]
    for at in range(len(held) - RUN + 1):
        part = held[at : at + RUN]
        yield tuple(token for token, _ in part), any(inside for _, inside in part)


def seen_in(lines: Iterable[Sequence[str]]) -> Seen:
    """What generated lines are compared with."""
    seen = Seen(defaultdict(set), set(), set())
    for line in lines:
        seen.lines[untagged(line)].add(tuple(line))
        for run, touches in runs(line):
            seen.runs.add(run)
            if touches:
                seen.held.add(run)
    return seen


def shares(line: Sequence[str], seen: Seen) -> tuple[float, bool]:
    """The share of the runs of a line that training has, and whether one of them touches a name there and here."""
    every = list(runs(line))
    leaks = any(touches and run in seen.held for run, touches in every)
    return (sum(run in seen.runs for run, _ in every) / len(every) if every else 0.0), leaks


def tells_mention(tagged: Tagged, names: frozenset[str]) -> bool:
    """Whether a name of a training person, place or institution stands between the entities: told, or not labelled."""
    at = 0
    lengths = {len(name) for name in names}
    for start, end, _ in (*tagged.spans, (len(tagged.text), len(tagged.text), "")):
        between = tagged.text[at:start]
        for size in lengths:
            if any(between[a : a + size] in names and _stands_alone(between, a, a + size) for a in range(len(between) - size + 1)):
                return True
        at = end
    return False


def _stands_alone(text: str, start: int, end: int) -> bool:
    """A Latin name is one only between other characters than letters."""
    first, last = text[start - 1 : start], text[end : end + 1]
    return not (_is_latin(text[start]) and first and _is_latin(first)) and not (_is_latin(text[end - 1]) and last and _is_latin(last))


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalpha()


def names_of(spare: Spare) -> frozenset[str]:
    """The training names that a generated sentence must not tell: two Han characters and more, or a longer Latin word."""
    kept = (text for (label, _, _), texts in spare.items() if class_of(label) in _TOLD for text in texts)
    return frozenset(text for text in kept if not any(c.isdigit() for c in text) and len(text) >= (4 if text.isascii() else 2))


def whole(line: Sequence[str] | None) -> tuple[Tagged, str]:
    """The tagged text of a line, and the country that its head says.

    Raises:
        BrokenLineError: its message is the filter that drops the line.
    """
    if line is None:
        raise BrokenLineError("no end")
    if not line or line[0] not in HEADS or any(token in HEADS for token in line[1:]):
        raise BrokenLineError("broken tags")
    tagged = back(line[1:])
    if not tagged.spans:
        raise BrokenLineError("no entity")
    if all(token == UNKNOWN for token in untagged(line[1:])):
        raise BrokenLineError("all unknown")
    if any(token == UNKNOWN and line[at - 1] not in TAGS for at, token in enumerate(line)):
        raise BrokenLineError("unknown word outside")
    return tagged, HEADS[line[0]]


def sifted(lines: Sequence[Sequence[str] | None], seen: Seen, *, most: float) -> Iterator[Sifted | str]:
    """Each line that passes, or the name of the filter that drops it, in order.

    `most` is the share of runs of eight words that a line may have in common with the training text.
    """
    tags: dict[Words, set[Words]] = defaultdict(set)
    for line in lines:
        if line is not None:
            tags[untagged(line)].add(tuple(line))
    met: set[Words] = set()
    for line in lines:
        try:
            tagged, country = whole(line)
        except BrokenLineError as wrong:
            yield str(wrong)
            continue
        yield _compared(tuple(line or ()), tagged, country, tags, met, seen, most)


def _compared(
    line: Words, tagged: Tagged, country: str, tags: dict[Words, set[Words]], met: set[Words], seen: Seen, most: float,
) -> Sifted | str:  # fmt: skip
    plain = untagged(line)
    known = seen.lines.get(plain, set())
    if len(tags[plain] | known) > 1:
        return "same words, other tags"
    if plain in met or known:
        return "repeated"
    met.add(plain)
    share, leaks = shares(line, seen)
    if leaks:
        return "overlap at a name"
    if share > most:
        return "overlap"
    return Sifted(tagged, country, share)
