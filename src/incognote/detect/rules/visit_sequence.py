"""Visit sequence in the NHI card (就醫序號): four characters, one a visit, so an event's number.

0001 upward, or a letter and three digits, `IC` and two for preventive services. Only behind its label: a
bare `IC22` is a service code. A queue number (看診號 23) is not one. Source: catalogue 2.1.
"""

from typing import Final

from incognote.detect.rules.rule import number_rule

LABELS: Final = (
    "就醫序號", "健保序號", "卡序", "就醫序", "健保卡序號", "健保就醫序號", "就診序號", "就诊序号", "就医序号", "就诊流水号", "流水号", "流水號", "門診序號", "就診流水號",
    "visit no", "visit number", "visit id", "encounter no", "encounter id", "encounter number",
)  # fmt: skip

RULES = (
    number_rule(
        "visit_sequence",
        "CASENO",
        labels=LABELS,
        labelled_shape=r"[A-Z]{0,4}\d{4,20}(?:-\d{1,6})?|[A-Z]\d{3}|IC\d\d|IC[A-Z0-9]{2}|HVIT",
    ),
)
