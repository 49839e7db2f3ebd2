"""The rows of the study of language models: who is asked, in which way, and what is joined with what.

Model rows and detector rows are asked; unions are made of their answers, one label a character, so that a union costs
nothing more. Two scripted rows show what thinking does to a budget of tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, NamedTuple

from incognote.detect.llm_prompt import answer, type_of
from incognote.lab.evaluate.asking import Asking, Form
from incognote.lab.evaluate.gold import GoldNote
from incognote.llm.client import Request
from incognote.llm.scripted import Scripted, thinking

PROMPT_ONLY, SHOWN, LORA, LEAKY = "prompt-only", "prompt-only, examples", "LoRA", "LoRA, leaky"
PERFECT, THINKING = "perfect replies (scripted)", "thinking left on (scripted)"
HYBRID: Final = "rules+tagger"
SOURCES: Final = ("rules", "tagger", "article-regex", "clinic-tw")
_BEFORE_A_MODEL: Final = ("article-regex", "rules", "rules+tagger", "clinic-tw")
"""What a model is joined with: the article's own hybrid, the rules, rules and tagger, the default profile."""
Kind = Literal["model", "detectors", "scripted", "union"]


class Row(NamedTuple):
    """One row. `asking` is a model's, `parts` are the rows that a union is made of, the first ranked highest."""

    name: str
    kind: Kind
    asking: Asking | None = None
    parts: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Row({self.kind})"

    @property
    def file(self) -> str:
        """The name of the row's file of answers."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") + ".answers.jsonl"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study asks. `forms`: how answers are bound, the first being that of the unions; `leaky` is an adapter that was
    trained on the test's skeletons, `thinker` a model that thinks before it answers, `served` a server's model that has the LoRA
    in it (`adapter` then says what that was trained on)."""

    asking: Asking | None
    adapter: Path | None = None
    leaky: Path | None = None
    thinker: str | None = None
    served: str | None = None
    forms: tuple[Form, ...] = ("grammar",)

    def __repr__(self) -> str:
        return f"Plan({', '.join(self.forms)})"


def rows(plan: Plan) -> tuple[Row, ...]:
    """The rows of a plan, in the order in which they are told.

    >>> [row.name for row in rows(Plan(None))]
    ['rules', 'tagger', 'article-regex', 'clinic-tw', 'rules+tagger', 'perfect replies (scripted)', 'thinking left on (scripted)']
    """
    models = list(_models(plan))
    joined = [name for name in (PROMPT_ONLY, LORA) if any(row.name == name for row in models)]
    unions = [Row(HYBRID, "union", parts=("rules", "tagger"))]
    unions += [Row(f"{first}+{name}", "union", parts=(*_parts(first), name)) for name in joined for first in _BEFORE_A_MODEL]
    return (*models, *(Row(name, "detectors") for name in SOURCES), *unions, Row(PERFECT, "scripted"), Row(THINKING, "scripted"))


def _parts(name: str) -> tuple[str, ...]:
    return tuple(name.split("+"))


def _models(plan: Plan) -> Iterator[Row]:
    if plan.asking is None:
        return
    for name, asking in _ways(plan, plan.asking):
        for form in plan.forms if name in (PROMPT_ONLY, LORA) else plan.forms[:1]:
            yield Row(name if form == plan.forms[0] else f"{name} ({form})", "model", replace(asking, form=form))
    if plan.thinker is not None:
        thinker = replace(plan.asking, named=plan.thinker, adapter=None, form="free")
        yield Row(f"thinking left on ({plan.thinker.rpartition('#')[2].rpartition('/')[2]})", "model", thinker)


def _ways(plan: Plan, asking: Asking) -> Iterator[tuple[str, Asking]]:
    """A model is asked in the same words before and after its LoRA, as in the article; and once with worked examples before it."""
    yield PROMPT_ONLY, replace(asking, examples=False)
    yield SHOWN, replace(asking, examples=True)
    if plan.adapter is not None or plan.served is not None:
        yield LORA, asking.taught(plan.adapter, served=plan.served)
    if plan.leaky is not None:
        yield LEAKY, asking.taught(plan.leaky)


def compared(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pairs whose difference is told: what the LoRA adds to the prompt, and what a model adds to what is there without."""
    pairs = [(LORA, PROMPT_ONLY), (LORA, SHOWN), (SHOWN, PROMPT_ONLY), (LEAKY, LORA), (LORA, "rules"), (LORA, HYBRID)]
    pairs += [(HYBRID, "rules")]
    pairs += [(f"{first}+{name}", first) for name in (LORA, PROMPT_ONLY) for first in _BEFORE_A_MODEL]
    return (pair for pair in pairs if pair[0] in names and pair[1] in names)


def scripted(name: str, notes: Sequence[GoldNote], *, cap: int) -> Scripted:
    """A model that knows the gold of `notes`: it answers at once, or thinks first for as many tokens as a reply may have."""
    def say(request: Request) -> str:
        asked = request.messages[-1].content
        note = next((note for note in notes if asked in note.text), None)
        said = [(type_of(s.label), note.text[s.start : s.end]) for s in note.spans] if note is not None else []
        return answer((kind, text) for kind, text in said if kind is not None and text in asked)

    return thinking(say, cap if name == THINKING else 0)
