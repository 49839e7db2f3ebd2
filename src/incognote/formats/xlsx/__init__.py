"""XLSX: tables of notes as in CSV, every other sheet as a text, and what the workbook says beside its cells as one more."""

from incognote.formats.xlsx.format import read, write

__all__ = ["read", "write"]
