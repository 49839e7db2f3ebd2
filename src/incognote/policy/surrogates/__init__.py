"""Values that stand for real ones: of the same script, sex and shape, invented, and the same for the same person.

`invent.replacements` makes those of one document; the operator `surrogate` puts them in. What is drawn depends on a
secret of the vault's project and on whose value it is, so it is the same in every document and cannot be foretold.
"""

from incognote.policy.surrogates.invent import replacements

__all__ = ["replacements"]
