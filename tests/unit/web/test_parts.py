"""Parts of the server that need no server: places in UTF-16, forms in pieces, jobs that run out, errors in one shape."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from fastapi import Request
from hypothesis import given
from hypothesis import strategies as st

from incognote.config import load_profile, make_pipeline
from incognote.desk.jobs import Jobs, Plan
from incognote.desk.pipelines import Choice, Pipelines
from incognote.desk.upload import Upload
from incognote.document import Document
from incognote.errors import ConfigError, DecodeError, FormatError, IncognoteError, UsageError, VaultError
from incognote.formats.spool import Spool
from incognote.labels import SCRIPTS
from incognote.narrative.graph import CLINICAL, CONTEXT, EDGES, KINDS
from incognote.narrative.perturb.chosen import KEPT, OUT, PUT
from incognote.narrative.perturb.life import DROP, GIVEN, SWAP, UP
from incognote.narrative.perturb.perturb import AGE, NAMES
from incognote.pipeline import Pipeline
from incognote.retelling import NO_NARRATIVE, NOT_CHANGED, NOT_ITS_GRAPH
from incognote.text.utf16 import to_utf16
from incognote.web.errors import Refused, answer, of_ours
from incognote.web.limits import Pool
from incognote.web.security import is_token
from incognote.web.settings import Settings, read_token
from incognote.web.uploads import read_body, read_form
from incognote.web.words import words

BODY = (
    b'--b\r\nContent-Disposition: form-data; name="profile"\r\n\r\nclinic-tw\r\n'
    b'--b\r\nContent-Disposition: form-data; name="files"; filename="../x.JSONL"\r\nContent-Type: text/html\r\n\r\nline\r\n--c\r\n\r\n--b\r\n'
    b'Content-Disposition: form-data; name="files"; filename=""\r\n\r\n\r\n--b--\r\n'
)


@given(st.text())
def test_places_in_utf16_are_those_of_the_encoding(text: str) -> None:
    place = to_utf16(text)
    for at in range(len(text) + 1):
        assert 2 * place(at) == len(text[:at].encode("utf-16-le", "surrogatepass"))


def form_of(*chunks: bytes, kind: str = "multipart/form-data; boundary=b", most_files: int = 9) -> Any:
    async def read() -> Any:
        waiting = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
        waiting.append({"type": "http.request", "body": b"", "more_body": False})

        async def receive() -> Any:
            return waiting.pop(0)

        scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", kind.encode())]}
        return await read_form(Request(scope, receive), most_files=most_files)

    return asyncio.run(read())


@pytest.mark.parametrize("size", [1, 2, 7, 4096])
def test_a_form_reads_the_same_in_pieces_of_any_size(size: int) -> None:
    form = form_of(*(BODY[at : at + size] for at in range(0, len(BODY), size)))
    assert form.fields == {"profile": "clinic-tw"}
    assert [(upload.number, upload.format, upload.spool.open().read()) for upload in form.uploads] == [(1, "jsonl", b"line\r\n--c\r\n"), (2, "text", b"")]


def test_a_body_becomes_a_sealed_file_and_nothing_is_left_of_one_that_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Spool] = []
    monkeypatch.setattr("incognote.web.uploads.Spool", lambda: made.append(Spool()) or made[-1])
    told: list[Any] = [{"type": "http.request", "body": b"PK", "more_body": True}, {"type": "http.request", "body": b"\x03"}]

    async def receive() -> Any:
        if not told:
            raise Refused(413, "too_large")
        return told.pop(0)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    whole = asyncio.run(read_body(Request(scope, receive), "王小明.DOCX"))
    assert (whole.number, whole.format, whole.spool.open().read()) == (1, "docx", b"PK\x03")
    told.append({"type": "http.request", "body": b"PK", "more_body": True})
    with pytest.raises(Refused):
        asyncio.run(read_body(Request(scope, receive), "a.txt"))
    assert whole.spool.close.alive and not made[-1].close.alive


def test_a_note_that_fails_is_worked_on_once_and_what_the_caller_is_to_know_rises() -> None:
    runs: list[str] = []

    def failing(error: Exception) -> Pipeline:
        def detector(document: Document) -> tuple[()]:
            runs.append(document.id)
            raise error

        return replace(make_pipeline(load_profile("clinic-tw"), tagger=False), detectors={"rules": detector})

    assert failing(KeyError()).attempt(Document("1", "x"), raising=IncognoteError).status == "failed" and runs == ["1"]
    assert failing(VaultError("busy")).attempt(Document("2", "x")).status == "failed"
    with pytest.raises(VaultError):
        failing(VaultError("busy")).attempt(Document("3", "x"), raising=IncognoteError)


@pytest.mark.parametrize("end", range(20, len(BODY) - 10, 31))
def test_a_form_that_ends_midway_is_refused(end: int) -> None:
    with pytest.raises(Refused) as caught:
        form_of(BODY[:end])
    assert caught.value.status_code == 400


def test_more_files_than_allowed_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        form_of(BODY, most_files=1)
    assert caught.value.code == "too_many_files"


def upload(text: str) -> Upload:
    spool = Spool()
    spool.write(text.encode())
    return Upload(1, "text", spool)


def ended(jobs: Jobs, text: str, owner: str = "me") -> Any:
    job = jobs.start(owner, [upload(text)], Plan(lambda: Pipelines(tagger=False).get()))
    until = time.monotonic() + 60
    while job is not None and job.ended is None and time.monotonic() < until:
        time.sleep(0.02)
    return job


def test_a_job_is_its_owners_alone_and_is_forgotten_after_its_time() -> None:
    now = 0.0
    jobs = Jobs(2, 10, clock=lambda: now)
    job = ended(jobs, "病人王小明，電話 0912-345-678")
    assert job.state == "done" and b"0912" not in b"".join(job.lines())
    assert jobs.get("me", job.id) is job and jobs.get("you", job.id) is None
    now = 11.0
    jobs.sweep()
    assert jobs.get("me", job.id) is None
    jobs.close()


def test_a_job_that_is_dropped_stops_before_its_next_document() -> None:
    jobs, seen = Jobs(2, 10), []

    def put(_: Pipeline, documents: Iterable[Document], __: Callable[[int], None]) -> int:
        for document in documents:
            seen.append(document.id)
            jobs.forget("me")
        return 1

    spool = Spool()
    spool.write(b"".join(b'{"id": "%d", "text": "BP 120/80"}\n' % number for number in range(3)))
    job = jobs.start("me", [Upload(1, "jsonl", spool)], Plan(lambda: Pipelines(tagger=False).get(), put=put))
    assert job is not None
    until = time.monotonic() + 60
    while job.ended is None and time.monotonic() < until:
        time.sleep(0.02)
    assert (job.state, job.batch, seen) == ("cancelled", None, ["0"]) and jobs.get("me", job.id) is None
    jobs.close()


def test_a_message_on_an_error_page_is_text() -> None:
    scope = {"type": "http", "path": "/desk", "headers": [(b"accept", b"text/html"), (b"accept-language", b"zh-CN")]}
    page = bytes(answer(Request(scope), Refused(409, "conflict", message="<b>no</b>")).body).decode()
    assert "&lt;b&gt;no" in page and "<b>" not in page and 'lang="zh-Hans-CN"' in page and "没有成功" in page


def test_a_job_whose_pipeline_cannot_be_made_fails_in_words() -> None:
    jobs = Jobs(2, 10)
    job = jobs.start("me", [upload("x")], Plan(lambda: Pipelines(tagger=False).get(Choice("nothing"))))
    assert job is not None
    until = time.monotonic() + 60
    while job.ended is None and time.monotonic() < until:
        time.sleep(0.02)
    assert job.state == "failed" and "there is no profile" in str(job.message) and list(job.lines()) == []
    jobs.close()


@pytest.mark.parametrize("choice", [Choice("../x.toml"), Choice("x.toml"), Choice(operators=(("DATE", "keep"),)), Choice(operators=(("NAME", "burn"),)), Choice(dates="burn")])
def test_a_choice_names_what_there_is_and_never_a_path(choice: Choice) -> None:
    with pytest.raises(ConfigError):
        Pipelines(tagger=False).get(choice)


def test_a_pipeline_is_made_once_for_a_choice_and_people_are_not_kept() -> None:
    made = Pipelines(tagger=False)
    one, other = made.get(), made.get()
    assert one.detectors is other.detectors and one.vault is not other.vault
    assert made.get(Choice(operators=(("PHONE", "keep"),))).fingerprint != one.fingerprint


@pytest.mark.parametrize(
    ("error", "status"),
    [(VaultError("busy"), 503), (FormatError("x"), 422), (DecodeError("x"), 422), (ConfigError("x"), 409), (UsageError("x"), 409)],
)
def test_an_error_of_ours_has_its_status(error: Any, status: int) -> None:
    refused = of_ours(error)
    assert refused.status_code == status and ("Retry-After" in (refused.headers or {})) == (status == 503)


def test_the_pool_counts_work_whose_caller_has_gone() -> None:
    async def run() -> None:
        pool = Pool(1, 0)
        task = asyncio.create_task(pool.run(time.sleep, 0.2))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(Refused):
            await pool.run(int)
        await asyncio.sleep(0.4)
        assert await pool.run(int) == 0
        pool.close()

    asyncio.run(run())


def test_a_token_is_right_only_whole() -> None:
    assert is_token("a" * 32, "a" * 32)
    assert not any(is_token(offered, token) for offered, token in [("", "a"), ("a", None), ("", None), ("\ud800", "a")])


def test_a_token_is_hidden_from_the_settings_repr() -> None:
    assert "secret" not in repr(Settings(token="secret-token", reveal_token="secret-reveal"))


@pytest.mark.parametrize("text", ["short", "x" * 23, "with a blank in it, long enough", "密" * 30, ""])
def test_a_token_that_could_be_guessed_is_refused(tmp_path: Any, text: str) -> None:
    path = tmp_path / "token"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(ConfigError):
        read_token(path, "--token-file")


def test_every_word_that_a_page_asks_for_is_there() -> None:
    folder = files("incognote.web")
    sources = [one.read_text("utf-8") for name in ("templates", "static") for one in folder.joinpath(name).iterdir() if one.name.endswith((".html", ".js"))]
    asked = {key for text in sources for key in re.findall(r"""(?:\bt(?:\.counted)?|word)\(["`']([a-z_]+\.[a-z_]*[a-z])["`']""", text)}
    assert len(asked) > 150 and [key for key in sorted(asked) if not words("zh-TW").has(key)] == []


def test_everything_that_is_told_of_a_narrative_has_words() -> None:
    operators = (AGE, NAMES, SWAP, UP, DROP, GIVEN, KEPT, PUT, OUT)
    named = {"node": KINDS, "edge": EDGES, "field": {*CLINICAL, *CONTEXT} - {"name", "negated", "uncertain"}, "change": operators}
    asked = [f"{section}.{name}" for section, names in named.items() for name in names]
    asked += [f"finding.{kind}" for kind in (NO_NARRATIVE, NOT_CHANGED, NOT_ITS_GRAPH, "narrative_fact_lost", "narrative_fact_changed", "narrative_context_left")]
    asked += [f"value.{name}" for name in ("none", "poor", "partial", "good", "mild", "moderate", "severe", "catastrophic", "left", "right", "bilateral", "low", "high", "F", "M")]
    asked += [f"error.{name}" for name in ("gone", "ended", "too_large", "busy", "failed")]
    assert [key for key in asked if not words("zh-CN").has(key)] == []


def test_every_shape_that_survives_has_words_in_every_language() -> None:
    shapes = [one for one in files("incognote.verify").iterdir() if one.name.endswith(".py")]
    kinds = {kind for file in shapes for kind in re.findall(r'yield "([a-z_]+)"', file.read_text("utf-8"))}
    assert len(kinds) > 30
    assert [(script, kind) for script in SCRIPTS for kind in sorted(kinds) if not words(script).has("finding." + kind)] == []
