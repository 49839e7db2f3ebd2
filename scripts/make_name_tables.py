"""Writes `src/incognote/names/data/{variants,syllables,given_words}.tsv` from pypinyin, OpenCC's tables and jieba.

Run by hand: `python scripts/make_name_tables.py`; needs `pip install pypinyin opencc-python-reimplemented jieba`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import date
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from pypinyin import Style, pinyin

DATA = Path(__file__).resolve().parents[1] / "src" / "incognote" / "names" / "data"
HEAD = "# SOURCE: {}\n# LICENCE: {}\n# DATE: {}\n"
# Writings of names that are no pair of simplified and traditional: base character, then the others.
MORE_VARIANTS = {"黄": "黃", "温": "溫", "钟": "鍾鐘", "卢": "盧", "吴": "吳呉", "范": "範", "游": "遊", "涂": "塗", "台": "臺",
                 "于": "於", "叶": "葉", "峰": "峯", "群": "羣", "秀": "琇", "清": "淸", "德": "徳", "真": "眞", "丰": "豐豊",
                 "萧": "蕭", "强": "強彊", "晋": "晉", "静": "靜", "青": "靑", "俞": "兪", "户": "戶戸", "郎": "郞", "凉": "涼",
                 "产": "産產", "卿": "鄉卿", "说": "說説", "锐": "銳鋭", "悦": "悅", "脱": "脫", "税": "稅", "恒": "恆", "升": "昇陞"}  # fmt: skip
SURNAME_READINGS = {"曾": "zeng", "单": "shan", "解": "xie", "任": "ren", "仇": "qiu", "区": "ou", "查": "zha", "盖": "ge",
                    "翟": "zhai", "覃": "qin", "朴": "piao", "乐": "yue", "洗": "xian", "员": "yun", "尉": "yu", "繁": "po",
                    "万": "wan", "令": "ling", "黑": "he", "种": "chong", "召": "shao", "哈": "ha", "华": "hua", "纪": "ji",
                    "宁": "ning", "葛": "ge", "尹": "yin", "缪": "miao", "臧": "zang", "佘": "she", "晁": "chao", "沈": "shen"}  # fmt: skip
SECOND_READINGS = {"乐": "yue", "重": "zhong", "长": "zhang", "行": "hang", "茜": "xi", "晟": "cheng", "朝": "zhao", "盛": "cheng",
                   "柏": "bo", "娜": "nuo", "伯": "bai", "调": "tiao", "省": "xing", "车": "ju", "强": "jiang", "兴": "xing"}  # fmt: skip
WHOLE = {"zhi": "chih", "chi": "ch'ih", "shi": "shih", "ri": "jih", "zi": "tzu", "ci": "tz'u", "si": "ssu", "yi": "i",
         "ye": "yeh", "yan": "yen", "you": "yu", "yong": "yung", "yue": "yueh", "er": "erh", "e": "o"}  # fmt: skip
INITIALS = [("zh", "ch"), ("ch", "ch'"), ("sh", "sh"), ("b", "p"), ("p", "p'"), ("d", "t"), ("t", "t'"), ("g", "k"),
            ("k", "k'"), ("j", "ch"), ("q", "ch'"), ("x", "hs"), ("r", "j"), ("z", "ts"), ("c", "ts'")]  # fmt: skip


def wade(syllable: str) -> str:
    """Wade-Giles with its apostrophe and without umlaut, from Hanyu Pinyin without tone."""
    if syllable in WHOLE:
        return WHOLE[syllable]
    first, rest, old = "", syllable, syllable
    for new, told in INITIALS:
        if syllable.startswith(new):
            first, rest, old = told, syllable[len(new) :], new
            break
    else:
        if syllable[0] not in "aeowy":
            first = old = syllable[0]
            rest = syllable[1:]
    guttural = old in {"g", "k", "h"}
    if (rest == "uo" and not guttural and old != "sh") or (rest == "e" and guttural):
        rest = "o"
    elif rest == "ui" and old in {"g", "k"}:
        rest = "uei"
    elif rest in {"ue", "ie"}:
        rest += "h"
    elif rest == "ian":
        rest = "ien"
    elif rest.endswith("ong"):
        rest = rest[:-3] + "ung"
    return first + rest


def pairs() -> dict[str, set[str]]:
    spec = find_spec("opencc")
    assert spec and spec.origin
    table: defaultdict[str, set[str]] = defaultdict(set)
    for line in (Path(spec.origin).parent / "dictionary" / "TSCharacters.txt").read_text("utf-8").splitlines():
        old, _, new = line.partition("\t")
        base = new.split()[0] if new else old
        if base != old and max(ord(base), ord(old)) < 0x10000:
            table[base].add(old)
    for base, others in MORE_VARIANTS.items():
        table[base] |= set(others) - {base}
    return table


def big5_rank(char: str) -> tuple[int, int]:
    """Frequent traditional characters first: Big5 orders them so, level 1 before level 2."""
    code = char.encode("big5", "ignore")
    return (0, int.from_bytes(code, "big")) if code else (1, ord(char))


def write(name: str, source: str, licence: str, lines: list[str]) -> None:
    DATA.mkdir(exist_ok=True)
    text = HEAD.format(source, licence, date.today()) + "\n".join(lines) + "\n"
    (DATA / f"{name}.tsv").write_text(text, "utf-8")


def readings(char: str) -> list[str]:
    """The reading without tone (of a surname: the surname's), and a second one where names use it."""
    usual = pinyin(char, style=Style.NORMAL)[0][0].replace("ü", "u").replace("v", "u")
    said = [SURNAME_READINGS.get(char, ""), usual, SECOND_READINGS.get(char, "")]
    return list(dict.fromkeys(s for s in said if re.fullmatch(r"[a-z]+", s)))[:2]


def given_words(base_of: dict[str, str]) -> list[str]:
    """Two-character words that are everyday words, not names, written with base characters."""
    spec = find_spec("jieba")
    assert spec and spec.origin
    words = set()
    for line in (Path(spec.origin).parent / "dict.txt").read_text("utf-8").splitlines():
        word, count, tag = line.split(" ")
        if len(word) == 2 and int(count) >= 60 and not tag.startswith("nr"):
            words.add("".join(base_of.get(c, c) for c in word))
    return sorted(words)


def main() -> None:
    variants = pairs()
    base_of = {o: b for b, others in variants.items() for o in others}
    rows = [f"{b}\t{''.join(sorted(o, key=big5_rank))}" for b, o in sorted(variants.items())]
    opencc = f"OpenCC TSCharacters (opencc-python-reimplemented {version('opencc-python-reimplemented')}), own additions"
    write("variants", opencc, "Apache-2.0", rows)
    first, second = defaultdict(list), defaultdict(list)
    for char in map(chr, range(0x4E00, 0x9FA6)):
        if char not in base_of and (char.encode("gb2312", "ignore") or char.encode("big5", "ignore")):
            for syllable, table in zip(readings(char), (first, second), strict=False):
                table[syllable].append(char)
    rows = [f"{s}\t{wade(s)}\t{''.join(first[s])}\t{''.join(second[s])}" for s in sorted(first.keys() | second.keys())]
    write("syllables", f"readings by pypinyin {version('pypinyin')}, Wade-Giles computed here", "MIT", rows)
    write("given_words", f"frequent two-character words of jieba {version('jieba')}", "MIT", given_words(base_of))


if __name__ == "__main__":
    main()
