"""What is meant where nothing is said. Light: the help of every verb reads it."""

from __future__ import annotations

from typing import Final

DEFAULT_PROFILE: Final = "clinic-tw"
DEFAULT_PROJECT: Final = "default"
NO_VAULT: Final = "none"
"""In place of a vault's address: people are numbered within the run and forgotten."""
