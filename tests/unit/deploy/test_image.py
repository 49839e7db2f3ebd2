"""The image can be built from what is here, runs as nobody in particular, and holds no secret."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

PROJECT = Path(__file__).resolve().parents[3]
DEPLOY = PROJECT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))


def steps(text: str) -> list[tuple[str, str]]:
    """Instruction and argument of every step, lines joined."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines()
    return [(word.upper(), rest.strip()) for word, _, rest in (line.strip().partition(" ") for line in joined)]


STEPS = steps(DOCKERFILE)
LAST = STEPS[max(place for place, (word, _) in enumerate(STEPS) if word == "FROM") :]


def test_every_instruction_is_one() -> None:
    known = {"ARG", "FROM", "WORKDIR", "COPY", "RUN", "LABEL", "ENV", "USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert {word for word, _ in STEPS} <= known
    assert [word for word, _ in STEPS].count("FROM") == 2


def test_every_copied_file_is_there_and_let_through() -> None:
    let = [line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    for word, rest in STEPS:
        if word == "COPY" and "--from=" not in rest:
            *sources, _ = [part for part in rest.split() if not part.startswith("--")]
            for source in sources:
                assert (PROJECT / source).exists(), source
                assert source.removeprefix("./") in let, f"{source} is not let through"
    needed = {SETTINGS["project"]["readme"], *SETTINGS["project"]["license-files"], *SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]}
    assert needed <= {*let, "src/incognote"}, "the wheel could not be built"


@pytest.mark.parametrize("command", [rest for word, rest in STEPS if word == "RUN"])
def test_every_command_is_shell(command: str) -> None:
    done = subprocess.run(["sh", "-n", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_extra_that_is_installed_exists() -> None:
    asked = {extra for found in re.findall(r"\.\[([\w,-]+)\]", DOCKERFILE) for extra in found.split(",")}
    assert asked and asked <= SETTINGS["project"]["optional-dependencies"].keys()


def test_the_model_lies_in_the_wheel() -> None:
    assert list((PROJECT / "src" / "incognote" / "models").rglob("*.onnx"))


def test_it_runs_as_a_user_without_rights_or_a_shell() -> None:
    user = next(rest for word, rest in reversed(LAST) if word == "USER")
    assert all(part.isdigit() and int(part) >= 10000 for part in user.split(":"))
    after = [word for word, _ in LAST[LAST.index(("USER", user)) + 1 :]]
    assert not {"RUN", "COPY", "USER"} & set(after)
    assert "nologin" in DOCKERFILE


def test_nothing_is_fetched_in_the_image_that_runs() -> None:
    assert not [rest for word, rest in LAST if word == "RUN" and re.search(r"pip|apt|curl|wget", rest)]


def test_no_secret_is_in_the_image_or_beside_it() -> None:
    settings = [rest for word, rest in STEPS if word in {"ENV", "ARG", "LABEL"}]
    assert not [rest for rest in settings if re.search(r"pass|secret|token|key", rest, re.IGNORECASE)]
    for line in (DEPLOY / "compose.yaml").read_text("utf-8").splitlines():
        assert not re.search(r"(PASSPHRASE|TOKEN|PASSWORD)\s*[:=]", line)


def test_the_words_it_starts_with_are_words_of_the_command() -> None:
    entry = json.loads(next(rest for word, rest in LAST if word == "ENTRYPOINT"))
    assert entry == [next(iter(SETTINGS["project"]["scripts"]))]
    check = next(rest for word, rest in LAST if word == "HEALTHCHECK")
    assert json.loads(check.partition("CMD ")[2]) == ["python", "/opt/incognote/healthy.py"]


def test_the_options_in_the_compose_file_are_options_of_serve() -> None:
    from incognote.cli.main import _parser

    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    command = text.partition("command: >-\n")[2].partition("environment:")[0]
    options = _parser("serve").parse_args(shlex.split(command))
    assert (options.port, options.name) == (8443, ["localhost"])
    assert "read_only: true" in text and "cap_drop: [ALL]" in text and '"127.0.0.1:8443:8443"' in text


@pytest.fixture
def healthy() -> ModuleType:
    spec = spec_from_file_location("healthy", DEPLOY / "healthy.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("words", "answer", "code"), [(b"serve", 200, 0), (b"serve", 500, None), (b"scrub", 500, 0)])
def test_a_server_that_does_not_answer_is_not_healthy(healthy: ModuleType, words: bytes, answer: int, code: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(answer)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    monkeypatch.setattr(Path, "read_bytes", lambda _: b"python\0incognote\0" + words + b"\0")
    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("INCOGNOTE_HEALTH", f"http://127.0.0.1:{server.server_port}/healthz")
        try:
            if code is None:
                with pytest.raises(OSError):
                    healthy.main()
            else:
                assert healthy.main() == code
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.skipif("INCOGNOTE_SLOW" not in os.environ, reason="takes minutes and a package index: INCOGNOTE_SLOW=1")
def test_the_commands_that_build_it_work_one_after_another(tmp_path: Path) -> None:
    """No engine is needed: the build stage's own lines, with the paths of the image below a folder."""
    build = STEPS[: STEPS.index(LAST[0])]
    for source in ("pyproject.toml", "README.md", "LICENSE", "src"):
        (tmp_path / source).symlink_to(PROJECT / source)
    for command in (rest for word, rest in build if word == "RUN"):
        here = command.replace("/opt/incognote", str(tmp_path / "opt")).replace("python -m venv", f"{sys.executable} -m venv")
        subprocess.run(["sh", "-ec", here], cwd=tmp_path, check=True)


@pytest.mark.skipif("INCOGNOTE_SLOW" not in os.environ, reason="takes minutes and a package index: INCOGNOTE_SLOW=1")
def test_a_folder_of_wheels_installs_without_an_index(tmp_path: Path) -> None:
    script = PROJECT / "scripts" / "offline_wheels.py"
    subprocess.run([sys.executable, str(script), "make", str(tmp_path / "wheels")], check=True)
    told = subprocess.run([sys.executable, str(script), "check", str(tmp_path / "wheels")], check=True, capture_output=True, text=True)
    assert told.stdout.startswith("incognote ")
    listed = tmp_path / "wheels" / "requirements.txt"
    text = listed.read_text("ascii")
    assert all(re.fullmatch(r"[\w.-]+(\[[\w,-]+\])?==[\w.+!]+ --hash=sha256:[0-9a-f]{64}", line) for line in text.splitlines())
    listed.write_text(re.sub(r"sha256:[0-9a-f]{4}", "sha256:0000", text), "ascii")
    changed = subprocess.run([sys.executable, str(script), "check", str(tmp_path / "wheels")], capture_output=True, check=False)
    assert changed.returncode != 0
