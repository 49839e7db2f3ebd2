"""Notes are sent to this machine or the house alone, unless the profile says otherwise in so many words."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from incognote.errors import ConfigError
from incognote.llm.address import checked, is_of_the_house, split_model
from incognote.llm.client import Message, Reply, Request, Unreachable
from incognote.llm.models import open_client
from incognote.llm.server import Server
from model_server import completion, http, says, serving


def stands_for(monkeypatch: pytest.MonkeyPatch, *numbers: str) -> list[str]:
    """A name service that gives these numbers for every name; the names that it was asked for."""
    asked: list[str] = []

    def look_up(host: str, port: int, *_: Any, **__: Any) -> list[tuple[Any, ...]]:
        asked.append(host)
        family = {n: socket.AF_INET6 if ":" in n else socket.AF_INET for n in numbers}
        return [(family[n], socket.SOCK_STREAM, 6, "", (n, port, *([0, 0] if ":" in n else []))) for n in numbers]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", look_up)  # it would look up again
    return asked


@pytest.mark.parametrize("number", ["127.0.0.1", "127.9.9.9", "10.255.0.1", "172.16.0.1", "172.31.255.254", "192.168.0.1", "::1", "fc00::1", "fdff::1", "::ffff:127.0.0.1"])
def test_the_house_is_loopback_and_private(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stands_for(monkeypatch, number)
    assert checked("http://model.invalid:8000/v1").numbers == (number,)


OUTSIDE = (
    "198.51.100.7", "172.15.255.255", "172.32.0.1", "192.167.255.255", "192.169.0.1", "11.0.0.1", "9.255.255.255",
    "0.0.0.0", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255", "::", "fe80::1", "fe80::1%lo",
    "2001:db8::1", "fe00::1", "::ffff:198.51.100.7", "64:ff9b::7f00:1", "2002:7f00:1::",
)  # fmt: skip


@pytest.mark.parametrize("number", OUTSIDE)
def test_everything_else_is_outside(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stands_for(monkeypatch, number)
    for named in ("http://model.invalid/v1", "https://model.invalid/v1"):
        with pytest.raises(ConfigError, match="public address") as caught:
            checked(named)
        assert "model.invalid" not in str(caught.value)


def test_one_public_number_among_private_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    stands_for(monkeypatch, "192.168.0.1", "198.51.100.7")
    with pytest.raises(ConfigError, match="public"):
        checked("https://model.invalid/v1")
    stands_for(monkeypatch, "198.51.100.7", "::1")
    with pytest.raises(ConfigError, match="public"):
        checked("https://model.invalid/v1")


def test_what_may_be_public_is_still_encrypted(monkeypatch: pytest.MonkeyPatch) -> None:
    stands_for(monkeypatch, "198.51.100.7")
    assert checked("https://model.example/v1", allow_public=True).numbers == ("198.51.100.7",)
    with pytest.raises(ConfigError, match="https only"):
        checked("http://model.example/v1", allow_public=True)


def test_a_name_is_asked_for_once_and_the_number_that_was_looked_at_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(says(http(200, completion("{}")))) as server:
        asked = stands_for(monkeypatch, "127.0.0.1")
        client = Server.at(f"http://model.invalid:{server.port}/v1#small")
        stands_for(monkeypatch)  # the name service would now say something else
        (reply,) = client.ask([Request((Message("user", "頭痛"),))])
    assert isinstance(reply, Reply) and asked == ["model.invalid"]
    assert server.asked[0].headers["host"] == f"model.invalid:{server.port}"


@pytest.mark.parametrize(
    "written",
    ["http://127.1/v1", "http://2130706433/v1", "http://0x7f.1/v1", "http://localhost:9/v1", "http://[::1]:9/v1", "http://127.0.0.1:9"],
)
def test_a_number_in_any_writing_is_the_number(written: str) -> None:
    try:
        address = checked(written)
    except Unreachable:  # not every machine reads the odd ones
        return
    assert all(is_of_the_house(number) for number in address.numbers) and address.path == "/v1"


@pytest.mark.parametrize("written", ["http://198.51.100.7/v1", "http://3325256711/v1", "http://[2001:db8::1]/v1", "http://0/v1"])
def test_a_public_number_in_any_writing_is_public(written: str) -> None:
    with pytest.raises((ConfigError, Unreachable)):
        checked(written)


@pytest.mark.parametrize(
    "written",
    [
        "ftp://127.0.0.1/v1#m",
        "http://#m",
        "http:///v1#m",
        "http://127.0.0.1:99999/v1#m",
        "http://127.0.0.1:0/v1#m",
        "http://127.0.0.1:x/v1#m",
        "http://user:pass@127.0.0.1/v1#m",
        "http://127.0.0.1\\@example.org/v1#m",
        "http://127.0.0.1/v1?key=1#m",
        "http://127.0.0.1/v1 HTTP/1.1#m",
        "http://127.0.0.1/v1\r\nX: y#m",
        "http://127.0.0.1/v1",
        "http://127.0.0.1/v1#",
        "http://127.0.0.1/v1#two words",
        "http://[::1/v1#m",
        "http://診所.example/v1#m",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(written: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Server.at(written)
    assert "pass" not in str(caught.value) and "診所" not in str(caught.value)


def test_a_name_that_stands_for_nothing_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: Any, **__: Any) -> list[Any]:
        raise socket.gaierror(-2, "model.invalid is not known")

    monkeypatch.setattr(socket, "getaddrinfo", nothing)
    with pytest.raises(Unreachable) as caught:
        open_client("http://model.invalid/v1#small")
    assert "model.invalid" not in str(caught.value)


def test_the_model_stands_behind_the_address() -> None:
    assert split_model("http://h/v1#org/model:8b@q4") == ("http://h/v1", "org/model:8b@q4")
