"""What a perturbation gives back: the other graph, and a line for everything that was changed in it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final, NamedTuple

from incognote.narrative.graph import Graph, Value

ANCHOR: Final = "day 0"
"""What stands for the node where the visit itself was moved."""


@dataclass(frozen=True, slots=True)
class Change:
    """`field` of the node `node` was `before` and is `after`, because of `operator`; "" is a field that is no more there.

    The calendar shift has `node` = ANCHOR and `after` = the days that every date of the text moves by.
    """

    node: str
    field: str
    operator: str
    before: Value = dataclasses.field(repr=False)
    after: Value = dataclasses.field(repr=False)


class Perturbed(NamedTuple):
    """`graph` is the same illness in another life; `log` has one entry a changed field, in the order of the nodes."""

    graph: Graph
    log: tuple[Change, ...]

    @property
    def days(self) -> int:
        """By how many days the visit was moved, and every date with it; offsets from day 0 stay.

        >>> Perturbed(Graph("n", "en", ()), (Change(ANCHOR, "date", "calendar shift", 0, -120),)).days
        -120
        """
        return next((int(change.after) for change in self.log if change.node == ANCHOR), 0)
