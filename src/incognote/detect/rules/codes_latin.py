"""Codes of doors, wristbands, badges and police computers in English charts: gate code 5518, key safe C1947Y, PNC ID 14/338271K.

Source: catalogue 2.9.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "gate code 6621#; badge 3307; code blue 5"
>>> [(s.label, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('OTHERID', '6621'), ('OTHERID', '3307')]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule("codes_latin", "CASENO", shape=r"HN\d{8}(?:\([A-Z0-9]\))?", needs="HN", bare=0.7, category="codes_latin_hn", labelled_shape=r"HN\d{8}(?:\([A-Z0-9]\))?"),
    number_rule(
        "codes_latin",
        "OTHERID",
        labels=("gate code", "door code", "key safe", "key safe code", "safe code", "keysafe", "key code", "lockbox", "lock box", "entry code", "alarm code", "access code", "keypad", "gate pin", "pin code"),
        labelled_shape=r"[A-Z]?\d{3,8}[A-Z]?",
        category="codes_latin_door",
    ),
    number_rule(
        "codes_latin",
        "OTHERID",
        labels=("badge", "badge no", "badge number", "shield no", "collar no", "warrant card", "baby band", "id band", "band no", "wristband", "pnc", "pnc id", "pnc no", "officer no", "by pc", "with pc", "wpc", "dc no", "service no", "regimental no", "prison no", "inmate no"),
        labelled_shape=r"(?-i:[A-Z]{0,2}\d{3,6}[A-Z]?|\d{2}/\d{4,7}[A-Z]|[A-Z]\d{4}[A-Z]{2})",
    ),
)
