"""What the pages send, checked, and the correction that somebody asks for worked out."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from incognote.desk import correct, sessions
from incognote.desk.correct import Action, Correction, Scope
from incognote.desk.people import relate
from incognote.desk.pipelines import Pipelines
from incognote.desk.sessions import Work
from incognote.errors import UsageError
from incognote.narrative.perturb.chosen import Choice, How
from incognote.web.api_models import Text


class _Body(BaseModel):
    """What the page sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Pasted(_Body):
    text: Text
    profile: str | None = Field(None, max_length=80)
    sample: str = Field("", max_length=10)


class Asked(_Body):
    """A correction as somebody asks for it; `text` stands for its first place where somebody typed it."""

    action: Action
    start: int = 0
    end: int = 0
    old: tuple[int, int] | None = None
    label: str = Field("NAME", max_length=20)
    kind: Literal["patient", "relative", "other_patient", "third_party", "dob", "visit", "fax"] | None = None
    scope: Scope = "everywhere"
    text: str | None = Field(default=None, max_length=2000)
    role: str = Field("", max_length=40)


class Several(_Body):
    corrections: list[Asked] = Field(max_length=500)


class Chosen(_Body):
    profile: str = Field(max_length=80)
    dates: str | None = Field(None, max_length=20)
    operators: dict[str, str] = Field(default_factory=dict, max_length=40)


class Answer(_Body):
    text: str


class Story(_Body):
    text: Text = ""
    sample: str = Field("", max_length=10)


class Circumstance(_Body):
    """What somebody chooses for one circumstance of a narrative."""

    node: str = Field(max_length=40)
    field: str = Field(max_length=40)
    how: How
    value: str = Field("", max_length=200)

    def choice(self) -> Choice:
        return Choice(self.node, self.field, self.how, self.value)


def correction(work: Work, asked: Asked) -> Correction:
    """What was asked for, worked out on the document as it stands."""
    document, result = work.document, work.result
    if result is None:
        raise UsageError("the document has not been looked at")
    at = (asked.start, asked.end)
    if asked.text is not None:
        start = document.text.find(asked.text) if asked.text.strip() else -1
        if start < 0:
            raise UsageError("the original does not hold that text")
        at = (start, start + len(asked.text))
    if asked.action == "relate":
        return relate(document, result, at, asked.role)
    if asked.action == "unmask":
        return correct.unmask(document, result, at, scope=asked.scope)
    if asked.action == "extend":
        return correct.extend(document, result, asked.old or at, at, scope=asked.scope)
    if asked.action == "relabel":
        return correct.relabel(document, result, at, label=asked.label, kind=asked.kind, scope=asked.scope)
    return correct.mask(document, at, label=asked.label, kind=asked.kind, scope=asked.scope)


def corrected(work: Work, several: Several, pipelines: Pipelines) -> Work:
    """The work with several more corrections, in order; one that asks what is covered sees what those before it made."""
    is_seen = True
    for asked in several.corrections:
        if not (is_seen or asked.action == "mask"):
            work = sessions.looked_at(work, pipelines)
        work, is_seen = sessions.with_correction(work, correction(work, asked)), False
    return sessions.looked_at(work, pipelines)
