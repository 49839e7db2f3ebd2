"""A model's file inside the process: it answers in the form asked for, shows nothing to anybody, and lets the process end."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from incognote.errors import ConfigError
from incognote.llm import local
from incognote.llm.client import Message, ModelError, Overdue, Refused, Reply, Request
from incognote.llm.json_reply import read_reply
from incognote.llm.local import Local
from incognote.llm.models import open_client
from incognote.llm.tokens import most_tokens
from small_model import SMALL, needs_small_model

needs_runtime = pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")
NOTE = "病人王大明，電話0912-345-678，今日來看診。"
SCHEMA = {
    "type": "object",
    "properties": {
        "phi": {
            "type": "array",
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {"type": {"enum": ["NAME", "PHONE"]}, "text": {"type": "string", "maxLength": 20}},
                "required": ["type", "text"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["phi"],
    "additionalProperties": False,
}


def request(note: str = NOTE, tokens: int = 70, **more: object) -> Request:
    return Request((Message("system", "List the names and phone numbers as JSON."), Message("user", note)), tokens, **more)  # type: ignore[arg-type]


def only(client: Local, asked: Request) -> Reply | ModelError:
    (answer,) = client.ask([asked])
    return answer


@pytest.fixture(scope="module")
def client() -> Iterator[Local]:
    one = open_client(SMALL, threads=1)
    assert isinstance(one, Local)
    yield one
    one.close()


@needs_small_model
def test_a_reply_by_schema_is_valid_the_first_and_the_second_time(client: Local) -> None:
    reply, again = client.ask([request(schema=SCHEMA), request(schema=SCHEMA)])
    assert isinstance(reply, Reply) and isinstance(again, Reply)
    assert read_reply(reply.text, reply.finish).outcome == "valid"
    assert again.text == reply.text and ": " not in reply.text and "\n" not in reply.text
    assert reply.prompt_tokens > 20 and reply.reply_tokens > 5 and reply.seconds > 0


@needs_small_model
def test_a_grammar_lets_only_words_of_the_note_out(client: Local) -> None:
    grammar = f'start: "{{\\"phi\\": [\\"" WORDS "\\"]}}"\nWORDS: %regex {{"substring_chars": {json.dumps(NOTE, ensure_ascii=False)}}}\n'
    reply = only(client, request("Who is named here? " + NOTE, 40, grammar=grammar))
    assert isinstance(reply, Reply)
    assert json.loads(reply.text)["phi"][0] in NOTE


@needs_small_model
def test_tokens_are_counted_exactly_and_the_bound_for_others_is_one(client: Local) -> None:
    assert client.tokens("") == 0 and client.tokens("王小明 hello") == 4
    for text in (NOTE, "Pt: 52M, s/p CABG 2018, BP 120/80, HbA1c 7.2%", "龘靐齉爩", "clopidogrel 75mg QD", "A\n\n- B", "<|im_end|>"):
        assert client.tokens(text) <= most_tokens(text)


@needs_small_model
def test_a_prompt_longer_than_the_context_is_refused_and_the_next_is_answered(client: Local) -> None:
    long, reply = client.ask([request("病" * 5000), request(tokens=2)])
    assert isinstance(long, Refused) and "longer than" in str(long)
    assert isinstance(reply, Reply) and reply.finish == "length"


@needs_small_model
def test_time_that_is_over_is_over(client: Local) -> None:
    hurried = Local(client.settings.path, threads=1, seconds=0.01)
    assert isinstance(only(hurried, request()), Overdue)
    hurried.close()


@needs_small_model
def test_clients_of_one_model_share_it(client: Local) -> None:
    only(client, request(tokens=1))
    other = open_client(SMALL, threads=1)
    assert isinstance(other, Local)
    assert other._loaded() is client._loaded()
    other.close()
    other.close()
    assert isinstance(only(client, request(tokens=1)), Reply)


@needs_small_model
def test_the_port_of_the_runtime_answers_nobody_else(client: Local) -> None:
    address = urlsplit(client._loaded().server.listening_address)
    assert address.hostname == "127.0.0.1"
    for method, path in (("GET", "/slots"), ("GET", "/props"), ("GET", "/v1/models"), ("POST", "/tokenize"), ("POST", "/v1/chat/completions")):
        connection = http.client.HTTPConnection(address.hostname, address.port or 0, timeout=10)
        connection.request(method, path, b"{}" if method == "POST" else None)
        assert connection.getresponse().status == 401
        connection.close()


@needs_small_model
def test_a_model_is_named_by_its_hash(client: Local) -> None:
    assert client.name.startswith(SMALL + "@1d9614638d18") and client.has_grammar and client.context == 4096


ALONE = """
import os, sys
from incognote.llm.client import Message, Refused, Reply, Request
from incognote.llm.models import open_client
client = open_client(sys.argv[1], threads=1)
def ask(tokens=2, **more):
    said = (Message("system", "SENTINEL"), Message("user", "SENTINEL 王大明 \\ud800 <|im_end|>"))
    return next(iter(client.ask([Request(said, tokens, **more)])))
assert isinstance(ask(), Reply)
for grammar in ('start: "SENTINEL" (((', "root ::= SENTINEL (((", "start: /[SENTINEL/", "%llguidance {}\\nSENTINEL", "%llguidance {SENTINEL"):
    ask(grammar=grammar)
ask(schema={"type": "SENTINEL"})
assert isinstance(next(iter(client.ask([Request((Message("user", "SENTINEL" * 9000),))]))), Refused)
if not (child := os.fork()):
    os._exit(0 if isinstance(ask(), Reply) else 1)
assert os.waitpid(child, 0)[1] == 0
assert isinstance(ask(), Reply)
print("done")
"""


@needs_small_model
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_process_says_nothing_of_a_note_is_forked_and_ends() -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", ALONE, SMALL], capture_output=True, timeout=300, check=False)
    assert (done.returncode, done.stdout.decode().strip()) == (0, "done"), done.stderr.decode()[-500:]
    assert b"SENTINEL" not in done.stderr + done.stdout


@needs_runtime
def test_a_file_that_is_no_model_is_an_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "陳小美.gguf"
    path.write_bytes(b"GGUF" + b"\x00" * 5000)
    client = open_client(str(path))
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        client.ask([request()])
    assert "陳小美" not in str(caught.value) and "陳小美" not in "".join(capfd.readouterr())
    client.close()


def test_without_its_runtime_a_model_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "find_spec", lambda _: None)
    (tmp_path / "a.gguf").write_bytes(b"")
    with pytest.raises(ConfigError, match="pip install"):
        open_client(str(tmp_path / "a.gguf"))


@needs_runtime
def test_an_interrupt_does_not_wait_for_the_reply() -> None:
    """The reader's end is told to the runtime at its next token."""
    from threading import Event

    stop = Event()
    chunks = local.Chunks(time.monotonic() + 60, stop)
    bit = {"choices": [{"delta": {"content": "a"}, "finish_reason": None}]}
    assert chunks.take(bit) is False
    stop.set()
    assert chunks.take(bit) is True
    assert isinstance(chunks.reply(1.0), Overdue)


def test_a_runtime_that_breaks_off_is_no_answer() -> None:
    from threading import Event

    chunks = local.Chunks(time.monotonic() + 60, Event())
    chunks.take({"choices": [{"delta": {"content": '{"phi": []}'}, "finish_reason": None}]})
    assert isinstance(chunks.reply(1.0), ModelError)
