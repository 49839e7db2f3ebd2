"""The sentence that says who it is about: age, sex, work, schooling, home, family and pastime, as far as the graph knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from incognote.document import Script
from incognote.narrative.graph import Node
from incognote.narrative.render.voice import Voice, sex

_PERSON: Final[Mapping[Script, tuple[str, str, str]]] = {"zh-TW": ("女性", "男性", "個案"), "zh-CN": ("女性", "男性", "患者"), "en": ("woman", "man", "person")}
_CHILD: Final[Mapping[Script, tuple[str, str, str]]] = {"zh-TW": ("女生", "男生", "個案"), "zh-CN": ("女孩", "男孩", "患者"), "en": ("girl", "boy", "child")}
_ADULT: Final = 18
_WAYS: Final[Mapping[Script, Mapping[str, tuple[str, ...]]]] = {
    "zh-TW": {
        "occupation": ("職業：{}", "工作：{}"), "institution": ("所屬單位：{}", "單位：{}"), "education": ("學歷：{}", "教育程度：{}"), "place": ("住在{}", "居住於{}"),
        "family": ("家庭：{}", "家庭狀況：{}"), "hobby": ("嗜好：{}", "平時喜歡{}"), "stressor": ("主要壓力：{}",),
    },
    "zh-CN": {
        "occupation": ("职业：{}", "工作：{}"), "institution": ("单位：{}", "所在单位：{}"), "education": ("学历：{}", "文化程度：{}"), "place": ("住在{}", "现居{}"),
        "family": ("家庭：{}", "家庭情况：{}"), "hobby": ("爱好：{}", "平时喜欢{}"), "stressor": ("主要压力：{}",),
    },
    "en": {
        "occupation": ("occupation: {}", "work: {}"), "institution": ("place of work or study: {}",), "education": ("education: {}", "schooling: {}"), "place": ("home: {}", "living in {}"),
        "family": ("family: {}", "at home: {}"), "hobby": ("interests: {}", "pastime: {}"), "stressor": ("main strain: {}",),
    },
}  # fmt: skip


def opening(node: Node, voice: Voice) -> str:
    """The sentence of the patient; empty where nothing is known of them.

    >>> from incognote.narrative.graph import Graph
    >>> opening(node := Node("f0", "Patient", {}, {"age": 34, "sex": "F"}), Voice(Graph("n", "en", (node,)), "en", "s"))
    'The patient was a 34-year-old woman.'
    """
    who = _WHO[voice.script](node)
    said = [voice.draw(ways, node.id, name).format(value) for name, ways in _WAYS[voice.script].items() if (value := str(node.context.get(name, "")).strip(" ，。；、,.;"))]
    if not who and not said:
        return ""
    return "".join(_joined(who, said, voice))


def _joined(who: str, said: list[str], voice: Voice) -> Iterator[str]:
    if not voice.latin:
        yield "，".join((who or voice.he(first=True), *said)) + "。"
        return
    if who:
        yield f"The patient was {who}." + (" " if said else "")
    if said:
        text = "; ".join(said)
        yield text[:1].upper() + text[1:] + "."


def _age(node: Node) -> int | None:
    said = str(node.context.get("age", ""))
    return int(float(said)) if said.replace(".", "", 1).isdecimal() else None


def _words(node: Node, script: Script) -> str:
    age, female = _age(node), sex(node)
    return (_CHILD if age is not None and age < _ADULT else _PERSON)[script][2 if female is None else not female]


def _english(node: Node) -> str:
    age = _age(node)
    if age is None:
        return f"a {_words(node, 'en')}" if sex(node) is not None else ""
    return f"{'an' if age in (8, 11, 18) or 80 <= age < 90 else 'a'} {age}-year-old {_words(node, 'en')}"


def _chinese(script: Script) -> Callable[[Node], str]:
    def who(node: Node) -> str:
        age = _age(node)
        lead = "個案" if script == "zh-TW" else "患者"
        if age is None:
            return lead + "為" * (script == "zh-TW") + "为" * (script == "zh-CN") + _words(node, script) if sex(node) is not None else ""
        return f"{lead}{age}{'歲' if script == 'zh-TW' else '岁'}" + ("，" + _words(node, script) if sex(node) is not None else "")

    return who


_WHO: Final[Mapping[Script, Callable[[Node], str]]] = {"en": _english, "zh-TW": _chinese("zh-TW"), "zh-CN": _chinese("zh-CN")}
