"""Parquet: tables of notes by name or option as in CSV, row group by row group, so that memory does not grow with the file."""

from incognote.formats.parquet.format import read, write

__all__ = ["read", "write"]
