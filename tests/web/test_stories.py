"""The pages as a client without a browser sees them: who may change a story, who sees it, and when it is forgotten."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from fastapi.routing import APIRoute

from incognote.desk.telling import LONGEST
from incognote.vault import open_vault
from incognote.web import desk_document, desk_loading, desk_pages, login, scrub_page, tell_page
from web.serving import TOKEN, Running, running

STORY = (
    "Mr Hartley, 45, a lighthouse keeper<script>alert(1)</script>, lost his job four months ago and has had low mood for three months. "
    "He denied suicidal ideation. His mother had bipolar disorder. Diagnosis: major depressive disorder."
)
ROUTERS = (("", login), ("", scrub_page), ("", tell_page), ("", desk_pages), ("/desk", desk_loading), ("/desk", desk_document))
CHANGES = sorted(
    prefix + route.path
    for prefix, module in ROUTERS
    for route in module.router.routes
    if isinstance(route, APIRoute) and "POST" in route.methods and route.path != "/session"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as found:
        yield found


@contextmanager
def entered(server: Running) -> Iterator[httpx.Client]:
    """A browser that has logged in, with its CSRF token."""
    with server.client(None) as client:
        assert client.post("/session", data={"token": TOKEN}).status_code == 303
        found = re.search(r'name="csrf" content="([^"]+)"', client.get("/stories").text)
        assert found is not None
        client.headers["x-csrf-token"] = found[1]
        yield client


def pasted(client: httpx.Client) -> str:
    """The address of a story."""
    answer = client.post("/stories", json={"text": STORY})
    assert answer.status_code == 200
    return f"/stories/{answer.headers['x-note']}"


def test_the_pages_change_something_at_many_addresses() -> None:
    assert {"/stories", "/stories/{key}/choices", "/desk/files", "/notes", "/desk/{batch}/next", "/session/reveal"} <= set(CHANGES)
    assert "/desk/{batch}/{number}/{version}/finish" in CHANGES and len(CHANGES) >= 25


@pytest.mark.parametrize("path", CHANGES)
def test_no_address_takes_a_change_without_the_token_of_its_session(server: Running, path: str) -> None:
    with entered(server) as client:
        client.headers["x-csrf-token"] = "wrong"
        assert client.post(re.sub(r"\{[^}]*\}", "1", path), json={}).json()["error"]["code"] == "csrf"


def test_markup_in_a_story_and_in_a_choice_is_text(server: Running) -> None:
    with entered(server) as client:
        at = pasted(client)
        put = {"node": "f0", "field": "occupation", "how": "put", "value": "<b>pilot</b>"}
        for page in (client.get(at).text, client.post(f"{at}/choices", json=put).text):
            assert "<script>alert" not in page and "&lt;script&gt;" in page and "<b>pilot" not in page


@pytest.mark.parametrize("rest", ["", "/output", "/graph.json", "/graph.svg"])
def test_a_session_that_ends_takes_its_stories_with_it(server: Running, rest: str) -> None:
    with entered(server) as client, entered(server) as other:
        at = pasted(client)
        assert client.get(at + rest).status_code == 200 and other.get(at + rest).status_code == 404
        client.post("/session/end")
        assert not any(at.endswith(key) for works in server.app.state.services.tellings._of.values() for key in works)


def test_a_change_of_another_session_is_not_there(server: Running) -> None:
    with entered(server) as client, entered(server) as other:
        at = pasted(client)
        assert other.post(f"{at}/undo").status_code == 404 and other.post(f"{at}/forget").status_code == 204
        assert client.get(at).status_code == 200


def test_what_nobody_touched_is_forgotten_though_its_session_goes_on_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incognote.web.app._SWEEP", 0.05)
    with running() as server, entered(server) as client:
        having, until = server.app.state.services, time.monotonic() + 20
        pasted(client)
        client.post("/notes", json={"text": "BP 120/80"})
        assert having.tellings._of and having.works._of
        having.tellings._idle = having.works._idle = 0.1
        while (having.tellings._of or having.works._of) and time.monotonic() < until:
            time.sleep(0.05)
        assert not having.tellings._of and not having.works._of
        assert client.get("/stories").status_code == 200


def test_an_error_page_quotes_nothing_and_speaks_the_language_of_who_reads_it(server: Running) -> None:
    with entered(server) as client:
        headers = {"accept": "text/html", "accept-language": "zh-TW"}
        answer = client.get("/stories/<script>王小明", headers=headers)
        assert answer.status_code == 404 and "已經清除" in answer.text and "script" not in answer.text and "王小明" not in answer.text


def test_a_batch_is_not_loaded_by_nobody(tmp_path: Path) -> None:
    files = [("files", ("a.txt", b"BP 120/80"))]
    vault = open_vault(f"sqlite:///{tmp_path / 'vault.db'}", project="ward", passphrase="a long passphrase for tests", create=True)
    with closing(vault), running(vault=vault) as server, entered(server) as client:
        assert client.post("/desk/files", files=files).status_code == 409 and not server.app.state.services.jobs._jobs
        assert client.post("/desk/reviewer", data={"name": "Ada"}).status_code == 303
        refused = client.post("/desk/files", files=files, data={"王小明": "1"})
        assert refused.status_code == 409 and "王小明" not in refused.text and "a field" in refused.text
        assert client.post("/desk/files", files=files).status_code == 202


def test_what_was_read_is_shown_in_the_language_of_the_page(server: Running) -> None:
    with entered(server) as client:
        client.headers["accept-language"] = "zh-TW"
        page = client.get(pasted(client)).text
        assert "<dd>重度</dd>" in page and "<ins>男</ins>" in page and "天前" in page and "<s>M" not in page


def test_a_story_that_would_take_long_is_refused(server: Running) -> None:
    with entered(server) as client:
        assert client.post("/stories", json={"text": "x" * (LONGEST + 1)}).json()["error"]["code"] == "too_large"
        assert client.post("/stories", json={"text": "x" * LONGEST}).status_code == 200
        assert client.post("/stories", json={"text": ""}).status_code == 200


def test_what_survived_is_handed_out_on_purpose_alone(server: Running) -> None:
    with entered(server) as client:
        at = pasted(client)
        client.post(f"{at}/choices", json={"node": "f0", "field": "occupation", "how": "put", "value": "pilot, call 0912-345-678"})
        assert {client.get(f"{at}/{rest}").status_code for rest in ("output", "graph.json", "graph.svg")} == {409}
        assert "0912-345-678" in client.get(f"{at}/output?residue=true").text
