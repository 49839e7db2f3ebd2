"""From what detectors claim to one label a character, nothing uncovered."""

from incognote.resolve.overlap import resolve

__all__ = ["resolve"]
