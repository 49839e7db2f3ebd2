"""Reports whose subject is a parent: a mother to be who is a child in her own right. Kin are told from the unborn's
view; from hers the baby's grandmother is her mother, its father her partner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from incognote.link.relations import Draft

_OWN: Final = re.compile(r"(?<![A-Za-z])(?:SC|subject child|subject|child|yp|young person)[ ,]{1,2}in (?:her|his|their)? ?own right", re.IGNORECASE)
_STEP: Final = re.compile(r"(?<![A-Za-z])step", re.IGNORECASE)
_NEAR: Final = 24
_OF_MOTHER: Final = {
    "maternal_grandmother": "mother", "maternal_grandfather": "father", "father": "partner", "aunt": "sister", "uncle": "brother",
}  # fmt: skip
_OF_FATHER: Final = {
    "paternal_grandmother": "mother", "paternal_grandfather": "father", "mother": "partner", "aunt": "sister", "uncle": "brother",
}  # fmt: skip
_STEPS: Final = {"mother": "stepmother", "father": "stepfather"}


def settle_own_right(drafts: Sequence[Draft], text: str) -> None:
    """Makes the parent of whom it is said the child, and tells everybody's role anew from there."""
    said = _OWN.search(text)
    if said is None:
        return
    near = [d for d in drafts if d.role in {"mother", "father"} and any(abs(c.hit.start - said.start()) <= _NEAR for c in d.claims)]
    if len(near) != 1:
        return
    table = _OF_MOTHER if near[0].role == "mother" else _OF_FATHER
    for draft in drafts:
        if draft is near[0] or draft.role not in table:
            draft.role = "child" if draft is near[0] else "" if draft.role == "child" else draft.role
            continue
        role = table[draft.role]
        is_step = any(_STEP.search(c.hit.word) or _STEP.search(text, max(0, c.hit.start - 6), c.hit.start) for c in draft.claims if c.hit.start)
        draft.role = _STEPS.get(role, role) if is_step else role
