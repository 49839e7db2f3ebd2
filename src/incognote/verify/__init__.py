"""Looks at an output as a stranger would: known values anywhere, shapes outside what was written."""

from incognote.verify.known_values import KnownValue
from incognote.verify.verify import ALL_PROBES, verify

__all__ = ["ALL_PROBES", "KnownValue", "verify"]
