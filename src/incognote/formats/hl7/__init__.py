"""HL7 v2: each message of a file is a document; written again with the same segments, separators and escapes."""

from incognote.formats.hl7.format import read, write

__all__ = ["read", "write"]
