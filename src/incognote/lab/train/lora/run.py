"""The training of an adapter from its plan: read the notes, make examples, load the base, fit, draw, say what was done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch

from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.truth import GoldNote
from incognote.lab.train import torch_file
from incognote.lab.train.fingerprint import all_prints, digest, write_prints
from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.lora.base import (
    Base,
    adapter_weights,
    device_of,
    is_half,
    load_model,
    load_tokeniser,
    with_adapter,
)
from incognote.lab.train.lora.curves import draw_losses
from incognote.lab.train.lora.examples import Chat, Taught, teach
from incognote.lab.train.lora.fit import Job, Tell, fit
from incognote.lab.train.lora.notes import Notes
from incognote.lab.train.lora.plan import Plan, from_table
from incognote.lab.train.lora.provenance import Provenance, skeleton_prints, write_provenance
from incognote.lab.train.lora.standing import Standing, read_standing

RUN: Final = "run.json"
PRINTS: Final = "prints.txt"
ADAPTER: Final = "adapter.pt"
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it; `told` where it ran to its end."""

    step: int
    steps: int
    told: Provenance | None


def train(notes: Notes, base: Base, plan: Plan, folder: Path, *, tell: Tell = lambda now: None, say: Say = lambda line: None, limit: Limit = NONE) -> Outcome:
    """One training, or the rest of one. The folder then holds the adapter, its metrics and its curves.

    Raises:
        UsageError: the folder holds another run, or there is no example.
        ConfigError: the base cannot be read, or cannot be taught.
    """
    if plan.threads:
        torch.set_num_threads(plan.threads)
    device = device_of(plan)
    say("reading the base model's tokeniser")
    chat = Chat(load_tokeniser(base))
    taught, measured = (teach(part, chat, longest=plan.data.longest) for part in (notes.train, notes.measured))
    _say_examples(notes, taught, say)
    known = _digest(plan, base, taught, measured)
    read_standing(folder, known)
    write_start(folder, notes, base, plan)
    say("loading the base model")
    half = is_half(plan, device)
    torch.manual_seed(plan.seed)
    model = with_adapter(load_model(base, dtype=torch.bfloat16 if half else torch.float32), plan.adapter).to(device)
    job = Job(model, taught.examples, measured.examples, plan.training, plan.seed, known, half)
    standing = fit(job, folder, tell=tell, limit=limit)
    draw_losses(standing.rows, folder / "curves.png")
    steps = len(job.all_steps())
    if standing.step < steps or standing.weights is None:
        return Outcome(standing.step, steps, None)
    told = _provenance(notes, base, plan, job, standing)
    write_provenance(folder, told)  # before the adapter: where that is, all of a run is
    torch_file.write(folder / ADAPTER, dict(standing.weights))
    return Outcome(standing.step, steps, told)


def write_start(folder: Path, notes: Notes, base: Base, plan: Plan) -> None:
    """All of a run's folder that is known before the first step. The base's place is kept for the exports."""
    folder.mkdir(parents=True, exist_ok=True)
    table = {
        "plan": plan.as_dict(), "base": {"path": str(base.path.resolve()), "name": base.name, "sha256": base.sha256},
        "notes": len(notes.train), "measured": len(notes.measured), "held_out": notes.aside, "torch": torch.__version__,
    }  # fmt: skip
    (folder / RUN).write_text(json.dumps(table, indent=1) + "\n", "utf-8")
    write_prints(folder / PRINTS, _prints(notes.train))


def read_run(folder: Path, *, named: Base | None = None) -> tuple[Plan, Base]:
    """Plan and base of a run's folder; `named` is the base where it lies elsewhere now.

    Raises:
        FormatError: the folder holds no run.
        UsageError: the base named is another one, or is not where it was.
    """
    try:
        table = json.loads((folder / RUN).read_text("utf-8"))
        plan, base = from_table(table["plan"]), Base(Path(table["base"]["path"]), table["base"]["name"], table["base"]["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        raise FormatError("the folder holds no run of `incognote train lora`") from None
    if named is not None and named.sha256 != base.sha256:
        raise UsageError("the base model is another one than the adapter was trained for")
    found = named or base
    if not found.path.exists():
        raise UsageError("the base model is not where it was: say where with --base")
    return plan, found


def read_adapter(folder: Path) -> dict[str, torch.Tensor]:
    """The weights of a finished run. UsageError where it is not finished."""
    if not (folder / ADAPTER).is_file():
        raise UsageError("the run is not finished: `incognote train lora` with the same arguments goes on")
    found: dict[str, torch.Tensor] = torch_file.read(folder / ADAPTER, otherwise="the adapter cannot be read: it is damaged")
    return found


def _provenance(notes: Notes, base: Base, plan: Plan, job: Job, standing: Standing) -> Provenance:
    inner = job.model.get_base_model()
    trainable = sum(each.numel() for each in adapter_weights(job.model).values())
    losses = [row["loss"] for row in standing.rows if "loss" in row][-10:]
    return Provenance(
        base=base.name, base_sha256=base.sha256, architecture=inner.config.model_type,
        parameters=sum(each.numel() for each in inner.parameters()) - trainable, trainable=trainable,
        notes=len(notes.train), examples=len(job.train), tokens=standing.tokens, steps=standing.step, epochs=job.plan.epochs,
        seconds=round(standing.seconds, 1), loss=round(sum(losses) / len(losses), 6),
        valid_loss=tuple(row["valid_loss"] for row in standing.rows if "valid_loss" in row),
        trained_on=digest(_prints(notes.train)), skeletons=tuple(sorted(skeleton_prints(note.meta for note in notes.train))), plan=plan.as_dict(),
    )  # fmt: skip


def _prints(notes: Sequence[GoldNote]) -> frozenset[str]:
    return all_prints(note.text for note in notes)


def _digest(plan: Plan, base: Base, taught: Taught, measured: Taught) -> str:
    """Which run this is: the plan, the base, and every token that is taught or measured by."""
    known: Any = hashlib.sha256(f"{plan.digest()} {base.sha256}".encode())
    for part in (taught, measured):
        for each in part.examples:
            known.update(f" {each.begin} {each.ids}".encode())
    return str(known.hexdigest())


def _say_examples(notes: Notes, taught: Taught, say: Say) -> None:
    if not taught.examples:
        raise UsageError("there is no example to train on")
    tokens = sum(len(each.ids) for each in taught.examples)
    say(f"{len(notes.train)} notes are {len(taught.examples)} examples of {tokens:,} tokens; {len(notes.measured)} notes are kept apart, {notes.aside} are held out")
    if taught.left_out:
        say(f"{taught.left_out} windows are left out: too long, even cut")
