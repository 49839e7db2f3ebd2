"""Public code lists (SNOMED CT, LOINC, ICD, NHI drug codes ...): what stands behind their word is nobody's number.

Source: catalogue 6 (rows 18-23). The words are found with all cues, under the category `code_list`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from incognote.detect.page import NO_CUES, Page

CODE_LISTS: Final = (
    "snomed", "sctid", "loinc", "atc", "icd", "icd9", "icd10", "cpt", "hcpcs", "drg", "rxnorm", "rxcui", "umls", "cui", "ndc", "cas", "mesh", "omim", "orpha", "dbsnp", "genbank",
    "pmid", "pmcid", "pmc", "doi", "isbn", "issn", "nct", "isrctn", "eudract", "tfda", "gtin", "ref", "model", "catalog", "catalogue", "cat no", "cat. no", "variant", "chromosome", "code", "codes",
    "衛部", "衛署", "許可證", "批准文号", "国药准字", "健保碼", "健保代碼", "健保藥", "藥碼", "药码", "藥品代碼", "藥品碼", "藥代碼", "醫令碼", "醫令代碼", "处置代码", "處置代碼", "處置碼", "診療項目", "支付標準", "院內碼", "商品碼",
    "編碼", "编码", "診斷碼", "诊断码", "疾病碼", "基因", "型號", "型号",
)  # fmt: skip
"""Words of public code lists, for the cue category `code_list`: what stands behind one is nobody's number."""
_CODE_REACH: Final = 28
_BETWEEN: Final = re.compile(r"(?:代碼|代码|編號|编号|編碼|编码|碼|码|號|号|為|为|是|[^\u4e00-\u9fff\n;])*")
_CODE_BEHIND: Final = re.compile(
    r"\s?(?:[(\[]\s?)?(?:SNOMED|SCTID|LOINC|ATC|ICD|NDC|CAS|RxNorm|CPT)|\s?\|[A-Za-z][A-Za-z ,()'/-]{2,60}\|",
    re.IGNORECASE,
)


def is_listed(page: Page, start: int, end: int) -> bool:
    """Whether the number belongs to a public code list: its word stands before it, with no Chinese
    between (SNOMED CT 38341003, but not ICD-10 I10 王小明 38341003), or right behind it."""
    word_end = _last_code_word(page, start)
    if (
        word_end is not None
        and start - word_end <= _CODE_REACH
        and _BETWEEN.fullmatch(page.text, word_end, start)
    ):
        return True
    return _CODE_BEHIND.match(page.text, end) is not None


def _last_code_word(page: Page, before: int) -> int | None:
    """Where the last code-list word that ends by `before` ends."""
    words = page.cues.get("code_list", NO_CUES)
    at = bisect_right(words, before, key=_end)
    return words[at - 1][1] if at else None


def _end(cue: tuple[int, int]) -> int:
    return cue[1]


def names_a_list(page: Page, label_start: int) -> bool:
    """Whether the word of a code list stands right before a label: SNOMED代碼, LOINC 編號."""
    word_end = _last_code_word(page, label_start)
    return word_end is not None and label_start - word_end <= 3
