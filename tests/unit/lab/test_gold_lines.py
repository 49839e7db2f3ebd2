"""A line of version 1 is read where the schema has it and nowhere else."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from incognote.errors import FormatError
from incognote.lab.evaluate.gold import ANY, read_gold
from incognote.lab.lines import write_lines

SCHEMA = json.loads((Path(__file__).resolve().parents[3] / "schemas" / "gold.schema.json").read_text("utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)
LINE: dict[str, Any] = {
    "version": 1, "id": "n", "text": "王小明述，妻李美同行。", "script": "zh-TW", "type": "opd", "specialty": "ortho", "style": "plain", "skeleton": "tw-1",
    "family": "f", "split": "train", "day": None, "people": [
        {"entity": "p1", "role": "patient", "of": None, "case_roles": ["notifier"], "names": ["王小明"], "sex": "M", "birth": "1990-01-02", "origin": "local", "surname_rarity": "common"},
    ], "spans": [
        {"start": 0, "end": 3, "label": "NAME", "kind": "patient", "entity": "p1", "form": "full", "value": None}, {"start": 6, "end": 8, "label": "NAME"},
    ],
}  # fmt: skip
OTHERS: tuple[Any, ...] = (None, 1, 2, 1.0, 1.5, True, "", "train", "dev", "zh-TW", "zh-Hant", "M", "notifier", [], ["a"], [1], {}, {"entity": "p1"})


def is_read(row: Any, folder: Path) -> bool:
    write_lines(folder / "gold.jsonl", [row])
    try:
        read_gold(folder / "gold.jsonl")
    except FormatError:
        return False
    return True


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value within a line."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(found for key, each in inner for found in places(each, (*way, key)))]


def changed(way: tuple[Any, ...], how: str, value: Any) -> Any:
    """The line with another value there, without it, or with a field more."""
    row = json.loads(json.dumps(LINE))
    at = row
    for key in way[:-1]:
        at = at[key]
    if how == "gone":
        del at[way[-1]]
    elif how == "more":
        at["colour" if isinstance(at, dict) else 0] = value
    else:
        at[way[-1]] = value
    return row


SPOILT = [(way, how, value) for way in places(LINE)[1:] for how, values in (("gone", [None]), ("more", [""]), ("other", OTHERS)) for value in values]
NOT_OF_A_SCHEMA = {("spans", 0, "start"), ("spans", 0, "end"), ("spans", 1, "start"), ("spans", 1, "end"), ("text",), ("spans", 0, "label"), ("spans", 1, "label")}
"""Offsets are those of the text, labels of our list: of these the reader knows more."""


def test_the_line_itself_is_read(tmp_path: Path) -> None:
    assert VALID.is_valid(LINE) and is_read(LINE, tmp_path)


def test_every_line_that_the_schema_refuses_is_refused_and_no_other(tmp_path: Path) -> None:
    assert len(SPOILT) > 500
    for way, how, value in SPOILT:
        row = changed(way, how, value)
        if way == ("version",) and how == "gone":
            continue  # then it is no line of ours
        is_valid = VALID.is_valid(row)
        if way in NOT_OF_A_SCHEMA and is_valid:
            continue
        assert is_read(row, tmp_path) is is_valid, (way, how, value)


@pytest.mark.parametrize("field", [{"split": "validation"}, {"script": "Chinese"}, {"spnas": []}, {"version": 77}])
def test_what_is_wrong_is_told_by_line_and_never_by_value(field: dict[str, Any], tmp_path: Path) -> None:
    rows = [LINE | {"id": str(at)} for at in range(3)]
    rows[random.Random(1).randrange(1, 3)] |= field
    write_lines(tmp_path / "gold.jsonl", rows)
    with pytest.raises(FormatError, match=r"^line [23]: ") as caught:
        read_gold(tmp_path / "gold.jsonl")
    assert str(next(iter(field.values()))) not in str(caught.value).replace("version 1", "")


def test_every_gold_file_that_comes_with_the_project_is_read() -> None:
    files = [path for path in (Path(__file__).resolve().parents[3] / "corpora").glob("*.jsonl.xz") if ".relations." not in path.name]
    assert len(files) > 30 and all(read_gold(path, labels=ANY) for path in files)


def test_a_line_of_others_is_read_by_what_is_used_of_it(tmp_path: Path) -> None:
    theirs = {"id": "1", "text": "王小明述", "phi": [{"start": 0, "end": 3, "type": "NAME", "note": "x"}], "split": "dev", "colour": "red"}
    assert is_read(theirs, tmp_path)
    assert not is_read({**theirs, "phi": [{"start": False, "end": 3, "type": "NAME"}]}, tmp_path)
