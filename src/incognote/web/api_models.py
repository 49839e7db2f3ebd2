"""What the API takes and gives, as its OpenAPI page tells it."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from incognote.config import DATES, operator_names
from incognote.desk.jobs import State
from incognote.document import Severity, Status, Where
from incognote.labels import LABELS

_DAY: Final = re.compile(r"^(18|19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
if TYPE_CHECKING:
    Operator: TypeAlias = str
    Dates: TypeAlias = str
    Edited: TypeAlias = str
else:  # the tables are the only place that lists them
    Operator = Literal[operator_names()]
    Dates = Literal[tuple(DATES)]
    Edited = Literal[tuple(label for label in LABELS if label != "DATE")]


def _characters(value: Any) -> Any:
    """A lone surrogate is no character: it is read as U+FFFD, which keeps every place."""
    return _SURROGATE.sub("\ufffd", value) if isinstance(value, str) else value


def _day(value: str) -> str:
    if not _DAY.fullmatch(value):
        raise ValueError("a day is written 1971-03-05")
    return date.fromisoformat(value).isoformat()


Day = Annotated[str, AfterValidator(_day), WithJsonSchema({"type": "string", "format": "date", "pattern": _DAY.pattern})]
"""A date as text: numbers are not taken for days since 1970."""
Text = Annotated[str, BeforeValidator(_characters)]
Short = Annotated[str, BeforeValidator(_characters), Field(max_length=400)]


class Asked(BaseModel):
    """The parts of every request; a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    def __repr_args__(self) -> tuple[()]:
        return ()

    def __str__(self) -> str:
        return repr(self)


class GivenPerson(Asked):
    """Somebody around the patient; `relation` is another word for `role`."""

    name: Short | None = None
    aliases: Annotated[list[Short], Field(max_length=50)] | None = None
    role: Short | None = None
    relation: Short | None = None
    case_roles: Annotated[list[Short], Field(max_length=20)] | None = None
    birth: Day | None = None


class Known(Asked):
    """What is known of a note's patient and of the people around them."""

    name: Short | None = None
    mrn: Short | None = None
    idno: Short | None = None
    birth: Day | None = None
    sex: Short | None = None
    healthplan: Short | None = None
    phone: Short | None = None
    email: Short | None = None
    address: Short | None = None
    aliases: Annotated[list[Short], Field(max_length=50)] | None = None
    people: Annotated[list[GivenPerson], Field(max_length=200)] | None = None


class Note(Asked):
    """A note."""

    text: Text = Field(description="the note; its size is limited by the size of the request", examples=["病人王小明，電話 0912-345-678"])
    id: Short = Field("1", description="for the answer; one that could be a person's is answered as item-0001")
    known: Known | None = None


class ToDetect(Note):
    profile: str | None = Field(None, min_length=1, max_length=80, description="one of those that /profiles lists")
    tagger: bool = Field(True, description="false leaves the neural tagger out")
    with_text: bool = Field(False, description="true adds the words of each span to the answer")


class ToScrub(Note):
    profile: str | None = Field(None, min_length=1, max_length=80, description="one of those that /profiles lists")
    dates: Dates | None = Field(None, description="what becomes of dates, if not as the profile says")
    operators: dict[Edited, Operator] = Field(default_factory=dict, description="label to operator, where the profile's is not wanted")
    tagger: bool = Field(True, description="false leaves the neural tagger out")
    on: Day | None = Field(None, description="the day ages are counted at where nothing dates the note")
    keep_residue: bool = Field(False, description="true gives the text even if something survived in it")


class ToVerify(Asked):
    text: Text = Field(description="an output")
    known: Known | None = None


class ToRehydrate(Asked):
    text: Text = Field(description="a text with codes, such as an assistant's answer", examples=["PT-0001 可於兩週後回診"])


class Place(BaseModel):
    """Half-open, once in code points and once in UTF-16 units (what JavaScript, Java and .NET count in)."""

    start: int = Field(description="in code points")
    end: int = Field(description="in code points")
    start_utf16: int = Field(description="in UTF-16 units")
    end_utf16: int = Field(description="in UTF-16 units")


class SpanOut(Place):
    label: str
    kind: str | None
    source: str = Field(description="who found it: rules/<file>, known, lists/<register>, tagger")
    score: float
    text: str | None = Field(None, description="present if asked for with `with_text`")


class FindingOut(Place):
    kind: str
    where: Where = Field(description="which text the place lies in")
    severity: Severity


class EditOut(Place):
    label: str
    kind: str | None
    operator: str
    replacement: str


class Detected(BaseModel):
    version: int
    id: str
    spans: list[SpanOut]
    findings: list[FindingOut]


class Scrubbed(BaseModel):
    version: int
    id: str
    status: Status
    text: str | None = Field(description="null where it is withheld: residue, failed")
    findings: list[FindingOut]
    edits: list[EditOut] = Field(description="in the text that was sent")
    fingerprint: str = Field(description="what the result depends on beside the note")


class Verified(BaseModel):
    version: int
    status: Literal["clean", "residue", "empty"]
    findings: list[FindingOut]


class Rehydrated(BaseModel):
    text: str
    restored: list[str] = Field(description="codes that became names")
    unknown: list[str] = Field(description="codes that this vault does not know, or that are broken; left as they stand")


class ProfileOut(BaseModel):
    name: str
    dates: str
    vault: Literal["required", "optional", "none"]
    operators: dict[str, str] = Field(description="label, or label/kind, to operator")


class Profiles(BaseModel):
    default: str
    profiles: list[ProfileOut]
    labels: list[str]
    operators: list[str]
    dates: list[str]
    has_vault: bool = Field(description="whether codes are the same next month and can be turned back")


class JobOut(BaseModel):
    id: str
    state: State
    files: int
    documents: int = Field(description="texts found in the files")
    done: int = Field(description="texts that were worked on")
    statuses: dict[str, int] = Field(description="how many results of each status")
    unread: list[str] = Field(description="what could not be read, by the number of the file")
    message: str | None = Field(None, description="why a job failed")


class JobsOut(BaseModel):
    jobs: list[JobOut]


class Problem(BaseModel):
    where: str
    problem: str


class Fault(BaseModel):
    code: str = Field(description="for programs; does not change")
    message: str = Field(description="what to do; holds no word of the request")
    fields: list[Problem] | None = None


class ErrorOut(BaseModel):
    """Every error has this shape."""

    error: Fault
