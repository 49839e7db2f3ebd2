"""Writes `src/incognote/detect/data/districts_cn.tsv`: mainland cities, counties and districts with their level word.

Run by hand: `python scripts/make_cn_districts.py`; needs `pip install jieba` (MIT).
"""

from __future__ import annotations

from pathlib import Path

import jieba

TARGET = Path(__file__).parents[1] / "src" / "incognote" / "detect" / "data" / "districts_cn.tsv"
HEAD = """# SOURCE jieba 0.42.1, dict.txt: place names (ns) that end in a level word
# LICENCE MIT
# DATE 2026-11-29
"""
LEVELS = "区县市州"
GENERAL = ("地区", "库区", "特区", "郊区", "景区", "灾区", "亚区", "旗", "角区")
NUMERALS = frozenset("一二三四五六七八九十上下东西南北中前后新老大小本全各")


def main() -> None:
    lines = Path(jieba.__file__).with_name("dict.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines]
    words = {row[0] for row in rows if int(row[1]) >= 200 and row[2] not in ("ns", "nr", "nz", "nt")}
    names = sorted(
        row[0]
        for row in rows
        if row[2] == "ns" and 3 <= len(row[0]) <= 5 and row[0][-1] in LEVELS
        and not ((row[0].endswith(GENERAL) and len(row[0]) < 5) or row[0].endswith("地区"))
        and row[0][:-1] not in words and not set(row[0][:-1]) <= NUMERALS
    )  # fmt: skip
    TARGET.write_text(HEAD + "".join(f"{name}\n" for name in names), "utf-8")


if __name__ == "__main__":
    main()
