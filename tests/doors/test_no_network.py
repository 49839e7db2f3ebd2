"""No command of a vault's whole life reaches beyond the machine."""

from __future__ import annotations

from pathlib import Path

from command import incognote

NO_NETWORK = """
import socket
original = socket.socket.connect
def refuse(self, address, *rest):
    host = address[0] if isinstance(address, tuple) else ""
    if isinstance(host, str) and host not in ("127.0.0.1", "::1", "localhost", ""):
        raise RuntimeError("outgoing connection")
    return original(self, address, *rest)
def no_lookup(host, *rest, **more):
    raise RuntimeError("outgoing lookup")
socket.socket.connect = socket.socket.connect_ex = refuse
socket.getaddrinfo = no_lookup
"""
NOTE = "病歷號：{} 姓名：{} 看診日：113/05/02\n頭痛。\n"


def test_a_vault_lives_its_life_without_the_network(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK)
    env = {"PYTHONPATH": str(tmp_path), "INCOGNOTE_DEBUG": "1", "INCOGNOTE_PASSPHRASE": "correct horse battery"}
    vault = ("--vault", f"sqlite:///{tmp_path}/vault.db")
    notes = tmp_path / "notes"
    notes.mkdir()
    for index, (number, name) in enumerate((("1234567", "王大明"), ("7654321", "陳美華"))):
        (notes / f"{index}.txt").write_text(NOTE.format(number, name), "utf-8")

    def run(*arguments: str | Path, code: int = 0, stdin: str = "") -> str:
        answer = incognote(*arguments, home=tmp_path, env=env, stdin=stdin.encode())
        assert "outgoing" not in answer.err, answer.err
        assert answer.code == code, (arguments, answer.err)
        return answer.out

    run("vault", "init", *vault)
    run("scrub", notes, "-o", tmp_path / "out", *vault)
    run("verify", tmp_path / "out", *vault)
    assert "PT-0002" in run("vault", "list", *vault)
    assert "王大明" in run("vault", "reveal", "PT-0001", "--to-pipe", *vault)
    assert run("rehydrate", "--to-pipe", "-", *vault, stdin="PT-0001 與 PT-0002") == "王大明 與 陳美華"
    run("vault", "backup", tmp_path / "copy.db", *vault)
    run("vault", "audit", *vault)
