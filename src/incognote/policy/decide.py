"""Entities and a policy become edits. Nothing is changed here; `text.edits.apply` does that once."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from functools import cache
from operator import itemgetter

from incognote.document import Document, Edit, Entity, Finding, Policy, Vault
from incognote.labels import age_text, header
from incognote.policy import classes
from incognote.policy.context import Context
from incognote.policy.operators import table
from incognote.text.script import script_of

_operators = cache(table)
_SURROGATE = "surrogate"
_CODE = re.compile(r"(?:[A-Z]{1,8})-[0-9]{4,}")


def decide(
    document: Document, entities: Sequence[Entity], policy: Policy, vault: Vault, *, today: date
) -> tuple[list[Edit], list[Finding]]:
    """The edits, in no order, and what a person should know about them.

    A subject whose segment already stands under our header keeps the code written there: the text has
    been scrubbed before, and nobody new is enrolled.
    """
    script = script_of(document.text, default=policy.default_script)
    findings: list[Finding] = []
    edits: list[Edit] = []
    contexts: _Contexts = []
    base = Context(script, today, anchor=_day_of_note(entities))
    operators = _operators()
    if classes.OPERATOR in policy.operators.values():
        entities = classes.numbered(document.text, entities)
    typed = frozenset(_CODE.findall(document.text)) if "-" in document.text else frozenset()
    for entity in entities:
        if entity.role != "subject":
            continue
        context, conflicts = _patient(entity, policy, vault, base)
        bounds = entity.mentions[0]
        contexts.append((bounds.start, bounds.end, context, context._replace(is_subject=True)))
        findings += conflicts
        if context.code is None:
            continue
        if context.code in typed:  # somebody typed it: the reader could not tell the two apart
            findings.append(Finding("code_in_input", "source", bounds.start, bounds.start, "warning"))
        edits.append(_header(document, entity, context.code, context))
        if _needs_today(context):
            findings.append(Finding("age_at_run_date", "source", bounds.start, bounds.start, "info"))
    if _SURROGATE in policy.operators.values():
        base, contexts = _with_surrogates(document, entities, policy, vault, base, contexts)
    for entity in entities:
        is_subject = entity.role == "subject"
        for span in entity.mentions[1:] if is_subject else entity.mentions:
            context = _context(contexts, span.start, base, is_subject)
            name = policy.operator_for(span.label, span.kind)
            replacement = operators[name](document, entity, span, context)
            if replacement is not None:
                edits.append(Edit(span.start, span.end, replacement, name, span.label, span.kind))
            elif span.label in {"PROFESSION", "CONTEXT"}:
                findings.append(Finding(span.label.lower(), "source", span.start, span.end, "info"))
    return _apart(document, edits), findings


_Contexts = list[tuple[int, int, Context, Context]]


def _with_surrogates(
    document: Document, entities: Sequence[Entity], policy: Policy, vault: Vault, base: Context, contexts: _Contexts
) -> tuple[Context, _Contexts]:
    """The contexts with the values that stand for real ones: made for the whole document, since none may be one of its own."""
    from incognote.policy.surrogates.invent import (  # its lists are not needed by most profiles
        Patient,
        replacements,
    )

    coded = {start: context for start, _, context, _ in contexts if context.code is not None}
    patients = [
        Patient(entity, context.code, context.shift)
        for entity in entities
        if entity.role == "subject" and (context := coded.get(entity.mentions[0].start)) is not None and context.code is not None
    ]
    made = replacements(document, entities, patients, vault, script=base.script, wanted=lambda span: policy.operator_for(span.label, span.kind) == _SURROGATE)
    return base._replace(surrogates=made), [(low, high, one._replace(surrogates=made), two._replace(surrogates=made)) for low, high, one, two in contexts]


def _apart(document: Document, edits: list[Edit]) -> list[Edit]:
    """Header lines that fall inside another edit (a date that wraps into the next patient's line) move behind it."""
    inserted = [edit for edit in edits if edit.start == edit.end and edit.start]
    if not inserted:
        return edits
    wide = sorted(edit[:2] for edit in edits if edit.end - edit.start > 1)
    moved = {}
    for edit in inserted:
        at = bisect_right(wide, (edit.start,)) - 1
        if at >= 0 and edit.start < (end := wide[at][1]):
            moved[edit] = edit._replace(start=end, end=end, replacement=line_end(document.text) + edit.replacement)
    return [moved.get(edit, edit) for edit in edits] if moved else edits


def _context(contexts: Sequence[tuple[int, int, Context, Context]], at: int, base: Context, is_subject: bool) -> Context:
    """What holds at `at`: the patient's context of the segment there, or `base` outside every segment."""
    index = bisect_right(contexts, at, key=itemgetter(0)) - 1  # segments stand in order
    if index >= 0 and at < contexts[index][1]:
        return contexts[index][3] if is_subject else contexts[index][2]
    return base._replace(is_subject=True) if is_subject else base


def _day_of_note(entities: Sequence[Entity]) -> date | None:
    """The day of a note without a patient: a visit, else its first full date. A patient's segment has its own."""
    if any(e.role == "subject" for e in entities):
        return None
    dated = [e for e in entities if e.label == "DATE" and e.role != "dob" and getattr(e.value, "day", None) is not None]
    dated.sort(key=lambda e: (e.role != "visit", e.mentions[0].start))
    return dated[0].value.day if dated else None


def _patient(entity: Entity, policy: Policy, vault: Vault, base: Context) -> tuple[Context, list[Finding]]:
    bounds, subject = entity.mentions[0], entity.value
    if not subject.person.names and not subject.person.numbers:
        return base._replace(anchor=subject.anchor), []
    answer = vault.assign(subject.person)
    zero = vault.day_zero(answer.code, subject.anchor)
    findings = [
        Finding(f"conflict_{what}", "source", bounds.start, bounds.start, "warning") for what in answer.conflicts
    ]
    birth = subject.person.birth
    # Where the stored person may be somebody else, their birth date says nothing of this one's age.
    if birth is None and not answer.is_new and not answer.conflicts and (stored := vault.person(answer.code)) is not None:
        birth = stored.birth
    shift = vault.shift(answer.code) if "date_shift" in policy.operators.values() else None
    return Context(base.script, base.today, answer.code, zero, subject.anchor, shift, birth), findings


def _needs_today(context: Context) -> bool:
    return context.birth is not None and context.anchor is None


def _header(document: Document, entity: Entity, code: str, context: Context) -> Edit:
    """The header line: code and age, from the birth date if there is one, else as the text states it."""
    bounds, subject = entity.mentions[0], entity.value
    years = subject.stated_age
    if context.birth is not None:
        told = _age(context.birth, context.anchor or context.today)
        years = told if told is not None else years
    text = header(code, age_text(years, context.script) if years is not None else None, context.script)
    return Edit(bounds.start, bounds.start, text + line_end(document.text), "pseudonym", "NAME", "header")


def _age(birth: date, day: date) -> int | None:
    from incognote.text.calendar import DateValue, age_on

    return age_on(DateValue(birth.year, birth.month, birth.day), day)


def line_end(text: str) -> str:
    """The line end the text itself uses."""
    found = re.search(r"\r\n|\n|\r", text)
    return found[0] if found else "\n"
