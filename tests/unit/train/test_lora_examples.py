"""What a language model is taught: the words, windows and answers that the detector will ask it for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[lora]')")
pytest.importorskip("transformers", reason="transformers is not installed (pip install 'incognote[lora]')")

from incognote.detect.llm_prompt import MOST_ITEMS, MOST_TOKENS, SYSTEM, answer, prompt
from incognote.errors import ConfigError
from incognote.lab.evaluate.truth import GoldNote, GoldSpan
from incognote.lab.train.lora.examples import Chat, Example, said_of, steps, teach
from incognote.lab.train.lora.plan import Plan, load_plan, plan_names
from incognote.lab.train.lora.provenance import Provenance, read_provenance, skeleton_prints, write_provenance


class Letters:
    """A tokeniser of characters, with the marks that a template may have."""

    chat_template = "yes"

    def __call__(self, text: str, *, add_special_tokens: bool) -> dict[str, list[int]]:
        assert not add_special_tokens
        return {"input_ids": [ord(c) for c in text]}

    def apply_chat_template(self, conversation: list[dict[str, str]], **options: Any) -> str:
        assert options["enable_thinking"] is False and options["tokenize"] is False
        whole = "".join(f"<{turn['role']}>{turn['content']}\x03\n" for turn in conversation)
        return whole + ("<assistant>" if options["add_generation_prompt"] else "")


def read(ids: tuple[int, ...]) -> str:
    return "".join(map(chr, ids))


def note(text: str, *marked: tuple[str, str]) -> GoldNote:
    """A note with spans of (string, label), found in order."""
    spans, at = [], 0
    for string, label in marked:
        at = text.index(string, at)
        spans.append(GoldSpan(at, at + len(string), label))
        at += len(string)
    return GoldNote("n", text, tuple(spans), {}, {})


def taught(one: GoldNote, *, longest: int = 9_000) -> list[tuple[str, str]]:
    """Prompt and answer of each example, as text."""
    found = teach([one], Chat(Letters()), longest=longest)
    assert found.left_out == 0
    return [(read(each.ids[: each.begin]), read(each.ids[each.begin :])) for each in found.examples]


def test_a_model_is_asked_as_the_detector_asks_a_model_that_was_taught() -> None:
    one = note("病人王小明，電話0912-345-678。", ("王小明", "NAME"), ("0912-345-678", "PHONE"))
    ((asked, said),) = taught(one)
    assert asked == "".join(f"<{m.role}>{m.content}\x03\n" for m in prompt(one.text, "zh-TW")) + "<assistant>"
    assert said == '{"phi":[{"type":"NAME","text":"王小明"},{"type":"PHONE","text":"0912-345-678"}]}\x03', "the sign of the end is learnt, what stands behind it is not"


@pytest.mark.parametrize(("text", "script"), [("患者张伟，男，头痛", "zh-CN"), ("Pt seen for chest pain today", "en"), ("病人頭痛，沒有發燒", "zh-TW")])
def test_the_task_is_told_in_the_script_of_the_note(text: str, script: Any) -> None:
    ((asked, said),) = taught(note(text))
    assert SYSTEM[script] in asked and said == answer([]) + "\x03"


def test_strings_come_in_order_repeats_too_and_labels_without_a_type_do_not() -> None:
    one = note(
        "王小明 52歲 王小明 由林月琴醫師轉 100台北市仁愛路1號", ("王小明", "NAME"), ("52歲", "AGE"), ("王小明", "NAME"), ("林月琴", "DOCTOR"), ("100", "ZIP"), ("台北市仁愛路1號", "ADDRESS")
    )  # fmt: skip
    assert said_of(one, (0, len(one.text))) == [("NAME", "王小明"), ("NAME", "王小明"), ("DOCTOR", "林月琴"), ("ADDRESS", "100"), ("ADDRESS", "台北市仁愛路1號")]


def test_a_string_that_a_window_cuts_is_not_of_its_answer() -> None:
    one = note("王小明來", ("王小明", "NAME"))
    assert said_of(one, (0, 2)) == said_of(one, (1, 4)) == [] and said_of(one, (0, 3)) == [("NAME", "王小明")]


def test_a_mark_of_a_turn_inside_a_note_is_split_as_it_is_when_asked() -> None:
    ((asked, _),) = taught(note("病人說 <|im_end|> 就走了"))
    assert "<|im_end|>" not in asked and "im_end" in asked


def test_a_long_note_is_taught_in_windows_and_nothing_of_it_is_missing() -> None:
    names = [f"王{chr(0x4E00 + at)}明" for at in range(60)]
    one = note("。".join(f"今日病人{name}來診，情況穩定，續觀察，無發燒" for name in names), *((name, "NAME") for name in names))
    found = taught(one)
    assert len(found) > 1 and all(len(said) <= MOST_TOKENS for _, said in found), "an answer fits the tokens of a reply"
    assert {name for name in names for _, said in found if name in said} == set(names)


def test_what_is_longer_than_the_plan_allows_is_cut_smaller() -> None:
    one = note("。".join(f"第{at}日病人王小明情況穩定" for at in range(40)), *(("王小明", "NAME") for _ in range(3)))
    whole, cut = taught(one), taught(one, longest=620)
    assert len(cut) > len(whole) and all(len(asked) + len(said) <= 620 for asked, said in cut)


def test_more_strings_than_an_answer_may_have_are_cut_into_halves() -> None:
    class Short(Letters):
        def __call__(self, text: str, *, add_special_tokens: bool) -> dict[str, list[int]]:
            return {"input_ids": [0] * (len(text) // 40 + 1)}

    names = [("王小明", "NAME")] * (MOST_ITEMS + 1)
    found = teach([note("王小明來診。" * len(names), *names)], Chat(Short()), longest=9_000)
    assert len(found.examples) == 2 and found.left_out == 0


def test_what_cannot_be_cut_small_enough_is_counted() -> None:
    found = teach([note("病人王小明", ("王小明", "NAME"))], Chat(Letters()), longest=10)
    assert found.examples == [] and found.left_out == 1 and "王" not in repr(found)


def test_every_example_of_an_epoch_is_read_once_and_the_order_is_the_seeds() -> None:
    lengths = [at * 7 % 50 + 1 for at in range(23)]
    order = steps(lengths, batch=2, accumulation=3, seed=4)
    assert sorted(i for step in order for batch in step for i in batch) == list(range(23))
    assert [sum(map(len, step)) for step in order] == [6, 6, 6, 5]
    assert order == steps(lengths, batch=2, accumulation=3, seed=4) != steps(lengths, batch=2, accumulation=3, seed=5)
    for step in order:
        found = [lengths[i] for batch in step for i in batch]
        assert found == sorted(found, reverse=True), "of about the same length side by side"


def test_the_default_is_what_the_article_states() -> None:
    plan = load_plan("article")
    assert plan == Plan() and (plan.adapter.rank, plan.adapter.alpha, plan.adapter.dropout) == (16, 16, 0.0)
    training = plan.training
    assert (training.epochs, training.batch, training.accumulation, training.rate, training.warm_up, training.decay) == (2, 2, 4, 1e-4, 5, 0.001)
    assert (plan.data.notes, plan.data.longest, plan.seed) == (0, 2048, 3407)
    assert {load_plan(name).data.notes for name in plan_names()} == {0, 250, 6}


@pytest.mark.parametrize(
    "line",
    ["speed = 3", 'device = "tpu"', "seed = -1.5", "[adapter]\nrank = 0", '[adapter]\nmodules = ["lm_head"]', "[data]\nlongest = 100", "[training]\nrate = 0.0", "[training]\nepochs = 0", "[training]\nbatch = true", "not toml"],
)  # fmt: skip
def test_a_wrong_plan_is_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(line, "utf-8")
    with pytest.raises(ConfigError):
        load_plan(str(path))


def test_where_a_training_runs_does_not_make_it_another() -> None:
    plan = Plan()
    assert plan.digest() == replace(plan, threads=9, device="cuda", precision="float32").digest() != replace(plan, seed=1).digest()


def test_what_was_trained_is_read_as_it_was_written(tmp_path: Path) -> None:
    skeletons = tuple(sorted(skeleton_prints([{"skeleton": "tw-1"}, {"family": "ward-7"}, {}])))
    told = Provenance("base", "ab", "qwen2", 630_000_000, 8_000_000, 250, 252, 155_000, 126, 1, 60.0, 0.1, (0.5, 0.1), "cd", skeletons, Plan().as_dict())
    write_provenance(tmp_path, told)
    assert replace(read_provenance(tmp_path / "adapter.gguf"), plan={}) == replace(told, plan={}) and told.is_small
    assert not replace(told, notes=700, parameters=2_000_000_000).is_small and "ward-7" not in (tmp_path / "training.json").read_text("utf-8")


def test_a_template_that_ends_a_turn_by_nothing_still_gives_examples() -> None:
    class Open(Letters):
        def apply_chat_template(self, conversation: list[dict[str, str]], **options: Any) -> str:
            return "".join(turn["content"] for turn in conversation)

    assert Chat(Open()).example((), "x") == Example((ord("x"),), 0)
    with pytest.raises(ConfigError):
        Chat(SimpleNamespace(chat_template=None))  # type: ignore[arg-type]
