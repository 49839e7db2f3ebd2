"""Writes `src/incognote/names/data/{han_words,han_given}.tsv` from jieba's dictionary, faker's name lists and own words.

Run by hand: `python scripts/make_han_tables.py`; needs `pip install jieba faker opencc-python-reimplemented`.
Everything is written in base characters (see `names/tables.py`), so both scripts share one table.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from faker.providers.person import zh_CN, zh_TW

from incognote.names.tables import rows, to_base

DATA = Path(__file__).resolve().parents[1] / "src" / "incognote" / "names" / "data"
HEAD = "# SOURCE: {}\n# LICENCE: {}\n# DATE: {}\n"
TOTAL = 60_101_967  # the sum of jieba's frequencies
NO_GIVEN = set("氏的了是在有于已也来躺访与和及由等后")
LEAST = {1: 3, 2: 60, 3: 50, 4: 100}


def base(text: str) -> str:
    return text.translate(to_base())


def dictionary() -> Iterator[tuple[str, int, str]]:
    spec = find_spec("jieba")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install jieba")
    for line in (Path(spec.origin).parent / "dict.txt").read_text("utf-8").splitlines():
        word, count, tag = line.split(" ")
        if all("\u4e00" <= c <= "\u9fff" for c in word):
            yield base(word), int(count), tag


def own_words() -> Iterator[tuple[str, int]]:
    """Clinical words with the frequency they would have in a corpus like jieba's."""
    for line in (DATA / "clinical_words.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            words, _, count = line.partition("\t")
            for word in words.split(" "):
                if len(word) in {2, 3, 4} or float(count or 0) >= 20_000:
                    yield base(word), int(float(count or 300))


def main() -> None:
    surnames = {base(row[0]): float(row[1]) for row in rows("surnames")}
    people: set[str] = set()
    words: Counter[str] = Counter()
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for word, count, tag in dictionary():
        is_name = tag in {"nr", "nrfg"} and word[0] in surnames
        if is_name and len(word) == 3:
            first[word[1]] += 1
            second[word[2]] += 1
        if is_name and len(word) == 2 and surnames[word[0]] >= 2:
            people.add(word)
        if len(word) > 4 or tag == "nrt" or (tag in {"nr", "nrfg"} and (len(word) > 2 or (is_name and count < 300))):
            continue
        if count >= LEAST[len(word)] or (len(word) > 1 and word[0] in surnames and count >= 4):
            words[word] = max(words[word], count)
    for provider, weight in ((zh_TW.Provider, 12), (zh_CN.Provider, 12)):
        for given in provider.first_names:
            name = base(given)
            if len(name) == 2:
                first[name[0]] += weight
            second[name[-1]] += weight
    for row in rows("given_own"):
        for name in base(row[0]).split(" "):
            first[name[0]] += 6
            second[name[-1]] += 6
    for word in people:  # 李娜 is tagged as a name, and so is 武功: the second is a word
        if second[word[1]] >= 0.001 * second.total():
            words.pop(word, None)
    for word, count in own_words():
        words[word] = max(words[word], count)
    write_words(words)
    write_given(first, second)


def write_words(words: Counter[str]) -> None:
    """One line a rounded frequency: minus ten times the decimal logarithm, then its words."""
    by_weight: defaultdict[int, list[str]] = defaultdict(list)
    for word, count in words.items():
        by_weight[round(-10 * math.log10(count / TOTAL))].append(word)
    lines = [f"{weight}\t{' '.join(sorted(found))}" for weight, found in sorted(by_weight.items())]
    source = f"words of jieba {version('jieba')} of at most four characters, own clinical words"
    (DATA / "han_words.tsv").write_text(HEAD.format(source, "MIT", date.today()) + "\n".join(lines) + "\n", "utf-8")


def write_given(first: Counter[str], second: Counter[str]) -> None:
    """Given-name characters: minus a hundred times the logarithm of their share as first and as last character, each
    mixed with a fifth of the other: 蓁 mostly comes last, and 蔡蓁秀 is a name."""
    sums = sum(first.values()), sum(second.values())
    lines = []
    for char in sorted((first.keys() | second.keys()) - NO_GIVEN):
        own = [(table[char] + 0.05) / total for table, total in zip((first, second), sums, strict=True)]
        shares = [0.8 * own[0] + 0.2 * own[1], 0.2 * own[0] + 0.8 * own[1]]  # a first character may come last
        if max(shares) * sums[0] >= 2:
            lines.append(f"{char}\t" + "\t".join(str(round(-100 * math.log10(share))) for share in shares))
    source = f"names in jieba {version('jieba')} and faker {version('faker')}, own list given_own.tsv"
    (DATA / "han_given.tsv").write_text(HEAD.format(source, "MIT", date.today()) + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
