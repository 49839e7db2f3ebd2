"""An evaluation as one self-contained HTML page: tables, intervals drawn, and every miss in its context.

Pictures are inline SVG with a text alternative each; the page needs no network and no other file. Confidential
where the notes are: it shows text around misses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from incognote.lab.evaluate.per_class import CLASS_FIGURES, MACRO
from incognote.lab.evaluate.plots import Row, bars, forest
from incognote.lab.evaluate.tables import NOT_TOLD, resampling

_SHOWN: Final = 4000
"""Misses and false alarms that the page holds at most, all systems together (under 2 MB); the JSON has all."""
_FOREST: Final = ("string recall", "full-cover recall", "exact recall", "unique precision", "entity recall", "clean notes", "fully covered notes")
_DECOYS_SHOWN, _DECOY_SHOWN = 60, 300
"""Altered decoys that the page lists for each system, and characters of each."""
_TITLES: Final[Mapping[str, str]] = {
    "identifier": "Direct and quasi identifiers", "identifier (entities)": "Entities, all mentions, direct and quasi", "label": "By label", "type": "By note type", "script": "By script", "origin": "By the person's origin",
    "surname_rarity": "By how common the surname is", "length": "By length of the name as written", "sex": "By sex",
    "role": "By who the person is in the record",
}  # fmt: skip


def page(result: Mapping[str, Any]) -> str:
    """The page.

    Raises:
        KeyError: `result` is no evaluation.
    """
    template = files("incognote.lab.evaluate").joinpath("report.html").read_text("utf-8")
    body = "\n".join(_body(result))
    return template.replace("{{title}}", escape(f"Evaluation on {result['set']}")).replace("{{body}}", body)


def _body(result: Mapping[str, Any]) -> Iterator[str]:
    systems: Mapping[str, Any] = result["systems"]
    yield f"<h1>{escape(result['set'])}</h1>"
    yield (
        f"<p>{result['notes']} notes from {result['skeletons']} skeletons, {result['spans']} spans; labels in scheme {escape(result['scheme'])}, "
        f"{escape(result['scored'])}. {escape(resampling(result['unit']))}</p>"
    )
    if result["remark"]:
        yield f'<p class="remark">{escape(result["remark"])}</p>'
    yield "<h2>Figures</h2>" + _figures(systems)
    yield "<h2>Intervals</h2>"
    for measure in _FOREST:
        rows = [Row(name, *of["figures"][measure][:3]) for name, of in systems.items() if of["figures"].get(measure, NOT_TOLD)[3]]
        if rows:
            yield forest(measure, rows)
    if result["comparisons"]:
        yield "<h2>Comparisons</h2><ul>" + "".join(f"<li>{escape(pair['sentence'])} <small>p = {pair['p']:.4f}</small></li>" for pair in result["comparisons"]) + "</ul>"
    for name, of in systems.items():
        yield from _system(name, of, shown=_SHOWN // (2 * len(systems)))
    yield _cost(systems, result["notes"])


def _figures(systems: Mapping[str, Any]) -> str:
    names = list(dict.fromkeys(name for of in systems.values() for name in of["figures"]))
    head = "".join(f'<th scope="col">{escape(n)}</th>' for n in ("system", *names))
    rows = "".join(
        f'<tr><th scope="row">{escape(system)}</th>' + "".join(f"<td>{_cell(of['figures'].get(n, NOT_TOLD))}</td>" for n in names) + "</tr>"
        for system, of in systems.items()
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cell(row: Sequence[float]) -> str:
    value, low, high, of = row
    return "–" if of == 0 else f"{value:.3f}<br><small>{low:.3f}–{high:.3f}</small>"


def _system(name: str, of: Mapping[str, Any], *, shown: int) -> Iterator[str]:
    yield f"<h2>{escape(name)}</h2>"
    if of["failures"]:
        yield f'<p class="remark">{len(of["failures"])} notes were not answered (crash, invalid or no answer): all their spans count as missed.</p>'
    if of.get("classes"):
        yield "<h3>Precision, recall and F1 by class</h3>" + _classes(of["classes"])
        yield bars(f"{name}, F1 by class", [Row(f"{label} ({row['recall'][3]})", *row["F1"][:3]) for label, row in of["classes"].items()])
    for key, title in _TITLES.items():
        told = of["by"].get(key)
        if told and len(told) > 1:
            yield f"<h3>{title}: full-cover recall</h3>"
            yield bars(f"{name}, {title.lower()}", [Row(f"{label} ({row[3]})", *row[:3]) for label, row in told.items()])
    yield "<h3>Confusion</h3>" + _confusion(of["confusion"])
    if of.get("clinical"):
        yield "<h3>Clinical strings that a mask touches</h3>" + _rows("kind", of["clinical"])
    if "decoys" in of:
        yield _decoys(of["decoys"])
    yield _browser(name, "Misses", of["misses"], shown=shown)
    yield _browser(name, "False alarms", of["false alarms"], shown=shown)


def _classes(classes: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    head = "".join(f'<th scope="col">{escape(n)}</th>' for n in ("class", "in the gold", *CLASS_FIGURES))
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{row["recall"][3]}{" classes" if name == MACRO else ""}</td>'
        + "".join(f"<td>{_cell(row[figure])}</td>" for figure in CLASS_FIGURES) + "</tr>"
        for name, row in classes.items()
    )  # fmt: skip
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _rows(head: str, rows: Mapping[str, Sequence[float]]) -> str:
    body = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{_cell(row)}</td><td>{row[3]}</td></tr>' for name, row in rows.items())
    return f'<table><thead><tr><th scope="col">{escape(head)}</th><th scope="col">share touched</th><th scope="col">of</th></tr></thead><tbody>{body}</tbody></table>'


def _decoys(altered: Sequence[Mapping[str, Any]]) -> str:
    if not altered:
        return "<h3>Decoys altered</h3><p>None.</p>"
    items = "".join(
        f"<li><code>{escape(row['id'])}</code> {escape(row['text'][:_DECOY_SHOWN])} — "
        + ", ".join(f"<mark>{escape(found)}</mark> <b>{escape(label)}</b>" for found, label in row["masked"][:_DECOYS_SHOWN]) + "</li>"
        for row in altered[:_DECOYS_SHOWN]
    )  # fmt: skip
    more = f"<p>{len(altered) - _DECOYS_SHOWN} more are in evaluation.json.</p>" if len(altered) > _DECOYS_SHOWN else ""
    return f"<details><summary>Decoys altered ({len(altered)})</summary><ol>{items}</ol>{more}</details>"


def _confusion(table: Mapping[str, Mapping[str, int]]) -> str:
    columns = sorted({said for row in table.values() for said in row})
    head = "".join(f'<th scope="col">{escape(c)}</th>' for c in ("gold \\ said", *columns))
    body = ""
    for gold, row in table.items():
        cells = "".join(f'<td class="{_shade(gold, c, row)}">{row.get(c, "")}</td>' for c in columns)
        body += f'<tr><th scope="row">{escape(gold)}</th>{cells}</tr>'
    return f'<div class="wide"><table class="confusion"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _shade(gold: str, said: str, row: Mapping[str, int]) -> str:
    if said not in row:
        return "none"
    return "right" if gold == said else "missed" if said == "missed" else "other"


def _browser(system: str, title: str, rows: Sequence[Mapping[str, Any]], *, shown: int) -> str:
    if not rows:
        return f"<h3>{title}</h3><p>None.</p>"
    labels = sorted({str(row["label"]) for row in rows})
    options = "".join(f"<option>{escape(label)}</option>" for label in labels)
    items = "".join(_miss(row) for row in rows[:shown])
    more = f"<p>{len(rows) - shown} more are in evaluation.json.</p>" if len(rows) > shown else ""
    return (
        f"<details class='browser'><summary>{title} ({len(rows)})</summary>"
        f"<label>Label <select aria-label='label of {title.lower()} of {escape(system)}'><option value=''>all</option>{options}</select></label>"
        f"<ol>{items}</ol>{more}</details>"
    )


def _miss(row: Mapping[str, Any]) -> str:
    before, found, after = (escape(part.replace("\n", " ⏎ ")) for part in row["context"])
    told = " ".join(filter(None, (str(row["label"]), row.get("kind") or "", row.get("origin") or "")))
    return f'<li data-label="{escape(str(row["label"]))}"><code>{escape(row["id"])}</code> <b>{escape(told)}</b> {before}<mark>{found}</mark>{after}</li>'


def _cost(systems: Mapping[str, Any], notes: int) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{of["seconds"]:.2f} s</td><td>{1000 * of["seconds"] / notes:.2f} ms</td></tr>'
        for name, of in _timed(systems)
    )
    if not rows:
        return ""
    return f'<h2>Cost</h2><table><thead><tr><th scope="col">system</th><th scope="col">all notes</th><th scope="col">a note</th></tr></thead><tbody>{rows}</tbody></table>'


def _timed(systems: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    return ((name, of) for name, of in systems.items() if of["seconds"] is not None)
