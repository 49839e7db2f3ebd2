"""The study of language models as Markdown: tables, what stands beside their figures, and the sentences that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from incognote.errors import UsageError
from incognote.lab.evaluate.lora_rows import LEAKY, PERFECT, THINKING
from incognote.lab.evaluate.lora_standing import SHARED
from incognote.lab.evaluate.tables import SYNTHETIC, resampling

_FIGURES: Final = (
    "string recall", "full-cover recall", "unique precision", "clean notes", "fully covered notes", "spurious spans a note",
    "leaked characters per 1,000", "over-masked share", "entity recall", "typed exact F1", "clinical strings touched",
)  # fmt: skip
_SENTENCES: Final = ("string recall", "full-cover recall", "unique precision")
"""Measures whose differences are told in words; the others are in a table."""
BEGIN, END = "<!-- figures: incognote eval lora-study -->", "<!-- end of figures -->"
_ARTICLE: Final = ("precision (unique)", "F1", "clean notes", "valid JSON")


def markdown(result: Mapping[str, Any]) -> str:
    """One gold set of the study."""
    return "\n".join(_lines(result)).rstrip() + "\n"


def _lines(result: Mapping[str, Any]) -> Iterator[str]:
    rows: Mapping[str, Any] = result["rows"]
    marks = {name: "".join(dict.fromkeys(mark for mark, _ in row["cautions"])) for name, row in rows.items()}
    legend = _legend(rows)
    part = "" if result["notes"] == result["of"] else f" (a sample by skeleton of {result['of']})"
    yield from (f"## {result['set']}", "")
    yield f"{result['notes']} notes{part}, {result['skeletons']} skeletons, {result['spans']} spans of the eight types. {resampling(result['unit'])}"
    if result["is_synthetic"]:
        yield SYNTHETIC
    for name, have in result["missing"].items():
        yield f"Not done yet: {name} ({have} of {result['notes']} notes)."
    yield from ("", "### Figures", "", *_table(rows, marks, _FIGURES, lambda row, name: row["figures"].get(name), worst=True), *legend)
    types = list(dict.fromkeys(label for row in rows.values() for label in row["by type (string)"]))
    yield from ("", "### String recall by type", "", *_table(rows, marks, types, lambda row, name: row["by type (string)"].get(name)), *legend)
    yield from ("", "### Full-cover recall by type", "", *_table(rows, marks, types, lambda row, name: row["by type (full cover)"].get(name)), *legend)
    yield from ("", "### By the article's own evaluator", "", "Strings as a model said them, whatever their type and place; only first replies, none asked again.", "")
    yield from (*_article(rows, marks, types), *legend)
    yield from ("", "### Replies of language models", "", *_replies(rows, marks), *legend)
    yield from ("", "### Time and memory", "", *_cost(rows, marks), *legend)
    yield from ("", "### Differences", "", "Paired, on the same notes and draws.", "", *_differences(result["comparisons"], marks), *legend)
    yield from ("", "### Two traps", "", *_traps(rows))


def _legend(rows: Mapping[str, Any]) -> list[str]:
    cautions = dict.fromkeys((mark, text) for row in rows.values() for mark, text in row["cautions"])
    return ["", *(f"{mark} {text}.  " for mark, text in cautions)] if cautions else []


def _table(rows: Mapping[str, Any], marks: Mapping[str, str], columns: Sequence[str], figure: Any, *, worst: bool = False) -> Iterator[str]:
    yield "| row | " + " | ".join(columns) + (" | worst type |" if worst else " |")
    yield "|---" * (len(columns) + 1 + worst) + "|"
    for name, row in rows.items():
        cells = [_cell(figure(row, column), marks[name]) for column in columns]
        if worst:
            of = row["worst type"]
            cells.append(f"{of} {_cell(row['by type (full cover)'][of], marks[name])}" if of else "-")
        yield f"| {name} | " + " | ".join(cells) + " |"


def _cell(value: Sequence[float] | None, mark: str) -> str:
    if value is None or value[3] == 0:
        return "-"
    return f"{value[0]:.3f} ({value[1]:.3f}-{value[2]:.3f}){mark}"


def _article(rows: Mapping[str, Any], marks: Mapping[str, str], types: Sequence[str]) -> Iterator[str]:
    yield "| row | span recall | " + " | ".join((*_ARTICLE, *types)) + " |"
    yield "|---" * (len(_ARTICLE) + len(types) + 2) + "|"
    for name, row in rows.items():
        told = row["article"]
        shares = [told[key] for key in _ARTICLE] + [told["recall by type"].get(label, (None,))[0] for label in types]
        cells = ["-" if share is None else f"{share:.3f}{marks[name]}" for share in shares]
        yield f"| {name} | {_cell(told['span recall'], marks[name])} | " + " | ".join(cells) + " |"


def _replies(rows: Mapping[str, Any], marks: Mapping[str, str]) -> Iterator[str]:
    told = {name: row["replies"] for name, row in rows.items() if "replies" in row}
    outcomes = list(dict.fromkeys(outcome for of in told.values() for outcome in of["outcomes"]))
    yield "| row | notes with valid JSON | " + " | ".join(outcomes) + " | asked again in halves | notes not read whole | strings said | invented | dropped | invented kept |"
    yield "|---" * (len(outcomes) + 8) + "|"
    for name, of in told.items():
        again = ", ".join(f"{count} {outcome}" for outcome, count in of["asked again"].items()) or "0"
        counts = [of["outcomes"][o] for o in outcomes]
        rest = [again, *(of[key] for key in ("notes with an unread window", "strings said", "invented", "dropped", "invented kept"))]
        yield f"| {name} | {_cell(of['valid JSON'], marks[name])} | " + " | ".join(map(str, [*counts, *rest])) + " |"


def _cost(rows: Mapping[str, Any], marks: Mapping[str, str]) -> Iterator[str]:
    yield "| row | seconds a note | processor seconds a note | notes a second | tokens read and written a second | tokens written a second | most memory, MB |"
    yield "|---" * 7 + "|"
    for name, row in rows.items():
        if row["kind"] == "scripted":
            continue
        of = row["cost"]
        memory = "-" if of["peak MB"] is None else f"{'at most ' if of['is a sum'] else ''}{of['peak MB']}"
        cells = [_number(of[key]) for key in ("seconds a note", "processor seconds a note", "notes a second", "tokens a second", "reply tokens a second")]
        yield f"| {name}{marks[name]} | " + " | ".join(cells) + f" | {memory} |"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _differences(pairs: Sequence[Mapping[str, Any]], marks: Mapping[str, str]) -> Iterator[str]:
    for pair in pairs:
        if pair["measure"] in _SENTENCES:
            apart = "The two intervals overlap." if pair["intervals overlap"] else "The two intervals lie apart."
            yield f"- {pair['sentence']} {apart} p = {pair['p']:.4f}."
    rest = [pair for pair in pairs if pair["measure"] not in _SENTENCES]
    if rest:
        yield from ("", "| first less second | measure | difference | p |", "|---|---|---|---|")
    for pair in rest:
        first, second = pair["first_system"], pair["second_system"]
        mark = "".join(dict.fromkeys(marks[first] + marks[second]))
        yield f"| {first} less {second} | {pair['measure']} | {pair['value']:+.4f} ({pair['low']:+.4f} to {pair['high']:+.4f}){mark} | {pair['p']:.4f} |"


def _traps(rows: Mapping[str, Any]) -> Iterator[str]:
    if PERFECT in rows and THINKING in rows:
        answered, thought = (rows[name]["figures"]["string recall"][0] for name in (PERFECT, THINKING))
        json = rows[THINKING]["replies"]["valid JSON"][0]
        yield (
            f"- Thinking left on: a scripted model that knows every answer reaches {answered:.3f} string recall if it answers at once, and {thought:.3f} "
            f"if it first spends the budget of its reply thinking ({json:.3f} of its notes have valid JSON). No real model stands behind these two rows."
        )
    leaky = [name for name, row in rows.items() if any(mark == SHARED for mark, _ in row["cautions"])]
    if LEAKY not in rows:
        yield "- Training data that shares skeletons with the test: no such adapter was given (`--leaky`)."
    yield f"- Rows whose LoRA saw, or may have seen, what it is asked: {', '.join(leaky) if leaky else 'none'}."


def put(page: str, figures: Sequence[str]) -> str:
    """`page` with `figures` between its two marks.

    Raises:
        UsageError: the page has no such marks.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise UsageError(f"the page has no place for figures: a line {BEGIN} and a line {END}")
    return f"{before}{BEGIN}\n\n" + "\n".join(figures).rstrip() + f"\n\n{END}{after}"
