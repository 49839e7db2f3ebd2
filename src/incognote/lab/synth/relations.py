"""The gold relation table of a filled report (schemas/relations.schema.json)."""

from __future__ import annotations

from typing import Any

from incognote.lab.synth.fill import Record
from incognote.labels import INSTITUTION_LABELS, roles

VERSION = 1


def relations(note: Record) -> dict[str, Any]:
    """Who is who in `note`, one row a person; its subjects are the people whose role is the record's own."""
    places: dict[str, dict[str, Any]] = {}
    for span in note["spans"]:
        if span["label"] in INSTITUTION_LABELS and span.get("entity"):
            row = places.setdefault(span["entity"], {"entity": span["entity"], "label": span["label"], "names": []})
            text = note["text"][span["start"] : span["end"]]
            if text not in row["names"]:
                row["names"].append(text)
    subjects = [p["entity"] for p in note["people"] if roles()[p["role"]].group == "subject"]
    return {
        "version": VERSION, "id": note["id"], "report_day": note["day"], "subjects": subjects,
        "people": note["people"], "institutions": list(places.values()),
    }  # fmt: skip
