"""A record of somebody grown up: said plainly, nobody made a child or a father, a person asked to look."""

from __future__ import annotations

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document


@pytest.fixture(scope="module")
def scrub():
    pipeline = make_pipeline(load_profile("child-protection"), keep_residue=True)
    return lambda text: pipeline.run(Document("1", text, {}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("訪視日期：2024/05/02\n案主：陳美玉，女，54歲。案夫王國華陪同，案女王小芳在外地。", "案主：[病患]，女，54歲。案夫[案夫]陪同，案女[案女]在外地。"),
        ("訪視日期：2024/05/02\n案主：陳美玉，女，54歲。由案子王大明照顧。", "案主：[病患]，女，54歲。由案子[案子]照顧。"),
        ("訪視日期：2024/05/02\n病患：林淑芬，54歲女性。先生陳志明陪同就診。", "病患：[病患]，54歲女性。先生[案夫]陪同就診。"),
        ("Date of report: 02/05/2024\nPatient: Ann Hill, a 54-year-old woman. Husband: Tom Hill.", "Patient: [patient], a 54-year-old woman. Husband: [husband]."),
        ("訪視日期：2024/05/02\n案主：陳美玉。案媳林小芳同住。", "案主：[病患]。案媳[案媳]同住。"),
    ],
    ids=["husband and daughter", "son", "a patient of a clinic", "English", "no age, a daughter-in-law"],
)  # fmt: skip
def test_kin_of_somebody_grown_up_are_theirs(scrub, text: str, expected: str) -> None:
    result = scrub(text)
    assert result.text.split("\n", 1)[1] == expected
    assert result.status == "degraded" and "subject_adult" in {f.kind for f in result.findings}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("通報日期：113/05/02\n案主：王小明（男，7歲）\n案母：陳美玲，案夫李大同同住。", "案夫[案父]同住。"),
        ("通報日期：113/05/02\n案主：王小明（男，17歲）\n案父：王大同", "案父：[案父]"),
        ("通報日期：113/05/02\n案主：王小明\n案母：陳美玲\n這個案子王老師負責。", "這個案子[老師]老師負責。"),
        ("Date of report: 02/05/2024\nSubject child: Ann Hill, 17\nMother: Sue Hill", "Mother: [mother]"),
    ],
    ids=["the mother's husband", "not yet grown up", "the case, no son", "seventeen"],
)
def test_a_child_stays_the_child(scrub, text: str, expected: str) -> None:
    result = scrub(text)
    assert result.text.endswith(expected) or expected.startswith("這個案子")
    assert "[案子]" not in result.text and "subject_adult" not in {f.kind for f in result.findings}
