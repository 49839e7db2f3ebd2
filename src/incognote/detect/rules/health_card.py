"""Numbers of a person in a health insurance: 健保卡號, 医保卡号, 社保卡, 健康卡号, Octopus of no kind.

Taiwan 12 digits, often from 0000, printed 4-4-4, issued by the NHI administration; the mainland a letter
and 8 digits, 9-12 digits, the 18-character ID, or a 28-digit token. Source: catalogue 2.1, 2.2.
"""

from typing import Final

from incognote.detect.rules.rule import number_rule

LABELS: Final = (
    "健保卡號", "健保卡號碼", "健保卡", "健保卡卡號", "健保ic卡", "健保ic卡號", "健保號碼", "健保號", "ic卡號", "卡號", "保險證號", "被保險人證號", "保險號碼", "保單號碼", "保單號",
    "保險卡號", "農保號", "保險單號", "保單", "醫保卡", "醫保", "医保", "勞保號", "勞保證號", "投保號",
    "医保卡号", "医保卡", "医保号", "医保编号", "医保证号", "医疗保险号", "医疗保险卡号", "医保个人编号", "个人编号", "医保电子凭证", "电子凭证", "社保卡号", "社保卡", "社会保障卡卡号", "社会保障卡号", "社会保障卡",
    "社保号", "社保编号", "社会保障号", "健康卡号", "居民健康卡", "居民健康卡号", "健康卡", "新农合证号", "新农合号", "农合证号", "农合号", "合作医疗证号", "参合号", "保险号", "保单号", "保单", "新农合", "公费医疗证号", "医疗证号", "卡号",
    "insurance", "nhi card", "nhi card no", "nhi no", "nhi number", "insurance no", "insurance number", "insurance id", "policy", "policy no", "policy#", "hc card", "hc card no", "policy number", "member id", "member no",
    "subscriber id", "ehealth no",
)  # fmt: skip
DECOYS: Final = (
    "信用卡號", "金融卡號", "提款卡號", "會員卡號", "重大傷病卡號", "悠遊卡號", "掛號卡號", "门诊卡号", "银行卡号", "信用卡号", "就诊卡号", "诊疗卡号", "储蓄卡号", "会员卡号", "饭卡号", "一卡通卡号",
)  # fmt: skip

RULES = (
    number_rule(
        "health_card",
        "HEALTHPLAN",
        labels=LABELS,
        decoys=DECOYS,
        shape=r"0000[ -]?\d{4}[ -]?\d{4}",
        bare=0.6,
        needs="0000",
        labelled_shape=r"\d{4}-\d{4}-\d{2}|\d{4}[ -]\d{4}[ -]\d{4}(?:[ -]\d{3,6})?|[A-Z]{1,4}-?\d{6,14}|[A-Z]{1,4}-?\d{4,6}-\d{3,8}|\d{7,10}-\d{1,2}|\d{7,28}X?|\d{2,8}[*xX]{3,12}\d{2,5}|\d{6}[ -]?\d{8}[ -]?\d{3}[\dX]",
        labelled=0.85,
    ),
)
