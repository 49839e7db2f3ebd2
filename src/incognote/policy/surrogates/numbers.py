"""Numbers of the same form and length that are nobody's: they fail their check, or lie where none is issued.

Telephones come from ranges kept for fiction where a country has one (555-01xx, Ofcom's and ACMA's drama numbers);
Taiwan, the mainland and Hong Kong have none, so theirs are drawn in the form of the original.
"""

from __future__ import annotations

import re
from typing import Final

from incognote.policy.surrogates import checks
from incognote.policy.surrogates.stream import Stream
from incognote.text.view import fold

_TW_ID: Final = re.compile(r"(?:[A-Za-z][1289]\d{8})")
_CN_ID: Final = re.compile(r"\d{17}[\dXx]")
_SSN: Final = re.compile(r"\d{3}-\d{2}-\d{4}")
_NINO: Final = re.compile(r"(?:[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D])")
_MBI: Final = re.compile(r"(?:[1-9][A-Z][A-Z0-9]\d-?[A-Z][A-Z0-9]\d-?[A-Z]{2}\d{2})")
_US_PHONE: Final = re.compile(r"(?:\+?1[ .-]?)?\(?[2-9]\d\d\)?[ .-]?\d{3}[ .-]?\d{4}(?!\d)")
_UK_PHONE: Final = re.compile(r"(?:\+44 ?(?:\(0\) ?)?|0)[127]\d")
_AU_PHONE: Final = re.compile(r"(?:\+61 ?|\(?0)[2-478]")
_TW_MOBILE: Final = re.compile(r"(?:\+?886[- ]?|0)9")
_DAY: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)1[01]\d(?=年)")
_AU_FICTION: Final = ("491570006", "491570156", "491570157", "491570158", "491570159", "491570110", "491570313", "491570737", "491571266", "491571491", "491571804", "491572549", "491572665", "491572983", "491573770", "491573087", "491574118", "491574632", "491575254", "491575789", "491576398", "491576801", "491577426", "491577644")  # fmt: skip
_AU_LAND: Final = ("5550", "7010")
_US_AREAS: Final = ("212", "312", "415", "503", "612", "617", "704", "773", "808", "919")
_CN_AREAS: Final = ("110105", "120103", "130102", "210102", "310115", "320106", "330105", "340102", "350203", "360111", "370202", "410105", "420106", "430104", "440106", "450103", "510107", "520103", "530102", "610113", "620102")  # fmt: skip
_ISSUED: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_NEVER_IN_MBI: Final = "SLOIBZ"
_TRIES: Final = 40


def shaped(stream: Stream, text: str) -> str:
    """Every digit and Latin letter drawn anew; years and days of the calendar stay such; leading zeros stay.

    >>> made = shaped(Stream(b"k"), "CT20240502-013"); made[2:4] == "20", made[10] == "-", len(made)
    (True, True, 14)
    """
    plain = fold(text)
    plain = plain if len(plain) == len(text) else text
    made = list(text)
    fixed: set[int] = set()
    for found in (*_DAY.finditer(plain), *_YEAR.finditer(plain)):
        size = 4 if found.end() - found.start() >= 4 else 3
        year = int(plain[found.start() : found.start() + size]) + stream.pick((-1, 1, -2))
        said = f"{year:0{size}d}" + (f"{1 + stream.below(12):02d}{1 + stream.below(28):02d}" if found.end() - found.start() == 8 else "")
        made[found.start() : found.end()] = [_like(c, w) for c, w in zip(said, text[found.start() : found.end()], strict=True)]
        fixed |= set(range(found.start(), found.end()))
    zeros = len(plain) - len(plain.lstrip("0"))
    for at, char in enumerate(plain):
        if at in fixed or (at < zeros and zeros < len(plain)):
            continue
        if char.isascii() and char.isdigit():
            made[at] = _like(str(stream.below(10)) if at != zeros else str(1 + stream.below(9)), text[at])
        elif char.isascii() and char.isalpha() and char not in "xX":
            letter = stream.pick(_ISSUED)
            made[at] = _like(letter if char.isupper() else letter.lower(), text[at])
    return "".join(made)


def _like(char: str, original: str) -> str:
    """`char` in the width of `original`."""
    return chr(ord(char) + 0xFEE0) if ord(original) > 0xFF00 else char


def number(stream: Stream, label: str, text: str, *, sex: str | None, birth: str | None) -> str:
    """A number for one of any label; `birth` (yyyymmdd) goes into a number that holds a birth date."""
    plain = fold(text)
    known = _known(stream, plain, sex, birth)
    if known is not None:
        return "".join(_like(c, o) for c, o in zip(known, text, strict=True)) if len(known) == len(text) else known
    for _ in range(_TRIES):
        made = shaped(stream, text)
        if not checks.passes("".join(c for c in fold(made) if c.isdigit())) and not _ends_valid(fold(made)):
            break
    return made


def _ends_valid(text: str) -> bool:
    return any(checks.tw_is_valid(found[0].upper()) for found in _TW_ID.finditer(text))


def _known(stream: Stream, text: str, sex: str | None, birth: str | None) -> str | None:
    if _TW_ID.fullmatch(text):
        return _tw_id(stream, text, sex)
    if _CN_ID.fullmatch(text):
        return _cn_id(stream, text, sex, birth)
    if _SSN.fullmatch(text):  # area numbers from 900 on were never issued, and groups up to 49 are no taxpayer number
        return f"9{stream.digits(2)}-{1 + stream.below(49):02d}-{stream.digits(4)}"
    if _NINO.fullmatch(text):
        return "QQ" + shaped(stream, text[2:-1]) + stream.pick("ABCD")
    if _MBI.fullmatch(text):
        made = shaped(stream, text)
        at = next(i for i in range(1, len(text)) if text[i].isalpha())
        return made[:at] + stream.pick(_NEVER_IN_MBI) + made[at + 1 :]
    return None


def _tw_id(stream: Stream, text: str, sex: str | None) -> str:
    men, women = ("8", "9") if text[1] in "89" else ("1", "2")
    second = text[1] if sex is None else men if sex == "M" else women
    letter = stream.pick(_ISSUED)
    while True:
        made = letter + second + stream.digits(8)
        if not checks.tw_is_valid(made):
            return made if text[0].isupper() else made.lower()


def _cn_id(stream: Stream, text: str, sex: str | None, birth: str | None) -> str:
    day = birth or f"{int(text[6:10]) + stream.pick((-1, 1)):04d}{1 + stream.below(12):02d}{1 + stream.below(28):02d}"
    odd = int(text[16]) % 2 if sex is None else int(sex == "M")
    head = f"{stream.pick(_CN_AREAS)}{day}{stream.digits(2)}{2 * stream.below(5) + odd}"
    wrong = [c for c in checks.CN_CHECKS if c != checks.cn_check(head) and not (c.isdigit() and checks.luhn_is_valid(head + c))]
    return head + stream.pick(wrong)


def phone(stream: Stream, text: str, *, script: str) -> str:
    """A telephone in the form of `text`: country and kind of line stay, the rest is drawn."""
    plain = fold(text)
    digits = "".join(c for c in plain if c.isdigit())
    made = _fictitious(stream, plain, digits, script) if script == "en" or plain.startswith(("+1", "+44", "+61")) else None
    if made is None:
        made = _drawn(stream, plain, digits)
    filled = iter(made + stream.digits(max(0, len(digits) - len(made))))
    return "".join(_like(next(filled), original) if char.isdigit() else original for char, original in zip(plain, text, strict=True))


def _fictitious(stream: Stream, text: str, digits: str, script: str) -> str | None:
    """The digits of a number that is kept for fiction, for as many digits of the same form; None for other forms."""
    national = re.sub(r"^(?:44|61)", "0", digits) if text.startswith("+") else digits
    lead = digits[: len(digits) - len(national) + 1] if text.startswith(("+44", "+61")) else "0"
    if text.startswith("+44") or (national.startswith("07") and len(national) == 11):
        body = f"7700900{stream.digits(3)}" if national[1:2] == "7" else f"1632960{stream.digits(3)}"
        return (digits[:2] if text.startswith("+44") else "0") + body
    if text.startswith("+61") or (national.startswith("0") and len(national) >= 10 and _AU_PHONE.match(text)):
        body = stream.pick(_AU_FICTION) if national[1:2] == "4" else national[1] + stream.pick(_AU_LAND) + stream.digits(4)
        return (digits[:2] if text.startswith("+61") else lead) + body
    if _UK_PHONE.match(text) and len(national) in (10, 11):
        return "0" + f"1632960{stream.digits(3)}"
    if _US_PHONE.match(text):
        head = "1" if digits.startswith("1") and len(digits) >= 11 else ""
        return head + stream.pick(_US_AREAS) + "55501" + stream.digits(2)
    return None


def _drawn(stream: Stream, text: str, digits: str) -> str:
    """As in the original: country code, `09` or the first two of a mobile number, the area code; all else drawn."""
    code = next((c for c in ("886", "86", "852", "853") if digits.startswith(c) and text.lstrip("(+0").startswith(c)), "")
    rest = digits[len(code) :]
    if rest.startswith("09") or (code == "886" and rest.startswith("9")):
        kept = rest[: 2 if rest[0] == "0" else 1]
    elif rest.startswith("1") and len(rest) >= 11:
        kept = rest[:2]
    else:
        area = re.match(r"\D*(0\d{1,3})\D", text)
        kept = stream.pick(_AREAS[len(area[1])]) if area and len(area[1]) in _AREAS else rest[:2] if rest.startswith("0") else ""
        if len(rest) > len(kept) + 4:
            kept += str(2 + stream.below(7))
    return code + kept + stream.digits(len(rest) - len(kept))


_AREAS: Final = {2: ("02", "03", "04", "05", "06", "07", "08"), 3: ("037", "049", "089", "010", "021", "022", "025", "027", "028"), 4: ("0731", "0551", "0871", "0991", "0451", "0532", "0591", "0755")}  # fmt: skip
"""Area codes by length; those of Taiwan and of the mainland do not differ in form."""
