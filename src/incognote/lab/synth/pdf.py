"""A note as a PDF with a text layer: what a department's export looks like to a reader of PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

_FONTS: Final = {"zh-TW": "MSung-Light", "zh-CN": "STSong-Light", "en": "Helvetica"}
_SIZE, _LEADING, _MARGIN, _STOP = 10, 14, 54, 60


def write_pdf(text: str, path: Path, *, script: str) -> int:
    """Write `text` line by line on A4 pages, wrapped at the margin; returns the number of pages."""
    font = _FONTS[script]
    if script != "en":
        pdfmetrics.registerFont(UnicodeCIDFont(font))
    width, height = A4
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    canvas.setTitle("report")
    y, pages = height - _MARGIN, 1
    canvas.setFont(font, _SIZE)
    for line in text.split("\n"):
        for piece in _wrapped(line, font, width - 2 * _MARGIN):
            if y < _MARGIN:
                canvas.showPage()
                canvas.setFont(font, _SIZE)
                y, pages = height - _MARGIN, pages + 1
            _draw(canvas, piece, y, font)
            y -= _LEADING
    canvas.save()
    return pages


def _draw(canvas: Canvas, piece: str, y: float, font: str) -> None:
    """One line; a tab moves on to the next stop, for a font has no sign for it."""
    x: float = _MARGIN
    for number, part in enumerate(piece.split("\t")):
        if number:
            x = _MARGIN + _STOP * (int((x - _MARGIN) / _STOP) + 1)
        canvas.drawString(x, y, part)
        x += pdfmetrics.stringWidth(part, font, _SIZE) + 2 * _SIZE


def _wrapped(line: str, font: str, room: float) -> list[str]:
    """`line` in pieces that fit; broken at a space where there is one."""
    pieces = []
    while pdfmetrics.stringWidth(line, font, _SIZE) > room:
        end = len(line)
        while pdfmetrics.stringWidth(line[:end], font, _SIZE) > room:
            end -= 1
        space = line.rfind(" ", 1, end)
        cut = space if space > end // 2 else end
        pieces.append(line[:cut])
        line = line[cut:].lstrip(" ")
    return [*pieces, line]
