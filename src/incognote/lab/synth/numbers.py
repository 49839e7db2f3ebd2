"""Invented numbers: of the right shape, and never valid, so that none can be a real person's.

Numbers with a check digit fail it; phones of countries with a range for fiction come from that range
(US 555-01xx, ACMA and Ofcom drama numbers). Taiwan and the mainland have no such range: theirs are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from typing import Final

from incognote.text.calendar import roc_year

_WIDE: Final = str.maketrans({**{chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)}})
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVXYWZIO"
_CN_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CN_CHECKS: Final = "10X98765432"
_CN_AREAS: Final = ("430102", "430304", "510107", "420106", "330108", "320506", "110105", "440306", "610113", "370203", "530102", "650103", "540102", "150204")  # fmt: skip
_AU_FICTION: Final = ("0491 570 006", "0491 570 156", "0491 570 157", "0491 570 158", "0491 570 159", "0491 570 110", "0491 570 313", "0491 570 737", "0491 571 266", "0491 571 491", "0491 571 804", "0491 572 549", "0491 572 665", "0491 572 983", "0491 573 770", "0491 573 087", "0491 574 118", "0491 574 632", "0491 575 254", "0491 575 789", "0491 576 398", "0491 576 801", "0491 577 426", "0491 577 644")  # fmt: skip


def digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))


def tw_id(rng: random.Random, sex: str, *, arc: bool = False) -> str:
    """A Taiwanese ID (or resident certificate) that fails its check digit."""
    head = rng.choice(_LETTERS) + (("8" if sex == "M" else "9") if arc else ("1" if sex == "M" else "2")) + digits(rng, 7)
    return head + rng.choice([d for d in "0123456789" if not tw_id_is_valid(head + d)])


def tw_id_is_valid(number: str) -> bool:
    """The check of a Taiwanese ID; used here only to make sure that it fails."""
    code = _LETTERS.index(number[0]) + 10
    weights = (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1)
    return sum(int(d) * w for d, w in zip(f"{code}{number[1:]}", weights, strict=True)) % 10 == 0


def is_valid_identity(number: str) -> bool:
    """Whether some other number happens to be, or to end in, a valid identity number of Taiwan."""
    last = number[-10:].upper()
    return len(last) == 10 and last[0] in _LETTERS and last[1] in "1289" and last[1:].isdigit() and tw_id_is_valid(last)


def cn_id(rng: random.Random, sex: str, born: date) -> str:
    """A resident identity number with the birth date inside and a wrong check character."""
    serial = rng.randrange(1, 499) * 2 + (1 if sex == "M" else 0)
    head = f"{rng.choice(_CN_AREAS)}{born:%Y%m%d}{serial:03d}"
    right = cn_check(head)
    return head + rng.choice([c for c in _CN_CHECKS if c != right])


def cn_check(head: str) -> str:
    return _CN_CHECKS[sum(int(d) * w for d, w in zip(head, _CN_WEIGHTS, strict=True)) % 11]


def identity(rng: random.Random, country: str, *, sex: str, born: date, form: str) -> str:
    """A government number of a person of `country`."""
    if form == "passport":
        return {"tw": "3", "cn": "E", "us": "C", "uk": "5", "au": "PA"}[country] + digits(rng, 7 if country == "au" else 8)
    match country:
        case "tw":
            return tw_id(rng, sex, arc=form == "arc")
        case "cn":
            return cn_id(rng, sex, born)
        case "us":  # area numbers from 900 on were never issued as social security numbers
            return f"9{digits(rng, 2)}-{rng.randrange(10, 49)}-{digits(rng, 4)}"
        case "uk":  # the prefix QQ is never issued
            return f"QQ {digits(rng, 2)} {digits(rng, 2)} {digits(rng, 2)} {rng.choice('ABCD')}"
    return _failing(rng, lambda: digits(rng, 9), weights=(1, 4, 3, 7, 5, 8, 6, 9, 10), modulus=11, shape=(3, 3, 3))


def healthplan(rng: random.Random, country: str) -> str:
    match country:
        case "tw":
            return "0000" + digits(rng, 8)
        case "cn":
            return rng.choice(["", "S", "YB"]) + digits(rng, 10)
        case "us":
            return f"{rng.randrange(1, 9)}{rng.choice('SLOIBZ')}{digits(rng, 1)}{digits(rng, 1)}-{rng.choice('SLOIBZ')}E{digits(rng, 1)}-MK{digits(rng, 2)}"
        case "uk":
            return _failing(rng, lambda: digits(rng, 10), weights=(10, 9, 8, 7, 6, 5, 4, 3, 2, 1), modulus=11, shape=(3, 3, 4))
    head = "2" + digits(rng, 7)
    right = sum(int(d) * w for d, w in zip(head, (1, 3, 7, 9, 1, 3, 7, 9), strict=True)) % 10
    wrong = rng.choice([d for d in range(10) if d != right])
    return f"{head[:4]} {head[4:]}{wrong} {rng.randrange(1, 6)}"


def _failing(rng: random.Random, make: Callable[[], str], *, weights: tuple[int, ...], modulus: int, shape: tuple[int, ...]) -> str:
    while True:
        number = make()
        if sum(int(d) * w for d, w in zip(number, weights, strict=True)) % modulus:
            break
    parts, at = [], 0
    for size in shape:
        parts.append(number[at : at + size])
        at += size
    return " ".join(parts)


def chart_shape(rng: random.Random, country: str) -> tuple[str, int, str]:
    """How an institution writes its chart numbers: prefix, digits, suffix."""
    match country:
        case "tw":
            return rng.choice([("", 7, ""), ("", 8, ""), ("", 8, ""), ("", 7, "-" + str(rng.randrange(10))), ("A", 6, ""), ("", 10, "")])
        case "cn":
            return rng.choice([("ZY", 8, ""), ("", 8, ""), ("", 10, ""), ("", 7, ""), ("M", 9, ""), ("0", 6, "")])
        case "us":
            return rng.choice([("", 7, ""), ("", 8, ""), ("E", 8, ""), ("", 9, ""), ("MR", 6, "")])
    return rng.choice([("", 7, ""), ("UR", 6, ""), ("", 6, ""), ("RN", 7, ""), ("0", 6, "")])


def phone(rng: random.Random, country: str, form: str) -> str:
    """A phone in a form of the skeletons: mobile, home, work, ext, intl, bare; chosen where empty."""
    form = form or ("mobile" if rng.random() < 0.65 else "home")
    if form == "ext":
        return digits(rng, rng.choice((4, 4, 5)))
    match country:
        case "tw":
            return _tw_phone(rng, form)
        case "cn":
            return _cn_phone(rng, form)
        case "us":
            area, last = rng.choice((212, 312, 415, 503, 612, 617, 704, 773, 808, 919)), f"01{digits(rng, 2)}"
            if form == "intl":
                return f"+1 {area}-555-{last}"
            if form == "bare":
                return f"{area}555{last}"
            return rng.choice([f"({area}) 555-{last}", f"{area}-555-{last}", f"{area}.555.{last}"])
        case "uk":
            return {"intl": f"+44 7700 900{digits(rng, 3)}", "bare": f"07700900{digits(rng, 3)}"}.get(form) or (f"07700 900{digits(rng, 3)}" if form == "mobile" else f"01632 960{digits(rng, 3)}")
    if form in ("mobile", "bare", "intl"):
        number = rng.choice(_AU_FICTION)
        return number.replace(" ", "") if form == "bare" else ("+61 " + number[1:] if form == "intl" else number)
    return rng.choice([f"(08) 7010 {digits(rng, 4)}", f"08 5550 {digits(rng, 4)}", f"(08) 5550 {digits(rng, 4)}"])


def _tw_phone(rng: random.Random, form: str) -> str:
    a, b, c = f"09{digits(rng, 2)}", digits(rng, 3), digits(rng, 3)
    if form == "intl":
        return f"+886-{a[1:]}-{b}-{c}"
    if form == "bare":
        return f"{a}{b}{c}"
    if form == "mobile":
        return rng.choice([f"{a}-{b}-{c}", f"{a}-{b}{c}", f"{a}{b}{c}", f"{a} {b} {c}"])
    area, size = rng.choice([("02", 8), ("04", 8), ("07", 7), ("03", 7), ("06", 7), ("049", 7), ("08", 7), ("089", 6), ("037", 6)])
    number = str(rng.randrange(2, 9)) + digits(rng, size - 1)
    cut = len(number) - 4
    base = rng.choice([f"({area}){number[:cut]}-{number[cut:]}", f"{area}-{number}", f"({area}) {number[:cut]}-{number[cut:]}", f"{area}{number}"])
    return base + (f"#{digits(rng, 4)}" if form == "work" and rng.random() < 0.7 else "")


def _cn_phone(rng: random.Random, form: str) -> str:
    mobile = rng.choice(["13", "15", "17", "18", "19"]) + digits(rng, 9)
    if form == "intl":
        return f"+86 {mobile[:3]} {mobile[3:7]} {mobile[7:]}"
    if form in ("mobile", "bare"):
        return rng.choice([mobile, mobile, f"{mobile[:3]}-{mobile[3:7]}-{mobile[7:]}", f"{mobile[:3]} {mobile[3:7]} {mobile[7:]}"]) if form == "mobile" else mobile
    return rng.choice(["0731", "0551", "0871", "0991", "0451", "010", "021"]) + "-" + str(rng.randrange(2, 9)) + digits(rng, 7)


def case_number(rng: random.Random, country: str, form: str) -> str:
    """A number of an event, in a form of CASENO."""
    year = rng.randrange(2016, 2026)
    roc = roc_year(year)
    match form or "report":
        case "court":
            return {"tw": f"{roc}年度{rng.choice(['司護', '家護', '監宣'])}字第{rng.randrange(10, 2000)}號", "cn": f"（{year}）民初{rng.randrange(100, 9999)}号"}.get(country, f"ADC {rng.randrange(100, 9999)}/{year}")
        case "police":
            return f"{year % 100}/{rng.choice('ABCDEFGH')}{digits(rng, 5)}" if country not in ("tw", "cn") else f"{rng.choice('PA')}{roc:03d}{digits(rng, 8)}"
        case "intake":
            return f"I{digits(rng, 7)}" if country not in ("tw", "cn") else f"{roc:03d}{digits(rng, 7)}"
        case "visit":
            return digits(rng, rng.choice((3, 9, 10))) if country in ("tw", "cn") else f"V{digits(rng, 9)}"
        case "accession":
            return f"{rng.choice(['CT', 'MR', 'US', 'CR', 'A'])}{year % 100}{digits(rng, 7)}"
        case "specimen":
            return f"{rng.choice('SBCN')}{year % 100}-{digits(rng, 5)}"
        case "referral":
            return f"{rng.choice(['R', 'TR', 'REF-'])}{digits(rng, 8)}"
    return f"{rng.choice(['', 'R', 'No'])}{digits(rng, 8)}".removeprefix("No")


def licence(rng: random.Random, country: str, form: str) -> str:
    match form or "medical":
        case "driver":
            return rng.choice("ABCDEFGS") + digits(rng, 8 if country != "au" else 5)
        case "disability":
            return f"{digits(rng, 2)}{rng.choice('AB')}{digits(rng, 6)}" if country == "tw" else digits(rng, 18 if country == "cn" else 9) + ("43" if country == "cn" else "")
    if country == "tw":
        return rng.choice(["醫字第{}號", "護理字第{}號", "專醫字第{}號"]).format(digits(rng, 6))
    return digits(rng, 15) if country == "cn" else (f"MED{digits(rng, 10)}" if country == "au" else digits(rng, 7))


def card(rng: random.Random) -> str:
    """A payment card's number that fails its check digit (Luhn)."""
    head = digits(rng, 15)
    last = rng.choice([d for d in "0123456789" if not luhn_is_valid(head + d)])
    return " ".join((head + last)[at : at + 4] for at in range(0, 16, 4))


def luhn_is_valid(number: str) -> bool:
    """The check of payment cards; used here only to make sure that it fails.

    >>> luhn_is_valid("4111111111111111")
    True
    """
    doubled = (int(d) * (2 if at % 2 else 1) for at, d in enumerate(reversed(number)))
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def other(rng: random.Random, label: str, country: str) -> str:
    """A number of the rarer labels."""
    match label:
        case "ACCOUNT":
            return rng.choice([f"{digits(rng, 3)}-{digits(rng, 3)}-{digits(rng, 6)}", digits(rng, 14), card(rng)])
        case "VEHICLE":
            letters = "".join(rng.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=3))
            return {"tw": f"{letters}-{digits(rng, 4)}", "cn": f"{rng.choice('湘川鄂浙苏京粤陕鲁云新')}{letters[0]}·{letters[1]}{digits(rng, 4)}", "us": f"{letters} {digits(rng, 4)}", "uk": f"{letters[:2]}{rng.randrange(51, 75)} {letters[::-1]}"}.get(country, f"S{digits(rng, 3)}{letters}")
        case "DEVICE":
            return rng.choice(["SN", "", "PJN", "LOT "]) + "".join(rng.choices("ABCDEFGHJKLM0123456789", k=2)) + digits(rng, 7)
        case "BIOID":
            return rng.choice([f"IMG_{digits(rng, 4)}.jpg", f"BB-{digits(rng, 6)}", f"photo_{digits(rng, 8)}.png"])
        case "ORGID":
            return digits(rng, 10 if country == "tw" else 8) + ("" if country != "au" else rng.choice("ABFHJKLTWXY"))
        case "IPADDR":
            return f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(1, 255)}"
    return rng.choice("KQXZ") + digits(rng, rng.choice((5, 6, 7)))


def masked(number: str, *, keep: int) -> str:
    """A number with its middle hidden: the last `keep` characters stay, and the first of a letter-led one.

    >>> masked("A123456789", keep=3)
    'A******789'
    """
    head = 1 if number[0].isalpha() else 0
    hidden = "".join(c if not c.isalnum() else "*" for c in number[head : len(number) - keep])
    return number[:head] + hidden + number[len(number) - keep :]


def wide(text: str) -> str:
    """Full-width digits and letters."""
    return text.translate(_WIDE)
