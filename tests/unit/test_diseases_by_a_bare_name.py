"""A disease called after somebody, without its noun, beside a person of the same name."""

from __future__ import annotations

from datetime import date

import pytest

from incognote import Document, Pipeline


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29))


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("Dr. Hodgkin reviewed: non-Hodgkin excluded", "non-Hodgkin"),
        ("主治 Dr. Hodgkin。Dx: Hodgkin, stage II", "Dx: Hodgkin"),
        ("Patient: Hodgkin, Mary. Hodgkin in remission since May", "Hodgkin in remission"),
        ("Dr. Hodgkin: relapsed Hodgkin after BV", "relapsed Hodgkin"),
        ("Dr. Crohn saw pt, hx of Crohn", "hx of Crohn"),
        ("主治 Dr. Wilson；疑 Wilson", "疑 Wilson"),
    ],
)
def test_the_disease_keeps_its_name(text: str, stays: str, pipeline: Pipeline) -> None:
    assert stays in pipeline.run(Document("case", text)).text


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Hodgkin rang. Hodgkin will call the family",
        "Dr. Crohn saw pt; Crohn stable",
        "Patient: Addison, John. Known Addison reports dizziness",
        "Dr. Hodgkin reviewed; seen with Hodgkin today",
    ],
)
def test_whoever_is_called_so_goes(text: str, pipeline: Pipeline) -> None:
    result = pipeline.run(Document("case", text))
    assert not any(name in result.text for name in ("Hodgkin", "Crohn", "Addison"))
