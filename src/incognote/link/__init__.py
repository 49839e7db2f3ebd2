"""Who is who, whose is what, and which day is meant: spans become entities."""

from incognote.link.link import link, subjects

__all__ = ["link", "subjects"]
