"""Check skeleton files as their writers make them: `python scripts/check_skeletons.py FILE...`.

Prints what is wrong with each file, what its slots cover, and the runs of eight tokens that it shares with any
skeleton of another family in the package.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from incognote.errors import FormatError
from incognote.lab.synth.overlap import shared
from incognote.lab.synth.skeleton import Skeleton, blocks, read, read_file

HOME = Path(__file__).resolve().parents[1] / "src" / "incognote" / "lab" / "synth" / "skeletons"
LEFT_OVER = re.compile(
    r"(?<![A-Za-z0-9.])(?:09\d{2}[-\s]?\d{3}|0\d{1,2}[-)\s]\d{3,4}[-\s]?\d{3,4}|1[3-9]\d{9}|[A-Za-z]\d{8,9}|\d{7,}"
    r"|(?:19|20)\d\d[-/.年]\d{1,2}|\d{2,3}年\d{1,2}月|\d{2,3}[/.]\d{1,2}[/.]\d{1,2}(?![\d.])|\d{1,2}月\d{1,2}[日號号]|[\w.]+@[\w.]+)"
    r"|[\u4e00-\u9fff]{2}(?:醫院|医院|診所|诊所|藥局|药房|國小|国中|國中|小学|中学|大學|大学|幼兒園|幼儿园|監獄|监狱)"
)
GENERIC = re.compile(r"(?:社區|社区|他家|外院|本院|該院|該|那間|附近|地區|地区|區域|教學|大型|精神|專科|综合|綜合|公立|私立|轉診|当地|當地|基層|牙醫|某)(?:醫院|医院|診所|诊所|藥局|药房)|醫學中心")


def residue(skeleton: Skeleton) -> list[str]:
    pieces, position = [], 0
    for mark in skeleton.marks:
        pieces.append(skeleton.text[position : mark.start])
        position = mark.end
    pieces.append(skeleton.text[position:])
    return [m[0] for piece in pieces for m in LEFT_OVER.finditer(piece) if not GENERIC.search(m[0])]


def main(paths: list[str]) -> int:
    bad = 0
    mine: list[Skeleton] = []
    for path in map(Path, paths):
        for number, block in blocks(path):
            try:
                mine.append(read(block))
            except ValueError as error:
                print(f"WRONG  {path.name}, note {number}: {error}")
                bad += 1
    named = {Path(path).resolve() for path in paths}
    others: list[Skeleton] = []
    for path in sorted(HOME.rglob("*.txt")):
        if path.resolve() not in named:
            try:
                others += read_file(path)
            except FormatError:
                continue
    twice = [key for key, count in Counter(s.id for s in mine + others).items() if count > 1]
    for key in twice:
        print(f"WRONG  id {key} is used twice")
    for skeleton in mine:
        for text in residue(skeleton):
            print(f"LOOK   {skeleton.id}: {text!r} outside a slot looks like an identifier")
    own = {s.id for s in mine}
    runs: Counter[tuple[str, ...]] = Counter()
    words: dict[tuple[str, ...], str] = {}
    for gram, ids in shared(mine + others).items():
        touched = tuple(sorted(i for i in ids if i in own))
        if touched:
            runs[tuple(sorted(ids))[:3]] += 1
            words.setdefault(tuple(sorted(ids))[:3], ("" if gram[0] >= "\u4e00" else " ").join(gram))
    for ids, count in runs.most_common(12):
        print(f"SHARED {count} runs of eight: {' '.join(ids)}: {words[ids]}")
    labels = Counter(mark.label for s in mine for mark in s.marks)
    placements = Counter(n for s in mine for n in s.placements)
    empty = sum(not s.marks for s in mine)
    length = sum(len(s.text) for s in mine) / max(1, len(mine))
    print(f"{len(mine)} skeletons, {length:.0f} characters each, {empty} without a slot, {sum(runs.values())} shared runs")
    print("labels:", dict(labels.most_common()))
    print("placements:", dict(sorted(placements.items())))
    print("types:", dict(Counter(s.type for s in mine)), "styles:", dict(Counter(s.style for s in mine)))
    return 1 if bad or twice else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
