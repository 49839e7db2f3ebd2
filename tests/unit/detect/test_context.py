"""What is marked as telling who it is, what is not, and that a mark alone changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from incognote.config import Pipeline
from incognote.detect.context import HIGH, LOW, layer, reasons, score, told
from incognote.detect.context.marks import RULES, apart
from incognote.detect.rules import detector
from incognote.document import Document, Finding, Span

CASES = Path(__file__).resolve().parents[2] / "cases" / "negative"
DECOYS = Path(__file__).resolve().parents[2].parent.parent / "shared" / "data" / "catalogue-notes" / "decoys.jsonl"
DETECT: Callable[[Document], Iterable[Finding]] = apart(detector(RULES))  # type: ignore[assignment]


def marks(text: str) -> dict[str, str]:
    return {f.kind.partition("_")[2]: text[f.start : f.end] for f in DETECT(Document("1", text)) if f.kind != "narrative_risk"}


def flag(text: str) -> str | None:
    return next((f.severity for f in DETECT(Document("1", text)) if f.kind == "narrative_risk"), None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("她是全縣唯一的女性潛水員", "only_one"),
        ("他是岛上最后一任守塔人", "only_one"),
        ("She works as the only lighthouse keeper in the county.", "only_one"),
        ("史上第一位登頂的護理師", "first_or_most"),
        ("She was the youngest diver in the country to do so.", "first_or_most"),
        ("曾擔任里長十二年", "office"),
        ("目前是雲嶺國小校長", "office"),
        ("He is a former mayor of the town.", "office"),
        ("在總統面前獨奏", "figure"),
        ("她上過新聞三次", "news"),
        ("他的事上了熱搜", "news"),
        ("The rescue made the papers.", "news"),
        ("去年氣爆中受傷", "public_event"),
        ("客運墜谷，鄰座同學身亡", "public_event"),
        ("Her brother died in the ferry fire.", "public_event"),
        ("He was struck by lightning at work.", "mechanism"),
        ("67歲，住大安區，診斷庫賈氏病", "rare_disease"),
        ("A 40-year-old man living in Barrow with stiff person syndrome.", "rare_disease"),
        ("退休太空人", "few_hold"),
        ("worked as a lighthouse keeper", "few_hold"),
        ("她生了三胞胎", "family"),
        ("老先生有十二個孩子", "family"),
        ("She has nineteen grandchildren.", "family"),
        ("全國賽奪冠的選手", "record"),
        ("曾獲獎的作家", "prize"),
        ("有一種蝴蝶以他命名", "work"),
        ("《海邊的人》是他寫的，出版三年", "work"),
        ("就讀國中三年五班", "group"),
    ],
)
def test_what_points_to_one_or_few_is_marked_with_its_reason(text: str, code: str) -> None:
    assert code in marks(text)


@pytest.mark.parametrize(
    "text",
    [
        "唯一的異常是血鈉偏低", "家中唯一的女兒陪同", "最後一次回診", "僅有輕微頭痛", "The only abnormal finding was a low sodium.",
        "He is the only child of two teachers.", "the last dose in the morning", "first episode at nineteen", "the youngest of five",
        "由里長陪同就醫", "校長室外跌倒", "看電視新聞時頭痛", "watches the news every evening", "地震後睡不好", "颱風天在家",
        "職業：教師", "退休公車司機", "works as a nurse in a clinic", "r/o 庫賈氏病", "Huntington chorea, Wilson disease excluded.",
        "育有二子", "three children, two sons", "打破玻璃受傷", "記錄血壓", "獎勵計畫", "年輕時當兵", "第一個療程結束", "判決離婚",
        "第一次住院", "被車撞到右小腿", "fell from a ladder", "家族有五個兄弟",
    ],
)  # fmt: skip
def test_what_many_could_say_of_themselves_is_not_marked(text: str) -> None:
    assert not marks(text)
    assert flag(text) is None


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.glob("*.txt")))
def test_clinical_text_that_names_nobody_has_no_mark(name: str) -> None:
    lines = [line for line in (CASES / name).read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")]
    assert not [line for line in lines if list(DETECT(Document("1", line)))]


@pytest.mark.skipif(not DECOYS.exists(), reason="the decoys lie beside the project, not in it")
def test_decoys_have_no_mark() -> None:
    assert not [row for row in map(json.loads, DECOYS.read_text("utf-8").splitlines()) if list(DETECT(Document("1", row["text"])))]


def test_reasons_add_up_and_one_reason_counts_once() -> None:
    assert flag("她上過新聞") == "warning"
    assert flag("她生了三胞胎") == "info"
    assert flag("就讀國中三年五班") is None
    once, twice = ([f for f in DETECT(Document("1", text)) if f.kind != "narrative_risk"] for text in ("她生了三胞胎", "三胞胎，三胞胎"))
    assert len(twice) == 2 and score(once) == score(twice) == 0.3
    assert 0 < LOW <= HIGH < 1


def test_every_reason_has_words_in_three_languages() -> None:
    for code, reason in reasons().items():
        assert all(reason.words[script] for script in ("zh-TW", "zh-CN", "en"))
        assert told(Finding(f"{reason.label.lower()}_{code}", "source", 0, 1, "info"), script="zh-CN") == reason.words["zh-CN"]
    assert told(Finding("context", "source", 0, 1, "info")) == ""


NOTE = "姓名：王小明\n他是全縣唯一的女性潛水員，上過新聞。"


@pytest.mark.parametrize("profile", ["clinic-tw", "hospital-cn", "limited-dataset", "research-surrogate"])
def test_a_profile_that_keeps_context_changes_no_word_of_it(profile: str) -> None:
    result = Pipeline.from_profile(profile, vault="none", tagger=False).run(Document("1", NOTE))
    assert "他是全縣唯一的女性潛水員，上過新聞。" in (result.text or "")
    kinds = {finding.kind for finding in result.findings}
    assert {"context_only_one", "context_news", "narrative_risk"} <= kinds
    assert result.status == "clean"
    assert not any(span.label == "CONTEXT" for spans in result.spans.values() for span in spans)


def test_a_profile_that_asks_for_it_masks_context_once_and_keeps_other_edits() -> None:
    pipeline = Pipeline.from_profile("safe-harbor", vault="none", tagger=False)
    result = pipeline.run(Document("1", NOTE))
    assert result.text is not None and "全縣唯一" not in result.text and "上過新聞" not in result.text and "王小明" not in result.text
    again = pipeline.run(Document("1", result.text))
    assert again.text == result.text


def test_the_layer_leaves_what_other_spans_cover() -> None:
    news = [Finding("context_news", "source", 0, 10, "info"), Finding("context_record", "source", 8, 12, "info"), Finding("profession_few_hold", "source", 20, 22, "info")]
    pieces = layer(news, [Span(3, 5, "NAME", "patient", "known", 1.0)])
    assert [piece[:2] for piece in pieces] == [(0, 3), (5, 10), (10, 12)]
