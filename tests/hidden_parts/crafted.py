"""Files made on purpose: an identity in each part that a careless reader passes over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Crafted(NamedTuple):
    """`identities`: the part of the file, in words -> what stands there and must neither be missed nor copied.

    `suffix` is the file's, with its dot; `refused`: the format cannot be read, and the reason names this part.
    """

    name: str
    suffix: str
    data: bytes
    identities: Mapping[str, str]
    refused: str = ""

    def __repr__(self) -> str:
        return f"Crafted({self.name})"
