"""The HTTP API as other programs use it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from incognote.vault import open_stored
from web.serving import REVEAL, Running, running

NOTE = "病人王小明（病歷號 1234567），電話 0912-345-678，由其妻林美玉陪同。"


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as found:
        yield found


@pytest.fixture(scope="module")
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as found:
        yield found


def post(client: httpx.Client, path: str, body: Any, **headers: str) -> httpx.Response:
    content = json.dumps(body).encode("ascii")
    return client.post(f"/api/v1{path}", content=content, headers={"content-type": "application/json", **headers})


def test_a_note_is_scrubbed_as_on_the_command_line(client: httpx.Client) -> None:
    answer = post(client, "/scrub", {"text": NOTE})
    assert answer.status_code == 200
    told = answer.json()
    assert told["status"] == "clean"
    assert "王小明" not in told["text"] and "PT-0001" in told["text"]


def test_places_are_told_in_code_points_and_in_utf16_units(client: httpx.Client) -> None:
    text = "😀𠮷 病人王小明，電話 0912-345-678"
    spans = post(client, "/detect", {"text": text, "with_text": True}).json()["spans"]
    units = text.encode("utf-16-le")
    for span in spans:
        assert text[span["start"] : span["end"]] == span["text"]
        assert units[2 * span["start_utf16"] : 2 * span["end_utf16"]].decode("utf-16-le") == span["text"]
    assert {span["label"] for span in spans} >= {"NAME", "PHONE"}


def test_operators_and_dates_are_chosen_for_one_note(client: httpx.Client) -> None:
    told = post(client, "/scrub", {"text": NOTE + "2024/03/05 回診", "operators": {"PHONE": "keep"}, "dates": "keep"}).json()
    assert "0912-345-678" in told["text"] and "2024/03/05" in told["text"] and "王小明" not in told["text"]
    assert told["fingerprint"] != post(client, "/scrub", {"text": NOTE}).json()["fingerprint"]


def test_what_survived_withholds_the_text_and_verify_finds_it(client: httpx.Client) -> None:
    told = post(client, "/verify", {"text": "王小明已出院，0912-345-678", "known": {"name": "王小明"}}).json()
    assert told["status"] == "residue"
    assert {finding["kind"] for finding in told["findings"]} >= {"known_name", "phone"}
    assert post(client, "/verify", {"text": "[姓名] 已出院"}).json()["status"] == "clean"


def test_a_lone_surrogate_keeps_every_place(client: httpx.Client) -> None:
    told = post(client, "/scrub", {"text": "a\ud800b"}).json()
    assert told["text"] == "a\ufffdb"


def test_an_id_that_may_be_a_person_is_not_answered(client: httpx.Client) -> None:
    assert post(client, "/scrub", {"text": NOTE, "id": "王小明"}).json()["id"] == "item-0001"
    assert post(client, "/scrub", {"text": NOTE, "id": "note-7"}).json()["id"] == "note-7"


def test_without_a_vault_nobody_is_numbered_across_requests(client: httpx.Client) -> None:
    for name in ("王小明", "李大華"):
        assert "PT-0001" in post(client, "/scrub", {"text": f"姓名：{name} 病歷號：7654321"}).json()["text"]
    assert post(client, "/rehydrate", {"text": "PT-0001"}, **{"X-Incognote-Reveal": REVEAL}).json()["error"]["code"] == "no_vault"


@pytest.mark.parametrize(
    "body",
    [
        {"texts": NOTE, "王小明": 1},
        {"text": {"王小明": NOTE}},
        {"text": "", "known": {"birth": "王小明"}},
        {"text": "", "operators": {"王小明": "keep"}},
        {"text": "", "profile": "/srv/王小明.toml"},
    ],
)
def test_an_error_never_repeats_what_was_sent(client: httpx.Client, body: Any) -> None:
    answer = post(client, "/scrub", body)
    assert answer.status_code in {409, 422}
    assert set(answer.json()) == {"error"} and "王小明" not in answer.text and "0912" not in answer.text


@pytest.mark.parametrize("content", [b"{", b'{"text": "\xff\xfe"}', b"[" * 100_000, b"\x00", b'{"text": 1e999}', "王小明".encode()])
def test_what_is_no_json_is_refused_in_the_same_shape(client: httpx.Client, content: bytes) -> None:
    answer = client.post("/api/v1/scrub", content=content, headers={"content-type": "application/json"})
    assert answer.status_code in {400, 422}
    assert set(answer.json()) == {"error"} and "王小明" not in answer.text


def finished(client: httpx.Client, name: str) -> Any:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        told = client.get(f"/api/v1/jobs/{name}").json()
        if told["state"] in {"done", "failed", "cancelled"}:
            return told
        time.sleep(0.05)
    raise AssertionError("the job does not end")


def test_files_are_worked_on_in_the_background_and_fetched_as_lines(client: httpx.Client) -> None:
    lines = b'{"id": "a-1", "text": "' + "病人李大華，電話 0922-333-444".encode() + b'"}\n{no json}\n'
    files = [("files", ("王小明.txt", NOTE.encode(), "text/plain")), ("files", ("x.jsonl", lines))]
    begun = client.post("/api/v1/jobs", files=files, data={"profile": "clinic-tw"})
    assert begun.status_code == 202
    told = finished(client, begun.json()["id"])
    assert (told["state"], told["documents"], told["done"]) == ("done", 2, 2)
    assert told["unread"] == ["file 2: line 2: this is not JSON"]
    results = client.get(f"/api/v1/jobs/{told['id']}/results")
    rows = [json.loads(line) for line in results.text.splitlines()]
    assert [row["id"] for row in rows] == ["1", "a-1"]
    assert "start_utf16" in rows[0]["edits"][0]
    assert "王小明" not in results.text and "0922" not in results.text
    assert client.delete(f"/api/v1/jobs/{told['id']}").status_code == 204
    assert client.get(f"/api/v1/jobs/{told['id']}").status_code == 404


def test_a_job_is_cancelled_and_its_files_are_gone(server: Running, client: httpx.Client) -> None:
    lines = b"".join(b'{"text": "%s"}\n' % NOTE.encode() for _ in range(20_000))
    begun = client.post("/api/v1/jobs", files=[("files", ("x.jsonl", lines))]).json()
    assert client.get(f"/api/v1/jobs/{begun['id']}/results").json()["error"]["code"] == "is_running"
    job = server.app.state.services.jobs.get("api", begun["id"])
    assert client.delete(f"/api/v1/jobs/{begun['id']}").status_code == 204
    until = time.monotonic() + 30
    while job.ended is None and time.monotonic() < until:
        time.sleep(0.05)
    assert job.state == "cancelled" and job.results is None


def test_codes_become_names_with_the_reveal_token_and_the_audit_says_so(tmp_path: Path) -> None:
    vault = open_stored(f"sqlite:///{tmp_path}/v.db", passphrase="correct horse", create=True)
    try:
        with running(vault=vault) as server, server.client() as client:
            text = post(client, "/scrub", {"text": NOTE}).json()["text"]
            assert post(client, "/rehydrate", {"text": text}).json()["error"]["code"] == "reveal_token_missing"
            assert post(client, "/rehydrate", {"text": text}, **{"X-Incognote-Reveal": "x" * 32}).status_code == 403
            told = post(client, "/rehydrate", {"text": "PT-0001 回診；PT-0099"}, **{"X-Incognote-Reveal": REVEAL}).json()
            assert told == {"text": "王小明 回診；PT-0099", "restored": ["PT-0001"], "unknown": ["PT-0099"]}
        entries = [entry for entry in vault.audit() if getattr(entry, "action", "") == "rehydrate"]
        assert [entry.detail["to"] for entry in entries] == ["api"]
    finally:
        vault.close()


def test_twenty_requests_at_once_for_one_new_patient_make_one_code(tmp_path: Path) -> None:
    vault = open_stored(f"sqlite:///{tmp_path}/v.db", passphrase="correct horse", create=True)
    try:
        with running(vault=vault) as server, server.client() as client, ThreadPoolExecutor(20) as threads:
            bodies = [{"text": "姓名：王小美 病歷號：7654321\n今日回診"}] * 20
            answers = list(threads.map(lambda body: post(client, "/scrub", body), bodies))
            others = list(threads.map(lambda n: post(client, "/scrub", {"text": f"姓名：林大{'甲乙丙丁戊己庚辛壬癸'[n % 10]} 病歷號：55{n:05d}\n今日回診"}), range(40)))
        assert {answer.status_code for answer in (*answers, *others)} == {200}
        assert {answer.json()["text"] for answer in answers} == {answers[0].json()["text"]}
        assert len(vault.counts()) == 41
    finally:
        vault.close()
