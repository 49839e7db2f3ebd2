"""The class of a thing in place of its name: the mark of its label, which names the class."""

from incognote.policy.operators.mask import operate

__all__ = ["operate"]
