"""Plates of Australia, the United Kingdom and the United States, after `rego`, `plate`, `registration`.

SA S123ABC, NSW ABC12D, VIC 1AB2CD, UK AB51 ABC, A123 BCD. Source: catalogue 2.5, 2.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "white Hilux, rego S123ABC"))]
[(18, 25)]
"""

from incognote.detect.rules.rule import number_rule

RULES = (
    number_rule(
        "vehicle_latin",
        "VEHICLE",
        labels=("rego", "rego no", "registration plate", "vehicle reg", "vehicle registration", "reg plate", "numberplate", "vrn", "licence plate no", "license plate no", "tag no", "plates"),
        labelled_shape=r"(?=[A-Z \d·-]{0,8}\d)[A-Z\d]{1,4}[ ·-]?[A-Z\d]{2,4}(?:[ ·-][A-Z\d]{1,4})?",
    ),
    number_rule(
        "vehicle_latin",
        "VEHICLE",
        labels=("plate", "truck plate", "car", "van", "ute", "vehicle", "license plate", "licence plate", "pickup", "pick-up", "sedan", "hatch", "hatchback", "wagon", "suv", "minivan", "people mover", "4wd", "scooter", "motorbike", "a/c", "c/s", "tail no"),
        labelled_shape=r"(?-i:(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{6,7}|(?!GCS|BP|HR|RR|GA|AIS|ISS)[A-Z]{1,3}(?:[ ·-]\d{2,3}){1,2}|[A-Z]{2}\d\d ?[A-Z]{3}|\d{3}[ ·-][A-Z]{3}|[A-Z]{3} ?\d{4}|S\d{3}[A-Z]{3}|[A-Z]{3}[ ·-]?\d{2}[A-Z])",
        category="vehicle_latin_plate",
    ),
    number_rule(
        "vehicle_latin",
        "VEHICLE",
        labels=("hilux", "commodore", "corolla", "camry", "landcruiser", "hiace", "holden", "mitsubishi", "hyundai", "subaru", "car is", "car was", "ute is", "van is"),
        labelled_shape=r"(?-i:(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{6,7}|[A-Z]{3}[ ·-]\d{2}[A-Z]|[A-Z]{3}[ ·-]\d{3})",
        category="vehicle_latin_make",
    ),
)  # fmt: skip
