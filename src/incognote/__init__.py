"""incognote: clinical text goes in, the same text without its people comes out."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from incognote.config import Pipeline, scrub
    from incognote.document import Document, Edit, Entity, Finding, Person, Policy, Result, Span

__version__ = "0.1.0"
__all__ = ["Document", "Edit", "Entity", "Finding", "Person", "Pipeline", "Policy", "Result", "Span", "scrub"]

_HOMES = {"Pipeline": "incognote.config", "scrub": "incognote.config"}


def __getattr__(name: str) -> Any:
    """Load a public name on first use: `import incognote` itself takes the standard library only."""
    if name not in __all__:
        raise AttributeError(f"module 'incognote' has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "incognote.document")), name)
