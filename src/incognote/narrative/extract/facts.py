"""From forms to nodes: tellings of one concept are one fact, unless they contradict each other or tell another dose."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from incognote.document import Script, Span
from incognote.narrative.extract import manner
from incognote.narrative.extract.assertion import Assertion
from incognote.narrative.extract.find import Found, sentence_spans
from incognote.narrative.extract.kinds import meant
from incognote.narrative.extract.result import course, finding, result, word
from incognote.narrative.extract.said import Clause, Telling
from incognote.narrative.extract.stressors import happened
from incognote.narrative.extract.treatments import bounds, regimens
from incognote.narrative.extract.whose import shares
from incognote.narrative.graph import Node, Value

_LONGEST: Final = 400
"""So much of a clause or sentence is read for the manner of one fact."""
_PLAIN: Final = frozenset(("normal", "negative", "positive"))
_DANGER: Final = re.compile("suicid|harm|homicid|death|overdose")
_RESULT_REACH: Final = 40
_COURSE: Final = 120
_AMOUNT_BACK: Final = 14
_RATES: Final = re.compile(r"[\s,，(（、:：]{0,3}(?:with )?(?:an? )?")
_SIGNS: Final = (
    ("heart rate", ("bradycardia", "tachycardia"), 50, 120), ("qtc", ("", "qt prolongation"), 0, 470), ("qt", ("", "qt prolongation"), 0, 470),
)  # fmt: skip


@dataclass(slots=True)
class Draft:
    """A fact as it grows: `places` are where it is told."""

    kind: str
    name: str
    assertion: Assertion = Assertion.THERE
    fields: dict[str, Value] = field(default_factory=dict, repr=False)
    context: dict[str, Value] = field(default_factory=dict, repr=False)
    places: list[tuple[int, int]] = field(default_factory=list)

    @property
    def key(self) -> tuple[object, ...]:
        told_apart = {"Treatment": "dose", "VisitEvent": "value"}.get(self.kind, "")
        apart = str(self.fields.get(told_apart, ""))
        return self.kind, self.name, self.assertion, apart if self.kind == "Treatment" or apart[:1].isdigit() else ""


def facts(text: str, folded: str, script: Script, clauses: Sequence[Clause], found: Sequence[Found], *, spans: Sequence[Span] = ()) -> list[Draft]:
    """The facts that forms tell, by where they are told first; `spans` are the identifiers of the text."""
    events = happened(folded, sentence_spans(clauses), [f for f in found if f.mention.concept.kind == "LifeEvent"], spans=spans)
    found = [f for f in found if f.mention.concept.kind != "LifeEvent" or f in events or f.name.startswith("childhood")]
    merged: dict[tuple[object, ...], Draft] = {}
    for draft in _drafts(text, folded, script, clauses, found):
        bare = draft.kind == "Treatment" and not draft.fields.get("dose")
        if bare and (earlier := next((d for d in reversed(list(merged.values())) if (d.kind, d.name) == (draft.kind, draft.name)), None)):
            _join(earlier, draft)
        elif (known := merged.get(draft.key)) is not None:
            _join(known, draft)
        else:
            merged[draft.key] = draft
    sentences = sentence_spans(clauses)
    drafts = _neither(_rated(folded, list(merged.values())), lambda at: bisect_right(sentences, (at, len(folded))))
    return sorted(_settled(drafts), key=lambda d: min(d.places))


def _neither(drafts: list[Draft], sentence_of: Callable[[int], int]) -> list[Draft]:
    """Voices and visions denied in one breath are hallucinations denied."""
    heard, seen = (next((d for d in drafts if (d.name, d.assertion) == (name, Assertion.ABSENT)), None) for name in ("auditory hallucinations", "visual hallucinations"))
    if heard is None or seen is None or sentence_of(heard.places[0][0]) != sentence_of(seen.places[0][0]):
        return drafts
    heard.name = "hallucinations"
    _join(heard, seen)
    return [d for d in drafts if d is not seen]


def _rated(folded: str, drafts: list[Draft]) -> list[Draft]:
    """A score that stands right behind the name of a diagnosis is how severe that is, and no event of its own."""
    kept: list[Draft] = []
    for draft in drafts:
        start = draft.places[0][0]
        owner = next((d for d in drafts if d.kind == "Diagnosis" and d.assertion == Assertion.THERE and any(_RATES.fullmatch(folded, end, start) for _, end in d.places)), None)
        if "scale" in draft.fields and draft.kind == "VisitEvent" and owner is not None:
            owner.fields |= {"scale": draft.fields["scale"], "value": draft.fields["value"]}
            owner.places += draft.places
        else:
            kept.append(draft)
    return kept


def _join(known: Draft, again: Draft) -> None:
    known.places += again.places
    if again.fields.get("value") in _PLAIN:
        known.fields["value"] = again.fields["value"]
    known.fields = {**again.fields, **known.fields}
    known.context = {**again.context, **known.context}


def _settled(drafts: list[Draft]) -> Iterator[Draft]:
    """Where a fact is told as there and elsewhere as open or gone, it is there, but a denial of danger stays, and so does doubt about
    what once was; a measure without its result is none."""
    there = {(d.kind, d.name) for d in drafts if d.assertion == Assertion.THERE and d.kind != "History"}
    doubtful = {d.name for d in drafts if d.assertion == Assertion.OPEN and d.kind == "History"}
    for draft in drafts:
        if draft.kind == "History" and draft.assertion == Assertion.THERE and draft.name in doubtful:
            continue
        if (draft.kind, draft.name) in there and (draft.assertion == Assertion.OPEN or (draft.assertion == Assertion.ABSENT and not _DANGER.search(draft.name))):
            continue
        if draft.kind == "VisitEvent" and "value" not in draft.fields:
            continue
        yield draft


def _drafts(text: str, folded: str, script: Script, clauses: Sequence[Clause], found: Sequence[Found]) -> Iterator[Draft]:
    sentences = sentence_spans(clauses)
    treatments = [f for f in found if f.mention.concept.kind == "Treatment"]
    yield from _shared(folded, sentences, found)
    for one in found:
        kind, kin, name = meant(folded, sentences, one)
        if not kind:
            continue
        if kind == "Relative":
            places = [(one.start, one.end)] if kin is None else [(kin.start, kin.end), (one.start, one.end)]
            yield Draft(kind, name or one.name, one.assertion if one.assertion == Assertion.ABSENT else Assertion.THERE, places=places)
        elif kind == "Treatment":
            limits = bounds(text, one, treatments, sentences)
            for regimen in regimens(folded, script, (one.start, one.end), limits):
                given = {"dose": regimen.dose, "response": regimen.response}
                yield Draft(kind, one.name, Assertion.THERE if one.assertion == Assertion.ABSENT else one.assertion, {k: v for k, v in given.items() if v}, {}, [(regimen.start, regimen.end)])
        else:
            draft = _draft(text, folded, kind, one, clauses, sentences[one.sentence])
            draft.name = name or draft.name
            yield draft
            yield from _later_scores(text, folded, draft, one, sentences[one.sentence])


def _shared(folded: str, sentences: Sequence[tuple[int, int]], found: Sequence[Found]) -> Iterator[Draft]:
    """Relatives who are only said to have it too: what was told last is theirs."""
    illnesses = [f for f in found if f.mention.concept.kind == "Diagnosis"]
    for number, (start, end) in enumerate(sentences):
        word = shares(folded, start, end)
        before = [f for f in illnesses if f.end <= (word.end if word else 0)]
        main = [f for f in before if f.assertion == Assertion.THERE and f.mention.concept.group == "psychiatric"]
        before = [f for f in before if f.sentence >= number - 2] or main[:1]
        if word is not None and before and not any(f.start > word.end and f.sentence == number for f in illnesses):
            yield Draft("Relative", before[-1].name, places=[(word.start, word.end)])


def _draft(text: str, folded: str, kind: str, one: Found, clauses: Sequence[Clause], sentence: tuple[int, int]) -> Draft:
    draft = Draft(kind, one.name, one.assertion, places=[(one.start, one.end)])
    at = bisect_right(clauses, one.start, key=lambda c: c.start) - 1
    clause = sentence if at < 0 else (clauses[at].start, min(clauses[at].end, clauses[at].start + _LONGEST))
    sentence = max(sentence[0], one.start - _LONGEST), min(sentence[1], one.end + _LONGEST)
    if kind == "VisitEvent":
        _measure(draft, text, folded, one, clause, sentence)
    elif kind == "LifeEvent":
        draft.assertion = Assertion.THERE
        draft.fields["severity"] = one.mention.concept.severity or "moderate"
        draft.context["event"] = text[slice(*clause)]
    elif kind == "Symptom":
        draft.fields.update(_symptom(text, folded, clause, sentence))
        if one.assertion == Assertion.THERE and (much := manner.amount(text, folded, one.name, max(clause[0], one.start - _AMOUNT_BACK), _before_next(folded, one, clause))):
            draft.fields["value"] = much
    elif kind == "History" and (where := manner.side(folded, *clause)):
        draft.fields["side"] = where
    return draft


def _before_next(folded: str, one: Found, clause: tuple[int, int]) -> int:
    """Where a clause that tells a fact ends, or its first half where "and" goes on to another."""
    at = folded.find(" and ", one.end, clause[1])
    return at if at >= 0 else clause[1]


def _later_scores(text: str, folded: str, draft: Draft, one: Found, sentence: tuple[int, int]) -> Iterator[Draft]:
    """The further scores of a scale, each a fact of its own: PHQ-9 22, then 9."""
    if draft.kind != "VisitEvent" or one.mention.concept.group != "scale" or not str(draft.fields.get("value", "")).isdigit():
        return
    end = min(sentence[1], one.end + _COURSE)
    for start, to in course(folded, one.end, end)[1:]:
        yield Draft(draft.kind, draft.name, draft.assertion, {**draft.fields, "value": text[start:to]}, {}, [(start, to)])


def _measure(draft: Draft, text: str, folded: str, one: Found, clause: tuple[int, int], sentence: tuple[int, int]) -> None:
    """Give a test or a scale what it showed; a pulse or an interval out of bounds is told as the sign it is."""
    draft.assertion = Assertion.THERE
    group = one.mention.concept.group
    end = min(sentence[1], one.end + _RESULT_REACH)
    value = result(folded, one.end, end)
    if not value:
        value = word(folded, one.start, one.end)
    if not value and group in ("imaging", "laboratory"):
        value = finding(text, folded, (one.start, one.end), clause, sentence)
    if not value:
        return
    draft.fields["value"] = value
    if group == "scale":
        draft.fields["scale"] = text[one.start : one.end]
    number = re.match(r"\d+", value)
    for name, sign, low, high in _SIGNS:
        if name in (one.name, folded[one.start : one.end]) and number and not low <= int(number[0]) <= high:
            draft.kind, draft.name = "Symptom", sign[int(number[0]) > high]


def _symptom(text: str, folded: str, clause: tuple[int, int], sentence: tuple[int, int]) -> dict[str, Value]:
    fields: dict[str, Value] = dict(manner.fields(text, folded, clause, sentence))
    for name, said in (("side", manner.side(folded, *clause)), ("severity", manner.severity(folded, *clause)), ("risk", manner.risk(folded, *sentence))):
        if said:
            fields[name] = said
    return fields


def nodes(drafts: Sequence[Draft], clause_at: Callable[[int], int]) -> tuple[list[Node], list[Telling]]:
    """Nodes f1, f2 ... and where each is told."""
    made: list[Node] = []
    tellings: list[Telling] = []
    for number, draft in enumerate(drafts, 1):
        name: dict[str, Value] = {"class" if draft.kind == "LifeEvent" else "name": draft.name}
        flags: dict[str, Value] = {}
        if draft.assertion == Assertion.ABSENT:
            flags["negated"] = True
        elif draft.assertion == Assertion.OPEN:
            flags["uncertain"] = True
        places = tuple(sorted(set(draft.places)))
        made.append(Node(f"f{number}", draft.kind, {**name, **flags, **draft.fields}, dict(draft.context), None, places))
        tellings += [Telling(f"f{number}", start, end, clause_at(start)) for start, end in places]
    return made, sorted(tellings, key=lambda t: (t.start, t.end))
