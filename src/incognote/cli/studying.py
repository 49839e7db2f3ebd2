"""The work behind `eval lora-study` and `eval ability`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from incognote.cli.main import FAILED, OK
from incognote.errors import UsageError
from incognote.lab.evaluate.asking import Asking, Far

_EVERY = 15.0
"""Seconds between two lines of progress."""
_LAST: dict[str, float] = {}


def lora_study(options: argparse.Namespace) -> int:
    """Ask what is not asked yet, and tell what there is."""
    from incognote.lab.evaluate.gold import read_gold
    from incognote.lab.evaluate.lora_rows import Plan, rows
    from incognote.lab.evaluate.lora_standing import cautions
    from incognote.lab.evaluate.lora_study import ask_all, digest, result, sample
    from incognote.lab.evaluate.lora_tables import markdown, put

    _check(options)
    plan = Plan(asking(options), options.adapter, options.leaky, options.thinker, options.served, tuple(options.form))
    planned = rows(plan)
    if unknown := set(options.row) - {row.name for row in planned}:
        raise UsageError(f"no such row: {', '.join(sorted(unknown))}; there are {', '.join(row.name for row in planned)}")
    is_done, pages = True, []
    for path, count in zip(options.gold, _counts(options), strict=True):
        gold = read_gold(path)
        notes = sample(gold, count)
        folder = options.output / path.name.split(".jsonl")[0]
        if not options.report:
            wanted = [row for row in planned if not options.row or row.name in options.row]
            ask_all(wanted, notes, folder, gold=digest(gold), cap=options.cap, tell=tell, took=took)
        said = {row.name: cautions(row.asking, notes) for row in planned if row.asking is not None}
        told = result(folder.name, planned, notes, folder, of=len(gold), cautions=said)
        _write(folder / "study.json", told)
        page = markdown(told)
        (folder / "study.md").write_text(page, "utf-8")
        pages.append(page)
        sys.stdout.write(page + "\n")
        is_done = is_done and not told["missing"]
    if options.page is not None:
        options.page.write_text(put(options.page.read_text("utf-8"), pages), "utf-8")
    return OK if is_done else FAILED


def _counts(options: argparse.Namespace) -> list[int | None]:
    """How many notes are asked about of each gold file."""
    given: list[int] = options.notes or []
    if len(given) not in (0, 1, len(options.gold)):
        raise UsageError("--notes takes one number, or one for each file of --gold")
    if any(count < 1 for count in given):
        raise UsageError("--notes is at least 1")
    return [*given] * (len(options.gold) // len(given)) if given else [None] * len(options.gold)


def ability(options: argparse.Namespace) -> int:
    """Ask the questions before and after, and tell what intervals allow."""
    from incognote.lab.evaluate import ability as questioning
    from incognote.lab.evaluate.answer_file import read_answers
    from incognote.lab.evaluate.lora_standing import cautions
    from incognote.lab.evaluate.own_process import run_apart

    _check(options)
    before = asking(options)
    if before is None:
        raise UsageError("whose ability? --model names it")
    askings = {"before": before} | ({"after": before.taught(options.adapter, served=options.served)} if options.adapter or options.served else {})
    caution = " ".join(f"{text[0].upper()}{text[1:]}." for _, text in cautions(askings.get("after", before)))
    told: dict[str, Any] = {"version": 1, "sets": {}}
    for path in options.questions or [None]:
        questions = questioning.read_questions(path)[: options.most]
        name = path.stem if path is not None else questioning.OWN
        files = {when: options.output / f"{name}.{when}.answers.jsonl" for when in askings}
        for when, how in askings.items():
            run_apart(questioning.ask_apart, how, questions, files[when], what=when)
        answered = {when: read_answers(file)[1] for when, file in files.items()}
        told["sets"][name] = questioning.told(questions, answered, caution=caution, is_own=path is None)
        sys.stdout.write("\n".join(f"{name}: {line}" for line in told["sets"][name]["sentences"]) + "\n")
    _write(options.output / "ability.json", told)
    return OK


def asking(options: argparse.Namespace) -> Asking | None:
    """How the model of the command line is asked; None where there is none."""
    if options.model is None:
        return None
    return Asking(options.model, folder=options.models, cap=getattr(options, "cap", None), at_once=options.at_once, threads=options.threads)


def _check(options: argparse.Namespace) -> None:
    if options.model is None and any(getattr(options, name, None) for name in ("adapter", "served", "leaky", "thinker")):
        raise UsageError("an adapter or a thinking model goes with --model")
    for name in ("most", "cap", "at_once", "threads"):
        value = getattr(options, name, None)
        if value is not None and value < 1:
            raise UsageError(f"--{name.replace('_', '-')} is at least 1")
    options.output.mkdir(parents=True, exist_ok=True)


def tell(far: Far) -> None:
    """Says now and then how far a row is; called in the row's own process."""
    if far.done < far.of and monotonic() - _LAST.get(far.row, -_EVERY) < _EVERY:
        return
    _LAST[far.row] = monotonic()
    rate = f", {far.rate:.1f} tokens/s" if far.rate else ""
    print(f"{far.row}: {far.done}/{far.of} notes{rate}, {far.seconds_left / 60:.1f} min left", file=sys.stderr)  # noqa: T201


def took(row: str, cost: Mapping[str, Any]) -> None:
    """Says what a row took: the clock's seconds a note, tokens read and written, the most memory."""
    rate = f", {cost['tokens a second']} tokens/s read and written, {cost['reply tokens a second']} written" if cost["tokens a second"] else ""
    peak = f", {cost['peak MB']} MB at most" if cost["peak MB"] else ""
    print(f"{row}: done, {cost['seconds a note']:.3g} s a note{rate}{peak}", file=sys.stderr)  # noqa: T201


def _write(path: Path, told: dict[str, Any]) -> None:
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
