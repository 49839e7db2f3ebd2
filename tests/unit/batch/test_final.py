"""A file is handed out only if it was written and nothing that was removed can be read in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from incognote.batch.final import NOT_REMOVED, NOT_WRITTEN, written
from incognote.document import Result
from incognote.verify import KnownValue

RESULT = Result("1", "clean", "[姓名] stable", {}, (), (), (), "f")
KNOWN = [KnownValue("王大明", "NAME")]


def _writes(data: bytes) -> tuple[Result, bytes, str | None]:
    def write(_: Iterable[Result], target: BinaryIO) -> None:
        target.write(data)

    return written(write, RESULT, KNOWN)


def test_a_file_without_what_was_removed_is_handed_out() -> None:
    assert _writes(b"<p>stable</p>") == (RESULT, b"<p>stable</p>", None)


def test_a_file_with_it_is_withheld_and_the_part_named_without_it() -> None:
    result, data, why = _writes("<p>王大明</p>".encode())
    assert (result.status, result.text, data) == ("residue", None, b"")
    assert [finding.kind for finding in result.findings] == [NOT_REMOVED]
    assert why is not None and "the file" in why and "王" not in why


def test_a_format_that_writes_nothing_is_a_failure_and_no_empty_file() -> None:
    result, data, why = _writes(b"")
    assert (result.status, result.text, data) == ("failed", None, b"")
    assert [finding.kind for finding in result.findings] == [NOT_WRITTEN]
    assert why
