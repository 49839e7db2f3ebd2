"""JSON of any shape: every text in it, its keys as labels, written back the same shape.

A file is one document; one that is a list of objects is a document for each of them. `Paths` says which texts are
notes (each a document of its own; what stands beside them is one more) and which hold what is known of the
patient; without it a key that tables call a fact (`mrn`, `姓名`) says so. Keys are read too, since some files have
people for keys, and so are numbers long enough to be somebody's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, BinaryIO, Final

from incognote.document import Document, Result
from incognote.errors import DecodeError, FormatError
from incognote.formats import known as facts
from incognote.formats.fhir.attached import lay_data
from incognote.formats.json import text as json_text
from incognote.formats.json.coded import inner, is_coded
from incognote.formats.json.paths import (
    BY_KEY,
    At,
    Paths,
    Place,
    facts_at,
    facts_in,
    found_at,
    is_thing,
    pair_of,
)
from incognote.formats.json.text import Number
from incognote.formats.laid import Laid, replacing
from incognote.formats.naming import code_of
from incognote.formats.source import LEFT_OUT, Item, Source, Unread
from incognote.text.decode import decode

MEASURE: Final = 5
"""Digits a number in a list may have and be taken for a measure; one with more may be somebody's and is read."""
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PLAIN_KEY: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")


class _Part:
    """One document: where it stands, what is known of it, and its text as it is laid down."""

    def __init__(self, place: Place, known: Mapping[str, Any], *, is_note: bool = False) -> None:
        self.place, self.known, self.is_note = place, known, is_note
        self.laid = Laid()
        self.renames: list[tuple[dict[str, Any], str, str]] = []
        self.finish: list[Callable[[], None]] = []
        self.left_out: list[str] = []

    def __repr__(self) -> str:
        return f"_Part({self.laid!r})"


def read(source: Source, *, encoding: str | None = None, paths: Paths = BY_KEY) -> Iterator[Item]:
    """The documents of a file in its order; of what stands beside the notes the last one is made."""
    name = str(source.number)
    try:
        parts = _parts(_parsed(source, encoding)[1], paths)
    except (DecodeError, FormatError) as error:
        yield Unread(name, str(error).removeprefix(f"input {name}: "))
        return
    for number, part in enumerate(parts, 1):
        yield Document(str(number) if len(parts) > 1 else name, part.laid.text, part.known, _meta(part))


def write(results: Iterable[Result], target: BinaryIO, source: Source, *, encoding: str | None = None, paths: Paths = BY_KEY) -> int:
    """The file with its texts scrubbed, in UTF-8; how many of its documents were withheld.

    A note or a record that was withheld is null. Nothing is written where what stands beside the notes was.
    """
    answers = list(results)
    try:
        style, root = _parsed(source, encoding)
        parts = _parts(root, paths)
    except (DecodeError, FormatError):
        return 0
    given = [place for path in paths.known.values() for place in found_at(root[0], path)]
    before = [place.value for place in given]
    withheld = 0
    for part, result in zip(parts, answers, strict=True):
        if result.text is None:
            withheld += 1
            part.place.holder[part.place.key] = None
        else:
            part.laid.apply(result.edits if part.is_note else replacing(result.edits))
    if root[0] is None or withheld == len(parts):
        return withheld
    code = next(filter(None, map(code_of, answers)), None)
    for place, value in zip(given, before, strict=True):
        if place.value is value and value is not None:  # a path says it is the patient's, whatever was found
            place.holder[place.key] = code
    _rename(rename for part in parts for rename in part.renames)
    for part in parts:
        for call in part.finish if part.place.value is not None else ():
            call()
    target.write(json_text.dump(root[0], style).encode("utf-8"))
    return withheld


def _meta(part: _Part) -> dict[str, str]:
    return {LEFT_OUT: ", ".join(dict.fromkeys(part.left_out))} if part.left_out else {}


def _parsed(source: Source, encoding: str | None) -> tuple[json_text.Style, list[Any]]:
    """How the file is written, and its value as the one item of a list."""
    text = decode(source.read(), encoding=encoding).text
    value = json_text.parse(text)
    if not isinstance(value, (dict, list)):
        raise FormatError("the JSON is neither an object nor a list")
    return json_text.style_of(text), [value]


def _parts(root: list[Any], paths: Paths) -> list[_Part]:
    """What becomes a document each, laid down."""
    value, taken = root[0], frozenset[At]()
    if paths.notes or paths.known:
        known = facts.from_cells(facts_at(value, paths.known))
        notes = [place for path in paths.notes for place in found_at(value, path) if _is_text(place.value)]
        if paths.notes and not notes:
            raise FormatError("no text stands at the paths of the notes")
        parts = [_Part(place, known, is_note=True) for place in {place.at: place for place in notes}.values()]
        taken = frozenset(part.place.at for part in parts)
        parts.append(_Part(Place(root, 0), known))
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        parts = [_Part(Place(value, i), facts.from_cells(facts_in(item))) for i, item in enumerate(value)]
    else:
        parts = [_Part(Place(root, 0), facts.from_cells(facts_in(value)))]
    for part in parts:
        if part.is_note:
            part.laid.add(part.place.value, partial(part.place.holder.__setitem__, part.place.key))
        else:
            _lay(part, part.place, "", taken)
    if len(parts) > 1 and not parts[-1].laid.text.strip() and not parts[-1].is_note:
        parts[-1].laid.joint("\n")
    return parts


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not isinstance(value, Number)


def _lay(part: _Part, place: Place, label: str, taken: frozenset[At]) -> None:
    """Lay a value down, and all that it holds: a line for each text, its key before it."""
    value, laid = place.value, part.laid
    if isinstance(value, dict):
        said, answer = pair_of(value)
        for key in list(value):
            inner = Place(value, key)
            if key == said and not {inner.at, (id(value), answer)} & taken:
                _lay(part, Place(value, answer), _asked(part, inner), taken)
                continue
            if key == answer and not {inner.at, (id(value), said)} & taken:
                continue
            if inner.at in taken or value[key] is None or isinstance(value[key], bool):
                _lay_odd_key(part, value, key)
                continue
            _lay_odd_key(part, value, key)
            if isinstance(value[key], (dict, list)) and _is_plain(key) and value[key] and not _is_flat(value[key]):
                laid.joint(f"{_label(key).strip()}\n")
            is_of_thing = key.lower() == "name" and is_thing(value, re.sub(r"[:：]? *\Z", "", label).rpartition(" ")[2])
            _lay(part, inner, (label or "item: ") if is_of_thing else _label(key) if _is_plain(key) else "", taken)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            if (id(value), i) in taken or (isinstance(item, Number) and sum(map(str.isdigit, item)) <= MEASURE):
                continue
            _lay(part, Place(value, i), label, taken)
    elif isinstance(value, str):
        if _lay_coded(part, place, label, taken):
            return
        laid.joint(f"{label.strip()}\n" if "\n" in value and label else label)
        laid.add(str.__str__(value), partial(place.holder.__setitem__, place.key))
        laid.joint("\n")


def _asked(part: _Part, place: Place) -> str:
    """Lay a question down; the label of its answer. The name of a field is none: `patient_name` passes for an account."""
    if facts.fact_of(place.value) is not None:
        return _label(place.value)
    part.laid.add(place.value, partial(place.holder.__setitem__, place.key))
    return ": "


def _lay_coded(part: _Part, place: Place, label: str, taken: frozenset[At]) -> bool:
    """Lay down what a text hides: JSON within it, base64."""
    value, put = place.value, partial(place.holder.__setitem__, place.key)
    if isinstance(value, Number):
        return False
    if is_coded(value):
        part.laid.joint(label)
        told = lay_data(value, "", part.laid, put)
        part.left_out += [told] if isinstance(told, str) else []
        part.finish.append(partial(put, None) if isinstance(told, str) else told)
        return True
    if (hidden := inner(value)) is None:
        return False
    held, style = [hidden], json_text.style_of(value)
    part.laid.joint(f"{label.strip()}\n" if label else "")
    before = json_text.dump(hidden, style)
    _lay(part, Place(held, 0), "", taken)
    part.finish.append(lambda: None if json_text.dump(held[0], style) == before else put(json_text.dump(held[0], style)))
    return True


def _is_flat(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(item, (dict, list)) for item in value)


def _is_plain(key: str) -> bool:
    """Whether a key is the name of a field, by its form: no person's name is looked for in it.

    >>> [_is_plain(key) for key in ("patientName", "mrn", "病歷號", "王大明", "A123456789")]
    [True, True, True, False, False]
    """
    if facts.fact_of(key) or "".join(key.lower().split()) in facts.TEXT_COLUMNS:
        return True
    return bool(_PLAIN_KEY.fullmatch(key)) and sum(map(str.isdigit, key)) < MEASURE and len(key) <= 40


def _label(key: str) -> str:
    """A key as the label a note would have.

    >>> _label("patientName"), _label("admit_date"), _label("病歷號")
    ('patient name: ', 'admit date: ', '病歷號：')
    """
    if not key.isascii():
        return f"{key}："
    words = [word if word.isupper() else word.lower() for word in _WORDS.findall(key)]
    return f"{' '.join(words) or key}: "


def _lay_odd_key(part: _Part, holder: dict[str, Any], key: str) -> None:
    """A key that may be anything is read like a text."""
    if not _is_plain(key):
        part.laid.add(key, lambda new: part.renames.append((holder, key, new)))
        part.laid.joint("：\n" if not key.isascii() else ":\n")


def _rename(renames: Iterable[tuple[dict[str, Any], str, str]]) -> None:
    """Give keys their new names in their old order; where two become one, numbers tell them apart."""
    by_holder: dict[int, tuple[dict[str, Any], dict[str, str]]] = {}
    for holder, key, new in renames:
        by_holder.setdefault(id(holder), (holder, {}))[1][key] = new
    for holder, names in by_holder.values():
        items = list(holder.items())
        holder.clear()
        kept = {key for key, _ in items if key not in names}
        for key, value in items:
            name = new = names.get(key, key)
            count = 1
            while key in names and (new in holder or new in kept):
                count += 1
                new = f"{name} {count}"
            holder[new] = value
