"""The layer of context: what may tell who it is though no identifier is left. It bypasses resolve."""

from __future__ import annotations

from incognote.detect.context.risk import FLAG, HIGH, LOW, code_of, layer, score, told
from incognote.detect.context.signs import Reason, reasons

__all__ = ["FLAG", "HIGH", "LOW", "Reason", "code_of", "layer", "reasons", "score", "told"]
