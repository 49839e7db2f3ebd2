"""HTML: what a page shows, in the order it is read, and what it holds unseen: titles, alternative texts, link targets, comments."""

from incognote.formats.html.format import read, write

__all__ = ["read", "write"]
