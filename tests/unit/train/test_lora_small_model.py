"""One step with a real language model, where it is here: its packed weights are read, taught, exported and run."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from incognote.llm.client import Message, Reply, Request
from incognote.llm.models import is_here, model
from small_model import SMALL
from taught_notes import plan, row, write

NEEDED = ("torch", "transformers", "peft", "gguf", "matplotlib", "xllamacpp")
_MEMORY = 5_000_000
"""Kilobytes that have to be free: the model alone takes 3.8 GB in 32 bits."""
_WORK = """
import sys
from incognote.cli.main import main
base, gold, config, run, out = sys.argv[1:]
sys.exit(main(["train", "lora", "--base", base, "--gold", gold, "--config", config, "-o", run]) or main(["train", "lora-export", run, "-o", out]))
"""


def lacking() -> str | None:
    """Why this cannot be tried here."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        return f"not installed: {', '.join(missing)}"
    if not is_here(model(SMALL)):
        return "the small language model is not here: make model"
    told = Path("/proc/meminfo")
    free = next((int(line.split()[1]) for line in told.read_text("ascii").splitlines() if line.startswith("MemAvailable")), 0) if told.exists() else 0
    return None if free >= _MEMORY else "there is too little memory for the small language model in training"


@pytest.mark.skipif(lacking() is not None, reason=str(lacking()))
def test_a_real_model_is_taught_for_a_step_and_run_with_its_adapter(tmp_path: Path) -> None:
    from incognote.llm.models import open_client

    gold = write(tmp_path / "gold.jsonl", [row(at) for at in range(2)])
    config = plan(tmp_path / "plan.toml", notes=2, measured=0, epochs=1, rate=1e-3, dropout=0.0)
    done = subprocess.run(
        [sys.executable, "-c", _WORK, SMALL, str(gold), str(config), str(tmp_path / "run"), str(tmp_path / "out")], capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert "2 notes, 2 examples, 1 steps" in done.stdout and "林月琴" not in done.stdout + done.stderr
    assert "%|" not in done.stderr, "no bars of the libraries"
    client = open_client(SMALL, adapter=tmp_path / "out" / "adapter.gguf", context=512, threads=1)
    try:
        (reply,) = client.ask([Request((Message("user", "BP 120/80"),), 4)])
    finally:
        client.close()
    assert isinstance(reply, Reply) and "adapter@" in client.name
