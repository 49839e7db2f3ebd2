"""Whom the marks of a report name: for every gold mention of a person, what its mark says and whether it is true.

A mark is read by writing it: the person that the pipeline holds behind an edit is put into words, and where these are
not the words that stand in the output, the mark names nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from incognote.document import Edit, Entity, Script
from incognote.lab.evaluate.gold import GoldSpan
from incognote.lab.evaluate.reports import Known, Place, Report, Scrubbed
from incognote.lab.evaluate.true_roles import true_roles, written
from incognote.labels import PERSON_LABELS, SCRIPTS, role_mark, role_words
from incognote.link.relate import Doubt
from incognote.link.relations import Related
from incognote.names.compare import canonical

FAMILY: Final = "family"
NOBODY: Final = "nobody"
_DOUBTFUL: Final = "doubtful_person"


class Mark(NamedTuple):
    """What stands in the output for a mention: the people it names (none for a family or a mask), and in which script."""

    people: tuple[Related, ...]
    is_family: bool
    script: Script
    entity: int


class Mention(NamedTuple):
    """A gold mention of a person and what its mark makes of it."""

    report: int
    span: GoldSpan
    person: Known
    form: str
    said: str
    """The role that the mark names, `a|b` in doubt, `family`, or `nobody` where nobody is named."""
    right: bool
    """The mark names one person and says the gold role, as what they are to the child or in the case."""
    true: bool
    """The mark names one person, by a role that is true of this one."""
    case: bool
    """The mark names what this person is in the case, that and nothing else of it."""
    wrong_role: bool
    """The mark names the role of another person of the report, and none that is true of this one."""
    wrong_one: bool
    """The mark stands for another person of the report in most of its places."""
    doubtful: bool
    """The name as it is written may mean two people of the report."""
    flagged: bool
    """A finding asks a person to look."""

    def __repr__(self) -> str:
        return f"Mention({self.report}, {self.span.start})"

    @property
    def wrong(self) -> bool:
        return self.wrong_role or self.wrong_one


def mentions(reports: Sequence[Report], scrubbed: Sequence[Scrubbed]) -> Iterator[Mention]:
    """Every gold mention of a person, in order."""
    for at, (report, of) in enumerate(zip(reports, scrubbed, strict=True)):
        yield from _of_report(at, report, of)


def _of_report(at: int, report: Report, of: Scrubbed) -> Iterator[Mention]:
    spans = [s for s in report.note.spans if s.label in PERSON_LABELS and s.entity in report.people]
    behind = {(m.start, m.end): entity for entity in of.result.entities if entity.label in PERSON_LABELS for m in entity.mentions}
    marks = [_mark(of.over(span), behind) for span in spans]
    whose = _whose(spans, marks)
    asked = [(f.start, f.end) for f in of.result.findings if f.kind == _DOUBTFUL and f.where == "source"]
    for span, mark in zip(spans, marks, strict=True):
        person = report.people[span.entity or ""]
        yield _mention(at, report, span, person, mark, whose, is_flagged=any(s < span.end and span.start < e for s, e in asked))


def _mark(edit: Edit | None, behind: Mapping[Place, Entity]) -> Mark | None:
    """The people that an edit names, if it writes their words."""
    entity = behind.get((edit.start, edit.end)) if edit else None
    if edit is None or entity is None:
        return None
    value = entity.value
    people = value.people if isinstance(value, Doubt) else (value,) if isinstance(value, Related) else None
    if people is None:
        return None
    for script in SCRIPTS:
        words = [role_words(p.role, script, number=p.number, case_roles=p.case_roles) for p in people]
        if role_mark(words, script) == edit.replacement:
            return Mark(people, not people, script, entity.id)
    return None


def _whose(spans: Sequence[GoldSpan], marks: Sequence[Mark | None]) -> dict[int, str]:
    """Whom each person of the pipeline stands for: the gold person of most of its mentions, of the first where two tie."""
    counts: dict[int, Counter[str]] = {}
    for span, mark in zip(spans, marks, strict=True):
        if mark is not None and len(mark.people) == 1:
            counts.setdefault(mark.entity, Counter())[span.entity or ""] += 1
    return {entity: many.most_common(1)[0][0] for entity, many in counts.items()}


def _mention(at: int, report: Report, span: GoldSpan, person: Known, mark: Mark | None, whose: Mapping[int, str], *, is_flagged: bool) -> Mention:
    people, script = (mark.people, mark.script) if mark else ((), SCRIPTS[0])
    roles_said = [p.role for p in people]
    words = written(set(roles_said), script)
    own, true = written({person.role}, script), written(true_roles(person, report), script)
    others = written({role for p in report.people.values() if p is not person for role in (p.role, *p.case_roles)}, script)
    is_one = len(people) == 1
    told = set(people[0].case_roles) | ({people[0].role} & {"notifier", "alleged"}) if is_one else set()
    is_doubt = len(people) > 1 or is_flagged
    return Mention(
        at, span, person, report.detail(span).form,
        said="|".join(sorted(set(roles_said))) or (FAMILY if mark and mark.is_family else NOBODY),
        right=is_one and (words == own or person.role in people[0].case_roles),
        true=is_one and (words <= true or bool({*people[0].case_roles} & {person.role})),
        case=is_one and told == set(person.case_roles) | ({person.role} & {"notifier", "alleged"}),
        wrong_role=bool(words & others) and not words & true,
        wrong_one=is_one and mark is not None and whose[mark.entity] != person.entity,
        doubtful=is_doubtful(report.note.text[span.start : span.end], report), flagged=is_doubt,
    )  # fmt: skip


def is_doubtful(surface: str, report: Report) -> bool:
    """Whether a name, as it is written, is a name or a part of one of two people of the report, titles and context apart.

    >>> from incognote.lab.evaluate.gold import GoldNote
    >>> def known(entity, name):
    ...     return Known(entity, "sibling", frozenset(), (name,), None, None)
    >>> report = Report(GoldNote("r", "", (), {}, {}), {"a": known("a", "Ann Brown"), "b": known("b", "Tom Brown")}, (), None, {})
    >>> is_doubtful("BROWN", report), is_doubtful("Ann", report)
    (True, False)
    """
    wanted = canonical(surface)
    return sum(wanted in _writings(person) for person in report.people.values()) > 1


def _writings(person: Known) -> set[str]:
    """A person's names and the words of each, initials apart."""
    found = {canonical(name) for name in person.names}
    return found | {part for name in person.names for word in name.replace(",", " ").split() if len(part := canonical(word)) > 1}


def one_mark_each(found: Sequence[Mention]) -> Iterator[tuple[int, bool]]:
    """For each person who is named more than once: the report, and whether all their marks name one person the same way."""
    groups: dict[tuple[int, str], set[str]] = {}
    many: Counter[tuple[int, str]] = Counter()
    for mention in found:
        key = mention.report, mention.person.entity
        groups.setdefault(key, set()).add(mention.said)
        many[key] += 1
    for key, said in groups.items():
        if many[key] > 1:
            yield key[0], len(said) == 1
