"""DOCX: a report"s text in the order it is read, what stands where nobody looks behind it, and the file written anew."""

from incognote.formats.docx.format import read, write

__all__ = ["read", "write"]
