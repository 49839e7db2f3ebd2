"""The kinds of vault that the contract tests run on."""

from __future__ import annotations

import os

import pytest

PASSPHRASE = "correct horse battery"
POSTGRES = os.environ.get("INCOGNOTE_TEST_POSTGRES", "")
_NO_POSTGRES = pytest.mark.skipif(
    not POSTGRES, reason="INCOGNOTE_TEST_POSTGRES is not set: source scripts/postgres.sh"
)
STORED = ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, _NO_POSTGRES])]
EVERY = ["memory", *STORED]
