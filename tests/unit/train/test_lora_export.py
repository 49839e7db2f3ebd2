"""A trained adapter as others read it: by transformers, by llama.cpp, and merged into the base."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[lora]')")
pytest.importorskip("peft", reason="peft is not installed (pip install 'incognote[lora]')")
pytest.importorskip("gguf", reason="gguf is not installed (pip install 'incognote[lora]')")

import numpy as np
import torch

import tiny_language
from incognote.cli.main import FAILED, OK, main
from incognote.lab.train.lora.base import find_base, load_model, load_tokeniser
from incognote.lab.train.lora.examples import Chat
from incognote.lab.train.lora.provenance import read_provenance
from incognote.llm.client import Message, Reply, Request
from taught_notes import plan, row, write

pytestmark = pytest.mark.filterwarnings("ignore")
needs_runtime = pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed (pip install 'incognote[llm]')")
ASKED = (Message("system", "NAME DATE PHONE"), Message("user", "BP 120/80, 林月琴"))


class Made(NamedTuple):
    """A base in both forms, a run, and what was exported of it."""

    tiny: tiny_language.Tiny
    run: Path
    adapter: Path


def train(where: Path, base: Path) -> Path:
    gold = write(where / "gold.jsonl", [row(at) for at in range(8)])
    config = plan(where / "plan.toml", notes=0, measured=0, epochs=20, dropout=0.0, rate=2e-2)
    assert main(["train", "lora", "--gold", str(gold), "--base", str(base), "--config", str(config), "-o", str(where / "run")]) == OK
    return where / "run"


@pytest.fixture(scope="module", params=["qwen2", "llama"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    where = tmp_path_factory.mktemp(request.param)
    tiny = tiny_language.make(where, family=request.param)
    run = train(where, tiny.gguf)
    assert main(["train", "lora-export", str(run), "-o", str(where / "adapter")]) == OK
    return Made(tiny, run, where / "adapter")


def scores(model: Any, ids: Sequence[int]) -> torch.Tensor:
    with torch.no_grad():
        found: torch.Tensor = model(input_ids=torch.tensor([ids])).logits[0]
    return found


def prompt_ids(tiny: tiny_language.Tiny) -> tuple[int, ...]:
    asked = Chat(load_tokeniser(find_base(str(tiny.folder)))).example(ASKED, "")
    return asked.ids[: asked.begin]


def said_by(model: Any, tiny: tiny_language.Tiny, count: int) -> str:
    """What the model of transformers says at temperature 0."""
    ids = list(prompt_ids(tiny))
    for _ in range(count):
        ids.append(int(scores(model, ids)[-1].argmax()))
    return str(load_tokeniser(find_base(str(tiny.folder))).decode(ids[-count:]))


def taught(made: Made) -> Any:
    from peft import PeftModel

    return PeftModel.from_pretrained(load_model(find_base(str(made.tiny.folder)), dtype=torch.float32), str(made.adapter))


def test_the_exported_folder_holds_both_forms_and_what_it_was_trained_on(made: Made) -> None:
    assert sorted(path.name for path in made.adapter.iterdir()) == ["adapter.gguf", "adapter_config.json", "adapter_model.safetensors", "prints.txt", "training.json"]
    told = json.loads((made.adapter / "adapter_config.json").read_text("utf-8"))
    assert told["base_model_name_or_path"] == made.tiny.gguf.stem, "its name, not the place where it lies"
    assert read_provenance(made.adapter / "adapter.gguf") == read_provenance(made.run)
    for path in made.adapter.iterdir():
        held = path.read_bytes()
        assert str(made.tiny.gguf.parent).encode() not in held and "林月琴".encode() not in held


def test_transformers_reads_the_adapter_that_was_trained(made: Made) -> None:
    model = taught(made)
    base = load_model(find_base(str(made.tiny.folder)), dtype=torch.float32)
    ids = prompt_ids(made.tiny)
    assert not torch.allclose(scores(model, ids), scores(base, ids), atol=0.1)
    rows = [json.loads(line) for line in (made.run / "metrics.jsonl").read_text("utf-8").splitlines()]
    assert rows[-1]["loss"] < 0.5 * rows[0]["loss"], "it learnt something, so that a wrong export would show"


@needs_runtime
def test_llama_cpp_says_what_transformers_says(made: Made) -> None:
    from incognote.llm.local import Local

    expected = said_by(taught(made), made.tiny, 12)
    client = Local(made.tiny.gguf, made.adapter / "adapter.gguf", context=512, threads=1)
    plain = Local(made.tiny.gguf, context=512, threads=1)
    try:
        (reply,), (other,) = client.ask([Request(ASKED, 12)]), plain.ask([Request(ASKED, 12)])
    finally:
        client.close()
        plain.close()
    assert isinstance(reply, Reply) and isinstance(other, Reply)
    assert reply.text == expected.removesuffix("<|im_end|>") and other.text != reply.text


@needs_runtime
def test_the_merged_file_says_what_the_two_say_apart(made: Made, tmp_path: Path) -> None:
    from incognote.llm.local import Local

    assert main(["train", "lora-merge", str(made.run), "-o", str(tmp_path / "merged")]) == OK
    assert sorted(path.name for path in (tmp_path / "merged").iterdir()) == ["merged.gguf", "training.json"]
    client = Local(tmp_path / "merged" / "merged.gguf", context=512, threads=1)
    try:
        (reply,) = client.ask([Request(ASKED, 6)])
    finally:
        client.close()
    assert isinstance(reply, Reply) and reply.text == said_by(taught(made), made.tiny, 6).removesuffix("<|im_end|>")


def test_the_merged_file_is_the_base_but_for_what_was_taught(made: Made, tmp_path: Path) -> None:
    import gguf

    assert main(["train", "lora-merge", str(made.run), "-o", str(tmp_path / "merged")]) == OK
    base, merged = (gguf.GGUFReader(str(path)) for path in (made.tiny.gguf, tmp_path / "merged" / "merged.gguf"))
    for key in ("tokenizer.ggml.tokens", "tokenizer.ggml.merges", "tokenizer.chat_template", "tokenizer.ggml.token_type", "tokenizer.ggml.eos_token_id"):
        assert base.fields[key].contents() == merged.fields[key].contents()
    before, after = ({tensor.name: tensor for tensor in each.tensors} for each in (base, merged))
    assert before.keys() == after.keys()
    changed = {name for name in before if not np.array_equal(before[name].data, after[name].data)}
    assert changed == {name for name in before if name.startswith("blk.") and "norm" not in name and not name.endswith(".bias")}


def test_a_merged_folder_scores_as_the_two_apart(made: Made, tmp_path: Path) -> None:
    run = train(tmp_path, made.tiny.folder)
    assert main(["train", "lora-export", str(run), "-o", str(tmp_path / "adapter")]) == OK
    assert main(["train", "lora-merge", str(run), "-o", str(tmp_path / "merged")]) == OK
    merged = load_model(find_base(str(tmp_path / "merged")), dtype=torch.float32)
    ids = prompt_ids(made.tiny)
    apart = taught(Made(made.tiny, run, tmp_path / "adapter"))
    assert torch.allclose(scores(merged, ids), scores(apart, ids), atol=1e-3)
    assert load_tokeniser(find_base(str(tmp_path / "merged"))).chat_template == tiny_language.TEMPLATE


def test_an_export_into_a_folder_with_something_in_it_is_refused(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own.txt").write_text("mine", "utf-8")
    assert main(["train", "lora-export", str(made.run), "-o", str(tmp_path)]) == FAILED
    assert "not empty" in capsys.readouterr().err and [path.name for path in tmp_path.iterdir()] == ["own.txt"]


def test_a_run_that_is_not_finished_is_not_exported(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    half = tmp_path / "half"
    half.mkdir()
    (half / "run.json").write_bytes((made.run / "run.json").read_bytes())
    for verb in ("lora-export", "lora-merge"):
        assert main(["train", verb, str(half), "-o", str(tmp_path / "out")]) == FAILED
        assert "not finished" in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_another_base_than_the_one_trained_for_is_refused(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.gguf"
    other.write_bytes(made.tiny.gguf.read_bytes() + b"\0")
    assert main(["train", "lora-export", str(made.run), "--base", str(other), "-o", str(tmp_path / "out")]) == FAILED
    assert "another one" in capsys.readouterr().err
    assert main(["train", "lora-export", str(tmp_path), "-o", str(tmp_path / "out")]) == FAILED
    assert "no run" in capsys.readouterr().err


@needs_runtime
def test_what_was_trained_is_a_detector_of_scrub(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One command each: gold notes, adapter, detector. A window that the model did not read would make the note degraded."""
    note = tmp_path / "note.txt"
    note.write_text(str(row(0)["text"]), "utf-8")
    asked = ["scrub", str(note), "--jsonl", "--vault", "none", "--no-tagger", "--llm", str(made.tiny.gguf)]
    told = []
    for more in ([], ["--adapter", str(made.adapter / "adapter.gguf")]):
        capsys.readouterr()
        assert main([*asked, *more]) == OK
        told.append(json.loads(capsys.readouterr().out))
    assert told[0]["fingerprint"] != told[1]["fingerprint"]
    counted = [finding["kind"] for finding in told[1]["findings"]]
    assert counted.count("model_valid") == 1 and "model_unread" not in counted and "林月琴" not in told[1]["text"]
