"""Inline SVG plots of shares with their intervals, each with a text alternative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

_LEFT, _WIDTH, _LINE, _RIGHT = 230, 420, 24, 170
_TICKS: Final = 5


class Row(NamedTuple):
    """A share with its interval, all between 0 and 1."""

    name: str
    value: float
    low: float
    high: float


def forest(title: str, rows: Sequence[Row]) -> str:
    """A point and an interval for each row; the axis begins where the lowest interval does."""
    return _figure(title, rows, is_bar=False)


def bars(title: str, rows: Sequence[Row]) -> str:
    """A bar and an interval for each row, from zero."""
    return _figure(title, rows, is_bar=True)


def _figure(title: str, rows: Sequence[Row], *, is_bar: bool) -> str:
    least = 0.0 if is_bar else _floor(min(row.low for row in rows))
    height = len(rows) * _LINE + 34
    told = "; ".join(f"{row.name} {row.value:.3f} ({row.low:.3f} to {row.high:.3f})" for row in rows)
    marks = "".join(_marks(rows, least, is_bar=is_bar))
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {_LEFT + _WIDTH + _RIGHT} {height}" role="img" '
        f'aria-label="{escape(f"{title}: {told}", quote=True)}">{_axis(least, height)}{marks}</svg></figure>'
    )


def _floor(low: float) -> float:
    """A round beginning of the axis: 0, 0.5, 0.8, 0.9 or 0.98."""
    return max(limit for limit in (0.0, 0.5, 0.8, 0.9, 0.98) if limit <= low or limit == 0.0)


def _x(share: float, least: float) -> float:
    return _LEFT + _WIDTH * (share - least) / (1 - least)


def _axis(least: float, height: int) -> str:
    lines = []
    for tick in range(_TICKS + 1):
        share = least + (1 - least) * tick / _TICKS
        x = _x(share, least)
        lines.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - 22}"/><text class="tick" x="{x:.1f}" y="{height - 6}">{share:g}</text>')
    return "".join(lines)


def _marks(rows: Sequence[Row], least: float, *, is_bar: bool) -> Iterator[str]:
    for number, row in enumerate(rows):
        y = number * _LINE + 18
        low, high, at = _x(row.low, least), _x(row.high, least), _x(row.value, least)
        name = row.name if len(row.name) <= 34 else row.name[:33] + "…"
        yield f'<text class="name" x="{_LEFT - 10}" y="{y + 4}">{escape(name)}</text>'
        if is_bar:
            yield f'<rect class="bar" x="{_LEFT}" y="{y - 7}" width="{max(0.0, at - _LEFT):.1f}" height="14"/>'
        yield f'<line class="span" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>'
        yield from (f'<line class="span" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 4}" y2="{y + 4}"/>' for x in (low, high))
        if not is_bar:
            yield f'<circle class="point" cx="{at:.1f}" cy="{y}" r="4"/>'
        yield f'<text class="value" x="{_LEFT + _WIDTH + 12}" y="{y + 4}">{row.value:.3f} ({row.low:.3f}–{row.high:.3f})</text>'
