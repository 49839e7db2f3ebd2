"""One table says which formats there are."""

from __future__ import annotations

import pytest

from incognote.formats import kinds


@pytest.mark.parametrize("name", kinds.KINDS)
def test_every_format_is_read_and_those_that_say_so_are_written(name: str) -> None:
    module = kinds.module_of(name)
    assert callable(module.read)
    assert not kinds.KINDS[name].is_again or callable(module.write)


def test_no_two_formats_share_a_suffix() -> None:
    suffixes = [suffix for kind in kinds.KINDS.values() for suffix in kind.suffixes]
    assert len(set(suffixes)) == len(suffixes)


@pytest.mark.parametrize(("name", "kind"), [("a.TXT", "text"), ("王大明.docx", "docx"), ("x\\y.csv", "csv"), ("a.csv.bak", None), ("", None)])
def test_the_end_of_a_name_tells_the_format(name: str, kind: str | None) -> None:
    assert kinds.of_name(name) == kind
