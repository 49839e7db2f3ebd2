"""A hospital's own rules: read strictly, matched under a time limit, tested before use."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from incognote.detect.rules import site
from incognote.document import Document, Finding, Span
from incognote.errors import ConfigError

GOOD = {
    "name": '"lab-slip"',
    "label": '"CASENO"',
    "pattern": "'LS\\d{8}'",
    "cues": '["檢驗單號"]',
    "examples_positive": '["檢驗單號：LS20240611"]',
    "examples_negative": '["LSD 10"]',
}


def rule_file(folder: Path, *rules: dict[str, str]) -> Path:
    path = folder / "site.toml"
    path.write_text("\n".join("[[rule]]\n" + "\n".join(f"{k} = {v}" for k, v in rule.items()) for rule in rules), "utf-8")
    return path


def test_a_rule_finds_its_pattern_behind_its_cue_in_full_width_and_any_case(tmp_path: Path) -> None:
    detect = site.detector(site.load(rule_file(tmp_path, GOOD)))
    text = "檢驗單號：ＬＳ２０２４０６１１，ls20240612 另一張"
    (span,) = detect(Document("1", text))
    assert isinstance(span, Span)
    assert text[span.start : span.end] == "ＬＳ２０２４０６１１"
    assert (span.label, span.source) == ("CASENO", "site/lab-slip")


def test_without_cues_a_rule_matches_anywhere_and_masks_its_group(tmp_path: Path) -> None:
    for pattern, group in (("'簽床(\\d{3})'", "1"), ("'簽床(?P<bed>\\d{3})'", '"bed"')):
        rule = {**GOOD, "cues": "[]", "pattern": pattern, "group": group, "examples_positive": '["簽床123"]'}
        (span,) = site.detector(site.load(rule_file(tmp_path, rule)))(Document("1", "已簽床123待床"))
        assert (span.start, span.end) == (3, 6)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"colour": '"red"'}, "unknown key 'colour'"),
        ({"pattern": "'LS('"}, "not a regular expression"),
        ({"pattern": "'x*'"}, "matches nothing"),
        ({"name": '"mrn"'}, "built-in"),
        ({"name": '"Lab Slip"'}, "lower-case"),
        ({"label": '"SLIP"'}, "unknown label"),
        ({"examples_positive": "[]"}, "examples_positive"),
        ({"group": "3"}, "group"),
        ({"group": '"bed"'}, "group"),
        ({"group": "true"}, "wrong type"),
        ({"score": "0.1"}, "score"),
        ({"cues": '"檢驗"'}, "wrong type"),
        ({"cues": "[1]"}, "list texts"),
    ],
)
def test_a_rule_that_is_not_as_it_should_be_is_refused(tmp_path: Path, change: dict[str, str], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        site.load(rule_file(tmp_path, {**GOOD, **change}))


@pytest.mark.parametrize("key", ["name", "label", "pattern", "examples_positive", "examples_negative"])
def test_a_rule_without_a_needed_key_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(ConfigError, match=key):
        site.load(rule_file(tmp_path, {k: v for k, v in GOOD.items() if k != key}))


def test_two_rules_of_one_name_an_empty_file_and_no_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="two rules"):
        site.load(rule_file(tmp_path, GOOD, GOOD))
    with pytest.raises(ConfigError):
        site.load(rule_file(tmp_path))
    with pytest.raises(ConfigError):
        site.load(tmp_path / "none.toml")


def test_a_pattern_that_takes_forever_is_reported_and_other_rules_still_apply(tmp_path: Path) -> None:
    slow = {**GOOD, "name": '"slow"', "pattern": "'(a|aa)+$'", "cues": "[]", "examples_positive": '["aaa"]'}
    detect = site.detector(site.load(rule_file(tmp_path, slow, GOOD)), time_limit=0.2)
    started = time.monotonic()
    found = list(detect(Document("1", "a" * 40 + "b 王大明 檢驗單號：LS20240611")))
    assert time.monotonic() - started < 2
    assert [f.kind for f in found if isinstance(f, Finding)] == ["rule_timeout"]
    assert all(f.severity == "failure" for f in found if isinstance(f, Finding))
    assert [s.label for s in found if isinstance(s, Span)] == ["CASENO"]


def test_a_pattern_that_takes_forever_behind_a_cue_shares_one_limit_a_text(tmp_path: Path) -> None:
    slow = {**GOOD, "pattern": "'(a|aa)+$'", "examples_positive": '["檢驗單號aaa"]'}
    detect = site.detector(site.load(rule_file(tmp_path, slow)), time_limit=0.2)
    started = time.monotonic()
    found = list(detect(Document("1", ("檢驗單號" + "a" * 40 + "b ") * 50)))
    assert time.monotonic() - started < 2
    assert [f.kind for f in found if isinstance(f, Finding)] == ["rule_timeout"]


def test_trying_a_file_runs_its_examples_and_finds_catastrophic_patterns(tmp_path: Path) -> None:
    slow = {**GOOD, "name": '"slow"', "pattern": "'(a|aa)+$'", "cues": "[]", "examples_positive": '["aaa"]'}
    wrong = {**GOOD, "name": '"wrong"', "examples_negative": '["檢驗單號 LS12345678"]'}
    trials = list(site.test(site.load(rule_file(tmp_path, GOOD, slow, wrong))))
    failed = {(t.rule, t.check) for t in trials if not t.passed}
    assert failed == {("slow", "probe"), ("wrong", "negative")}
