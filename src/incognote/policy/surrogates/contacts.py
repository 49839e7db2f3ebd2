"""Addresses of the net, in domains and ranges that are kept for examples (RFC 2606, 3849, 5737)."""

from __future__ import annotations

import re
from typing import Final

from incognote.policy.surrogates import numbers
from incognote.policy.surrogates.lists import words
from incognote.policy.surrogates.stream import Stream

_DOMAINS: Final = ("example.com", "example.org", "example.net")
_NETS: Final = ("192.0.2", "198.51.100", "203.0.113")
_LETTERS: Final = re.compile(r"(?:[A-Za-z]+)")
_SITE: Final = re.compile(r"(?P<scheme>[a-zA-Z]+://)?(?P<host>[^/?#\s:]+)(?P<rest>.*)", re.DOTALL)


def handle(stream: Stream, text: str) -> str:
    """A name of an account: a word for the letters, other digits, the same marks between.

    >>> made = handle(Stream(b"k"), "wx_demo_77"); made.count("_"), made[-2:].isdigit()
    (2, True)
    """
    made = numbers.shaped(stream, _LETTERS.sub(lambda _: "~", text)).split("~")
    found = _LETTERS.findall(text)
    pieces = [made[0]]
    for word, behind in zip(found, made[1:], strict=True):
        drawn = stream.pick(words("handles")) if len(word) > 2 else numbers.shaped(stream, word)
        pieces += (drawn.upper() if word.isupper() else drawn, behind)
    return "".join(pieces)


def email(stream: Stream, text: str) -> str:
    """A mail address whose domain is kept for examples."""
    local, at, _ = text.replace("＠", "@").partition("@")
    return f"{handle(stream, local)}{at or '@'}{stream.pick(_DOMAINS)}"


def url(stream: Stream, text: str) -> str:
    """A web address of a domain that is kept for examples, with as long a path."""
    found = _SITE.match(text)
    if found is None:
        return stream.pick(_DOMAINS)
    www = "www." if found["host"].startswith("www.") else ""
    return f"{found['scheme'] or ''}{www}{stream.pick(_DOMAINS)}{handle(stream, found['rest'])}"


def ip(stream: Stream, text: str) -> str:
    """A network address that is kept for examples."""
    if ":" in text and "." not in text:
        return f"2001:db8::{stream.below(65535):x}"
    return f"{stream.pick(_NETS)}.{1 + stream.below(254)}"
