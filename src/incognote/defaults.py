"""What is meant where nothing is said. Light: the help of every verb reads it."""

from __future__ import annotations

from typing import Final

DEFAULT_PROFILE: Final = "clinic-tw"
DEFAULT_PROJECT: Final = "default"
SERVE_PORT: Final = 8765
KEPT_DAYS: Final = 30
"""How long a batch lies on the desk."""
NO_VAULT: Final = "none"
"""In place of a vault's address: people are numbered within the run and forgotten."""
