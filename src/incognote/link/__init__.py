"""Who is who, whose is what, and which day is meant: spans become entities."""

from incognote.link.births import born
from incognote.link.link import Subject, link, subjects
from incognote.link.spoken import spoken

__all__ = ["Subject", "born", "link", "spoken", "subjects"]
