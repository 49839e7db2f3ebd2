"""The model as a detector of a profile: chosen strictly, lower in rank than rules, and never silent where it did not read."""

from __future__ import annotations

import json
import logging
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from incognote.cli import choosing
from incognote.config import Pipeline, fingerprint, load_profile, make_pipeline, profile_names
from incognote.detect.llm_choice import Llm, read
from incognote.detect.llm_prompt import answer
from incognote.detect.llm_spans import UNREAD, Reader, Way, detector
from incognote.document import Document, Finding, Span
from incognote.errors import ConfigError
from incognote.llm import models
from incognote.llm.client import ModelError, Request, Unreachable
from incognote.llm.scripted import Scripted
from incognote.pipeline import AHEAD
from incognote.registry import DETECTORS, Parts, make_detectors
from incognote.resolve import overlap
from incognote.resolve.overlap import DEFAULT_PRECEDENCE

DEFAULT = files("incognote").joinpath("profiles", "clinic-tw.toml").read_text("utf-8")
SERVER = "http://127.0.0.1:9/v1#small"
NOTE = "承勳健康，昨日與瑞芬同來。"
SAID = answer([("NAME", "承勳"), ("NAME", "瑞芬")])


def mine(folder: Path, table: str, use: str = '"rules", "llm"') -> Path:
    path = folder / "mine.toml"
    text = DEFAULT.replace('use = ["known", "rules", "site", "tagger"]', f"use = [{use}]\n{table}")
    path.write_text(text, "utf-8")
    return path


def asking(said: Any, monkeypatch: pytest.MonkeyPatch, **chosen: Any) -> tuple[Pipeline, Scripted]:
    """A pipeline of rules and a model that says `said`."""
    client = Scripted(said if callable(said) else [said])
    monkeypatch.setattr(models, "open_client", lambda *_, **__: client)
    profile = replace(load_profile("clinic-tw"), detectors=("known", "rules", "llm"), llm=Llm(SERVER, **chosen))
    return make_pipeline(profile), client


def kinds(findings: Any) -> list[str]:
    return [f.kind for f in findings if f.kind.startswith("model_")]


# choosing


def test_a_profile_names_its_model_and_what_a_failure_does(tmp_path: Path) -> None:
    table = f'[detect.llm]\nmodel = "{SERVER}"\nadapter = "~/ward.gguf"\non_failure = "failed"\nallow_public = true\ngrammar = false'
    profile = load_profile(mine(tmp_path, table))
    assert profile.llm == Llm(SERVER, Path("~/ward.gguf").expanduser(), "failed", True, False)


@pytest.mark.parametrize(
    "table",
    [
        '[detect.llm]\nmodel = ""', "[detect.llm]\nmodel = 3", '[detect.llm]\non_failure = "failed"', f'[detect.llm]\nmodel = "{SERVER}"\non_failure = "clean"',
        f'[detect.llm]\nmodel = "{SERVER}"\nallow_public = "yes"', f'[detect.llm]\nmodel = "{SERVER}"\ngrammar = 1', f'[detect.llm]\nmodel = "{SERVER}"\nadapter = 1',
        f'[detect.llm]\nmodel = "{SERVER}"\ntemperature = 0.3',
    ],
)  # fmt: skip
def test_a_profile_that_says_it_wrongly_is_refused(table: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="llm"):
        load_profile(mine(tmp_path, table))


def test_a_model_that_nobody_asks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"detect\.use"):
        load_profile(mine(tmp_path, f'[detect.llm]\nmodel = "{SERVER}"', use='"rules"'))


def test_a_detector_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--llm"):
        make_pipeline(load_profile(mine(tmp_path, "")))
    with pytest.raises(ConfigError, match="--llm"):
        make_detectors(["llm"], Parts())


def test_no_profile_of_ours_asks_a_model_and_all_rank_it_behind_the_tagger() -> None:
    for name in profile_names():
        profile = load_profile(name)
        assert "llm" not in profile.detectors and profile.llm is None
        assert profile.precedence["tagger"] < profile.precedence["llm"] < profile.precedence["spread"]
    assert "llm" in DETECTORS and DEFAULT_PRECEDENCE["llm"] > DEFAULT_PRECEDENCE["tagger"]


@pytest.mark.parametrize("address", ["https://8.8.8.8/v1#m", "https://192.0.2.7/v1#m"])
def test_a_public_address_is_refused_unless_the_profile_says_otherwise(address: str) -> None:
    profile = replace(load_profile("clinic-tw"), detectors=("rules", "llm"), llm=Llm(address))
    with pytest.raises(ConfigError):
        make_pipeline(profile)
    make_pipeline(replace(profile, llm=Llm(address, allow_public=True)))


def test_a_note_may_leave_the_house_only_where_the_profile_says_so_in_so_many_words(tmp_path: Path) -> None:
    public = "https://8.8.8.8/v1#m"
    silent = load_profile(mine(tmp_path, f'[detect.llm]\nmodel = "{public}"'))
    assert silent.llm is not None and not silent.llm.allow_public
    allowed = mine(tmp_path, f'[detect.llm]\nmodel = "{public}"\nallow_public = true')
    options = Namespace(profile=str(allowed), layout=[], registers=None, llm=None, adapter=None)
    for model, may in ((None, True), (public, True), ("https://9.9.9.9/v1#m", False)):
        options.llm = model
        chosen = choosing.profile(options).llm
        assert chosen is not None and chosen.allow_public is may


def test_an_adapter_or_a_wish_decides_about_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    for llm, turns in ((Llm(SERVER), 6), (Llm(SERVER, Path("a.gguf")), 2), (Llm(SERVER, examples=False), 2), (Llm(SERVER, Path("a.gguf"), examples=True), 6)):
        client = Scripted([SAID])
        monkeypatch.setattr(models, "open_client", lambda *_, _client=client, **__: _client)
        list(make_detectors(["llm"], Parts(llm=llm))["llm"](Document("1", NOTE)))
        assert len(client.asked[0].messages) == turns


def test_a_choice_hides_where_its_files_lie() -> None:
    assert "ward" not in repr(read({"model": "/x/ward.gguf", "adapter": "ward.gguf"}, "mine.toml"))


# results


def test_what_the_model_says_joins_what_the_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline, _ = asking(SAID, monkeypatch)
    result = pipeline.run(Document("1", f"姓名：王小明 看診日：113/05/02\n{NOTE}"))
    assert result.status == "clean" and result.text is not None
    assert not {"承勳", "瑞芬", "王小明"} & {word for word in ("承勳", "瑞芬", "王小明") if word in result.text}
    assert "llm" in result.spans and kinds(result.findings) == ["model_valid"]


def test_a_rule_that_vouches_wins_over_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    spans = [Span(0, 3, "DOCTOR", None, "llm", 0.6), Span(0, 3, "NAME", "patient", "rules/x", 0.9), Span(0, 3, "NAME", None, "tagger", 0.6)]
    assert overlap(spans)[0].source == "rules/x"
    assert overlap([spans[0], spans[2]])[0].source == "tagger"


def test_a_clinical_word_that_the_model_claims_is_left_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline, _ = asking(answer([("NAME", "頭痛"), ("HOSPITAL", "急診")]), monkeypatch)
    result = pipeline.run(Document("1", "病人頭痛，至急診就醫。"))
    assert result.text is not None and "頭痛" in result.text and "急診" in result.text and kinds(result.findings).count("model_dropped") == 2


@pytest.mark.parametrize(("on_failure", "status"), [("degraded", "degraded"), ("failed", "failed")])
@pytest.mark.parametrize("said", ["I cannot help.", "", Unreachable("nothing answers")])
def test_a_note_that_the_model_did_not_read_is_never_clean(said: Any, on_failure: str, status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline, _ = asking(said, monkeypatch, on_failure=on_failure)
    result = pipeline.run(Document("1", NOTE))
    assert result.status == status and UNREAD in kinds(result.findings)
    assert (result.text is None) == (status == "failed")


def test_a_model_that_cannot_be_loaded_is_told_of_every_note() -> None:
    class Broken(Scripted):
        def tokens(self, text: str) -> int:
            raise ModelError("the model cannot be loaded")

    told = list(detector(Broken([""]), is_strict=True)(Document("1", NOTE)))
    assert [(f.kind, f.severity) for f in told if isinstance(f, Finding)] == [("model_failed", "info"), (UNREAD, "failure")]


def test_findings_count_questions_and_strings_and_hold_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    said = answer([("NAME", "承勳"), ("NAME", "陳大文"), ("NAME", "健康"), ("PHONE", "0912-345-678")])
    pipeline, _ = asking(said, monkeypatch)
    findings = pipeline.run(Document("1", NOTE)).findings
    assert sorted(kinds(findings)) == ["model_dropped", "model_invented", "model_invented", "model_valid"]
    assert "承勳" not in repr(findings)


def test_nothing_of_a_note_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for said in (SAID, "no", Unreachable("nothing answers")):
        asking(said, monkeypatch)[0].attempt(Document("1", NOTE))
    assert "承勳" not in caplog.text and "瑞芬" not in caplog.text


def test_the_fingerprint_covers_model_adapter_and_how_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = load_profile("clinic-tw")
    profile = replace(plain, detectors=(*plain.detectors, "llm"))
    day = make_pipeline(plain).today

    def of(name: str, **chosen: Any) -> str:
        monkeypatch.setattr(models, "open_client", lambda *_, **__: Scripted([""], name=name))
        return fingerprint(replace(profile, llm=Llm(SERVER, **chosen)), dates="offset", today=day)

    made = [of("a@1"), of("a@2"), of("a@1+ward@3"), of("a@1", grammar=False), of("a@1", on_failure="failed"), fingerprint(plain, dates="offset", today=day)]
    assert len(set(made)) == len(made) and of("a@1") == made[0]


# batches


def reader(say: Callable[[Request], Any], way: Way | None = None) -> tuple[Reader, Scripted]:
    client = Scripted(say)
    return detector(client, way=way), client


def test_a_batch_asks_once_for_each_note_and_for_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline, client = asking(SAID, monkeypatch)
    groups: list[int] = []
    ask = client.ask
    monkeypatch.setattr(client, "ask", lambda requests: (groups.append(len(list(requests))), ask(requests))[1])
    documents = [Document(str(n), f"第{n}床，{NOTE}") for n in range(AHEAD + 4)]
    results = list(pipeline.run_many(documents))
    assert [r.status for r in results] == ["clean"] * len(documents)
    assert [n for n in groups if n] == [AHEAD, 4] and len(client.asked) == len(documents)


def test_what_was_not_read_ahead_is_told_once_and_asked_for_again() -> None:
    replies = iter(["no", SAID])
    read, client = reader(lambda _: next(replies))
    document = Document("1", NOTE)
    read.ahead([document, document])
    assert len(client.asked) == 1
    first, second, third = (list(read(document)) for _ in range(3))
    assert UNREAD in [f.kind for f in first if isinstance(f, Finding)] and UNREAD not in [f.kind for f in second if isinstance(f, Finding)]
    assert third == second and len(client.asked) == 2


def test_a_fault_ahead_costs_no_other_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def say(request: Request) -> str:
        if "毒" in request.messages[-1].content:
            raise RuntimeError("a fault of ours")
        return SAID

    pipeline, _ = asking(say, monkeypatch)
    results = list(pipeline.run_many([Document("1", NOTE), Document("2", "毒物科會診"), Document("3", f"{NOTE}續觀察")]))
    assert [r.status for r in results] == ["clean", "failed", "clean"]


def test_an_id_is_not_read_by_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline, client = asking(SAID, monkeypatch)
    assert not pipeline.is_identifying("note-0012") and pipeline.is_identifying("A123456789") and not client.asked


def test_the_words_of_the_prompt_belong_to_the_lists_that_the_fingerprint_covers() -> None:
    assert files("incognote.detect").joinpath("data", "llm_prompts.toml").is_file()
    assert json.loads(SAID)
