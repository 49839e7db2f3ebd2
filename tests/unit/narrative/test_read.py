"""A narrative is read into a graph: kinds, doses, results, the person, spans, and what no fact covers."""

from __future__ import annotations

import pytest

from incognote.document import Span
from incognote.narrative.extract.read import extract
from incognote.narrative.graph import problems

TW = "王先生，45歲，在魚市場上班，離婚獨居。三個月前被資遣，之後情緒低落、失眠。否認自殺意念。診斷憂鬱症。sertraline 50 mg QD，四週，部分改善。TSH 正常。母親罹患恐慌症。"
EN = "She is 34 years old and works as a bus driver. Two months ago she was laid off, and since then she has had panic attacks. No suicidal ideation. Impression: panic disorder. Sertraline 50 mg daily, good effect. ECG normal."


def _facts(text, script):
    return {(n.kind, n.name, bool(n.clinical.get("negated"))): n for n in extract(text, script=script).graph.nodes}


@pytest.mark.parametrize(
    ("text", "script", "expected"),
    [
        (TW, "zh-TW", {("LifeEvent", "loss of work", False), ("Symptom", "depressed mood", False), ("Symptom", "insomnia", False), ("Symptom", "suicidal ideation", True), ("Diagnosis", "major depressive disorder", False),
                       ("Treatment", "sertraline", False), ("VisitEvent", "thyroid function", False), ("Relative", "panic disorder", False)}),
        (EN, "en", {("LifeEvent", "loss of work", False), ("Symptom", "panic attacks", False), ("Symptom", "suicidal ideation", True), ("Diagnosis", "panic disorder", False), ("Treatment", "sertraline", False),
                    ("VisitEvent", "electrocardiogram", False)}),
    ],
)  # fmt: skip
def test_each_fact_is_one_node_of_its_kind(text, script, expected):
    assert expected <= set(_facts(text, script))


def test_a_treatment_has_its_dose_and_what_it_did():
    told = _facts(TW, "zh-TW")["Treatment", "sertraline", False].clinical
    assert (told["dose"], told["response"]) == ("50 mg daily", "partial")


def test_doses_told_with_times_of_their_own_are_regimens_of_their_own():
    text = "Olanzapine 10 mg nocte five days ago; doubled to 20 mg two days ago."
    doses = [n.clinical["dose"] for n in extract(text, script="en").graph.nodes if n.kind == "Treatment"]
    assert doses == ["10 mg nightly", "20 mg daily"]


def test_a_rise_on_the_mainland_is_one_regimen():
    text = "舍曲林25mg，每周加一档至100mg/日。"
    doses = [n.clinical["dose"] for n in extract(text, script="zh-CN").graph.nodes if n.kind == "Treatment"]
    assert doses == ["25 mg raised to 100 mg daily"]


@pytest.mark.parametrize(
    ("text", "script", "dose"),
    [
        ("olanzapine 由 10 mg 加到 15 mg。", "zh-TW", "10 mg raised to 15 mg daily"),
        ("喹硫平由200mg减至100mg，每晚一次。", "zh-CN", "200 mg reduced to 100 mg nightly"),
        ("Clozapine 300 mg nightly, increased from 250 mg.", "en", "250 mg raised to 300 mg nightly"),
        ("Sertraline 50 mg daily, and again 50 mg daily.", "en", "50 mg daily"),
    ],
)
def test_a_course_without_times_is_one_regimen_in_the_order_of_its_doses(text, script, dose):
    assert [n.clinical["dose"] for n in extract(text, script=script).graph.nodes if n.kind == "Treatment"] == [dose]


def test_a_dose_takes_the_time_right_behind_it():
    graph = extract("Sertraline 50 mg was started six weeks ago and raised to 100 mg two weeks ago.", script="en").graph
    assert [(n.clinical["dose"], graph.when(n).onset) for n in graph.nodes if n.kind == "Treatment"] == [("50 mg daily", -42), ("100 mg daily", -14)]


@pytest.mark.parametrize(
    ("text", "script", "scores"),
    [
        ("PHQ-9 22, then 9 six weeks later.", "en", ["22", "9"]),
        ("Her PHQ-9 score fell from 22 to 9.", "en", ["22", "9"]),
        ("PHQ-9由22分降至9分。", "zh-TW", ["22", "9"]),
        ("HAM-D 24分，两周后16分，出院时7分。", "zh-CN", ["24", "16", "7"]),
        ("PHQ-9 12 on 3 May, seen in room 4.", "en", ["12"]),
        ("PHQ-9 12分，住院3天，共30床。", "zh-TW", ["12"]),
        ("PHQ-9 22/27 and sertraline 50 mg.", "en", ["22"]),
    ],
)
def test_a_scale_has_each_of_its_scores_and_no_other_number(text, script, scores):
    assert [n.clinical["value"] for n in extract(text, script=script).graph.nodes if n.kind == "VisitEvent"] == scores


@pytest.mark.parametrize(
    ("text", "script", "name", "value"),
    [
        ("He drinks 40 units a week and smokes 20 cigarettes a day.", "en", "smoking", "20 cigarettes a day"),
        ("He drinks 40 units a week and smokes 20 cigarettes a day.", "en", "increased alcohol use", "40 units a week"),
        ("每日吸烟20支。", "zh-CN", "smoking", "20支"),
        ("體重掉了六公斤。", "zh-TW", "weight loss", "6 kg"),
        ("He smokes in room 20.", "en", "smoking", None),
        ("体重下降，住院3天。", "zh-CN", "weight loss", None),
    ],
)
def test_a_habit_or_a_loss_has_its_amount(text, script, name, value):
    told = {n.name: n.clinical.get("value") for n in extract(text, script=script).graph.nodes}
    assert told[name] == value


def test_the_patient_has_what_the_text_says_of_the_person():
    context = extract(TW, script="zh-TW").graph.nodes[0].context
    assert (context["age"], context["sex"], context["occupation"]) == (45, "M", "魚市場")


@pytest.mark.parametrize(("text", "script"), [(TW, "zh-TW"), (EN, "en"), ("", "en"), ("。。。", "zh-CN"), ("?" * 500, "en"), ("否認" * 300, "zh-TW")])
def test_what_is_read_is_a_graph_whose_spans_lie_in_the_text(text, script):
    graph = extract(text, script=script).graph
    assert problems(graph) == ()
    assert all(0 <= start < end <= len(text) for node in graph.nodes for start, end in node.spans)


def test_a_bare_repeated_mention_is_no_second_fact():
    nodes = extract("頭痛三天。頭痛又來。", script="zh-TW").graph.nodes
    assert [n.name for n in nodes if n.kind == "Symptom"] == ["headache"]
    assert len(next(n for n in nodes if n.kind == "Symptom").spans) == 2


def test_a_clinical_sentence_without_a_fact_is_listed():
    text = "頭痛三天。另有不明症狀。天氣好。"
    assert [text[a:b] for a, b in extract(text, script="zh-TW").uncovered] == ["另有不明症狀"]


def test_a_name_is_no_symptom():
    text = "Visited Hope Panic Attacks Clinic."
    span = Span(8, 33, "HOSPITAL", None, "test", 1.0)
    assert [n.kind for n in extract(text, script="en", spans=(span,)).graph.nodes] == ["Patient"]


@pytest.mark.parametrize("text", ["退休教師，喪偶。", "Retired, widowed, two sons.", "住院號 123。"])
def test_a_circumstance_is_no_event(text):
    assert not [n for n in extract(text, script="zh-TW").graph.nodes if n.kind == "LifeEvent"]


def test_a_scan_without_a_result_is_no_fact():
    assert not [n for n in extract("已安排 EEG。", script="zh-TW").graph.nodes if n.clinical.get("value") == "normal"]


@pytest.mark.parametrize(
    ("text", "script", "main", "other"),
    [
        ("I think this is a depressive episode rather than prolonged grief disorder.", "en", "depressive episode", "prolonged grief disorder"),
        ("The diagnosis is panic disorder instead of generalised anxiety disorder.", "en", "panic disorder", "generalised anxiety disorder"),
        ("診斷為重鬱症而非雙相情緒障礙症。", "zh-TW", "major depressive disorder", "bipolar disorder"),
    ],
)
def test_what_is_preferred_is_the_diagnosis_and_the_other_is_not(text, script, main, other):
    told = {n.name: (n.kind, bool(n.clinical.get("negated"))) for n in extract(text, script=script).graph.nodes}
    assert told[main] == ("Diagnosis", False) and told[other] == ("Diagnosis", True)


def test_an_episode_of_the_past_is_history():
    told = {n.name: n.kind for n in extract("Past psychiatric history: a depressive episode.", script="en").graph.nodes}
    assert told["depressive episode"] == "History"


@pytest.mark.parametrize(
    ("text", "age"),
    [("John Hartley, 45, a fitter, slept badly.", 45), ("王小美（34）失眠。", 34), ("John Hartley, 450, slept badly.", None), ("John Hartley, 45 Mill Lane, slept.", None), ("He took two, 45, or three.", None)],
)
def test_a_number_between_commas_behind_a_name_is_an_age(text, age):
    name = "王小美" if text[0] == "王" else "John Hartley"
    spans = [Span(0, len(name), "NAME", None, "test", 1.0)] if text.startswith(name) else []
    patient = next((n for n in extract(text, script="zh-TW" if text[0] == "王" else "en", spans=spans).graph.nodes if n.kind == "Patient"), None)
    assert (patient.context.get("age") if patient else None) == age


def test_the_age_of_a_shop_is_no_time_of_an_illness():
    graph = extract("在百年糕餅鋪工作，情緒低落。", script="zh-TW").graph
    assert all(when.onset is None or when.onset > -36500 for n in graph.nodes if (when := graph.when(n)))


def test_who_came_to_a_clinic_did_not_come_to():
    assert not any(n.name == "reduced consciousness" for n in extract("She came to the clinic with low mood.", script="en").graph.nodes)
