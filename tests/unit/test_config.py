"""Profiles are read strictly; a pipeline is what its profile says."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

from incognote.config import (
    DATES,
    Pipeline,
    fingerprint,
    load_profile,
    make_pipeline,
    operator_names,
    profile_names,
    scrub,
)
from incognote.detect.rules import site
from incognote.detect.rules.site import SiteRule
from incognote.document import Document
from incognote.errors import ConfigError
from incognote.labels import LABELS

DEFAULT = files("incognote").joinpath("profiles", "clinic-tw.toml").read_text("utf-8")


def changed(folder: Path, old: str, new: str) -> Path:
    assert old in DEFAULT
    path = folder / "mine.toml"
    path.write_text(DEFAULT.replace(old, new, 1), "utf-8")
    return path


MARKING = [name for name in profile_names() if "surrogate" not in load_profile(name).policy.operators.values()]
"""Profiles that write marks, which can be told from text; a surrogate cannot."""


@pytest.mark.parametrize("name", profile_names())
def test_a_built_in_profile_says_what_happens_to_all_33_labels(name: str) -> None:
    profile = load_profile(name)
    assert profile.name == name
    assert set(LABELS) <= set(profile.policy.operators)
    assert set(profile.policy.operators.values()) <= set(operator_names())
    text = make_pipeline(profile).run(Document("1", "電話 0912-345-678")).text
    assert text == "電話 [電話]" if name in MARKING else text is not None and "0912-345-678" not in text


@pytest.mark.parametrize("name", profile_names())
def test_what_a_profile_keeps_is_not_called_residue(name: str) -> None:
    text = "病歷號：7654321 姓名：陳美華 生日：民國60年3月5日 看診日：113/05/02 郵遞區號 10617 97歲\nP: 下次 5/16 回診。\n"
    result = make_pipeline(load_profile(name), on=date(2026, 11, 29)).run(Document("1", text))
    assert result.status == ("degraded" if name == "child-protection" else "clean")  # a visit is no report: it says so
    assert result.text is not None and "陳美華" not in result.text and "7654321" not in result.text and "97歲" not in result.text


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('vault = "optional"', 'vault = "optional"\ncolour = "red"', "colour"),
        ('vault = "optional"', 'vault = "sometimes"', "vault"),
        ("[detect.rules]", '[detect.rules]\nonly = ["mrn"]', "only"),
        ('use = ["known", "rules", "site", "tagger"]', "use = []", "detect.use"),
        ('use = ["known", "rules", "site", "tagger"]', 'use = ["os.system"]', "os.system"),
        ("skip = []", 'skip = ["nothing"]', "nothing"),
        ('probes = ["known", "shapes"]', 'probes = ["sonar"]', "sonar"),
        ('dates = "offset"', 'dates = "guess"', "dates"),
        ('DOCTOR = "mask"', 'DOCTOR = "shuffle"', "shuffle"),
        ('DOCTOR = "mask"', 'DOCTER = "mask"', "DOCTER"),
        ('DOCTOR = "mask"', "", "DOCTOR"),
        ('"DATE/dob"', '"DATE/dbo"', "DATE/dbo"),
        ('DOCTOR = "mask"', 'DOCTOR = "mask"\nDATE = "keep"', "DATE"),
        ('name = "clinic-tw"', "name = ", "TOML"),
    ],
)
def test_a_profile_that_is_not_as_it_should_be_is_refused(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(ConfigError, match=named) as refused:
        load_profile(changed(tmp_path, old, new))
    assert "mine.toml" in str(refused.value)


def test_an_unknown_profile_is_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError, match="clinic-tw"):
        load_profile("clinic-xx")
    with pytest.raises(ConfigError):
        load_profile("/nowhere/mine.toml")


def test_a_rule_that_the_profile_skips_finds_nothing(tmp_path: Path) -> None:
    profile = load_profile(changed(tmp_path, "skip = []", 'skip = ["email"]'))
    spans, _ = make_pipeline(profile).detect(Document("1", "信箱 wang@test.example"))
    assert "EMAIL" not in {span.label for span in spans}


@pytest.mark.parametrize("mode", DATES)
def test_dates_can_be_treated_in_every_mode(mode: str) -> None:
    pipeline = make_pipeline(load_profile(), dates=mode, on=date(2026, 11, 29))
    result = pipeline.run(Document("1", "姓名：王大明 病歷號：1234567 看診日：2024/05/02 下次回診 2024/05/16"))
    assert result.status == "clean"
    assert result.text is not None
    assert ("2024/05/02" in result.text) is (mode == "keep")


TWICE = """病歷號：7654321 姓名：陳美華 生日：民國60年3月5日 看診日：113/05/02 郵遞區號 10617
陳美華 42歲，祖母97歲，2023年12月起頭痛，去年5/16 住院。2019年手術。
Seen 2024/05/10.
"""
COARSE = {"AGE": "generalise", "DATE": "generalise", "DATE/dob": "generalise"}


def twice(pipeline: Pipeline) -> tuple[str, str]:
    once = pipeline.run(Document("1", TWICE)).text
    assert once is not None
    again = pipeline.run(Document("2", once)).text
    assert again is not None
    return once, again


@pytest.mark.parametrize("mode", sorted(set(DATES) - {"shift"}))
@pytest.mark.parametrize("name", MARKING)
def test_scrubbing_twice_is_scrubbing_once_under_every_profile_and_mode(name: str, mode: str) -> None:
    once, again = twice(make_pipeline(load_profile(name), dates=mode, on=date(2026, 11, 29)))
    assert again == once


def test_marks_of_coarser_values_are_not_scrubbed_again() -> None:
    profile = load_profile()
    policy = replace(profile.policy, operators={**profile.policy.operators, **COARSE})
    once, again = twice(make_pipeline(replace(profile, policy=policy), on=date(2026, 11, 29)))
    assert again == once
    assert "[2024-05]" in once and "[40-44]" in once and "[90歲以上]" in once


@pytest.mark.parametrize("mode", sorted(set(DATES) - {"keep"}))
def test_a_month_in_brackets_is_a_mark_only_where_the_policy_writes_such_marks(mode: str) -> None:
    found = make_pipeline(load_profile(), dates=mode, on=date(2026, 11, 29)).run(Document("1", "[2023-08] 開始服用 metformin。")).text
    assert found is not None and "2023-08" not in found


@pytest.mark.parametrize("name", [name for name in MARKING if not load_profile(name).relations])
def test_a_shifted_date_scrubbed_again_is_masked_since_nothing_tells_it_from_a_date(name: str) -> None:
    once, again = twice(make_pipeline(load_profile(name), dates="shift", on=date(2026, 11, 29)))
    shifted = re.compile(r"[0-9]{3,4}/[0-9]+/[0-9]+|(?<=去年)[0-9]+/[0-9]+")
    assert shifted.sub("[日期]", once) == again != once


def test_dates_that_belong_to_no_patient_are_masked_rather_than_shifted() -> None:
    once, again = twice(make_pipeline(load_profile("child-protection"), dates="shift", on=date(2026, 11, 29)))
    assert once == again and "[日期]" in once


@pytest.mark.parametrize("operator", [{"DATE/dob": "year"}, {}])
def test_no_year_tells_an_age_above_the_oldest_that_is_told(operator: dict[str, str]) -> None:
    profile = load_profile()
    policy = replace(profile.policy, operators={**profile.policy.operators, **operator})
    pipeline = make_pipeline(replace(profile, policy=policy), dates="year", on=date(2026, 11, 29))
    text = pipeline.run(Document("1", "姓名：王大明 生日：1930/03/05 看診日：2024/05/02\n1931年5月3日曾接種牛痘。")).text
    assert text is not None and "193" not in text and "[90歲以上]" in text and "[2024]" in text


def test_a_profile_that_needs_a_vault_does_not_run_without(tmp_path: Path) -> None:
    profile = load_profile(changed(tmp_path, 'vault = "optional"', 'vault = "required"'))
    with pytest.raises(ConfigError, match="vault"):
        make_pipeline(profile)


def test_the_fingerprint_tells_profiles_modes_and_days_apart() -> None:
    day = date(2026, 11, 29)
    prints = {fingerprint(load_profile(name), dates="mask", today=day) for name in profile_names()}
    assert len(prints) == len(profile_names())
    one = load_profile()
    assert fingerprint(one, dates="mask", today=day) == fingerprint(one, dates="mask", today=day)
    assert fingerprint(one, dates="mask", today=day) != fingerprint(one, dates="year", today=day)
    assert fingerprint(one, dates="mask", today=day) != fingerprint(one, dates="mask", today=date(2026, 11, 30))


def test_the_fingerprint_tells_what_rules_a_site_has(tmp_path: Path) -> None:
    prints = [fingerprint(load_profile(), rules, dates="mask", today=date(2026, 11, 29)) for rules in ((), site_rules(tmp_path, "ZX"), site_rules(tmp_path, "ZY"))]
    assert len(set(prints)) == 3
    assert fingerprint(load_profile(), site_rules(tmp_path, "ZY"), dates="mask", today=date(2026, 11, 29)) == prints[2]


def site_rules(folder: Path, letters: str) -> tuple[SiteRule, ...]:
    path = folder / "site.toml"
    path.write_text(f"[[rule]]\nname = 'slip'\nlabel = 'CASENO'\npattern = '{letters}[0-9]{{8}}'\nexamples_positive = ['{letters}20240611']\nexamples_negative = ['LSD 10']\n", "utf-8")
    return site.load(path)


def test_scrub_takes_one_note_and_forgets_it() -> None:
    for _ in range(2):
        assert scrub("姓名：王大明 病歷號：1234567", on=date(2026, 11, 29)).text == "[代號 PT-0001]\n姓名：PT-0001 病歷號：PT-0001"
