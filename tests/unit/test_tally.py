"""What a run ends with, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from incognote.cli.main import DEGRADED, FAILED, OK, RESIDUE
from incognote.cli.tally import Tally
from incognote.document import Result, Status


@pytest.mark.parametrize(
    ("statuses", "code"),
    [
        (("clean",), OK), (("clean", "degraded"), DEGRADED), (("empty",), DEGRADED), ((), DEGRADED), (("clean", "failed", "degraded"), FAILED),
        (("failed", "residue"), RESIDUE), (("residue", "failed", "clean"), RESIDUE),
    ],
)  # fmt: skip
def test_the_worst_item_decides_and_residue_is_the_worst(statuses: Sequence[Status], code: int) -> None:
    tally = Tally(is_quiet=True, has_vault=True)
    for number, status in enumerate(statuses, 1):
        tally.add(Result(str(number), status, None, {}, (), (), (), ""), number)
    assert tally.code() == code
