"""Reported: distances of days, shifts of many patients at once, styles of dates, ages at the visit."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from incognote import Document, Pipeline
from incognote.text.calendar import day_of, reading_of, value_of
from incognote.vault.memory import MemoryVault

TODAY = date(2026, 11, 29)


def scrub(text: str, **options: object) -> str:
    result = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY, **options).run(Document("1", text))  # type: ignore[arg-type]
    assert result.status == "clean", result.findings
    assert result.text is not None
    return result.text


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Pt Mary Wu. OP 12.07.2022, POD1 13.07.2022, D/C 14.07.2022", ["+0", "+1", "+2"]),
        ("姓名：王大明 手術 12/07/2022，術後第一天 13/07/2022，出院 20/07/2022", ["+0", "+1", "+8"]),
        ("患者张伟，手术日期 2022.07.12，拔管 2022.07.13，出院 2022.08.01", ["+0", "+1", "+20"]),
    ],
)
def test_day_and_month_are_not_swapped_between_dates_of_one_note(text: str, days: list[str]) -> None:
    assert re.findall(r"\[D([+-]\d+)\]", scrub(text)) == days


@pytest.mark.parametrize(
    ("surface", "day"),
    [
        ("民國113年2月29日", date(2024, 2, 29)),
        ("113/03/05", date(2024, 3, 5)),
        ("1130310", date(2024, 3, 10)),
        ("113.4.1", date(2024, 4, 1)),
        ("民國一一三年四月二日", date(2024, 4, 2)),
        ("民國前2年3月4日", date(1910, 3, 4)),
    ],
)
def test_a_date_of_the_republic_is_the_day_it_says(surface: str, day: date) -> None:
    value = value_of(surface, reading_of((surface,), script="zh-TW"))
    assert value is not None
    assert day_of(value, None) == day


@pytest.mark.parametrize(
    ("surface", "shape"),
    [
        ("113/03/05", r"1\d\d/\d\d/\d\d"),
        ("民國113年3月5日", r"民國1\d\d年\d{1,2}月\d{1,2}日"),
        ("1130310", r"1\d{6}"),
        ("2024-03-05", r"20\d\d-\d\d-\d\d"),
        ("March 5, 2024", r"[A-Z][a-z]+ \d{1,2}, 20\d\d"),
    ],
)
def test_a_shifted_date_is_written_as_it_was(surface: str, shape: str) -> None:
    text = scrub(f"姓名：王大明 病歷號：1234567 看診日：{surface}", dates="shift")
    assert surface not in text
    assert re.search(rf"看診日：{shape}$", text)


@pytest.mark.parametrize("template", ["病歷號：{} 看診日：{}，穩定。", "患者，住院号{}，就诊日期{}，平稳。", "MRN: {}. Visit date: {}. Stable."])
def test_each_patient_has_one_shift_whatever_the_order_and_the_threads(template: str) -> None:
    gaps, first = (0, 7, 30, 90, 365), date(2021, 1, 4)
    documents = [
        Document(f"{p}-{gap}", template.format(f"{7000000 + p * 137}", (first + timedelta(p + gap)).isoformat()))
        for gap in gaps
        for p in range(40)
    ]
    vault = MemoryVault()
    pipeline = Pipeline.from_profile("clinic-tw", vault=vault, on=TODAY, dates="shift")
    ready = pipeline.enrol(documents)
    serial = [ready.attempt(d).text for d in documents]
    with ThreadPoolExecutor(8) as pool:
        parallel = [r.text for r in pool.map(ready.attempt, documents)]
    assert serial == parallel
    moved: dict[str, list[date]] = {}
    for document, text in zip(documents, serial, strict=True):
        found = re.search(r"\d{4}-\d\d-\d\d", text or "")
        assert found, text
        moved.setdefault(document.id.split("-")[0], []).append(date.fromisoformat(found[0]))
    assert all([(d - days[0]).days for d in days] == list(gaps) for days in moved.values())
    assert all(days[0] != first + timedelta(int(p)) for p, days in moved.items())
    assert len({days[0] - timedelta(int(p)) for p, days in moved.items()}) > 10


@pytest.mark.parametrize("dates", ["shift", "offset", "mask"])
def test_times_with_a_zone_keep_their_clock_and_a_month_is_never_made_a_day(dates: str) -> None:
    stamps = ("2024-03-31T02:30:00", "2024-10-27T02:30:00+02:00", "2024-02-29T23:30:00+08:00", "2024-02-29T15:30:00Z")
    text = scrub("Pt Mary Wu, MRN 1234567. " + ", ".join(stamps) + ", since 2024-02", dates=dates)
    for stamp in stamps:
        assert stamp not in text
        assert stamp[10:] in text
    shown = [word[: word.index("T")] for word in re.findall(r"\S+T\d\d:\d\d:\d\d\S*", text)]
    assert len(shown) == 4 and shown[2] == shown[3]
    assert re.search(r"since (?:\[DATE\]|\d{4}-\d\d)$", text)


def test_birth_dates_of_three_writings_give_the_ages_at_the_visit() -> None:
    text = scrub("姓名：王大明 DOB 3/7/50; 生日 62.8.14 (民國); DOB: 8/14/62; visit 5/1/24")
    assert re.findall(r"\[(\d+)歲\]", text) == ["74", "50", "61"]


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("姓名：王大明 DOB 3/7/50; 舅 DOB: 8/14/62; visit date: 5/1/24", "[74歲]"),
        ("姓名：王大明 生日 62.8.14 看診日：113/5/1", "[50歲]"),
        ("姓名：王大明 DOB 3/7/45; visit date: 5/1/24", "[79歲]"),
        ("Pt John Tan, DOB: 8/14/62. Seen on 2024-05-01.", "[age 61]"),
        ("姓名：陳美玲 生日：99/12/31 看診日：113/5/1", "[13歲]"),
    ],
)
def test_a_birth_date_with_a_short_year_never_lies_after_the_visit(text: str, age: str) -> None:
    assert age in scrub(text)
