"""`docs/study.md` from the study's folder: tables, plots, and sentences that the figures allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from incognote.errors import UsageError
from incognote.lab.train.curves import draw_amounts, draw_forest, draw_trade
from incognote.lab.train.schemes import FOUR
from incognote.lab.train.study.cases import KINDS
from incognote.lab.train.study.grid import Grid
from incognote.lab.train.study.reading import (
    DATA_NAMES,
    bars,
    by_data,
    by_model,
    by_share,
    cases_said,
    said,
    splits,
)
from incognote.lab.train.study.scores import Scored, scored
from incognote.lab.train.study.tables import (
    case_rows,
    class_rows,
    made_rows,
    main_rows,
    paper_rows,
    table,
    time_rows,
)
from incognote.lab.train.study.times import read_times

_HEAD = ("row", "model", "data", "precision", "recall", "F1", "seeds: F1 of each")
_KEPT: Final = ("<!-- reading -->", "<!-- end of reading -->")
"""What stands between them in a page that is made anew stays."""


def write_report(grid: Grid, folder: Path, path: Path, *, named: str) -> None:
    """Write the page, and its plots beside it; `named` is the grid as the command names it.

    Raises:
        UsageError: no run is done.
    """
    found = scored(grid, folder)
    if not found:
        raise UsageError("no run is done: there is nothing to report")
    path.parent.mkdir(parents=True, exist_ok=True)
    times = read_times(folder)
    pictures = _pictures(grid, found, times, path)
    parts = [
        _opening(grid, found, named, path), _setting(grid, found, folder), _models(grid, found, pictures), _data(grid, found), _classes(found),
        _amounts(grid, found, pictures), _splits(grid, found), _times(grid, times, found, pictures), _cases(found, folder),
    ]  # fmt: skip
    path.write_text("\n".join(line for part in parts for line in part).rstrip() + "\n", "utf-8")


def _opening(grid: Grid, found: Mapping[str, Scored], named: str, path: Path) -> list[str]:
    done, asked = sum(len(e.seeds) for e in found.values()), sum(len(row.seeds) for row in grid.rows)
    return [
        "# The study of the paper on Chinese records, remade", "",
        "The paper (JMIR Med Inform 2022;10(8):e38154) trains TinyBERT with a CRF on one hospital's records and adds text by DAGA and",
        "mention replacement (MR). This page asks the same questions of `cn-ehr`, synthetic sentences in the paper's proportions",
        "(docs/datasheets.md), with intervals. Figures say how models do on text made for this purpose, not on a hospital's.", "",
        "```", f"incognote train ablation -o FOLDER --grid {named}", f"incognote train ablation -o FOLDER --grid {named} --times",
        f"incognote train ablation -o FOLDER --grid {named} --report {path.parent.name or '.'}/{path.name}", "```", "",
        f"{done} of {asked} runs of the grid stand behind this page." + ("" if done == asked else " Rows without a run are left out."), "",
        "## Bars", "",
        *table(("what", "bar", "reached", "verdict"), ((bar.what, bar.bar, bar.reached, bar.verdict) for bar in bars(found))),
        "## Reading", "", _KEPT[0], *_kept(path), _KEPT[1], "",
    ]  # fmt: skip


def _kept(path: Path) -> list[str]:
    """What somebody wrote about the figures, from the page that is there."""
    text = path.read_text("utf-8") if path.exists() else ""
    begin, end = (text.find(mark) for mark in _KEPT)
    return text[begin + len(_KEPT[0]) : end].strip("\n").split("\n") if 0 <= begin < end else []


def _setting(grid: Grid, found: Mapping[str, Scored], folder: Path) -> list[str]:
    return [
        "## How it was made", "",
        f"- All runs of a split see as many pieces as {grid.passes} passes over its whole raw training text hold, in batches of {grid.batch:,}:",
        "  equal optimiser steps, whatever the data. Epochs follow from that; the best one is chosen on valid by F1.",
        "- Transformers start from layers of multilingual-e5-small, recurrent models from its embeddings of the same pieces; one that is taught,",
        "  from its teacher's layers, with a first stage of its own besides. Tags: begin and inside of PER, ORG, LOC, DAT, and outside, with a CRF that forbids what BIO forbids.",
        "- DAGA and MR use the run's own training sentences alone, MR draws from the name and place pools of the train split; generated text",
        "  that shares a line with valid or test is left out. What is added is drawn once (seed 1) and serves all training seeds.",
        "- A part of the data is whole documents (a skeleton filled once) or whole skeletons, drawn with the run's seed.",
        "- Measured: spans with the exact ends and class. Intervals: 95 %, 2,000 bootstrap draws of whole skeletons; several seeds are pooled.",
        "  Differences are paired on the same draws; p is of approximate randomisation. No correction for many comparisons.", "",
        *table(("row", "documents", "sentences", "added", "left out", "epochs", "steps", "million parameters", "minutes"), made_rows(grid, found.values(), folder)),
    ]  # fmt: skip


def _models(grid: Grid, found: Mapping[str, Scored], pictures: Mapping[str, str]) -> list[str]:
    chosen = _whole(found)
    pairs = by_model(found)
    return [
        "## Models, by document", "", *pictures_of(pictures, "rows", "F1 of every row by document, with its interval"),
        *table(_HEAD, main_rows(grid, chosen)), *_list(said(pair) for pair in pairs),
    ]  # fmt: skip


def _data(grid: Grid, found: Mapping[str, Scored]) -> list[str]:
    pairs = by_data(found)
    told = "The paper's TinyBERT, by sentence, in per cent, as far as its prose tells it (no intervals are known):"
    return [
        "## Augmentation", "", *_list(said(pair) for pair in pairs),
        told, "", *table(("data", "precision", "recall", "F1"), paper_rows()),
    ]  # fmt: skip


def _classes(found: Mapping[str, Scored]) -> list[str]:
    return ["## By class", "", "F1 of each class.", "", *table(("row", *FOUR), class_rows(found.values()))]


def _amounts(grid: Grid, found: Mapping[str, Scored], pictures: Mapping[str, str]) -> list[str]:
    parts = [e for e in found.values() if e.row.share < 1]
    pairs = by_share(found)
    return [
        "## Amount of data", "", *pictures_of(pictures, "amounts", "F1 by share of the documents, raw and augmented"),
        *table(_HEAD, main_rows(grid, parts)), *_list(said(pair) for pair in pairs),
        "The paper: 93.26 F1 on 10 % and 97.91 on 50 % of the raw text; 98.51 and 98.80 with added text, which of the two is which is lost.", "",
    ]  # fmt: skip


def _splits(grid: Grid, found: Mapping[str, Scored]) -> list[str]:
    closed = [e for e in found.values() if e.row.split == "sentence"]
    return [
        "## By sentence, as the paper split", "",
        "Sentences of one skeleton, and the same names, are in training and test: what is measured was partly seen.", "",
        *table(_HEAD, main_rows(grid, closed)), *_list(splits(found)),
    ]  # fmt: skip


def _times(grid: Grid, times: Mapping[str, Any], found: Mapping[str, Scored], pictures: Mapping[str, str]) -> list[str]:
    if not times:
        return ["## Time", "", "Not measured yet (`--times`).", ""]
    return [
        "## Time", "",
        "CPU seconds on one thread, one sentence at a time, torch in 32 bits, cutting and Viterbi included, the best of three rounds. The paper:",
        "158 s for 1,500 samples on a CPU of 2014 (105 ms each). Ratios count; seconds drift with the machine. The shipped tagger runs elsewise",
        "(8 bits, docs/training.md).", "", *pictures_of(pictures, "times", "F1 against milliseconds a sentence"),
        *table(("model", "million parameters", "seconds", "ms a sentence", "times the quickest", "F1 on raw text"), time_rows(grid, times, found)),
    ]  # fmt: skip


def _cases(found: Mapping[str, Scored], folder: Path) -> list[str]:
    return [
        "## Two kinds of case", "",
        "Thirty invented sentences each (`src/incognote/lab/train/study/cases.tsv`): a bare number that is no date (009942), right where no",
        "part of it is found as a date; an organisation named after a disease (白血病基金), right where all of it is found as one. Share of",
        "sentences that are right; Wilson over the sentences.", "",
        *table(("row", *(f"{kind}, share right" for kind in KINDS)), case_rows(found.values(), folder)), *_list(cases_said(found, folder)),
    ]  # fmt: skip


def _list(sentences: Any) -> list[str]:
    found = [f"- {sentence}" for sentence in sentences]
    return [*found, ""] if found else []


def _whole(found: Mapping[str, Scored]) -> list[Scored]:
    return [e for e in found.values() if e.row.share == 1 and e.row.split == "document"]


def pictures_of(pictures: Mapping[str, str], name: str, about: str) -> Iterator[str]:
    """The line of a picture, where it was drawn."""
    if name in pictures:
        yield from (f"![{about}]({pictures[name]})", "")


def _pictures(grid: Grid, found: Mapping[str, Scored], times: Mapping[str, Any], path: Path) -> dict[str, str]:
    """Draw what there is to draw beside the page."""
    drawn: dict[str, str] = {}

    def place(name: str) -> Path:
        drawn[name] = f"{path.stem}-{name}.png"
        return path.with_name(drawn[name])

    rows = [(e.row.name, e.estimate()) for e in found.values() if e.row.split == "document"]
    draw_forest([(name, value, low, high) for name, (value, low, high, _) in rows], place("rows"), title="F1 by document")
    curves: dict[str, list[tuple[float, float, float, float]]] = {}
    for each in found.values():
        model, data = each.row.model, each.row.data
        if each.row.split == "document" and each.row.unit == "document" and any(_is_part(o, each) for o in found.values()):
            value, low, high, _ = each.estimate()
            curves.setdefault(f"{grid.models[model].title}, {DATA_NAMES[data]}", []).append((100 * each.row.share, value, low, high))
    if curves:
        draw_amounts({name: sorted(points) for name, points in curves.items()}, place("amounts"))
    points = {grid.models[name].title: (told["ms"], *_f1_of(found, name)) for name, told in times.items() if _f1_of(found, name)}
    if points:
        draw_trade(points, place("times"))
    return drawn


def _is_part(one: Scored, of: Scored) -> bool:
    a, b = one.row, of.row
    return a.share < 1 and a.unit == "document" and (a.model, a.data, a.split) == (b.model, b.data, b.split)


def _f1_of(found: Mapping[str, Scored], model: str) -> tuple[float, ...]:
    """F1 with its interval of a model's first row."""
    mine = next((e for e in found.values() if e.row.model == model and e.row.split == "document" and e.row.share == 1), None)
    return tuple(mine.estimate()[:3]) if mine else ()
