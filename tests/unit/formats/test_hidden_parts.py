"""An identity in every part that a careless reader passes over: read, masked, and nowhere in the file written again.

One module of `tests/hidden_parts` makes the files of one format. Where a part cannot be read the file is refused, or
what was left out is said, with the part named.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from hidden_parts.crafted import Crafted
from incognote.batch.final import left_in
from incognote.config import Pipeline
from incognote.document import Document
from incognote.formats import kinds
from incognote.formats.source import LEFT_OUT, Item, Source, Unread, from_bytes
from incognote.formats.unpack import unpacked
from incognote.verify import KnownValue

_MODULES = sorted(p.stem for p in (Path(__file__).parents[2] / "hidden_parts").glob("*.py") if p.stem not in {"crafted", "__init__"})
_FILES = [(made, name) for name in _MODULES for made in import_module(f"hidden_parts.{name}").files()]


_CASES = [pytest.param(made, id=f"{module}-{made.name}") for made, module in _FILES]


@cache
def _pipeline() -> Pipeline:
    return Pipeline.from_profile("clinic-tw")


def _kind(made: Crafted) -> str:
    kind = kinds.of_name("x" + made.suffix)
    assert kind is not None, f"nothing reads {made.suffix}"
    return kind


def _items(made: Crafted) -> tuple[Source, list[Item]]:
    source = from_bytes(made.data)
    return source, list(kinds.module_of(_kind(made)).read(source))


def _said(items: list[Item]) -> str:
    return " ".join(i.reason if isinstance(i, Unread) else str(i.meta.get(LEFT_OUT, "")) for i in items)


def _given(document: Document) -> str:
    return repr(dict(document.known))


@pytest.mark.parametrize("made", _CASES)
def test_every_hidden_identity_is_read_or_its_part_named(made: Crafted) -> None:
    _, items = _items(made)
    if made.refused:
        assert made.refused in _said(items)
        return
    documents = [item for item in items if isinstance(item, Document)]
    text = "\n".join(document.text + _given(document) for document in documents)
    text += text.replace("\n", "")  # a name may be broken over two lines
    missed = [part for part, value in made.identities.items() if value not in text and part not in _said(items)]
    assert not missed


@pytest.mark.parametrize("made", _CASES)
def test_no_hidden_identity_is_in_the_text_that_is_handed_out(made: Crafted) -> None:
    _, items = _items(made)
    documents = [item for item in items if isinstance(item, Document)]
    out = "\n".join(result.text or "" for result in _pipeline().run_many(documents))
    assert not [part for part, value in made.identities.items() if value in out]


@pytest.mark.parametrize("made", _CASES)
def test_no_part_of_the_file_written_again_holds_an_identity(made: Crafted) -> None:
    if not kinds.KINDS[_kind(made)].is_again:
        pytest.skip("this format goes out as text")
    source, items = _items(made)
    documents = [item for item in items if isinstance(item, Document)]
    results = list(_pipeline().run_many(documents))
    is_note = kinds.KINDS[_kind(made)].shape == "note"
    if len(documents) < len(items) or not documents or (is_note and results[0].text is None):
        return  # it is refused: nothing is written
    out = io.BytesIO()
    kinds.module_of(_kind(made)).write(iter(results), out, source)
    known = [KnownValue(value, _label(value)) for value in made.identities.values()]
    assert left_in(out.getvalue(), known) == []
    parts = "\n".join(part.text for part in unpacked(out.getvalue()))
    assert not [part for part, value in made.identities.items() if value in parts]


def _label(value: str) -> str:
    return "PHONE" if value.isdigit() and value.startswith("09") else "IDNO" if any(map(str.isdigit, value)) else "NAME"
