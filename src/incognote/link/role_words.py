"""What a report calls people: the words, in English and Chinese, that say who somebody is.

`hits` finds them; "mum's partner" and "sister of the mother" come out as one hit with the composed role.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Final, NamedTuple

from incognote.link.kinship import compose as compose
from incognote.names.tables import to_base
from incognote.text.view import fold

# At a word's first letter only: the digits behind SC1 belong to it.
_TOKEN: Final = re.compile(r"[A-Za-z]+(?:[/'’][A-Za-z]+)*[’']?\d?")
_JOIN: Final = frozenset(["", " ", "-", " - ", "(s) ", "  ", "\u2011"])
_OF: Final = re.compile(r" (?:of|to) (?:the |her |his |their |our )?\Z")
_POSSESSED: Final = re.compile(r" (?:(?:new|ex|prev\.?|previous|former|past|older|younger|elder|own|current|late|then|female|male|little|big|eldest|best)[ -])?\Z", re.IGNORECASE)
_EX: Final = re.compile(r"ex|prev|former|past", re.IGNORECASE)
_FORMER: Final = re.compile(r"(?<![A-Za-z])(?:prev\.?|previous|former|past|ex) \Z", re.IGNORECASE)
_COUPLE: Final = frozenset({"partner", "husband", "wife", "mothers_partner", "fathers_partner"})
_OF_SOMETHING: Final = re.compile(r" [a-z]")
_PRONOUN: Final = re.compile(r"(?:\A|[^A-Za-z])(her|his|their|my|our)\s(?:(?:new|own|older|younger|little|big|late|then|current|best|eldest|two|three)\s)?\Z", re.IGNORECASE)
_SIDE: Final = re.compile(r"[ ,(-]{1,3}(?:on )?(?:the |his |her )?(mum|mother|mo|mat|dad|father|fa|pat)(?:'?s|’s|ernal)?(?: side|\))", re.IGNORECASE)
_OF_LABEL: Final = re.compile(r"(?:relationship|relation|rel\.?|related|tie) (?:to|with) (?:the )?\Z", re.IGNORECASE)
_NEGATED: Final = re.compile(r"(?:\bnot|\bnon|\bno|前)\W?\Z", re.IGNORECASE)
_KIN_BEHIND: Final = frozenset("mother father brother sister older_brother older_sister younger_brother younger_sister".split())
"""Kin that a Chinese word may mean right behind another: 案母妹妹."""
_STEP: Final = re.compile(r"^(step|ex)(?=[a-z]{2})")
"""step-father and step father are written as often as stepfather."""
_UPPER_ONLY: Final = frozenset(["n", "mw", "rm", "en", "ot", "ex", "pa", "sc", "rn", "sw", "num", "icl", "s1", "v1", "v2", "par", "fr", "gp", "gm", "det", "sf", "poi", "apr", "aps"])
_CAPITALS: Final = frozenset(["ran", "cnc", "lsc", "cpo", "acpw", "jmo"])
_LEGEND: Final = re.compile(r"(?m)^N = (?!notifier|the notifier)", re.IGNORECASE)
"""Letters for the people of a transcript: there N is no notifier."""
PLURAL: Final = re.compile(r"(?:s|ren)\Z|^(?:kids|twins|both)", re.IGNORECASE)


_OWNERS: Final = frozenset({"mums", "mothers", "mos", "dads", "fathers", "fas"})
_SUBJECT: Final = re.compile(r"subject|\bSC\d?\b|concern|案主|案童|個案|index|target|\bV1|^child \d$|被通報", re.IGNORECASE)


class Hit(NamedTuple):
    """A word for somebody in `[start, end)` and the role it says; `of` is her, his, their where one leads it.

    `word` has plain signs, so that ASCII tells an English word from a Chinese one: mum’s partner is no Chinese.
    """

    start: int
    end: int
    role: str
    word: str
    of: str = ""

    def __repr__(self) -> str:
        return f"Hit({self.start}, {self.end})"


def is_subject_word(word: str) -> bool:
    """Whether a word calls somebody the subject of the report.

    >>> is_subject_word("subject child"), is_subject_word("child")
    (True, False)
    """
    return _SUBJECT.search(word) is not None


@cache
def _english() -> dict[str, dict[str, str]]:
    """The first word -> the whole words without blanks, and the role of each."""
    table: dict[str, dict[str, str]] = {}
    for role, words in _rows("role_words"):
        for word in words.split("|"):
            parts = _STEP.sub(r"\1 ", word.replace("-", " ")).split(" ")
            table.setdefault(parts[0], {})["".join(parts)] = role
            if parts[0] in _OWNERS:  # mum's bloke
                table.setdefault(parts[0][:-1], {}).setdefault("".join((parts[0][:-1], *parts[1:])), role)
            if len(parts) > 1:
                table.setdefault("".join(parts), {})["".join(parts)] = role
    return table


@cache
def _opening() -> frozenset[str]:
    """The words that may open one, in lower case, the plural included."""
    return frozenset(form for word in _english() for form in (word, word + "s"))


@cache
def _leading() -> dict[str, frozenset[str]]:
    """The words that open words for somebody and are none themselves -> the second words, an s at the end aside: the child."""
    seconds: dict[str, set[str]] = {}
    alone: set[str] = set()
    for _, words in _rows("role_words"):
        for word in words.split("|"):
            first, *rest = [_bare(w) for w in _STEP.sub(r"\1 ", word.replace("-", " ")).split(" ")]
            alone.add(first + "".join(rest))
            if rest:
                seconds.setdefault(first, set()).add(rest[0].rstrip("s"))
    return {head: frozenset(found) for head, found in seconds.items() if not {head, head.rstrip("s")} & alone and "/" not in head}


@cache
def _han() -> tuple[re.Pattern[str], dict[str, str]]:
    table: dict[str, str] = {}
    for role, words in _rows("role_words_han"):
        for word in words.split(" "):
            table.setdefault(word, role)
            table.setdefault(word.translate(to_base()), role)
    return re.compile("|".join(sorted(map(re.escape, table), key=len, reverse=True))), table


def _rows(name: str) -> Iterator[tuple[str, str]]:
    text = files("incognote.link").joinpath("data", f"{name}.tsv").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            role, _, words = line.partition("\t")
            yield role, words


def hits(text: str) -> list[Hit]:
    """Every word of `text` that says who somebody is, in order, composed where two say it together.

    >>> [(h.role, h.word) for h in hits("Mo's brother Greg, her step-father, SC1")]
    [('uncle', "Mo's brother"), ('stepfather', 'step-father'), ('child', 'SC1')]
    >>> [h.role for h in hits("案母同居人陳大文，寄養媽媽")]
    ['mothers_partner', 'foster_carer']
    """
    plain = _latin_hits(text)
    if text.isascii():
        return _composed(text, plain)
    pattern, table = _han()
    folded = fold(text)
    han = [Hit(m.start(), m.end(), table[m[0]], m[0]) for m in pattern.finditer(folded)] if len(folded) == len(text) else []
    return _composed(text, sorted(chain(plain, han)))


@lru_cache(maxsize=4096)
def role_of(phrase: str) -> str | None:
    """The role that a whole cell says, signs and numbers around it aside; None where it says more.

    >>> role_of("Mo's bf"), role_of("Brother, same parents"), role_of("SIB"), role_of("birth list")
    ('mothers_partner', None, 'sibling', None)
    """
    found = hits(phrase.strip())
    bare = re.sub(r"[\W\d_]+", "", phrase)
    if len(found) == 1 and len(re.sub(r"[\W\d_]+", "", found[0].word)) == len(bare):
        return found[0].role
    return None


def _latin_hits(text: str) -> list[Hit]:
    opening = _opening()
    tokens = [(m.start(), m.end(), m[0]) for m in _TOKEN.finditer(text)]
    lows = [word.lower() for _, _, word in tokens]
    heads = [at for at, low in enumerate(lows) if low in opening or not low.isalpha()]
    leading, last = _leading(), len(tokens) - 1
    is_legend = _LEGEND.search(text) is not None
    found: list[Hit] = []
    free = 0
    for at in heads:  # most words open no word for somebody
        if at < free or ((seconds := leading.get(lows[at])) is not None and (at == last or _bare(lows[at + 1]).rstrip("s") not in seconds)):
            continue
        hit, count = _longest(text, tokens, at)
        if hit is not None and not (is_legend and hit.word.lower() == "n"):
            found.append(hit)
            free = at + count
    return found


def _longest(text: str, tokens: list[tuple[int, int, str]], at: int) -> tuple[Hit | None, int]:
    """The longest word for somebody that the token at `at` opens, and how many tokens it takes."""
    table = _english()
    start, end, word = tokens[at]
    bare = _bare(word)
    entries = table.get(bare) or (table.get(bare.rstrip("s")) if len(bare) > 4 else None)
    if entries is None and bare[-1:].isdigit():
        entries = table.get(bare[:-1])
    if not entries:
        return None, 0
    key, reached = bare, [(bare, end, 1)]
    for step in range(1, 5 if len(entries) > 1 or next(iter(entries)) != bare else 1):
        if at + step >= len(tokens) or text[tokens[at + step - 1][1] : tokens[at + step][0]] not in _JOIN:
            break
        key += _bare(tokens[at + step][2])
        reached.append((key, tokens[at + step][1], step + 1))
    for key, stop, count in reversed(reached):
        role = entries.get(key) or entries.get(key.rstrip("s")) or (entries.get(key[:-1]) if key[-1:].isdigit() else None)
        if role and not (bare in _UPPER_ONLY and word.islower()) and not (key in _CAPITALS and not word.isupper()):
            return Hit(start, stop, role, text[start:stop].replace("’", "'").replace("\u2011", "-")), count
    return None, 0


def _bare(word: str) -> str:
    low = word.lower()
    if low.isalpha():
        return low
    low = low.replace("’", "'")
    return low.removesuffix("'s").replace("'", "")


def _composed(text: str, found: list[Hit]) -> list[Hit]:
    """`found` with "Mo's" + "brother" as one, and the pronoun that leads a hit told."""
    out: list[Hit] = []
    for hit in found:
        last = out[-1] if out else None
        between = text[last.end : hit.start] if last else ""
        if last and len(between) < 24:
            if last.word[-2:].lower() in {"'s", "’s"} and _POSSESSED.match(between):
                role = "ex_partner" if hit.role in _COUPLE and _EX.search(between) else hit.role
                out[-1] = Hit(last.start, hit.end, compose(last.role, role), last.word + text[last.end : hit.start] + hit.word, last.of)
                continue
            if _OF.match(between) and hit.role in {"mother", "father", "child", "neighbour", "friend", "classmate"}:
                out[-1] = Hit(last.start, hit.end, compose(hit.role, last.role), last.word + text[last.end : hit.start] + hit.word, last.of)
                continue
            if last.role in {"twin", "child"} and hit.role == "child" and re.fullmatch(r" ?\d? ", between):
                out[-1] = last._replace(end=hit.end, word=last.word + text[last.end : hit.start] + hit.word)
                continue
            if between in {"之", "的"} or (not between and hit.role in _KIN_BEHIND and last.word[:1] in "案其" and hit.word[0] not in "案其" and {last.role, hit.role} != {"mother", "father"}):
                out[-1] = Hit(last.start, hit.end, compose(last.role, hit.role), last.word + text[last.end : hit.start] + hit.word, last.of)
                continue
        tail = text[max(0, hit.start - 24) : hit.start]
        if (("n" in tail[-5:].lower() or "前" in tail[-2:]) and _NEGATED.search(tail[-5:])) or (tail[-1:] == " " and _OF_LABEL.search(tail)):
            continue
        if hit.role in _COUPLE and _FORMER.search(tail):
            hit = hit._replace(role="ex_partner")
        lead = _PRONOUN.search(tail[-14:]) if tail[-1:].isspace() else None
        side = _SIDE.match(text, hit.end) if hit.role in {"grandmother", "grandfather"} else None
        if side:
            hit = hit._replace(role=f"{'maternal' if side[1][0] in 'mM' else 'paternal'}_{hit.role}")
        out.append(hit._replace(of=lead[1].lower()) if lead else hit)
    return [h for h in out if not (h.word[-2:].lower() in {"'s", "’s"} and _OF_SOMETHING.match(text, h.end))]  # mum's landlord is not the mother
