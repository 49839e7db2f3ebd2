"""Processes that enroll the same people in random order: `python benchmarks/vault_race.py [--people 2000] [--processes 8]`.

Prints, for SQLite and for PostgreSQL where INCOGNOTE_TEST_POSTGRES is set, whether each person got one code,
whether a write was lost, and how long it took.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from multiprocessing import get_context

from incognote.document import Number, Person
from incognote.vault import open_stored

PASSPHRASE = "only for this race"


def people(size: int) -> list[Person]:
    """Invented people; the rows of one person give all, or some, of what is known of them."""
    return [
        Person((f"病人{n:05d}",), (Number("MRN", f"{n:07d}"), Number("IDNO", f"A{100000000 + n}")), date(1940, 1, 1) + timedelta(days=7 * n))
        for n in range(1, size + 1)
    ]  # fmt: skip


def enroll(url: str, seed: int, size: int) -> dict[str, str]:
    everybody = people(size)
    draw = random.Random(seed)
    draw.shuffle(everybody)
    vault = open_stored(url, passphrase=PASSPHRASE)
    codes = {}
    for person in everybody:
        seen = draw.choice(
            [
                person,
                Person(person.names, person.numbers[:1], person.birth),
                Person(person.names, person.numbers[1:], person.birth),
            ]
        )
        if draw.random() < 0.5:
            seen = person
        codes[person.numbers[0].value] = vault.assign(seen).code
        vault.day_zero(codes[person.numbers[0].value], date(2024, 1, 1 + seed))
    vault.close()
    return codes


def race(url: str, *, size: int, processes: int) -> str:
    vault = open_stored(url, passphrase=PASSPHRASE, create=True)
    start = time.perf_counter()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        answers = list(pool.map(enroll, [url] * processes, range(processes), [size] * processes))
    seconds = time.perf_counter() - start
    stored = dict(vault.people())
    split = sum(len({answer[mrn] for answer in answers}) > 1 for mrn in answers[0])
    given = {code for answer in answers for code in answer.values()}
    lost = len(given - stored.keys())
    incomplete = sum(len(person.numbers) < 2 or not person.names for person in stored.values())
    undated = sum(vault.day_zero(code) is None for code in stored)
    vault.close()
    return (
        f"{processes} processes x {size} people in {seconds:.1f} s: {len(stored)} codes, {split} people with more than one, "
        f"{lost} writes lost, {incomplete} incomplete, {undated} without day 0"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(
            "SQLite:", race(f"sqlite:///{folder}/vault.db", size=options.people, processes=options.processes)
        )
    server = os.environ.get("INCOGNOTE_TEST_POSTGRES")
    if server is None:
        print("PostgreSQL: not run, INCOGNOTE_TEST_POSTGRES is not set")
        return
    import psycopg

    schema = f"race_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        url = f"{server}&options=-csearch_path%3D{schema}"
        print("PostgreSQL:", race(url, size=options.people, processes=options.processes))
        connection.execute(f"DROP SCHEMA {schema} CASCADE")


if __name__ == "__main__":
    main()
