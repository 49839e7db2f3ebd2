"""The work behind `train`."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING

from incognote.cli.main import FAILED, OK
from incognote.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from incognote.lab.train.fit import Now, Outcome

_EVERY = 15.0
"""Seconds between two lines of progress."""
_WINDOWS = 200
"""Of validation texts, for the check of an export."""


def need_torch() -> None:
    """Raises UsageError where what training needs is not installed.

    Threads of torch that wait are told to sleep: where others use the same cores, spinning ones made a step ten
    times slower.
    """
    if find_spec("torch") is None:
        raise UsageError("training needs torch: pip install 'incognote[train]'")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def fit(options: argparse.Namespace) -> int:
    need_torch()
    from incognote.lab.train.config import load_config
    from incognote.lab.train.run import train

    check_minutes(options)
    return _said(train(load_config(options.config), options.output, tell=teller(), minutes=options.minutes))


def distil(options: argparse.Namespace) -> int:
    need_torch()
    from incognote.lab.train.config import load_config
    from incognote.lab.train.distil import distil as both_stages

    check_minutes(options)
    config = load_config(options.config)
    return _said(both_stages(config, options.teacher, options.output, tell=teller, minutes=options.minutes))


def export(options: argparse.Namespace) -> int:
    need_torch()
    if find_spec("onnx") is None:
        raise UsageError("an export needs onnx: pip install 'incognote[train]'")
    from incognote.lab.train.export import export as write
    from incognote.lab.train.run import valid_windows

    done = write(options.train_run, options.output, rows=valid_windows(options.train_run, _WINDOWS))
    for name, size in sorted(done.sizes.items()):
        print(f"{name}: {size / 1e6:.2f} MB")  # noqa: T201
    print(f"all: {sum(done.sizes.values()) / 1e6:.2f} MB")  # noqa: T201
    print(f"largest difference of an emission: {done.plain:.2g} as trained, {done.small:.2g} in 8 bits")  # noqa: T201
    print(f"tags that are the same in 8 bits: {done.same:.2%}")  # noqa: T201
    return OK


def check_minutes(options: argparse.Namespace) -> None:
    if options.minutes is not None and options.minutes <= 0:
        raise UsageError("--minutes is above 0")


def _said(outcome: Outcome) -> int:
    if not outcome.is_done:
        print(f"stopped after {outcome.epochs} epochs: the same command goes on", file=sys.stderr)  # noqa: T201
        return FAILED
    best = outcome.best
    print(f"best epoch {best['epoch']}: precision {best['precision']:.4f}, recall {best['recall']:.4f}, F1 {best['f1']:.4f} on valid")  # noqa: T201
    return OK


def teller(stage: str = "") -> Callable[[Now], None]:
    """Says now and then how far it is, and every epoch."""
    head = f"{stage}, " if stage else ""
    last = -_EVERY

    def tell(now: Now) -> None:
        nonlocal last
        if monotonic() - last >= _EVERY or now.f1 is not None:
            last = monotonic()
            seen = "" if now.f1 is None else f", valid F1 {now.f1:.4f}"
            left = f"{now.seconds_left / 60:.1f} min left"
            print(f"{head}epoch {now.epoch}/{now.epochs}, batch {now.batch}/{now.batches}, loss {now.loss:.4f}{seen}, {left}", file=sys.stderr)  # noqa: T201

    return tell
