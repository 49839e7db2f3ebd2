"""FHIR R4 in JSON: a resource, a Bundle, or ndjson, read by patient and written again as it was."""

from incognote.formats.fhir.format import read, write

__all__ = ["read", "write"]
