"""The desk's verbs, one function each: open, do, say what was done in numbers."""

from __future__ import annotations

import argparse
import json
import os
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

from incognote.cli.custodian import agrees, open_stored
from incognote.cli.main import DEGRADED, OK
from incognote.cli.progress import progress as shown
from incognote.cli.tally import say
from incognote.desk.reviewing import progress
from incognote.desk.store import Batch, Desk, Review, by_document
from incognote.errors import UsageError
from incognote.vault.sql.desk_rows import PlacedRow


@contextmanager
def open_desk(options: argparse.Namespace) -> Iterator[Desk]:
    """The desk of the options; batches whose time is over are deleted first."""
    with open_stored(options) as vault:
        desk = Desk(vault)
        gone = () if getattr(options, "dry_run", False) else desk.retain()
        if gone:
            say(f"deleted, since their last day is over: {_batches(gone)}")
        yield desk


def load(options: argparse.Namespace) -> int:
    """Scrub notes and put them on the desk; 3 where an input could not be read."""
    from incognote.cli import choosing, inputs
    from incognote.cli.own_rules import own_rules
    from incognote.config import make_pipeline
    from incognote.desk.loading import load as put
    from incognote.desk.sampling import plan
    from incognote.formats.source import Unread

    if options.layout:
        raise UsageError("the desk makes results again by the profile alone: name the layout in a profile, and load with that")
    chosen = plan(options.sample, seed=options.seed, twice=options.twice)
    profile, rules = choosing.profile(options), own_rules(options.rules)
    batch = inputs.batch(options)
    if profile.relations:
        batch = replace(batch, check=choosing.check_people)
    unread = sum(isinstance(item, Unread) for entry in batch.inputs for item in batch.items(entry))
    day = options.on or date.today()
    with open_desk(options) as desk, shown("reading") as tell:
        vault = None if profile.vault == "none" else desk.vault
        pipeline = make_pipeline(profile, vault=vault, on=day, dates=options.dates, site_rules=rules, tagger=options.tagger)
        settings = {"profile": profile.name, "dates": options.dates, "on": day.isoformat(), "tagger": options.tagger}
        put_ = put(
            desk, pipeline, batch, name=options.name, plan=chosen, settings=settings, days=options.keep_days,
            tell=None if tell is None else lambda done: tell(done, done),
        )  # fmt: skip
        due = desk.batch(put_.batch).due
    twice = f", {put_.twice} of them by two people" if put_.twice else ""
    say(f"batch {put_.batch}: {put_.kept} of {put_.read} documents to review{twice}; it stays until {due}")
    if put_.empty or unread:
        say(f"{put_.empty} documents are empty, {unread} could not be read: they are not on the desk")
    return DEGRADED if unread else OK


def show(options: argparse.Namespace) -> int:
    """The batches, or the documents of one in the order of its queue."""
    with open_desk(options) as desk:
        if options.batch is None:
            rows = [_line(batch, desk) for batch in desk.batches()]
        else:
            reviews = by_document(desk.reviews(options.batch))
            rows = [_row(row, reviews.get(row.number, ())) for row in desk.queue(options.batch)]
    sys.stdout.writelines(row + "\n" for row in rows)
    if not rows:
        say("nothing lies on the desk")
    return OK


def _row(row: PlacedRow, reviews: Iterable[Review]) -> str:
    states = "; ".join(f"{review.reviewer}: {review.state}" for review in reviews)
    return f"{row.number}\t{row.status}\t{', '.join(row.reasons) or '-'}\t{states or '-'}"


def _line(batch: Batch, desk: Desk) -> str:
    done = progress(desk, batch.number)
    people = ", ".join(f"{name} {count}" for name, count in sorted(done.reviewers.items())) or "nobody yet"
    drawn = f"{done.documents} of {batch.read} ({batch.plan})"
    return f"{batch.number}\t{batch.name or '-'}\t{drawn}\t{done.complete} done\t{people}\tuntil {batch.due}"


def export(options: argparse.Namespace) -> int:
    """Gold to a new file; 3 where reviewers differ on a document."""
    from incognote.desk.gold import gold, gold_rows, marked_rows

    with open_desk(options) as desk:
        found = gold(desk, options.batch, reviewer=options.reviewer)
        if not found.documents:
            raise UsageError("reviewers differ on every document: say whose word holds with --reviewer")
        desk.vault.note("desk_export", batch=options.batch, documents=len(found.documents), form=options.form)
    rows = gold_rows(found.documents) if options.form == "gold" else marked_rows(found.documents)
    _write(options.output, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    say(f"{len(found.documents)} documents written: the file holds originals, so keep it as you keep them")
    if found.disputed:
        say(f"left out, since reviewers differ: {', '.join(map(str, found.disputed))}")
    return DEGRADED if found.disputed else OK


def agreement(options: argparse.Namespace) -> int:
    """F1 and kappa with their intervals."""
    from incognote.desk.agreement import agreement as agree

    with open_desk(options) as desk:
        found = agree(desk, options.batch)
    if not found.pairs:
        raise UsageError("no document was finished by two reviewers: load a batch with --twice")
    out = sys.stdout
    out.write(f"documents read by two\t{found.pairs}, {found.disputed} not alike\n")
    for name, figure in (
        ("spans alike in place and label, F1", found.exact),
        ("spans alike in place, F1", found.placed),
        ("characters marked by both, F1", found.covered),
        ("labels of characters, Cohen's kappa", found.kappa),
    ):
        out.write(f"{name}\t{figure or 'nothing to count'}\n")
    out.write("95 % intervals by bootstrap over documents; what both missed is in no figure\n")
    return OK


def rules(options: argparse.Namespace) -> int:
    """Drafts to a file or standard output; they hold no identifier."""
    from incognote.desk.draft_rules import LEAST, as_file, draft

    with open_desk(options) as desk:
        drafts = draft(desk, options.batch)
    if not drafts:
        say(f"nothing to draft: no words before one shape were corrected in {LEAST} places of several documents")
        return OK
    text = as_file(drafts, options.batch)
    if options.output is None:
        sys.stdout.write(text)
    else:
        _write(options.output, text)
    say(f"{len(drafts)} rules drafted: read them before you use them")
    return OK


def retain(options: argparse.Namespace) -> int:
    """Delete what is over, and what was named."""
    if options.batch and not (options.yes or options.dry_run) and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("nothing brings a deleted batch back: add --yes, or see which it is with --dry-run")
    with open_desk(options) as desk:
        named = tuple(desk.batch(number).number for number in dict.fromkeys(options.batch))
        if options.dry_run:
            say(f"would be deleted: {_batches((*desk.over(), *named)) or 'none'}")
        elif named and (options.yes or agrees(f"delete {_batches(named)} for good?")):
            desk.erase(*named)
            desk.vault.note("desk_retain", batches=list(named))
            say(f"deleted: {_batches(named)}")
        left = Counter(str(batch.due) for batch in desk.batches())
    for due, count in sorted(left.items()):
        sys.stdout.write(f"{count} until {due}\n")
    return OK


def _batches(numbers: tuple[int, ...]) -> str:
    return ", ".join(f"batch {number}" for number in numbers)


def _write(path: Path, text: str) -> None:
    """A new file that its owner alone can read, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, stat.S_IRUSR | stat.S_IWUSR)
    except FileExistsError:
        raise UsageError("there is a file already: choose another name") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


VERBS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "load": load,
    "list": show,
    "export": export,
    "agreement": agreement,
    "rules": rules,
    "retain": retain,
}
