"""What the pages send, checked, in the words of the desk."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from incognote.desk import asking
from incognote.desk.correct import Action, Scope
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
    """A correction as somebody asks for it."""

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

    def asked(self) -> list[asking.Wanted]:
        return [
            asking.Wanted(one.action, (one.start, one.end), one.text, one.old, one.label, one.kind, one.scope, one.role)
            for one in self.corrections
        ]


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
