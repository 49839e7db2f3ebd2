"""Who reviews: a name that can be seen, of some length, written one way."""

from __future__ import annotations

import pytest

from incognote.desk.reviewing import LONGEST_NAME, named
from incognote.errors import UsageError


def test_blanks_of_a_reviewers_name_are_made_one() -> None:
    assert named("  Ada \t Lovelace ") == "Ada Lovelace" and len(named("x" * LONGEST_NAME)) == LONGEST_NAME


@pytest.mark.parametrize("name", ["", " \n ", "x" * (LONGEST_NAME + 1), "Ada\x1b[2J", "Ada\u202e"])
def test_a_name_that_cannot_be_seen_is_none(name: str) -> None:
    with pytest.raises(UsageError) as refused:
        named(name)
    assert "Ada" not in str(refused.value)
