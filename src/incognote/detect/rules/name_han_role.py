"""Han names right behind a role or kinship word: 案母林美玉, 病人王小明, 其子张伟, 陪同者 A123456789 李小華.

The role word itself is never part of a span, and a role word without a name is nothing (catalogue N2, N6).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end, s.kind) for s in detector(RULES)(Document("1", "案母林美玉陪同，媽媽高血壓"))]
[(2, 5, 'relative')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN, dotted
from incognote.detect.name_words import leads_nowhere
from incognote.detect.page import NO_CUES, Page
from incognote.detect.people import read_role
from incognote.detect.rules.rule import Rule
from incognote.detect.vouched import read_expected
from incognote.detect.whose import is_part_of_role, skip_id, skip_role
from incognote.document import Span
from incognote.names.cues import role_of, words
from incognote.names.likelihood import based, surname_weight
from incognote.names.search import is_clinical_word

SOURCE: Final = "rules/name_han_role"
CATEGORIES: Final = {
    f"role_{kind}": kind for kind in ("patient", "relative", "other_patient", "third_party", "notifier", "alleged")
}
VERBS: Final = frozenset("喝吃拿扶抱喊哭推拉送接載载餵喂罵骂買买煮洗換换斷断坐站躺走跑跳睡醒照")
"""What people do, behind a word for one, and hardly anybody's given name begins with: 外婆斷網, 家人喝生奶."""
_POINTED: Final = re.compile(rf"[{HAN}]{{2,4}}\.[{HAN}]{{2,4}}(?![{HAN}])")
_DOSE: Final = re.compile(r"[ \t]{0,2}\d+(?:\.\d+)?[ \t]?(?:m?g|克|錢|钱|ml)(?![A-Za-z])")
_GAP: Final = re.compile(r"[ \t]{0,2}(?:[\"'「『“(:,為为是係系][ \t]?)?")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for category, kind in CATEGORIES.items():
        for start, end in page.cues.get(category, NO_CUES):
            if (text[end : end + 1] >= "\u3400" and not dotted(text) and leads_nowhere(text, end)) or is_part_of_role(text, start, end):  # 案主孫游子寬: 案主孫 is the role
                continue
            gap = _GAP.match(text, end)
            at = skip_id(text, gap.end() if gap else end)
            if skip_role(text, at)[1]:  # 家屬：長孫王家豪 is read behind 長孫
                continue
            read = read_expected(text, at, least=0.3)
            if read and end - start == 1 and surname_weight(text[read.start]) is None:  # 母乳少, 隨母改姓
                continue
            if read and read.end - read.start < 4 and text[read.start] in VERBS:
                continue
            if read and _DOSE.match(text, read.end) and is_clinical_word(based(text)[read.start : read.end]):  # 太太白芍 15g
                continue
            while read:
                is_staff = text[read.end : read.end + 2] in role_of() and role_of()[text[read.end : read.end + 2]] == "staff"  # 老病人,俞敏主任
                yield page.span(read.start, read.end, "DOCTOR" if is_staff else "NAME", None if is_staff else kind, SOURCE, read.score)
                if text[read.end : read.end + 1] not in {"、", "與", "与", "和", "及"}:
                    break
                pointed = _POINTED.match(text, read.end + 1)
                if pointed:  # 病人達拉·馬紹、尤敏.哈勇
                    yield page.span(*pointed.span(), "NAME", kind, SOURCE, 0.85)
                read = read_role(text, read.end + 1, prior=-1.2)  # 病人白雪、黃連: the role goes for the whole list


RULES = (Rule("name_han_role", find, {category: words(category) for category in CATEGORIES}, needs=tuple(CATEGORIES)),)
