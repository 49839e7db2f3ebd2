"""What the measures of reports count, on reports small enough to count by hand."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from incognote.document import Edit, Entity, Finding, Result, Span
from incognote.errors import FormatError
from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.offsets import offsets
from incognote.lab.evaluate.relation_tables import markdown, misses
from incognote.lab.evaluate.relations import evaluation
from incognote.lab.evaluate.reports import Detail, Known, Report, Scrubbed, read_reports
from incognote.lab.evaluate.said_roles import Mention, mentions
from incognote.lab.evaluate.true_roles import true_roles
from incognote.labels import role_mark, role_words
from incognote.link.relate import Doubt
from incognote.link.relations import Related

DAY = date(2024, 3, 10)
MOTHER = Known("m", "mother", frozenset(), ("Ann Brown", "Ann"), "F", date(1990, 1, 1))
FATHER = Known("f", "father", frozenset({"alleged"}), ("Tom Brown",), "M", None)
CHILD = Known("c", "child", frozenset(), ("Kim Brown",), "F", date(2015, 5, 5))
SISTER = Known("s", "older_sister", frozenset(), ("Eve Brown",), "F", date(2010, 5, 5))
BROTHER = Known("b", "older_sister", frozenset(), ("Joy Brown",), "F", date(2011, 5, 5))
Row = tuple[str, str, str | None, str | None, str | None]
"""Text, label, kind, entity, mark (None: left as it is)."""


def report(*rows: Row, people: tuple[Known, ...] = (CHILD, MOTHER, FATHER), day: date | None = DAY, values: dict[str, date] | None = None, forms: dict[str, str] | None = None) -> Report:
    """A report that says each row's text in turn, a word between them."""
    text, spans, details = "", [], {}
    for surface, label, kind, entity, _ in rows:
        start = len(text) + 4
        text += f"and {surface} "
        if label:
            spans.append(GoldSpan(start, start + len(surface), label, kind, entity))
            details[start, start + len(surface)] = Detail((forms or {}).get(surface, "full"), (values or {}).get(surface))
    return Report(GoldNote("r1", text, tuple(spans), {"skeleton": "s1"}, {}), {p.entity: p for p in people}, ("c",), day, details)


def scrubbed(of: Report, *said: tuple[int, Related | Doubt | str, int], flagged: tuple[int, ...] = ()) -> Scrubbed:
    """Marks over the gold spans by number: a person, a doubt or a mark's text, and the number of the entity behind it."""
    edits: list[Edit] = []
    groups: dict[int, tuple[str, Related | Doubt | str, list[Span]]] = {}
    for at, value, entity in said:
        gold = of.note.spans[at]
        people = value.people if isinstance(value, Doubt) else (value,) if isinstance(value, Related) else ()
        words = [role_words(p.role, "en", number=p.number, case_roles=p.case_roles) for p in people]
        replacement = value if isinstance(value, str) else role_mark(words, "en")
        edits.append(Edit(gold.start, gold.end, replacement, "role", gold.label, gold.kind))
        groups.setdefault(entity, (gold.label, value, []))[2].append(Span(gold.start, gold.end, gold.label, gold.kind, "x", 1.0))
    entities = tuple(Entity(n, label, tuple(spans), None, value) for n, (label, value, spans) in groups.items())
    findings = tuple(Finding("doubtful_person", "source", of.note.spans[n].start, of.note.spans[n].end, "warning") for n in flagged)
    return Scrubbed(Result("r1", "clean", "", {}, entities, tuple(edits), findings, ""), 0.5)


def name(surface: str, entity: str) -> Row:
    return surface, "NAME", None, entity, None


def told(of: Report, *said: tuple[int, Related | Doubt | str, int], flagged: tuple[int, ...] = ()) -> list[Mention]:
    return list(mentions([of], [scrubbed(of, *said, flagged=flagged)]))


ROLE_MOTHER, ROLE_FATHER = Related(("Ann Brown",), "mother"), Related(("Tom Brown",), "father", ("alleged",))


def test_a_mark_that_says_the_gold_role_is_right_and_what_somebody_is_in_the_case_is_counted_apart() -> None:
    first, second = told(report(name("Ann Brown", "m"), name("Tom Brown", "f")), (0, ROLE_MOTHER, 1), (1, ROLE_FATHER._replace(case_roles=()), 2))
    assert (first.right, first.true, first.case, first.wrong) == (True, True, True, False)
    assert (second.right, second.case, second.said) == (True, False, "father")


def test_a_mention_left_as_it_is_or_masked_names_nobody() -> None:
    first, second = told(report(name("Ann Brown", "m"), name("Tom Brown", "f")), (1, "[NAME]", 2))
    assert [(m.said, m.right, m.wrong) for m in (first, second)] == [("nobody", False, False)] * 2


def test_a_person_behind_an_edit_whose_words_do_not_stand_in_the_output_is_not_believed() -> None:
    of = report(name("Ann Brown", "m"))
    good = scrubbed(of, (0, ROLE_MOTHER, 1))
    edit = good.result.edits[0]._replace(replacement="[father]")
    bad = Scrubbed(Result("r1", "clean", "", {}, good.result.entities, (edit,), (), ""), 0.5)
    assert next(mentions([of], [bad])).said == "nobody"


def test_another_persons_role_is_a_wrong_person_and_a_role_nobody_has_is_a_wrong_role_alone() -> None:
    first, second = told(report(name("Ann Brown", "m"), name("Tom Brown", "f")), (0, ROLE_FATHER, 1), (1, Related(("Tom",), "uncle"), 2))
    assert (first.right, first.wrong_role) == (False, True)
    assert (second.right, second.true, second.wrong) == (False, False, False)


def test_a_less_exact_role_is_true_but_not_right() -> None:
    (mention,) = told(report(name("Eve Brown", "s"), people=(CHILD, SISTER)), (0, Related(("Eve",), "sister"), 1))
    assert (mention.right, mention.true, mention.wrong) == (False, True, False)


def test_one_mark_for_two_sisters_names_the_wrong_one_where_it_mostly_means_the_other() -> None:
    of = report(name("Eve Brown", "s"), name("Eve Brown", "s"), name("Joy Brown", "b"), people=(CHILD, SISTER, BROTHER))
    first, second, third = told(of, *((n, Related(("Eve",), "older_sister"), 1) for n in range(3)))
    assert (first.wrong, second.wrong, third.wrong) == (False, False, True)
    assert third.right  # the role is: the person is not


def test_two_people_under_numbers_of_one_role_are_not_confused() -> None:
    of = report(name("Eve Brown", "s"), name("Joy Brown", "b"), people=(CHILD, SISTER, BROTHER))
    both = told(of, (0, Related(("Eve",), "older_sister", number=1), 1), (1, Related(("Joy",), "older_sister", number=2), 2))
    assert [(m.right, m.wrong) for m in both] == [(True, False)] * 2


def test_a_doubt_is_neither_right_nor_wrong_where_the_right_one_is_among_its_people_and_counts_as_asked() -> None:
    (mention,) = told(report(name("Brown", "m")), (0, Doubt((ROLE_MOTHER, ROLE_FATHER)), 1))
    assert (mention.doubtful, mention.flagged, mention.right, mention.wrong, mention.said) == (True, True, False, False, "father|mother")
    (without,) = told(report(name("Brown", "c")), (0, Doubt((ROLE_MOTHER, ROLE_FATHER)), 1))
    assert without.wrong_role


def test_a_finding_on_the_mention_asks_a_person_too() -> None:
    of = report(name("Brown", "m"), name("Ann", "m"))
    first, second = told(of, (0, ROLE_MOTHER, 1), (1, ROLE_MOTHER, 1), flagged=(0,))
    assert (first.flagged, second.flagged, second.doubtful) == (True, False, False)


@pytest.mark.parametrize(
    ("person", "role", "is_true"),
    [
        (SISTER, "sibling", True), (SISTER, "younger_sister", False), (SISTER, "brother", False), (FATHER, "alleged", True),
        (FATHER, "stepfather", False), (Known("h", "half_sibling", frozenset(), ("A",), "M", date(2001, 1, 1)), "older_brother", True),
        (Known("g", "maternal_grandmother", frozenset(), ("A",), "F", None), "paternal_grandmother", False),
        (Known("t", "teacher", frozenset({"notifier"}), ("A",), None, None), "third_party", True), (MOTHER, "third_party", False),
    ],
)  # fmt: skip
def test_a_true_role_says_less_of_somebody_and_never_something_else(person: Known, role: str, is_true: bool) -> None:
    assert (role in true_roles(person, report())) is is_true


DATES: tuple[Row, ...] = (
    ("10/03/2024", "DATE", "visit", None, None), ("7 March", "DATE", None, None, None), ("January 2024", "DATE", "partial", None, None),
    ("2022", "DATE", "year", None, None), ("05/05/2015", "DATE", "dob", "c", None), ("Christmas", "DATE", "holiday", None, None),
)  # fmt: skip
VALUES = {"10/03/2024": DAY, "7 March": date(2024, 3, 7), "January 2024": date(2024, 1, 20), "2022": date(2022, 6, 1), "05/05/2015": date(2015, 5, 5)}


def test_days_months_years_and_ages_are_exact_by_the_gold_day() -> None:
    of = report(*DATES, values=VALUES)
    good = scrubbed(of, *((n, mark, n) for n, mark in enumerate(("[report day]", "[report day-3]", "[report day-2 months]", "[report day-2 years]", "[age 8]"))))
    assert [(o.what, o.exact) for o in offsets([of], [good])] == [
        ("report day", True), ("full or short date", True), ("month only", True), ("year only", True), ("birth date", True),
    ]  # fmt: skip
    off = scrubbed(of, (0, "[DATE]", 0), (1, "[report day+3]", 1), (2, "[report day-50]", 2), (4, "[age 9]", 4))
    assert not any(o.exact for o in offsets([of], [off]))


def test_a_report_that_never_writes_its_day_is_held_to_tell_no_days_and_not_to_be_clean() -> None:
    of = report(*DATES[1:2], values=VALUES)
    for mark, share in (("[report day-3]", 0.0), ("[DATE]", 1.0)):
        dates = evaluation("x", [of], [scrubbed(of, (0, mark, 1))])["dates"]
        assert dates["no day of the report is written: no days told"][0] == share
        assert dates["reports without their day: not called clean"][0] == 0
        assert "days from the report exact" not in dates


def test_classes_are_pooled_and_institutions_told_by_their_form() -> None:
    rows: tuple[Row, ...] = (("Karri Hill School", "SCHOOL", None, "i", None), ("KHS", "SCHOOL", None, "i", None), ("9:15", "TIME", None, None, None), ("eight", "AGE", None, None, None))
    of = report(*rows, forms={"KHS": "short"})
    result = evaluation("x", [of], [scrubbed(of, (0, "[SCHOOL]", 1), (2, "[TIME]", 2))])
    school = result["classes"]["school"]
    assert (school["precision"][0], school["recall"][0], round(school["F1"][0], 3), school["recall"][3]) == (1.0, 0.5, 0.667, 2)
    assert (result["classes"]["time"]["F1"][0], result["worst class"]) == (1.0, "school")
    assert (result["by form"]["institution, full"][0], result["by form"]["institution, short"][0]) == (1.0, 0.0)
    assert result["dates"]["ages kept as written"][0] == 1.0


def test_a_failed_report_misses_everything_and_the_tables_hold_no_text() -> None:
    of = report(name("Ann Brown", "m"), *DATES, values=VALUES)
    failed = Scrubbed(Result("r1", "failed", None, {}, (), (), (), ""), 0.5)
    result = evaluation("x", [of], [failed])
    assert (result["people"]["right role"][0], result["dates"]["days from the report exact"][0], result["hidden"]["name"][0]) == (0, 0, 0)
    assert "Ann" not in json.dumps(result) and "Ann" not in markdown(result)
    assert any("Ann Brown" in line for line in misses(["role"], [of], [failed]))
    assert len(list(misses(["class"], [of], [failed]))) == 1 + len(DATES)


GOLD: dict[str, Any] = {"version": 1, "id": "a", "text": "Ann", "spans": [{"start": 0, "end": 3, "label": "NAME", "entity": "m", "form": "given"}]}
TABLE: dict[str, Any] = {"version": 1, "id": "a", "report_day": "2024-03-10", "subjects": ["m"], "people": [{"entity": "m", "role": "mother", "names": ["Ann"]}]}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "b"}, "no line in the relations"), ({"people": []}, "not among its people"), ({"report_day": "10/3/2024"}, "a day is written"),
        ({"people": [{"entity": "m", "role": "mum", "names": ["Ann"]}]}, "table of roles"), ({"people": [{"role": "mother"}]}, "it needs"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit_its_report_is_refused(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    gold, table = tmp_path / "g.jsonl", tmp_path / "r.jsonl"
    gold.write_text(json.dumps(GOLD), "utf-8")
    table.write_text(json.dumps(TABLE), "utf-8")
    (good,) = read_reports(gold, table)
    assert (good.day, good.detail(good.note.spans[0]).form) == (DAY, "given")
    table.write_text(json.dumps(TABLE | change), "utf-8")
    with pytest.raises(FormatError, match=words):
        read_reports(gold, table)
