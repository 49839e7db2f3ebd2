"""The work behind `train lora` and its exports."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from incognote.cli.main import FAILED, OK
from incognote.cli.training import limited, now_and_then, say
from incognote.errors import UsageError

if TYPE_CHECKING:
    from incognote.lab.train.lora.base import Base
    from incognote.lab.train.lora.fit import Now

NEEDED: Final = ("torch", "transformers", "peft", "gguf", "matplotlib")


def need_lora() -> None:
    """Look for what the work needs before any of it is done; raises UsageError where a library is not installed.

    Threads that wait are told to sleep: where others use the same cores, spinning ones make a step ten times slower.
    """
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise UsageError(f"this needs {', '.join(missing)}: pip install 'incognote[lora]'")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TQDM_DISABLE", "1")  # bars of libraries, which write whenever they like
    say("loading torch and transformers")


def train(options: argparse.Namespace) -> int:
    from incognote.lab.train.lora.plan import load_plan

    limit, plan = limited(options), load_plan(options.config)
    if options.notes is not None:
        if options.notes < 1:
            raise UsageError("--notes is above 0")
        plan = replace(plan, data=replace(plan.data, notes=options.notes))
    need_lora()
    from incognote.lab.train.lora.base import find_base
    from incognote.lab.train.lora.notes import read_notes
    from incognote.lab.train.lora.run import train as work

    base = find_base(options.base)
    notes = read_notes(options.gold, plan.data, seed=plan.seed, held_out=options.held_out)
    outcome = work(notes, base, plan, options.output, tell=_teller(), say=say, limit=limit)
    if outcome.told is None:
        say(f"stopped after step {outcome.step}/{outcome.steps}: the same command goes on")
        return FAILED
    told = outcome.told
    losses = " -> ".join(f"{loss:.4f}" for loss in told.valid_loss)
    print(f"{told.notes} notes, {told.examples} examples, {told.steps} steps, {told.seconds / 60:.1f} min; loss {told.loss:.4f}" + (f", on notes kept apart {losses}" if losses else ""))  # noqa: T201
    if told.is_small:
        say("trained on fewer than 700 notes, or a model below two billion parameters: no figure of it compares with the article's")
    return OK


def export(options: argparse.Namespace) -> int:
    need_lora()
    from incognote.lab.train.lora.export import export as write

    return _written(write(options.lora_run, options.output, base=_moved(options)))


def merge(options: argparse.Namespace) -> int:
    need_lora()
    from incognote.lab.train.lora.merge import merge as write

    return _written(write(options.lora_run, options.output, base=_moved(options)))


def _moved(options: argparse.Namespace) -> Base | None:
    from incognote.lab.train.lora.base import find_base

    return find_base(options.base) if options.base else None


def _written(files: list[Path]) -> int:
    for path in files:
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")  # noqa: T201
    return OK


def _teller() -> Callable[[Now], None]:
    """Says where it goes on, now and then how far it is, and every loss that was measured."""
    is_due = now_and_then()

    def tell(now: Now) -> None:
        if now.is_resumed:
            say(f"going on from step {now.step}/{now.steps}")
        elif is_due() or now.valid is not None:
            seen = "" if now.valid is None else f", on notes kept apart {now.valid:.4f}"
            say(f"step {now.step}/{now.steps}, loss {now.loss:.4f}{seen}, {now.speed:.0f} tokens/s, {now.seconds_left / 60:.1f} min left")

    return tell
