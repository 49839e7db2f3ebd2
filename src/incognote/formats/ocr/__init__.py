"""Text recognition: pages of a PDF that are pictures, and picture files; only where it was asked for."""

from incognote.formats.ocr.format import read

__all__ = ["read"]
