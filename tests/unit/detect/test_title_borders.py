"""The last character of a title stays with the title, whatever stands behind it reads like."""

from __future__ import annotations

import pytest

from incognote.config import Pipeline
from incognote.document import Document


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return Pipeline.from_profile("clinic-tw", vault="none", tagger=False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("交代晚班護理師雅婷追蹤。", "交代晚班護理師[醫護]追蹤。"),
        ("請社工師佩珊聯絡家屬", "請社工師[醫護]聯絡家屬"),
        ("護理師師小明交班", "護理師[醫護]交班"),
        ("由藥師複核劑量", "由藥師複核劑量"),
    ],
)
def test_a_title_is_not_cut_for_a_name(pipeline: Pipeline, text: str, told: str) -> None:
    assert pipeline.run(Document("1", text)).text == told
