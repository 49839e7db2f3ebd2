"""ODT: the text of a LibreOffice or OpenOffice file in the order it is read, and the file written anew."""

from incognote.formats.odt.format import read, write

__all__ = ["read", "write"]
