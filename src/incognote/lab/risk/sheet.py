"""A blinded form for people: which of k originals does this output come from, and is its medicine plausible?

A form holds texts (outputs and originals) and no answer; the key holds answers and no text. Both come from one seed. A filled form is
the same file, CSV or JSON, with `choice` (a letter, or empty for "cannot tell"), `sure` and `plausible` (1 to 5) filled in; several
people's forms may be put into one file with a `rater` column.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Any, Final, NamedTuple

import numpy as np

from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.intervals import Estimate, by_group, share, wilson
from incognote.lab.risk.attacks import Narrative
from incognote.narrative.render.choose import shuffled

VERSION: Final = 1
FIELDS: Final = ("item", "output", "candidates", "choice", "sure", "plausible", "remarks")
ANSWERS: Final = ("choice", "sure", "plausible")
HOW: Final = (
    "Read the output. If you think that it tells of one of the originals, write that original's letter under choice, else leave it empty. "
    "sure: 1 (a guess) to 5 (certain). plausible: could this be a real patient's course, 1 (no) to 5 (yes)?"
)


class Form(NamedTuple):
    """`items` is what raters see; `key` which letter is right."""

    items: tuple[Mapping[str, Any], ...]
    key: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Form({len(self.items)} items)"


class Scored(NamedTuple):
    """`right` of the answered choices, a choice left empty being wrong; `plausible` the share rated 4 or 5 of those rated."""

    right: Estimate
    chance: float
    empty: int
    plausible: Estimate
    mean_plausible: float
    raters: int
    sure_and_right: Estimate


def made(narratives: Sequence[Narrative], outputs: Mapping[str, str], *, candidates: int = 5, count: int = 20, seed: str) -> Form:
    """A form of `count` outputs with `candidates` originals each: the true one, its family, then others of the same script.

    Raises:
        UsageError: too few narratives for the candidates, or no output belongs to one.
    """
    if not 2 <= candidates <= len(ascii_uppercase):
        raise UsageError(f"a form has 2 to {len(ascii_uppercase)} candidates an output")
    chosen = [n for n in shuffled(narratives, seed, "outputs") if outputs.get(n.id)][:count]
    if not chosen:
        raise UsageError("no output has the id of an original")
    items, key = [], {}
    for number, narrative in enumerate(chosen, 1):
        name = f"q{number:03d}"
        others = [n for n in shuffled(narratives, seed, name) if n.id != narrative.id and n.script == narrative.script]
        others.sort(key=lambda n: n.family != narrative.family)
        if len(others) < candidates - 1:
            raise UsageError(f"{candidates} candidates need as many originals of one script")
        shown = shuffled([narrative, *others[: candidates - 1]], seed, name, "order")
        letters = dict(zip(ascii_uppercase, shown, strict=False))
        items.append({"item": name, "output": outputs[narrative.id], "candidates": {letter: n.text for letter, n in letters.items()}})
        key[name] = next(letter for letter, n in letters.items() if n.id == narrative.id)
    return Form(tuple(items), key)


def as_json(form: Form) -> str:
    items = [{**item, "choice": "", "sure": "", "plausible": "", "remarks": ""} for item in form.items]
    return json.dumps({"version": VERSION, "how": HOW, "items": items}, ensure_ascii=False, indent=1) + "\n"


def as_csv(form: Form) -> str:
    """The form as a sheet; the candidates stand in one cell, each under its letter."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, restval="")
    writer.writeheader()
    for item in form.items:
        shown = "\n\n".join(f"[{letter}]\n{text}" for letter, text in item["candidates"].items())
        writer.writerow({"item": item["item"], "output": _plain(item["output"]), "candidates": _plain(shown)})
    return out.getvalue()


def key_of(form: Form, *, candidates: int) -> str:
    return json.dumps({"version": VERSION, "candidates": candidates, "key": dict(form.key)}, indent=1) + "\n"


def scored(filled: Sequence[str], key: str) -> Scored:
    """The filled forms held against the key.

    Raises:
        FormatError: a form or the key is none, or names an item, letter or rating that there is not.
    """
    try:
        told = json.loads(key)
        answers, k = dict(told["key"]), int(told["candidates"])
    except (ValueError, KeyError, TypeError):
        raise FormatError("the key is none that `eval expert-sheet` wrote") from None
    rows = [row for number, text in enumerate(filled, 1) for row in _rows(text, number, answers, k)]
    if not rows:
        raise FormatError("nothing is filled in")
    doubles = Counter((row["rater"], row["item"]) for row in rows)
    if max(doubles.values()) > 1:
        raise FormatError(f"item {next(item for (_, item), n in doubles.items() if n > 1)} is answered twice by one rater")
    right = np.array([[row["choice"] == answers[row["item"]], 1.0] for row in rows], dtype=np.float64)
    sure = [row["choice"] == answers[row["item"]] for row in rows if row["sure"] >= 4 and row["choice"]]
    rated = [row["plausible"] for row in rows if row["plausible"]]
    return Scored(
        share(by_group(right, [row["item"] for row in rows])),
        1 / k,
        sum(not row["choice"] for row in rows),
        wilson(sum(r >= 4 for r in rated), len(rated)),
        sum(rated) / len(rated) if rated else 0.0,
        len({row["rater"] for row in rows}),
        wilson(sum(sure), len(sure)),
    )


def _rows(text: str, number: int, answers: Mapping[str, str], k: int) -> Iterator[dict[str, Any]]:
    """The rows of a filled form in which something is filled in."""
    letters = {"", *ascii_uppercase[:k]}
    for line, row in enumerate(_read(text, number), 1):
        where = f"form {number}, item {line}"
        item = str(row.get("item") or "").strip()
        said = {name: str("" if row.get(name) is None else row[name]).strip() for name in ANSWERS}
        if item not in answers:
            raise FormatError(f"{where}: there is no such item in the key")
        if not any(said.values()):
            continue
        choice = said["choice"].upper()
        if choice not in letters or any(said[name] not in ("", *"12345") for name in ("sure", "plausible")):
            raise FormatError(f"{where}: choice is one of the letters or empty, sure and plausible are 1 to 5")
        rater = str(row.get("rater") or number)
        yield {"item": item, "rater": rater, "choice": choice, "sure": int(said["sure"] or 0), "plausible": int(said["plausible"] or 0)}


def _read(text: str, number: int) -> list[Mapping[str, Any]]:
    body = text.lstrip("\ufeff")
    try:
        if body.lstrip().startswith("{"):
            rows = json.loads(body)["items"]
            if not all(isinstance(row, dict) for row in rows):
                raise TypeError
            return list(rows)
        rows = list(csv.DictReader(io.StringIO(body)))
    except (ValueError, KeyError, TypeError, csv.Error):
        raise FormatError(f"form {number} is neither a CSV nor a JSON form of `eval expert-sheet`") from None
    if not rows or "item" not in rows[0] or "choice" not in rows[0]:
        raise FormatError(f"form {number} has no columns item and choice")
    return rows


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def told(found: Scored) -> str:
    """The figures in words."""
    tail = f"; of choices made with certainty 4 or 5 {found.sure_and_right} right" if found.sure_and_right.of else ""
    return (
        f"originals recognised: {found.right}, chance {found.chance:.4f}, {found.empty} of {found.right.of} left empty{tail}\n"
        f"clinically plausible (4 or 5): {found.plausible} of {found.plausible.of}, mean {found.mean_plausible:.2f}\n"
        f"raters: {found.raters}\n"
    )
