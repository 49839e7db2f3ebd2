"""The sentence of one fact, or of several that are told alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.narrative.graph import Node
from incognote.narrative.render import amounts
from incognote.narrative.render.event import alone, detail
from incognote.narrative.render.manner import manner
from incognote.narrative.render.sorts import is_drug, is_measure, is_of_mind
from incognote.narrative.render.ties import Told, lead, tail
from incognote.narrative.render.voice import Voice
from incognote.narrative.render.when import When, when

RESPONSES: Final = ("good", "partial", "none", "poor", "worse")
_STOP: Final[Mapping[Script, str]] = {"zh-TW": "。", "zh-CN": "。", "en": "."}
_RISK: Final[Mapping[Script, str]] = {"zh-TW": "，風險{}", "zh-CN": "，风险{}", "en": ", the risk being {}"}
_SIDE: Final[Mapping[Script, str]] = {"zh-TW": "{side}{what}", "zh-CN": "{side}{what}", "en": "{what} on the {side} side"}
_KIN: Final[Mapping[Script, tuple[str, ...]]] = {"zh-TW": ("家族中有人",), "zh-CN": ("家族中有人",), "en": ("a relative",)}
_PLAIN_RESULTS: Final = frozenset(("normal", "negative", "positive"))
_LEFT_SIDES: Final = ("leg", "arm", "hand", "foot", "hip", "eye", "ear", "knee", "shoulder", "wrist", "ankle")


class Sentence(NamedTuple):
    """`nodes` are the facts that `text` tells."""

    text: str
    nodes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Sentence({', '.join(self.nodes)})"


def tell(nodes: Sequence[Node], voice: Voice, told: Told) -> Sentence:
    """The sentence of `nodes`, which are of one kind, one time and one manner of telling; `told` is what was told before."""
    first = nodes[0]
    time = when(first, voice)
    led = lead(first, voice, told)
    key = _key(nodes, voice, time)
    if key == "now" and not told.last:
        key = "now_first"
    elif key == "history_since" and led:
        key = "since"
    around = [*(_behind(first, voice) if len(nodes) == 1 else ())]
    plan = voice.plan(key, first.id, needs=_needs(first, around, voice))
    negative = bool(first.clinical.get("negated") or first.clinical.get("uncertain"))
    slots = {
        "what": voice.listed([what(n, voice) for n in nodes], first.id, negative=negative), "event": detail(first, voice) if first.kind == "LifeEvent" else "",
        "he": voice.he(), "dose": amounts.dose(str(first.clinical.get("dose", "")), voice.script, behind="patch" in first.name),
        "value": amounts.value(str(first.clinical.get("value", "")), voice.script), "kin": _kin(first, voice), **time.slots,
    }  # fmt: skip
    comma = ", " if voice.latin else "，"
    core = " ".join(plan.format(**slots).split()) if voice.latin else plan.format(**slots)
    text = led + comma.join((core, *around)) + tail(first, voice, told)
    return Sentence(_ended(text.replace(" ,", ","), voice.script), tuple(n.id for n in nodes))


def what(node: Node, voice: Voice) -> str:
    """The concept of a node with its side, severity and, where it is no measure, its value."""
    name = str(node.clinical["scale"]) if is_measure(node) and node.clinical.get("scale") else voice.call(node)
    if side := str(node.clinical.get("side", "")):
        if voice.latin and side == "bilateral":
            name += " on both sides"
        else:
            name = f"{side} {name}" if voice.latin and name.startswith(_LEFT_SIDES) else _SIDE[voice.script].format(side=amounts.word(side, voice.script), what=name)
    if node.kind == "Symptom" and (severity := str(node.clinical.get("severity", ""))):
        name = amounts.word(severity, voice.script) + (" " if voice.latin else "") + name
    given = " ".join(str(node.clinical[f]) if f == "scale" else amounts.value(str(node.clinical[f]), voice.script) for f in ("scale", "value") if node.clinical.get(f))
    if given and not is_measure(node) and node.kind != "LifeEvent":
        name += f" ({given})" if voice.latin else f"（{given}）"
    return name


def _key(nodes: Sequence[Node], voice: Voice, time: When) -> str:
    """The key of the plan."""
    first = nodes[0]
    negated, uncertain = bool(first.clinical.get("negated")), bool(first.clinical.get("uncertain"))
    began = time.sort in ("since", "span")
    if first.kind == "LifeEvent":
        return _of_event(first, voice, time)
    if first.kind == "Treatment":
        sort = "drug" if is_drug(first) else "therapy"
        return f"{sort}_none" if negated else sort if time.sort in ("now", "lasting") else f"{sort}_{time.sort}"
    if is_measure(first):
        return ("measure" if first.clinical.get("value") else "rated") + "_since" * began
    if first.kind == "Relative":
        return "relative_none" if negated else "relative"
    if first.kind == "Diagnosis":
        return "ruled_out" if negated else "differential" if uncertain else "diagnosis_since" if began else "diagnosis"
    if uncertain:
        return "open_since" if began else "open"
    if first.kind == "History":
        return "history_none" if negated else "history_since" if began else "history"
    if negated:
        return "denied" if all(is_of_mind(n) for n in nodes) else "absent"
    return time.sort


def _needs(node: Node, around: Sequence[str], voice: Voice) -> str:
    """What a plan should have: a person who feels or does what is told with a symptom, a colon before a finding in words, under a heading who has it."""
    if is_measure(node):
        said = str(node.clinical.get("value", ""))
        return "" if said in _PLAIN_RESULTS or said[:1].isdigit() else ": " if voice.latin else "："
    if node.kind == "Relative" and voice.heading and not node.clinical.get("negated"):
        return "{kin}"
    return "{he}" if around and node.kind == "Symptom" else ""


def _of_event(node: Node, voice: Voice, time: When) -> str:
    if time.sort not in ("since", "span"):
        return "event_now"
    said = detail(node, voice)
    return "event" if not said else "happened" if alone(said, node) else "event_told"


def _behind(node: Node, voice: Voice) -> tuple[str, ...]:
    """What a sentence says further of its one fact."""
    if node.kind == "Treatment":
        response = str(node.clinical.get("response", ""))
        return (voice.plan(response, node.id),) if response in RESPONSES else ()
    if node.kind != "Symptom" or node.clinical.get("negated") or node.clinical.get("uncertain"):
        return ()
    risk = str(node.clinical.get("risk", ""))
    return (*manner(node, voice), *((_RISK[voice.script].format(amounts.word(risk, voice.script)).lstrip("，, "),) if risk else ()))


def _kin(node: Node, voice: Voice) -> str:
    return str(node.context.get("family") or "") or voice.draw(_KIN[voice.script], node.id, "kin")


def _ended(text: str, script: Script) -> str:
    return (text[:1].upper() + text[1:] if script == "en" else text) + _STOP[script]
