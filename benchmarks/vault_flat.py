"""What the vault costs a note, by number of patients stored: `python benchmarks/vault_flat.py [--sizes 10 1000 100000]`.

A note asks `find` for twelve candidates, half of them known, `assign` for its patient, then day 0 and shift.
Vaults are built first and measured in turns, so that a slower minute falls on all of them; the figure is the
median of all notes. Patients are invented; names repeat as they do in life.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from datetime import date, timedelta

from incognote.document import Candidate, Number, Person
from incognote.vault import open_stored
from incognote.vault.sql.custody import StoredVault

PASSPHRASE = "only for this benchmark"
SURNAMES = "陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐"
GIVEN = "淑美麗玉秀雅怡惠芬玲明志俊建宏家豪宗文國雄正德榮華英芳珍慧如"


def person(number: int) -> Person:
    draw = random.Random(number)
    name = draw.choice(SURNAMES) + draw.choice(GIVEN) + draw.choice(GIVEN)
    numbers = (Number("MRN", f"{number * 7919 % 10_000_019:07d}"), Number("IDNO", f"A{100_000_000 + number}"))
    return Person((name,), numbers, date(1940, 1, 1) + timedelta(days=draw.randrange(25_000)))


def candidates(patient: Person, draw: random.Random) -> list[Candidate]:
    known = [Candidate("NAME", patient.names[0])] + [Candidate(n.label, n.value) for n in patient.numbers]
    unknown = [Candidate("NAME", draw.choice(SURNAMES) + "○" + draw.choice(GIVEN)) for _ in range(4)]
    return [
        *known,
        *known,
        *unknown,
        Candidate("MRN", f"X{draw.randrange(10**6)}"),
        Candidate("PHONE", f"0900{draw.randrange(10**6):06d}"),
    ]


def note(vault: StoredVault, patient: Person, draw: random.Random) -> float:
    asked = candidates(patient, draw)
    start = time.perf_counter()
    vault.find(asked)
    code = vault.assign(patient).code
    vault.day_zero(code, date(2024, 5, 2))
    vault.shift(code)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 1000, 100_000])
    parser.add_argument("--notes", type=int, default=2000, help="notes a vault")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vaults = {}
        for size in options.sizes:
            start = time.perf_counter()
            vault = open_stored(f"sqlite:///{folder}/{size}.db", passphrase=PASSPHRASE, create=True)
            for _ in vault.enroll([person(n) for n in range(size)]):
                pass
            print(f"{size} patients enrolled in {time.perf_counter() - start:.1f} s", flush=True)
            vaults[size] = vault
        draw = random.Random(0)
        seen = {size: [person(draw.randrange(size)) for _ in range(500)] for size in vaults}
        for size, vault in vaults.items():  # their day 0 is set before the clock runs
            for patient in seen[size]:
                note(vault, patient, draw)
        times: dict[int, list[float]] = {size: [] for size in vaults}
        for turn in range(options.notes):
            for size, vault in vaults.items():
                times[size].append(note(vault, seen[size][turn % 500], draw))
        first = statistics.median(times[options.sizes[0]])
        for size, taken in times.items():
            median = statistics.median(taken)
            print(
                f"{size} patients: {median * 1e6:.0f} microseconds a note, {median / first:.2f}x of {options.sizes[0]}"
            )
        for vault in vaults.values():
            vault.close()


if __name__ == "__main__":
    main()
