"""Who is who, whose is what, and which day is meant: spans become entities."""

from incognote.link.link import Subject, link, subjects

__all__ = ["Subject", "link", "subjects"]
