"""XML of files, read and written: nothing outside the text is fetched, no entity grows.

Only `lxml` is used, and for readers only here is it set up. `unpack` sets up its own, to share no mistake with them.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any, Final

from incognote.errors import UsageError

_LONE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold."""


def need_lxml(what: str) -> None:
    """UsageError where the package is missing that reads `what`."""
    if find_spec("lxml") is None:
        raise UsageError(f"reading {what} needs one more package: pip install 'incognote[documents]'")


def parse(blob: bytes) -> Any:
    """The root of a part, without comments; a ValueError where it brings entities or a type of its own."""
    from lxml import etree

    safe = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(blob, safe)
    if root.getroottree().docinfo.internalDTD is not None:
        raise ValueError
    return root


def serialised(root: Any) -> bytes:
    from lxml import etree

    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def kind_of(element: Any) -> str:
    """The local name of an element or of an attribute's key; what is neither has none."""
    name = element if isinstance(element, str) else getattr(element, "tag", None)
    return name.rpartition("}")[2] if isinstance(name, str) else ""


def writable(text: str) -> str:
    """`text` as XML can hold it.

    >>> writable("a\\x00b")
    'a\\ufffdb'
    """
    return _LONE.sub("\ufffd", text)


def remove(element: Any) -> None:
    """Take an element out of its tree; text behind it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)
