"""All writings of a known name that are safe to look for."""

from __future__ import annotations

from incognote.text.view import fold


def writings(name: str) -> tuple[str, ...]:
    """Folded, lower-case writings of `name`, longest first."""
    return (fold(name).lower(),)
