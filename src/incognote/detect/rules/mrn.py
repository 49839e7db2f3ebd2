"""Chart numbers (病歷號, 住院號, MRN): no national standard anywhere, so the label decides.

Taiwan 5-10 digits, mostly 6-8, some with leading zeros, a check digit `1234567-8`, a letter before or
behind; the mainland 住院号, 病案号 6-11. Source: catalogue 2.1, 2.2, 2.4, 2.5.
"""

from incognote.detect.rules.rule import number_rule

LABELS = (
    "病歷號碼", "病歷號", "病歷編號", "病歷no", "病號", "病例號碼", "病例號", "住院號", "住院序號", "門診號", "急診號",
    "病历号", "病历号码", "病案号", "住院号", "门诊号", "登记号", "就诊卡号", "病例号",
    "mrn", "medical record", "chart no", "chart number", "chart", "hospital no", "hospital number", "patient id", "ur", "urn",
)  # fmt: skip

RULES = (
    number_rule(
        "mrn",
        "MRN",
        labels=LABELS,
        labelled_shape=r"[A-Z]{0,3}[ -]?\d(?:[ -]?\d){3,11}(?:-\d)?[A-Z]?",
        kind="patient",
    ),
)
