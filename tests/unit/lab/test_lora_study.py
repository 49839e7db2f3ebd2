"""The study of language models: rows asked one by one, kept, gone on with, joined, told with what stands beside them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from incognote.cli.main import FAILED, OK, main
from incognote.detect.llm_asking import Way
from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate import article, lora_study
from incognote.lab.evaluate.answer_file import AnswerFile, read_answers
from incognote.lab.evaluate.asking import Asking, Text, ask_detectors, hear
from incognote.lab.evaluate.classes import SCHEMES
from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.lora_rows import (
    HYBRID,
    LEAKY,
    LORA,
    PERFECT,
    PROMPT_ONLY,
    SHOWN,
    THINKING,
    Plan,
    Row,
    compared,
    rows,
    scripted,
)
from incognote.lab.evaluate.lora_standing import SHARED, cautions
from incognote.lab.evaluate.lora_tables import BEGIN, END, markdown, put
from incognote.lab.evaluate.own_process import peak_bytes, run_apart
from incognote.lab.train.fingerprint import all_prints, write_prints
from incognote.lab.train.lora.provenance import Provenance, skeleton_print, write_provenance
from incognote.llm.client import Request, Unreachable
from incognote.llm.models import models
from incognote.llm.scripted import Scripted
from model_server import Asked, completion, http, serving

PEOPLE = ("林月琴", "甘沛岑", "高敏芝", "卓硯青", "甘祐銘", "何欣穎")
SMALL = models()[0].id
FORM = Way(form="schema", examples=False, together=1)


def note(number: int, *, skeleton: str | None = None) -> GoldNote:
    name = PEOPLE[number]
    text = f"{name}於2024/05/1{number}來電，電話 0933-218-60{number}，主訴頭痛三天。血壓 148/92。"
    spans = []
    for value, label in ((name, "NAME"), (f"2024/05/1{number}", "DATE"), (f"0933-218-60{number}", "PHONE")):
        spans.append(GoldSpan(text.index(value), text.index(value) + len(value), label))
    return GoldNote(f"n{number}", text, tuple(spans), {} if skeleton is None else {"skeleton": skeleton}, {})


NOTES = [note(at) for at in range(len(PEOPLE))]
TEXTS = [Text(n.id, n.text) for n in NOTES]


def says_of(labels: set[str]) -> Callable[[Request], str]:
    """A model that finds the spans of these labels in whatever note it is asked about."""

    def say(request: Request) -> str:
        asked = request.messages[-1].content
        one = next(n for n in NOTES if n.text == asked)
        return json.dumps({"phi": [{"type": s.label, "text": asked[s.start : s.end]} for s in one.spans if s.label in labels]}, ensure_ascii=False)

    return say


def kept(folder: Path, row: Row, client: Scripted, texts: list[Text] = TEXTS, way: Way = FORM) -> None:
    with AnswerFile(folder / row.file, {"row": row.name, "client": client.name}) as file:
        hear(row.name, client, way, texts, file)


def told(folder: Path, plan: Plan, said: Mapping[str, Any] | None = None, notes: list[GoldNote] = NOTES) -> dict[str, Any]:
    for row in rows(plan):
        if row.name in ("rules", "tagger", "article-regex", "clinic-tw"):
            label = {"rules": "PHONE", "tagger": "NAME"}.get(row.name, "DATE")
            with AnswerFile(folder / row.file, {"row": row.name}) as file:
                for one in notes:
                    spans = [[s.start, s.end, s.label, None, row.name, 0.7] for s in one.spans if s.label == label]
                    file.add({"id": one.id, "spans": spans, "seconds": 0.25})
                file.add_sitting({"peak": 80_000_000})
    lora_study.ask_all([row for row in rows(plan) if row.kind == "scripted"], notes, folder, gold="g", cap=500)
    return lora_study.result("set", rows(plan), notes, folder, of=len(notes), cautions=said or {})


@pytest.fixture
def studied(tmp_path: Path) -> dict[str, Any]:
    plan = Plan(Asking(SMALL), adapter=Path("a.gguf"))
    by_name = {row.name: row for row in rows(plan)}
    kept(tmp_path, by_name[PROMPT_ONLY], Scripted(says_of({"PHONE"}), name="base"))
    kept(tmp_path, by_name[LORA], Scripted(says_of({"PHONE", "DATE"}), name="base+lora"))
    return told(tmp_path, plan, {PROMPT_ONLY: (("¶", "a small model"),), LORA: (("¶", "a small model"), ("†", "few notes"))})


def recall(study: Mapping[str, Any], row: str) -> float:
    return float(study["rows"][row]["figures"]["string recall"][0])


def test_a_union_catches_what_any_of_its_parts_catches(studied: dict[str, Any]) -> None:
    assert [recall(studied, name) for name in (PROMPT_ONLY, LORA, "rules", "tagger")] == pytest.approx([1 / 3, 2 / 3, 1 / 3, 1 / 3], abs=1e-4)
    assert recall(studied, HYBRID) == pytest.approx(2 / 3, abs=1e-4)
    assert recall(studied, f"{HYBRID}+{LORA}") == 1 and recall(studied, f"rules+{PROMPT_ONLY}") == pytest.approx(1 / 3, abs=1e-4)
    assert studied["rows"][f"{HYBRID}+{LORA}"]["article"]["span recall"][0] == 1
    assert studied["rows"][f"{HYBRID}+{LORA}"]["figures"]["spurious spans a note"][0] == 0


def test_the_hybrid_with_a_lora_is_compared_with_the_hybrid_on_the_same_notes(studied: dict[str, Any]) -> None:
    pair = next(p for p in studied["comparisons"] if (p["first_system"], p["second_system"], p["measure"]) == (f"{HYBRID}+{LORA}", HYBRID, "string recall"))
    assert pair["value"] == pytest.approx(1 / 3) and pair["low"] > 0
    assert "improved on" in pair["sentence"]
    assert (LORA, PROMPT_ONLY) in set(compared(list(studied["rows"])))


def test_what_stands_beside_a_model_stands_beside_every_figure_of_its_rows_and_unions(studied: dict[str, Any]) -> None:
    page = markdown(studied)
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and "LoRA" in cells[0] and "(" in line and "row" not in cells[0]:
            figures = [cell for cell in cells[1:] if "(" in cell]
            assert all(cell.endswith("¶†") for cell in figures), line
        if line.startswith(("| rules |", "| rules+tagger |")):
            assert "¶" not in line
    about_lora = [p["sentence"] for p in studied["comparisons"] if LORA in p["first_system"]]
    assert about_lora and all(sentence.endswith("A small model. Few notes.") for sentence in about_lora)
    assert page.count("† few notes.") == page.count("\n### ") - 1, "under every table"
    differences = [line for line in page.splitlines() if line.startswith("| LoRA less")]
    assert differences and all(")¶†" in line for line in differences)


def test_nothing_that_is_told_holds_text_of_a_note(studied: dict[str, Any]) -> None:
    shown = json.dumps(studied, ensure_ascii=False) + markdown(studied)
    assert not any(one.text[s.start : s.end] in shown for one in NOTES for s in one.spans)


def test_no_sentence_of_program_or_page_sets_a_figure_beside_the_articles() -> None:
    project = Path(__file__).resolve().parents[3]
    page = (project / "docs" / "lora-study.md").read_text("utf-8")
    words = page.partition(BEGIN)[0] + page.partition(END)[2]
    words += "".join(path.read_text("utf-8") for path in (project / "src" / "incognote" / "lab" / "evaluate").glob("lora_*.py"))
    assert "0.978" not in words and "97.8" not in words


def test_a_model_that_thinks_its_budget_away_answers_nothing_that_it_knows(studied: dict[str, Any]) -> None:
    assert recall(studied, PERFECT) == 1 and recall(studied, THINKING) == 0
    replies = studied["rows"][THINKING]["replies"]
    assert replies["valid JSON"][0] == 0 and replies["outcomes"]["cut"] > 0 and replies["notes with an unread window"] == len(NOTES)
    assert studied["rows"][THINKING]["figures"]["clean notes"][0] == 0
    assert [studied["rows"][name]["figures"]["valid answers"][0] for name in (THINKING, PERFECT, HYBRID)] == [0, 1, 1]
    assert "1.000 string recall if it answers at once, and 0.000" in markdown(studied)


def test_figures_go_between_the_marks_of_a_page_and_nowhere_else() -> None:
    page = f"# Title\n{BEGIN}\nold\n{END}\nafter\n"
    assert put(page, ["## a", "## b"]) == f"# Title\n{BEGIN}\n\n## a\n## b\n\n{END}\nafter\n"
    assert put(put(page, ["x"]), ["y"]) == put(page, ["y"])
    with pytest.raises(UsageError, match="no place"):
        put("# Title\n", ["x"])


def test_time_of_a_union_is_that_of_its_parts_and_memory_at_most_their_sum(studied: dict[str, Any]) -> None:
    cost = studied["rows"][HYBRID]["cost"]
    assert cost["seconds a note"] == 0.5 and cost["notes a second"] == 2 and cost["peak MB"] == 160 and cost["is a sum"]
    assert "at most 160" in markdown(studied)


def test_a_killed_row_goes_on_and_asks_no_note_twice(tmp_path: Path) -> None:
    row = Row(PROMPT_ONLY, "model")
    say = says_of({"NAME", "DATE", "PHONE"})

    def dies(request: Request) -> str:
        if PEOPLE[3] in request.messages[-1].content:
            raise KeyboardInterrupt
        return say(request)

    with pytest.raises(KeyboardInterrupt):
        kept(tmp_path / "killed", row, Scripted(dies, name="m"))
    path = tmp_path / "killed" / row.file
    with path.open("ab") as file:
        file.write(b'{"id": "n3", "spans": [[0, 3, "NA' + "甘".encode()[:2])
    again = Scripted(say, name="m")
    kept(tmp_path / "killed", row, again)
    assert [PEOPLE.index(r.messages[-1].content[:3]) for r in again.asked] == [3, 4, 5]
    kept(tmp_path / "whole", row, Scripted(say, name="m"))

    def answers(folder: str) -> dict[str, Any]:
        return {k: {**v, "seconds": 0, "processor": 0} for k, v in read_answers(tmp_path / folder / row.file)[1].items()}

    assert answers("killed") == answers("whole")


def test_several_notes_at_once_get_their_own_replies(tmp_path: Path) -> None:
    row = Row(PROMPT_ONLY, "model")
    kept(tmp_path / "one", row, Scripted(says_of({"NAME", "DATE"}), name="m"))
    kept(tmp_path / "four", row, Scripted(says_of({"NAME", "DATE"}), name="m"), way=Way(form="schema", examples=False, together=4))
    one, four = (read_answers(tmp_path / folder / row.file)[1] for folder in ("one", "four"))
    assert {k: (v["spans"], v["replies"]) for k, v in one.items()} == {k: (v["spans"], v["replies"]) for k, v in four.items()}


def test_a_note_whose_model_did_not_answer_is_asked_again(tmp_path: Path) -> None:
    row = Row(PROMPT_ONLY, "model")
    kept(tmp_path, row, Scripted(["{}", Unreachable("gone"), '{"phi":[]}'], name="m"), TEXTS[:3])
    later = Scripted(says_of({"NAME"}), name="m")
    kept(tmp_path, row, later, TEXTS[:3])
    assert [r.messages[-1].content for r in later.asked] == [NOTES[1].text]
    assert read_answers(tmp_path / row.file)[1]["n1"]["failed"] == 0


def test_answers_to_other_questions_are_refused_and_cheap_ones_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with AnswerFile(path, {"client": "a"}) as file:
        file.add({"id": "1"})
    with pytest.raises(UsageError, match="other questions"), AnswerFile(path, {"client": "b"}):
        pass
    with AnswerFile(path, {"client": "b"}, is_cheap=True) as file:
        assert not file.done
    path.write_text("no JSON\n", "utf-8")
    with pytest.raises(FormatError), AnswerFile(path, {}):
        pass


def test_a_reply_with_a_line_separator_in_it_is_read_back(tmp_path: Path) -> None:
    with AnswerFile(tmp_path / "x.jsonl", {}) as file:
        file.add({"id": "1", "replies": ["a\u2028b\x85c"]})
    assert read_answers(tmp_path / "x.jsonl")[1]["1"]["replies"] == ["a\u2028b\x85c"]


def test_the_articles_evaluator_counts_as_plain_loops_do() -> None:
    said: dict[str, frozenset[str] | None] = {n.id: frozenset({*(n.text[s.start : s.end] for s in n.spans[: at % 4]), *(["made up"] * (at == 5))}) for at, n in enumerate(NOTES)}
    said["n1"] = None
    figures = article.figures(NOTES, said, label_map=SCHEMES["8"])
    predicted = {key: value or frozenset() for key, value in said.items()}
    gold = {n.id: [n.text[s.start : s.end] for s in n.spans] for n in NOTES}
    caught = sum(text in predicted[key] for key, texts in gold.items() for text in texts)
    right = sum(len(predicted[key] & set(texts)) for key, texts in gold.items())
    precision = right / sum(map(len, predicted.values()))
    assert figures["span recall"][0] == pytest.approx(caught / 18, abs=1e-5) and figures["span recall"][3] == 18
    assert figures["precision (unique)"] == pytest.approx(precision, abs=1e-5)
    assert figures["F1"] == pytest.approx(2 * precision * caught / 18 / (precision + caught / 18), abs=1e-5)
    assert figures["valid JSON"] == pytest.approx(5 / 6, abs=1e-5)
    assert figures["clean notes"] == pytest.approx(sum(set(texts) <= predicted[key] for key, texts in gold.items()) / 6, abs=1e-5)
    assert figures["recall by type"]["PHONE"] == [round(sum(gold[n.id][2] in predicted[n.id] for n in NOTES) / 6, 5), 6]


def adapter(folder: Path, *, notes: int, skeletons: tuple[str, ...] = (), texts: tuple[str, ...] = ()) -> Path:
    folder.mkdir()
    given = dict.fromkeys(("parameters", "trainable", "examples", "tokens", "steps", "epochs"), 1)
    write_provenance(folder, Provenance(
        base="m", base_sha256="0", architecture="qwen2", notes=notes, seconds=1.0, loss=0.1, valid_loss=(0.5, 0.2), trained_on="0",
        skeletons=tuple(map(skeleton_print, skeletons)), plan={}, **{**given, "parameters": 494_000_000},
    ))  # fmt: skip
    write_prints(folder / "prints.txt", all_prints(texts))
    return folder / "adapter.gguf"


def test_a_small_model_and_few_notes_are_said_beside_a_row(tmp_path: Path) -> None:
    few = adapter(tmp_path / "few", notes=250, skeletons=("other",))
    assert [sign for sign, _ in cautions(Asking(SMALL), NOTES)] == ["¶"]
    said = dict(cautions(Asking(SMALL).taught(few), NOTES))
    assert set(said) == {"¶", "†"} and "0.49 billion" in said["¶"] and "250 notes, fewer than 700" in said["†"]
    assert "†" not in dict(cautions(Asking(SMALL).taught(adapter(tmp_path / "many", notes=700, skeletons=("other",))), NOTES))
    assert dict(cautions(Asking("http://127.0.0.1:1/v1#m")))["¶"] == "the size of the model is not known here"


def test_a_served_lora_says_of_its_training_what_the_adapters_folder_says_or_that_nobody_knows(tmp_path: Path) -> None:
    few = adapter(tmp_path / "few", notes=250, skeletons=("other",))
    server = "http://127.0.0.1:1/v1#m"
    asked = {row.name: row.asking for row in rows(Plan(Asking(server), adapter=few, served=f"{server}-lora"))}[LORA]
    assert asked is not None and asked.named == f"{server}-lora" and asked.adapter is None and not asked.examples
    assert "250 notes" in dict(cautions(asked, NOTES))["†"]
    unknown = dict(cautions(Asking(server).taught(None, served=server), NOTES))
    assert "not known" in unknown["†"] and "not known" in unknown[SHARED]


def test_a_lora_that_saw_the_tests_skeletons_or_texts_is_marked(tmp_path: Path) -> None:
    notes = [note(at, skeleton=f"s{at // 2}") for at in range(6)]
    by_skeleton = adapter(tmp_path / "a", notes=700, skeletons=("s1", "x"))
    by_text = adapter(tmp_path / "b", notes=700, texts=(notes[5].text,))
    apart = adapter(tmp_path / "c", notes=700, skeletons=("x",), texts=("another text of some length",))
    assert "of 2 of these 6 notes" in dict(cautions(Asking(SMALL).taught(by_skeleton), notes))[SHARED]
    assert "of 1 of these 6 notes" in dict(cautions(Asking(SMALL).taught(by_text), notes))[SHARED]
    assert SHARED not in dict(cautions(Asking(SMALL).taught(apart), notes))
    unknown = dict(cautions(Asking(SMALL).taught(tmp_path / "no.gguf"), notes))
    assert "not known" in unknown[SHARED] and "not known" in unknown["†"]


def test_a_model_is_asked_in_the_same_words_before_and_after_its_lora() -> None:
    by_name = {row.name: row.asking for row in rows(Plan(Asking(SMALL), adapter=Path("a.gguf"), forms=("grammar", "free")))}
    before, after, free = by_name[PROMPT_ONLY], by_name[LORA], by_name[f"{LORA} (free)"]
    assert before is not None and after is not None and free is not None
    assert not before.examples and not after.examples and before.form == after.form == "grammar" and free.form == "free"
    assert before.adapter is None and after.adapter == Path("a.gguf")
    assert getattr(by_name[SHOWN], "examples", None) and f"{SHOWN} (free)" not in by_name


def test_a_leaky_row_is_named_among_the_traps(tmp_path: Path) -> None:
    plan = Plan(Asking(SMALL), adapter=Path("a"), leaky=Path("b"))
    for row in rows(plan):
        if row.kind == "model":
            kept(tmp_path, row, Scripted(says_of({"NAME"}), name=row.name))
    page = markdown(told(tmp_path, plan, {LEAKY: ((SHARED, "has seen it"),)}))
    assert f"what it is asked: {LEAKY}." in page and "no such adapter" not in page


def test_a_sample_takes_whole_skeletons_and_a_larger_one_holds_a_smaller() -> None:
    notes = [note(at % 6, skeleton=f"s{at // 3}")._replace(id=f"m{at}") for at in range(30)]
    small, large = (lora_study.sample(notes, count) for count in (4, 10))
    assert len(small) == 6 and len(large) == 12 and small == large[:6]
    assert all(sum(n.meta["skeleton"] == name for n in large) == 3 for name in {n.meta["skeleton"] for n in large})
    assert lora_study.sample(notes, None) == notes and lora_study.sample(notes, 99) == notes


def test_rows_that_are_not_done_are_said_and_left_out(tmp_path: Path) -> None:
    plan = Plan(Asking(SMALL))
    kept(tmp_path, next(row for row in rows(plan) if row.name == PROMPT_ONLY), Scripted(says_of({"NAME"}), name="m"), TEXTS[:2])
    study = told(tmp_path, plan)
    assert study["missing"] == {PROMPT_ONLY: 2, SHOWN: 0} and PROMPT_ONLY not in study["rows"] and f"rules+{PROMPT_ONLY}" not in study["rows"]
    assert "Not done yet: prompt-only (2 of 6 notes)." in markdown(study)


def test_work_of_a_process_of_its_own_fails_without_a_word_of_its_data(tmp_path: Path) -> None:
    path = tmp_path / "Wang Ta-Ming"
    with pytest.raises(UsageError) as found:
        run_apart(Path.read_text, path, what="a row")
    assert str(found.value) == "a row: FileNotFoundError"
    with pytest.raises(UsageError, match="no such system"):
        run_apart(ask_detectors, "nobody", [], tmp_path / "x", "g", None, what="nobody")
    assert peak_bytes() > 10_000_000


def gold(folder: Path) -> Path:
    path = folder / "few.jsonl"
    lines = [{"id": n.id, "text": n.text, "spans": [{"start": s.start, "end": s.end, "label": s.label} for s in n.spans]} for n in NOTES]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return path


def test_one_command_asks_a_served_model_and_detectors_and_the_next_asks_nothing_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(connection: Any, asked: Asked, _: int) -> None:
        if asked.line.startswith("GET"):
            connection.sendall(http(404, b""))
            return
        say = says_of({"NAME"})
        text = asked.said["messages"][-1]["content"]
        known = any(n.text == text for n in NOTES)
        connection.sendall(http(200, completion(say(_request(text)) if known else '{"phi":[]}')))

    with serving(answer) as server:
        command = ["eval", "lora-study", "--gold", str(gold(tmp_path)), "--model", server.named, "--form", "schema", "-o", str(tmp_path / "out")]
        only = [part for name in (PROMPT_ONLY, "rules", "article-regex", PERFECT, THINKING) for part in ("--row", name)]
        assert main([*command, *only]) == FAILED, "the tagger and the profile are not asked yet"
        first = capsys.readouterr()
        asked = sum(one.line.startswith("POST") for one in server.asked)
        assert asked >= len(NOTES) and "prompt-only: 6/6 notes" not in first.out and "Not done yet: tagger (0 of 6 notes)." in first.out
        assert main([*command, *only, "--report"]) == FAILED and main([*command, *only]) == FAILED
        assert sum(one.line.startswith("POST") for one in server.asked) == asked
    study = json.loads((tmp_path / "out" / "few" / "study.json").read_text("utf-8"))
    assert study["rows"][PROMPT_ONLY]["by type (string)"]["NAME"][0] == 1 and f"rules+{PROMPT_ONLY}" in study["rows"]
    assert study["rows"][PROMPT_ONLY]["cost"]["peak MB"] > 10
    assert study["rows"][PROMPT_ONLY]["cost"]["processor seconds a note"] is None, "a server's are not seen"
    assert study["rows"]["rules"]["cost"]["processor seconds a note"] > 0
    assert not any(person in first.out + first.err for person in PEOPLE)


def _request(text: str) -> Request:
    from incognote.llm.client import Message

    return Request((Message("user", text),))


@pytest.mark.parametrize(("more", "said"), [
    (["--adapter", "a.gguf"], "goes with --model"), (["--notes", "0"], "--notes is at least 1"), (["--row", "nothing"], "no such row: nothing"),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused_before_anything_is(more: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "lora-study", "--gold", str(gold(tmp_path)), "-o", str(tmp_path / "out"), *more]) != OK
    assert said in capsys.readouterr().err


def test_a_perfect_reply_names_each_span_of_its_note_and_of_no_other() -> None:
    (reply,) = scripted(PERFECT, NOTES, cap=500).ask([_request(NOTES[2].text)])
    assert json.loads(getattr(reply, "text", ""))["phi"][0] == {"type": "NAME", "text": PEOPLE[2]}
    assert getattr(reply, "text", "").count('"text"') == 3


def test_two_processes_ask_different_rows_and_never_the_same_one(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with AnswerFile(path, {"row": "a"}) as first:
        first.add({"id": "1", "spans": []})
        with pytest.raises(UsageError, match="another process"), AnswerFile(path, {"row": "a"}):
            pass
        with AnswerFile(tmp_path / "y.jsonl", {"row": "b"}) as other:
            other.add({"id": "1", "spans": []})
    with AnswerFile(path, {"row": "a"}) as again:
        assert again.done == {"1"}


def test_reading_never_cuts_what_another_process_is_writing(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with AnswerFile(path, {"row": "a"}) as file:
        file.add({"id": "1", "spans": []})
    with path.open("a", encoding="utf-8") as writing:
        writing.write('{"id": "2", "sp')
        writing.flush()
        assert list(read_answers(path)[1]) == ["1"]
        writing.write('ans": []}\n')
    assert list(read_answers(path)[1]) == ["1", "2"]


def test_what_a_row_took_is_told_when_it_is_done(tmp_path: Path) -> None:
    told: dict[str, Mapping[str, Any]] = {}
    scripted_rows = [row for row in rows(Plan(None)) if row.kind == "scripted"]
    lora_study.ask_all(scripted_rows, NOTES, tmp_path, gold="g", took=lambda name, cost: told.update({name: cost}))
    assert list(told) == [row.name for row in scripted_rows]
    assert all(cost["seconds a note"] >= 0 and cost["reply tokens a second"] for cost in told.values())


def test_each_gold_file_has_its_own_number_of_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def asked(*numbers: str) -> int:
        files = [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
        return main(["eval", "lora-study", "--gold", *files, "--notes", *numbers, "--row", THINKING, "-o", str(tmp_path / "study")])

    for name in ("a.jsonl", "b.jsonl"):
        rows_of_gold = [{"version": 1, "id": note.id, "text": note.text, "spans": []} for note in NOTES]
        (tmp_path / name).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows_of_gold), "utf-8")
    asked("1", "2")
    assert [json.loads((tmp_path / "study" / name / "study.json").read_text())["notes"] for name in ("a", "b")] == [1, 2]
    assert f"{THINKING}: done, " in capsys.readouterr().err
    assert asked("1", "2", "3") == FAILED and asked("0") == FAILED
