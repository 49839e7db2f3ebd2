"""The work behind `rules list`, `rules test` and `rules audit`."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import TextIO

from incognote.cli import inputs
from incognote.cli.main import FAILED, OK
from incognote.cli.tally import say
from incognote.detect import rules
from incognote.detect.rules import site
from incognote.document import Document, Span
from incognote.formats.source import Unread

_AROUND = 12


def show_catalogue(out: TextIO) -> int:
    """Name, first line and sources of every built-in rule file."""
    for name in rules.names():
        module = import_module(f"incognote.detect.rules.{name}")
        lines = [" ".join(paragraph.split()) for paragraph in cleandoc(module.__doc__ or "").split("\n\n")]
        prose = [line for line in lines if line and not line.startswith(">>>")]
        out.write(f"{name} ({len(module.RULES)})\n")
        for line in prose:
            out.write(f"    {line}\n")
    return OK


def test(path: Path, out: TextIO) -> int:
    """Every example and probe; 1 if one failed."""
    loaded = site.load(path)
    passed: Counter[tuple[str, str]] = Counter()
    failures: list[site.Trial] = []
    for trial in site.test(loaded):
        passed[trial.rule, trial.check] += trial.passed
        if not trial.passed:
            failures.append(trial)
    for rule in loaded:
        counts = ", ".join(f"{passed[rule.name, check]} {check}" for check in ("positive", "negative", "probe"))
        out.write(f"{rule.name} ({rule.label}): passed {counts}\n")
    slow = sorted({trial.rule for trial in failures if trial.check == "probe"})
    for trial in failures:
        if trial.check != "probe":
            out.write(f"{trial.rule}: {trial.check} example {trial.number} failed\n")
    for name in slow:
        out.write(f"{name}: the pattern can take forever: avoid repetition inside repetition, like (a|aa)+\n")
    return FAILED if failures else OK


def audit(options: argparse.Namespace, out: TextIO) -> int:
    """How often each rule hits, and on a terminal where: the context is text of the notes."""
    loaded = site.load(options.file)
    detect = site.detector(loaded)
    counts: Counter[str] = Counter()
    contexts: defaultdict[str, list[str]] = defaultdict(list)
    code = OK
    for number, item in enumerate(_items(options), 1):
        if isinstance(item, Unread):
            say(f"item {number} failed: {item.reason}")
            code = FAILED
            continue
        for found in detect(item):
            if isinstance(found, Span):
                counts[found.source] += 1
                if out.isatty() and len(contexts[found.source]) < options.most:
                    contexts[found.source].append(_context(item.text, found))
            else:
                say(f"item {number}: a rule ran out of time")
                code = FAILED
    for rule in loaded:
        out.write(f"{rule.name} ({rule.label}): {counts[rule.source]} hits\n")
        out.writelines(f"    {context}\n" for context in contexts[rule.source])
    if counts and not out.isatty():
        say("hits in their context are shown on a terminal only")
    return code


def _items(options: argparse.Namespace) -> list[Document | Unread]:
    chosen = argparse.Namespace(
        paths=options.paths, format=None, encoding=None, known=None, people=None, text_column=[], id_column=None, keep_column=[],
        json_path=[], ocr=False,
    )  # fmt: skip
    batch = inputs.batch(chosen)
    return [item for entry in batch.inputs for item in batch.items(entry)]


def _context(text: str, span: Span) -> str:
    before = text[max(0, span.start - _AROUND) : span.start]
    return " ".join(f"{before}⟦{text[span.start : span.end]}⟧{text[span.end : span.end + _AROUND]}".split())
