"""Latin names in running text: her daughter April, flatmate Will, MGM Rose, Kaylee told her teacher.

Two ways in: a person word stands before the name (then names that are words count: May, Will, Summer),
or the word is a given name that means little else. A capital letter at the head of a sentence is no
evidence, and a name inside a test, sign, disease or device is none. Source: catalogue 3.4, 4.15-4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Her aunt May and flatmate Will came. May relapse. Will follow. Wilson disease."
>>> [(s.kind, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('relative', 'May'), ('third_party', 'Will')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import Capital, capitals, is_eponym, is_ordinary
from incognote.detect.latin_name import CUED, TITLED, extend, name_end, writes_mo
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import names_a_term
from incognote.names.tables import SURNAMES, first_names, roman_surnames

SOURCE: Final = "rules/name_latin_prose"
PATIENT: Final = ("patient ", "pt ", "pt. ", "client ", "subject child ", "baby ", "b/o ", "baby of ", "infant ", "病人", "患者", "個案", "案主", "病患")
RELATIVE: Final = ("kids ", "sons ", "daughters ", "boys ", "girls ", "bro ", "sis ", "daughter ", "son ", "wife ", "husband ", "mother ", "father ", "mom ", "mum ", "dad ", "sister ", "brother ", "aunt ", "uncle ", "auntie ", "aunty ", "cousin ",
                   "niece ", "nephew ", "grandmother ", "grandfather ", "grandson ", "granddaughter ", "grandma ", "grandpa ", "nana ", "nanna ", "stepfather ", "stepmother ",
                   "stepson ", "stepdaughter ", "half-brother ", "half-sister ", "half-sibling ", "partner ", "boyfriend ", "girlfriend ", "fiance ", "fiancé ", "fiancee ", "fiancée ",
                   "ex-husband ", "ex-wife ", "ex-partner ", "spouse ", "sibling ", "siblings ", "twin ", "guardian ", "mother-in-law ", "father-in-law ", "sister-in-law ",
                   "brother-in-law ", "son-in-law ", "daughter-in-law ", "mgm ", "mgf ", "pgm ", "pgf ", " mo ", "\nmo ", " fa ", "\nfa ", "(mo ", "(fa ", "older child ", "child ",
                   "foster carer ", "kin carer ", "fob ", "mob ", "bub ", "bubs ", "nan ", "nan — ", "nan - ", "pop ", "poppa ", "gran ", "granny ", "grandad ", "granddad ", "papa ", "mama ", "abuela ", "abuelo ", " gm ", " gf ", " bf ", "twins ",
                  "chn home: ", "chn: ", "maid ", "godmother ", "godfather ", "stepdad ", "stepmum ", "stepmom ", "hubby ", "missus ", "ex-bf ", "ex-gf ",
                  "案媳", "案婿", "案夫", "案姊", "案妹", "案兄", "案弟", "媽媽", "妈妈", "爸爸", "母親", "父親", "母亲", "父亲", "妹妹", "姊姊", "姐姐", "哥哥", "弟弟", "女儿", "儿子", "媳妇", "女婿", "外婆", "外公", "奶奶", "爺爺", "先生 ", "children ", "案母", "案父", "案妻", "案夫", "案女", "案子", "太太", "先生", "兒子", "女兒", "媳婦", "配偶", "妻子", "丈夫")  # fmt: skip
THIRD: Final = ("pastor ", "father in christ ", "imam ", "rabbi ", "elder ", "councillor ", "friend ", "friends ", "flatmate ", "roommate ", "room-mate ", "housemate ", "neighbour ", "neighbor ", "landlord ", "landlady ", "teacher ", "colleague ", "coworker ",
                "co-worker ", "boss ", "classmate ", "caregiver ", "carer ", "caretaker ", "helper ", "aide ", "domestic helper ", "interpreter ", "coach ", "tutor ", "lawyer ",
                "solicitor ", "ex ", "employer ", "manager ", "supervisor ", "driver ", "babysitter ", "nanny ", "同學", "朋友", "室友", "外傭", "外勞", "印傭", "菲傭", "越傭",
                "外籍看護", "看護", "外看", "移工", "幫傭", "鄰居", "同事", "房東", "男友", "女友", "仲介", "翻譯", "通譯", "看护", "保姆", "閨蜜", "闺蜜", "前男友", "前女友", "同学", "室友", "同事", "来访者", "來訪者", "案友", "那位", "外配", "新住民", "小三", "仲介", "雇主")  # fmt: skip
STAFF: Final = ("專師", "护士", "護理師", "護士", "護理長", "醫師", "醫生", "医生", "醫檢師", "社工師", "社工", "心理師", "藥師", "治療師", "營養師", "主治", "個管師", "居服員", "照服員",
                "fellow ", "wards fellow ", "interp ", "interpreter ", "msw ", "hca ", "med student ", "medical student ", "student nurse ", "cpn ", "st/r ", "worker ", "support worker ", "key worker ", "keyworker ", "salt ", "ot ", "rt ", "pharmd ", "sup ", "doula ", "tech ", "cm ",
                "ac ", "cna ", "slp ", "chw ", "alo ", "chn ", "hv ", "ecp ", "ahp ", "cnc ", "cns ", "en ", "een ", "sho ", "spr ", "reg ", "cons ", "attg ", "anaes ", "anaesth ", "surg ", "asst ", "r1 ", "r2 ", "r3 ", "r4 ", "r5 ", "clerk ", "intern ", "easy cm ", "dictated: ", "scribe ",
                "照專", "覆核", "複核", "复核", "審核", "核對", "治疗师", "咨询师", "諮商師", "助理", "組長", "小夜", "大夜", "值班", "交班", "接班", "技術員", "住院醫師", "實習醫師", "督導", "大夫", "医师", "药师", "治疗师", "主任", "教授")  # fmt: skip
SAID: Final = ("told ", "s/b ", "r/v by ", "obtained by ", "on call ", "on-call ", "asked ", "met ", "phoned ", "texted ", "by flatmate ", "named ", "met with ", "spoke with ", "spoke to ", "lives with ", "living with ", "married to ", "rang ", "tell ", "dear ", "hi ", "hello ", "contacted ", "visited by ", "accompanied by ", "brought in by ", "help from ", "cared for by ", "stays with ", "collected by ", "saw ", "spoke w ", "spoke w/ ", "met w ", "met w/ ", "d/w ", "rv w ", "r/v w ", "handed over to ", "handover to ", "given to ", "supervision w ", "rent to ", "belongs to ", "belonging to ", "addressed to ", "call ", "ring ",
               "breakup w ", "lives w ", "lives w the ", "living w ", "here w ", "seen w ", "seen with ", "attended w ", "presented w ", "bib ", "b/b ", "cared for by ", "signed ", "signed: ", "present: ", "per ")  # fmt: skip
WEAK: Final = (" w ", " w/ ", " by ", " with ", "(w ", " to ")
CALLED: Final = ("called ", "aka ", "阿", "叫做", "名叫", "綽號")
GROUPS: Final = (
    ("latin_person_patient", PATIENT, "NAME", "patient"),
    ("latin_person_relative", RELATIVE, "NAME", "relative"),
    ("latin_person_third", THIRD, "NAME", "third_party"),
    ("latin_person_staff", STAFF, "DOCTOR", None),
    ("latin_person_said", SAID, "NAME", None),
    ("latin_person_called", CALLED, "NAME", None),
    ("latin_person_weak", WEAK, "NAME", None),
)
_GAP: Final = re.compile(r"[ ]?[\"“'‘「(（]?(?:(?:is|was|are) (?=[A-Z]))?")
_NICKNAMED: Final = frozenset(("latin_person_relative", "latin_person_third"))
_SURE: Final = frozenset(("latin_person_patient", "latin_person_relative", "latin_person_third", "latin_person_staff", "latin_person_said"))
# Short for a role and for other things (RT Hip, OT list): the name must be listed.
_RISKY: Final = frozenset(("ot ", "rt ", "cm ", "ac ", "en ", "tech ", "reg ", "cons ", "salt ", "cns ", "r1 ", "r2 ", "r3 ", "r4 ", "r5 ", "hv ", "slp "))
_CODES: Final = frozenset(("ot ", "rt ", "cm ", "ac ", "en ", "msw ", "hca ", "cpn ", "slp ", "cna ", "cns ", "r1 ", "r2 ", "r3 ", "r4 ", "r5 ", "hv ", "sho ", "alo ", "chn "))
_ABBREVIATED: Final = frozenset(("mgm ", "mgf ", "pgm ", "pgf "))
_JOINT: Final = re.compile(r",? (?:and|&) |, ")
# San Diego, Port Augusta; pouch of Douglas, circle of Willis, tetralogy of Fallot
_PLACE_BEFORE: Final = re.compile(r"(?:(?<![A-Za-z])(?:San|Santa|Los|Las|Saint|St\.?|Fort|Port|Lake|Mount|Mt\.?|Point|Cape|El)|(?:ouch|ircle|hincter|pulla|alogy|slets?|iangle|angle|anal|gament|ligament|area|crypts?|ulcus|foramen|node|band|sinus|valve|vein|nerve|cells?|layer|sign|test) of) \Z")
# No name has an article; a drug is taken, tried and started.
_ARTICLE: Final = re.compile(r"(?<![A-Za-z])(?:an?|the|took|taking|take|takes|tried|using|started|on|of|for|no|under|acute|chronic|use|used) \Z", re.IGNORECASE)
_TURNED: Final = re.compile(r"([A-ZÀ-Þ][A-Za-zÀ-ỿ'’-]+), ?\Z")
_CELTIC: Final = re.compile(r"(?:O['’][A-Za-z]|(?:Mc|Mac|D['’]|Fitz)[A-Z])[A-Za-z]{2,}\Z")
_APOSTROPHES: Final = frozenset(("'", "’"))
_VERB_HEADS: Final = frozenset("stdrpawlbchnu")
_MODAL_NAMES: Final = frozenset(("will", "may", "mark", "grace", "hope", "joy", "april", "june", "bill", "rose"))
_KIN_BEHIND: Final = re.compile(r"['’]s (?:mother|father|mum|mom|dad|sister|brother|wife|husband|son|daughter|partner|family|parents|nan|gran|cousin|aunt|uncle|boyfriend|girlfriend|teacher|school|house|home|birthday|mobile|phone|GP)(?![A-Za-z])")
_INITIAL_GAP: Final = re.compile(r" [A-Z]\.? ")
_NUMBER_AFTER: Final = re.compile(r" ?[0-9]| \(")
_BED: Final = re.compile(r"\d{1,3}[A-Z]?(?:-\d{1,2})?:? (?=[A-Z])")
_PLURAL: Final = re.compile(r"([A-Z][a-z]{3,15})s(?![A-Za-z'’])")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_BE: Final = ("is ", "was ", "are ", "van ", "von ", "de ", "der ", "di ", "da ", "al ", "el ", "la ", "le ", "bin ", "ten ", "ter ", "del ")
_PERSON_VERB: Final = re.compile(r" (?:said|says|told|denies|denied|states|stated|rang|phoned|texted|agrees|agreed|wants|wishes|lives|went|thinks|believes|worries|worried|asked|asks|disclosed|tried|consented|refused|declined|notified|will|herself|himself)(?![A-Za-z])")
_AGENT: Final = re.compile(r"(?:er|or|ant|ent|ist|ee|ian|eur|ess|staff)\Z")  # notifier, informant: people without names
_BACK: Final = re.compile(r"([A-ZÀ-Þ][A-Za-zÀ-ỿ'’-]*) \Z")


def cued(page: Page) -> Iterator[Span]:
    text = page.text
    for category, _, label, kind in GROUPS:
        for start, end in page.cues.get(category, NO_CUES):
            if page.lower[start:end] in _ABBREVIATED and not text[start : end - 1].isupper():
                continue
            if text[end : end + 1].islower() and not text.startswith(_BE, end):
                continue
            written = page.lower[start:end]
            if written in _CODES and not text[start : end - 1].isupper():
                continue
            gap = _GAP.match(text, end)
            at = gap.end() if gap else end
            if written in _RISKY and not _is_given_name(text, at):
                continue
            if gap and gap[0].strip()[:1] in {'"', "“"} and category in _NICKNAMED:  # boyfriend "Snake"
                stop = name_end(text, at, TITLED)
                if stop > at:
                    yield page.span(at, stop, label, kind, SOURCE, 0.8)
                    continue
            if category in _SURE or (_is_given_name(text, at) and (category != "latin_person_weak" or not _is_everyday(text, at))):
                yield from _names(page, at, label, kind)


def _is_given_name(text: str, at: int) -> bool:
    """A drug may be called Naprosyn: the name must be listed."""
    word = latin.WORD.match(text, at)
    return word is not None and latin.is_listed(latin.plain(word[0]).lower())


def _is_everyday(text: str, at: int) -> bool:
    """Behind `with` and `by`: a word, an eponym or a drug's maker is nobody; two letters are too few."""
    word = latin.WORD.match(text, at)
    lower = latin.plain(word[0]).lower() if word else ""
    return len(lower) < 3 or is_ordinary(lower) or lower in latin.eponyms() or latin.places().get(lower) == 1 or lower in latin.brands() or word[0].isupper() or is_eponym(text, lower, at + len(lower))  # type: ignore[index]


def _names(page: Page, at: int, label: str, kind: str | None) -> Iterator[Span]:
    for _ in range(4):
        stop = name_end(page.text, at, CUED)
        if stop == at or names_a_term(page.text, stop):
            return
        if page.text[stop : stop + 1] == " " and page.text[stop + 1 : stop + 2] in SURNAMES and not _HAN.match(page.text, stop + 2):
            stop += 2  # Vivian 沈
        yield page.span(at, stop, label, kind, SOURCE, 0.8)
        joint = _JOINT.match(page.text, stop)
        if not joint:
            return
        at = joint.end()


def bedded(page: Page) -> Iterator[Span]:
    """Bed 4 Art for cath; bed 5: Gene."""
    text = page.text
    for _, end in page.cues.get("latin_bed", NO_CUES):
        number = _BED.match(text, end)
        if number and _is_given_name(text, number.end()) and text[number.end() + 1 : number.end() + 2].islower():
            yield from _names(page, number.end(), "NAME", None)


def families(page: Page) -> Iterator[Span]:
    """The Hathaways want a second opinion."""
    text = page.text
    for _, end in page.cues.get("latin_family", NO_CUES):
        if not text[end : end + 1].isupper():
            continue
        word = _PLURAL.match(text, end)
        if word and latin.surname_weights().get(word[1].lower(), 0) >= 1 and not is_ordinary(word[1].lower()) and word[1].lower() not in latin.eponyms() and not names_a_term(text, word.end()):
            yield page.span(end, word.end(1), "NAME", "relative", SOURCE, 0.6)


def listed(page: Page) -> Iterator[Span]:
    """Given names that mean little else, with what follows them; unlisted given name + listed surname."""
    text, words = page.text, capitals(page.text)
    done = 0
    for index, word in enumerate(words):
        if not _may_open(word.word, word.lower) or word.start < done:
            continue
        after = words[index + 1] if index + 1 < len(words) and words[index + 1].start - word.end < 5 else None
        if after is None and not _given(word.lower) and not _goes_on(text, word):
            continue
        end = _listed_end(text, word, after)
        if end and not _PLACE_BEFORE.search(text, max(0, word.start - 14), word.start):
            start = _backward(text, word.start)
            done = end
            yield page.span(start, end, "NAME", None, SOURCE, 0.6)


@lru_cache(maxsize=16384)
def _may_open(word: str, lower: str) -> bool:
    """Whether a word without cue may begin a name at all: a quick answer for most words of a page."""
    if latin.given_weights().get(lower, 0.0) or latin.given_weights().get(lower.partition("-")[0], 0.0):
        return True
    return len(word) > 2 and not word.isupper() and not is_ordinary(lower)


@lru_cache(maxsize=16384)
def _given(lower: str) -> bool:
    return bool(latin.given_weights().get(lower, 0.0) or latin.given_weights().get(lower.partition("-")[0], 0.0))


def _goes_on(text: str, word: Capital) -> bool:
    """Whether a word that is no given name and stands alone may yet be one: says, 's mother, O'Neill."""
    behind = text[word.end : word.end + 1]
    if behind == " ":
        return text[word.end + 1 : word.end + 2] in _VERB_HEADS or word.word[0] == "O"
    return behind in _APOSTROPHES or word.word[0] == "O"


def _listed_end(text: str, word: Capital, after: Capital | None) -> int:
    if text[word.end : word.end + 1].isdigit():
        return 0
    if "-" in word.lower and word.lower.replace("-", " ") in latin.two_word_terms():  # Jackson-Pratt
        return 0
    if after and (f"{word.lower} {after.lower}" in latin.two_word_terms() or (word.lower in latin.brands() and after.lower in latin.brands())):
        return 0
    if text[word.end + 1 : word.end + 2].islower() and _PERSON_VERB.match(text, word.end) and word.word[1:].islower() and (len(word.word) > 2 or (word.lower in roman_surnames() and word.lower != "mo")) and _is_subject(text, word):
        return word.end
    if text[word.end : word.end + 1] in _APOSTROPHES and word.word[1:].islower() and _KIN_BEHIND.match(text, word.end) and word.lower not in latin.eponyms() and not (word.word == "Mo" and writes_mo(text)) and _is_subject(text, word):
        return word.end
    if after and word.word[1:].islower() and after.word.isupper() and len(after.word) > 3 and text[word.end : after.start] == " " and _is_subject(text, word) and after.lower in latin.surname_weights() and after.lower not in latin.stops():
        return after.end  # Indi WALKER
    weight = latin.given_weights().get(word.lower, 0.0)
    shouted = word.word.isupper()
    if not weight and "-" in word.lower:
        weight = latin.given_weights().get(word.lower.partition("-")[0], 0.0) * 0.9
    if weight:
        if word.lower in latin.stops() and not (after and _is_surname(text, word, after)):
            return 0
        if weight < 0.6 and not (after and _is_surname(text, word, after)):
            return 0
        if weight >= 0.6 and is_ordinary(word.lower) and weight < 1 and not (after and _is_surname(text, word, after)):
            return 0
        if word.lower in latin.eponyms() and names_a_term(text, word.end):
            return 0
        end = extend(text, word.end, word.word)
        if weight < 1 and end == word.end and len(word.word) < 6 and word.lower in latin.syllables():  # Dong quai
            return 0
        if len(word.word) < 4 and end == word.end and (shouted or word.lower not in first_names()):
            return 0
        if shouted and end == word.end and (len(word.word) < 5 or weight < 1):
            return 0
        if end == word.end and is_eponym(text, word.lower, end):
            return 0
        return 0 if names_a_term(text, end) else end
    if _CELTIC.match(word.word) and word.word[0] == "O" and not names_a_term(text, word.end):
        return extend(text, word.end, word.word)
    if after and _both_unknown(text, word, after):
        end = extend(text, word.end, word.word)
        return 0 if names_a_term(text, end) else end
    if after and len(word.word) > 2 and not shouted and not is_ordinary(word.lower) and _is_surname(text, word, after):
        end = extend(text, word.end, word.word)
        return 0 if names_a_term(text, end) or word.lower in latin.eponyms() else end
    return 0


def _is_subject(text: str, word: Capital) -> bool:
    """May said, Will will, Oyinkansola denies: a given name or a word of no dictionary does what people do."""
    if word.lower in latin.stops() and word.lower not in _MODAL_NAMES:
        return False
    if word.lower in latin.given_weights() or latin.surname_weights().get(word.lower, 0) >= 1 or (word.lower in roman_surnames() and not is_ordinary(word.lower)):
        return True
    if _AGENT.search(word.lower):
        return False
    return latin.is_unheard(word.lower) and latin.places().get(word.lower) != 1 and word.word.isalpha()


def _both_unknown(text: str, word: Capital, after: Capital) -> bool:
    """Two title-case words that are in no dictionary: Panay Kumu, Mohmad R. Vizirov."""
    gap = text[word.end : after.start]
    if gap != " " and not _INITIAL_GAP.fullmatch(gap):
        return False
    if not (_is_unknown(word.word, word.lower) and _is_unknown(after.word, after.lower)):
        return False
    return not (_ARTICLE.search(text, max(0, word.start - 10), word.start) or _NUMBER_AFTER.match(text, after.end))


@lru_cache(maxsize=8192)
def _is_unknown(word: str, lower: str) -> bool:
    if len(lower) < 4 or not word[1:].islower():
        return False
    if lower in latin.brands():
        return False
    if lower in latin.surname_weights() or lower in latin.given_weights():
        return not is_ordinary(lower) and lower not in latin.eponyms()
    return not (is_ordinary(lower) or lower in latin.eponyms() or latin.CLINICAL_SHAPE.match(lower))


def _is_surname(text: str, word: Capital, after: Capital) -> bool:
    """Whether the next word stands right behind and is a surname that means nothing else."""
    gap = text[word.end : after.start]
    if gap != " " and not _INITIAL_GAP.fullmatch(gap):
        return False
    if after.lower in latin.eponyms() and names_a_term(text, after.end):
        return False
    if _CELTIC.match(after.word):
        return True
    return latin.surname_weights().get(after.lower, 0) >= 1 and not is_ordinary(after.lower)


def _backward(text: str, start: int) -> int:
    """`U-ui Taro`: an unknown capitalised word right before joins."""
    turned = _TURNED.search(text, max(0, start - 24), start)
    if turned and (turned.start() == 0 or text[turned.start() - 1] == "\n") and not is_ordinary(turned[1].lower()):
        return turned.start()
    before = _BACK.search(text[max(0, start - 20) : start])
    if before and len(before[1]) > 2 and not is_ordinary(before[1].lower()) and not before[1].isupper() and before[1].lower() not in latin.eponyms():
        return start - len(before[0])
    return start


def _with_comma(words: tuple[str, ...]) -> tuple[str, ...]:
    """`her husband, Tunde,` and a line end stand for `her husband Tunde`."""
    english = [word[:-1] for word in words if word[0].isalpha() and word[0].isascii() and word[-1] == " " and word not in _CODES | _RISKY]
    return words + tuple(f"{word}{sign}" for word in english for sign in (", ", "\n"))


RULES = (
    Rule("name_latin_prose", cued, {category: _with_comma(words) for category, words, _, _ in GROUPS}, needs=tuple(category for category, *_ in GROUPS)),
    Rule("name_latin_prose", bedded, {"latin_bed": ("bed ", "bay ", "rm ", "room ", "cubicle ", "chair ")}, needs=("latin_bed",)),
    Rule("name_latin_prose", listed),
    Rule("name_latin_prose", families, {"latin_family": ("the ",)}, needs=("latin_family",)),
)
