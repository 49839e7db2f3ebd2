"""Time of reading a report's layout, by its length: `python benchmarks/structure.py`. Twice the text, twice the time."""

from __future__ import annotations

import sys
import time

from incognote.link.layout import load_layout
from incognote.link.structure import read_structure

UNITS = ("\n", "|", "Mother: ", "Mother | Ann Lee | 1/2/2001\n", "Name Age Role\nAnn 3 mother\n", "Mother |  Ann - b, c .... d -> e / f\n", "案母：")
SIZES = (25_000, 50_000, 100_000, 200_000)


def seconds(text: str) -> float:
    layouts = [load_layout(name) for name in ("au-intake", "tw-intake", "police-report")]
    begun = time.process_time()
    read_structure(text, layouts)
    return time.process_time() - begun


if __name__ == "__main__":
    for unit in UNITS:
        times = (seconds((unit * (size // len(unit) + 1))[:size]) for size in SIZES)
        sys.stdout.write(f"{unit!r:45} " + "  ".join(f"{size // 1000} kB {took:.3f} s" for size, took in zip(SIZES, times, strict=True)) + "\n")
