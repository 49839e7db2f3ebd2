"""PDF: a report page by page, and all that its file holds beside the pages; written anew from its text alone."""

from incognote.formats.pdf.format import read, write

__all__ = ["read", "write"]
