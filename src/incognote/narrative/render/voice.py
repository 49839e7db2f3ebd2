"""How one text is told: its language, its seed, and the words for the person it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from incognote.document import Script
from incognote.narrative.graph import Graph, Node
from incognote.narrative.render.choose import pick
from incognote.narrative.render.words import calls, plans

FEMALE: Final = frozenset(("f", "female", "woman", "girl", "女", "女性", "女生"))
MALE: Final = frozenset(("m", "male", "man", "boy", "男", "男性", "男生"))
_PERSON: Final[Mapping[Script, tuple[str, ...]]] = {"zh-TW": ("個案", "病人"), "zh-CN": ("患者", "病人"), "en": ("the patient",)}
_PRONOUNS: Final[Mapping[Script, tuple[str, str]]] = {"zh-TW": ("她", "他"), "zh-CN": ("她", "他"), "en": ("she", "he")}
_AND: Final[Mapping[Script, tuple[str, ...]]] = {"zh-TW": ("及", "和", "以及"), "zh-CN": ("和", "及", "以及"), "en": (" and ",)}


@dataclass(frozen=True, slots=True)
class Voice:
    """`again` counts for a node how often its sentence was drawn before: another count, another variant; `heading` is that of the
    paragraph."""

    graph: Graph
    script: Script
    seed: str = field(repr=False)
    again: Mapping[str, int] = field(default_factory=dict)
    heading: str = field(default="", repr=False)

    @property
    def latin(self) -> bool:
        return self.script == "en"

    def draw(self, options: Sequence[str], node: str, *keys: str) -> str:
        """One of `options`, the same for the same seed, node and keys."""
        return pick(options, self.seed, node, str(self.again.get(node, 0)), *keys)

    def plan(self, key: str, node: str, *, needs: str = "") -> str:
        """A plan of that key; one with the slot `needs` where there is such a one."""
        ways = plans(key, self.script)
        return self.draw(tuple(w for w in ways if needs in w) or ways, node, key)

    def call(self, node: Node) -> str:
        """The concept of a node as a noun phrase."""
        return self.draw(calls(node.name, self.script, node.kind), node.id, "name")

    @property
    def patient(self) -> Node | None:
        return next((n for n in self.graph.nodes if n.kind == "Patient"), None)

    def he(self, node: str = "", *, first: bool = False) -> str:
        """The person as a subject: by a noun where the person comes `first` or the sex is not known."""
        female = sex(self.patient)
        if female is None or first:
            return self.draw(_PERSON[self.script], "", "person") if not self.latin else "the patient"
        return _PRONOUNS[self.script][not female]

    def listed(self, items: Sequence[str], node: str, *, negative: bool = False) -> str:
        """`items` as a list: A、B及C; "A, B and C", "A, B or C" after a negation."""
        if negative and self.latin:
            items = [item.removeprefix("an ").removeprefix("a ") for item in items]
        if len(items) == 1:
            return items[0]
        joined = " or " if negative and self.latin else ("、" if len(items) > 3 else "或") if negative else self.draw(_AND[self.script], node, "and")
        return (", " if self.latin else "、").join(items[:-1]) + joined + items[-1]


def sex(patient: Node | None) -> bool | None:
    """True for a woman or girl, False for a man or boy, None where the graph does not say."""
    said = "" if patient is None else str(patient.context.get("sex", "")).casefold()
    return True if said in FEMALE else False if said in MALE else None
