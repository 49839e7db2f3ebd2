"""RTF: a note's text with everything that stands in the file: headers, footnotes, comments, hidden and deleted text, properties."""

from incognote.formats.rtf.format import read

__all__ = ["read"]
