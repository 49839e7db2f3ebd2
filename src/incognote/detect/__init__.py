"""Finders: Document -> spans. None is trusted; who wins is decided in `resolve`."""
