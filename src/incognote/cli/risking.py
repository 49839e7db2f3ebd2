"""The work behind `risk`."""

from __future__ import annotations

import argparse
import json
import sys

from incognote.cli import inputs
from incognote.cli.main import DEGRADED, FAILED, OK
from incognote.cli.own_rules import own_rules
from incognote.cli.progress import progress
from incognote.cli.tally import say
from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.errors import IncognoteError
from incognote.lab.risk import unique
from incognote.lab.risk.quasi import Told, told


def risk(options: argparse.Namespace) -> int:
    """Run the verb; the exit code is 1 if an item could not be read, 3 if there was nothing to count."""
    pipeline = make_pipeline(load_profile(options.profile), site_rules=own_rules(options.rules), tagger=options.tagger)
    documents: list[Told] = []
    places: list[int] = []
    code, number = OK, 0
    batch = inputs.batch(options)
    with progress("documents") as tell:
        for item in (item for entry in batch.inputs for item in batch.items(entry)):
            number += 1
            try:
                if not isinstance(item, Document):
                    raise IncognoteError(item.reason)
                documents.append(told(item.text, *pipeline.detect(item)))
                places.append(number)
            except IncognoteError as error:
                say(f"item {number}: {error}")
                code = FAILED
            if tell is not None:
                tell(number, number)
    if not documents:
        say("there is no document to count")
        return code or DEGRADED
    sys.stdout.write(_lines(documents, places) if options.jsonl else _whole(documents, places, is_json=options.json))
    return code


def _whole(documents: list[Told], places: list[int], *, is_json: bool) -> str:
    found = unique.corpus(documents)
    for row in found["narrative_risk"]:
        row["document"] = places[row["document"] - 1]
    return json.dumps(found, ensure_ascii=False) + "\n" if is_json else unique.table(found)


def _lines(documents: list[Told], places: list[int]) -> str:
    rows = [
        {
            "version": unique.VERSION, "document": place, "narrative_risk": d.severity, "score": round(d.score, 3), "reasons": list(d.reasons),
            "told": list(d.values), "alone_by": by,
        }
        for place, d, by in zip(places, documents, unique.alone(documents), strict=True)
    ]  # fmt: skip
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
