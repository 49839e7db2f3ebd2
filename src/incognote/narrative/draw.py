"""A graph drawn for a person who checks it: a column a kind or two, in it the facts by time, arrows for what is said of two.

Frozen fields stand plain in a solid box, what may change in italics on a tinted ground below them. Nothing but text is
made: no library, no font is asked for that is not everywhere, the same graph gives the same drawing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.sax.saxutils import escape

from incognote.narrative.graph import Edge, Graph, Node

_WIDE: Final = 34
"""How many half-width characters go into a line."""
_BOX, _GAP, _LINE, _PAD, _HEAD = 250, 120, 15, 8, 30
_COLUMNS: Final = (("Patient", "Relative"), ("LifeEvent", "History"), ("Symptom",), ("Diagnosis",), ("Treatment",), ("VisitEvent",))
_EDGES: Final[Mapping[str, str]] = {
    "supports_dx": "#1b6e3c", "differential_of": "#7a5c00", "causes": "#a3262a", "precedes": "#777777", "overlaps": "#777777",
    "treated_by": "#1d4f91", "response_to": "#5b2a86", "relative_of": "#444444",
}  # fmt: skip
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#111}.kind{font-size:15px;font-weight:bold}.name{font-weight:bold}.when{fill:#555}"
    ".frozen{fill:#fff;stroke:#222;stroke-width:1.5}.absent{stroke-dasharray:5 3}.life{fill:#fff3d6;stroke:#c58b00;stroke-dasharray:2 2}"
    ".editable{font-style:italic}.edge{fill:none;stroke-width:1.3}.label{font-size:10px;stroke:#fff;stroke-width:3;paint-order:stroke}"
)


@dataclass(frozen=True, slots=True)
class _Line:
    text: str = field(repr=False)
    style: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Box:
    """A fact in its place; `life` is how many of its lines may change: the last ones."""

    node: Node
    left: float
    top: float
    lines: tuple[_Line, ...] = field(repr=False)
    life: int

    @property
    def height(self) -> float:
        return len(self.lines) * _LINE + 2 * _PAD

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


def svg(graph: Graph) -> str:
    """`graph` as one SVG document.

    >>> drawing = svg(Graph("n", "en", (Node("f1", "Symptom", {"name": "insomnia", "negated": True}),)))
    >>> drawing.startswith("<svg ") and "not insomnia" in drawing
    True
    """
    boxes = _placed(graph)
    columns = sorted({box.left for box in boxes.values()})
    wide = max(columns, default=0) + _BOX + _GAP
    high = max((box.top + box.height for box in boxes.values()), default=0) + 2 * _LINE
    edges = [_edge(edge, boxes, number) for number, edge in enumerate(graph.edges)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high + _LINE:g}" viewBox="0 0 {wide:g} {high + _LINE:g}" role="img">',
        f"<title>{_safe(graph.id or 'graph')}</title><style>{_STYLE}</style>",
        "".join(_arrow(kind, colour) for kind, colour in _EDGES.items()),
        *_headings(boxes.values()),
        *(line for line, _ in edges),
        *(_drawn(box) for box in boxes.values()),
        *(label for _, label in edges),
        f'<text x="10" y="{high:g}" class="when">solid: frozen · tinted italics: may change · dashed: said not to be there</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def wrapped(text: str, *, wide: int = _WIDE) -> list[str]:
    """`text` in lines of at most `wide` half-width characters; between words where there are any, else between characters.

    >>> wrapped("hears two neighbours", wide=12), wrapped("聽到鄰居在罵他", wide=8)
    (['hears two', 'neighbours'], ['聽到鄰居', '在罵他'])
    """
    lines, line, room = [], "", wide
    for piece in _pieces(" ".join(text.split())):
        size = sum(_width(c) for c in piece)
        if size > room and line.strip():
            lines.append(line.rstrip())
            line, room, piece = "", wide, piece.lstrip()
            size = sum(_width(c) for c in piece)
        while size > room:
            cut = next(n for n in range(len(piece), 0, -1) if sum(_width(c) for c in piece[:n]) <= room or n == 1)
            lines.append(piece[:cut])
            piece = piece[cut:]
            size = sum(_width(c) for c in piece)
        line, room = line + piece, room - size
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(text: str) -> Iterator[str]:
    """What a line may not be broken within: a word with the blank before it, or one wide character."""
    piece = ""
    for character in text:
        if character == " " or _width(character) == 2:
            if piece:
                yield piece
            piece = character if character == " " else ""
            if character != " ":
                yield character
        else:
            piece += character
    if piece:
        yield piece


def _width(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _placed(graph: Graph) -> dict[str, _Box]:
    """Every fact's box: columns in the order of the kinds, in a column the earliest first, those without a time last."""
    boxes: dict[str, _Box] = {}
    left = 10.0
    for kinds in _COLUMNS:
        top = 0.0
        for kind in kinds:
            nodes = sorted((n for n in graph.nodes if n.kind == kind), key=lambda node: _onset(graph, node))
            top += _HEAD if nodes else 0
            for node in nodes:
                lines, life = _lines(graph, node)
                boxes[node.id] = _Box(node, left, top, tuple(lines), life)
                top += boxes[node.id].height + 2 * _LINE
        left += (_BOX + _GAP) if top else 0
    return boxes


def _onset(graph: Graph, node: Node) -> tuple[bool, int]:
    when = graph.when(node)
    onset = None if when is None else when.onset
    return onset is None, onset or 0


def _lines(graph: Graph, node: Node) -> tuple[list[_Line], int]:
    sign = "not " if node.clinical.get("negated") else "? " if node.clinical.get("uncertain") else ""
    lines = [_Line(text, "name") for text in wrapped(f"{node.id} {sign}{node.name}")]
    if when := graph.when(node):
        told = [f"{name} {value:+d} d" if name != "span" else f"for {value} d" for name, value in zip(("from", "to", "span"), when[1:], strict=True) if value is not None]
        lines += [_Line(text, "when") for text in wrapped(", ".join(told) or when.id)]
    for name, value in node.clinical.items():
        if name not in ("name", "class", "negated", "uncertain"):
            lines += [_Line(text, "field") for text in wrapped(f"{name}: {value}")]
    life = [_Line(text, "editable") for name, value in node.context.items() for text in wrapped(f"{name}: {value}")]
    return lines + life, len(life)


def _headings(boxes: Iterable[_Box]) -> Iterator[str]:
    """The name of a kind over the first of its boxes."""
    told: set[str] = set()
    for box in boxes:
        if box.node.kind not in told:
            yield f'<text x="{box.left:g}" y="{box.top - _PAD:g}" class="kind">{_safe(box.node.kind)}</text>'
        told.add(box.node.kind)


def _drawn(box: _Box) -> str:
    absent = " absent" if box.node.clinical.get("negated") else ""
    out = f'<g id="{_safe(box.node.id)}"><rect class="frozen{absent}" x="{box.left:g}" y="{box.top:g}" width="{_BOX}" height="{box.height:g}" rx="4"/>'
    if box.life:
        top = box.top + _PAD + (len(box.lines) - box.life) * _LINE
        out += f'<rect class="life" x="{box.left + 3:g}" y="{top:g}" width="{_BOX - 6}" height="{box.life * _LINE + _PAD - 3:g}"/>'
    for number, line in enumerate(box.lines, 1):
        out += f'<text class="{line.style}" x="{box.left + _PAD:g}" y="{box.top + _PAD + number * _LINE - 4:g}">{_safe(line.text)}</text>'
    return out + "</g>"


def _arrow(kind: str, colour: str) -> str:
    return (
        f'<defs><marker id="to-{kind}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0 8 4 0 8z" fill="{colour}"/></marker></defs>'
    )


def _edge(edge: Edge, boxes: Mapping[str, _Box], number: int) -> tuple[str, str]:
    """An arrow from one fact to the other, and its label: to the near side, or round the outside within one column."""
    one, two = boxes[edge.source], boxes[edge.target]
    if one.left == two.left:
        start, end = one.left + _BOX, two.left + _BOX
        first = second = start + 25 + 9 * (number % 7)
    else:
        forth = one.left < two.left
        start, end = (one.left + _BOX, two.left) if forth else (one.left, two.left + _BOX)
        reach = _GAP / 2 if forth else -_GAP / 2
        first, second = start + reach, end - reach
    high, low = one.middle + _apart(number, one), two.middle + _apart(number, two)
    across, down = (start, first, second, end), (high, high, low, low)
    part = 0.2 + 0.1 * (number % 7)
    if one.left != two.left:
        part = min((n / 50 for n in range(50)), key=lambda n: abs(abs(_at(n, *across) - start) - _GAP / 2))
    x, y = _at(part, *across), _at(part, *down) + 11 * (number % 3 - 1)
    colour = _EDGES.get(edge.kind, "#444444")
    return (
        f'<path class="edge" stroke="{colour}" d="M{start:g} {high:g}C{first:g} {high:g} {second:g} {low:g} {end:g} {low:g}" marker-end="url(#to-{edge.kind})"/>',
        f'<text class="label" text-anchor="middle" x="{x:g}" y="{y - 2:g}" style="fill:{colour}">{_safe(edge.kind)}</text>',
    )


def _apart(number: int, box: _Box) -> float:
    """How far from the middle of a box its arrow ends, so that not all end in one point."""
    return round((number % 5 - 2) * min(4.0, box.height / 8), 2)


def _at(part: float, one: float, two: float, three: float, four: float) -> float:
    """Where a curve through four points is after that part of it."""
    rest = 1 - part
    return round(rest**3 * one + 3 * rest**2 * part * two + 3 * rest * part**2 * three + part**3 * four, 2)


def _safe(text: str) -> str:
    """`text` as it may stand in XML, also between quotation marks, without what no XML may hold."""
    return escape("".join(c for c in text if c.isprintable()), {'"': "&quot;", "'": "&#39;"})
