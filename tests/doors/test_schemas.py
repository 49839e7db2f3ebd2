"""What the commands write as JSON is what the published schemas say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
COMMAND = str(Path(sys.executable).with_name("incognote"))
NOTE = "病歷號：1234567 姓名：王大明 出生：1971/03/05\n主訴：右肩痛。傳真02-2345-6789\n"


def lines(*arguments: str, text: str = NOTE) -> list[dict[str, object]]:
    done = subprocess.run([COMMAND, *arguments], input=text, capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("schema", "arguments", "text"),
    [
        ("results", ("scrub", "--vault", "none", "--jsonl", "-"), NOTE),
        ("results", ("scrub", "--vault", "none", "--jsonl", "-"), ""),
        ("spans", ("detect", "--jsonl", "-"), NOTE),
        ("spans", ("detect", "--jsonl", "--with-text", "-"), NOTE),
    ],
)
def test_every_line_fits_its_schema(schema: str, arguments: tuple[str, ...], text: str) -> None:
    published = json.loads((SCHEMAS / f"{schema}.schema.json").read_text("utf-8"))
    found = lines(*arguments, text=text)
    assert found
    for line in found:
        jsonschema.validate(line, published)


def test_offsets_of_spans_cut_out_the_text_they_name() -> None:
    (line,) = lines("detect", "--jsonl", "--with-text", "-")
    spans = line["spans"]
    assert isinstance(spans, list) and spans
    assert all(NOTE[s["start"] : s["end"]] == s["text"] for s in spans)
