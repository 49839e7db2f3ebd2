"""The blinded form: nothing in it says which original is right, and filled forms are scored as they are."""

from __future__ import annotations

import csv
import io
import json

import pytest

from incognote.errors import FormatError, UsageError
from incognote.lab.risk.attacks import Narrative
from incognote.lab.risk.sheet import Form, as_csv, as_json, key_of, made, scored, told

ORIGINALS = [Narrative(f"n{i}", f"original {i}", "en", f"family {i // 3}", "", (), (), ()) for i in range(9)]
OUTPUTS = {n.id: f"=output of {n.id[1:]}" for n in ORIGINALS}


def form(seed: str = "s", **more: int) -> Form:
    return made(ORIGINALS, OUTPUTS, seed=seed, **more)


def filled(of: Form, **answers: str) -> str:
    rows = json.loads(as_json(of))["items"]
    for row in rows:
        row.update({"choice": of.key[row["item"]], "plausible": 5} | answers)
    return json.dumps({"items": rows})


def test_the_same_seed_makes_the_same_form_and_another_another() -> None:
    assert as_json(form()) == as_json(form()) != as_json(form("t"))


def test_the_form_holds_no_answer_and_the_key_no_text() -> None:
    one = form(candidates=4, count=5)
    assert len(one.items) == 5 and all(len(item["candidates"]) == 4 for item in one.items)
    for said in (as_json(one), as_csv(one)):
        assert not any(n.id in said or n.family in said for n in ORIGINALS)
    assert "original" not in key_of(one, candidates=4) and "output" not in key_of(one, candidates=4)
    assert "original" not in repr(one)
    assert len(set(one.key.values())) > 1  # the true one does not always stand first


def test_the_true_original_and_its_family_are_among_the_candidates() -> None:
    one = form(candidates=3)
    for item in one.items:
        number = int(str(item["output"]).rpartition(" ")[2])
        assert item["candidates"][one.key[item["item"]]] == f"original {number}"
        assert sorted(item["candidates"].values()) == [f"original {number // 3 * 3 + n}" for n in range(3)]


def test_a_sheet_has_no_formula_and_is_read_again() -> None:
    one = form(candidates=3)
    rows = list(csv.DictReader(io.StringIO(as_csv(one))))
    assert all(row["output"].startswith("'=") for row in rows)
    for row in rows:
        row["choice"], row["plausible"] = one.key[row["item"]].lower(), "3"
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    found = scored(["\ufeff" + out.getvalue()], key_of(one, candidates=3))
    assert found.right.value == 1 and found.mean_plausible == 3 and found.plausible.value == 0


def test_an_empty_choice_is_wrong_and_an_untouched_item_is_not_counted() -> None:
    one = form(candidates=3)
    key = key_of(one, candidates=3)
    found = scored([filled(one, choice="")], key)
    assert found.right.value == 0 and found.empty == 9 and found.chance == pytest.approx(1 / 3)
    rows = json.loads(as_json(one))["items"]
    rows[0]["choice"] = one.key["q001"]
    assert scored([json.dumps({"items": rows})], key).right.of == 1


def test_several_raters_are_counted_together_and_one_may_not_answer_twice() -> None:
    one = form(candidates=3)
    key = key_of(one, candidates=3)
    both = scored([filled(one, sure="5"), filled(one, choice="")], key)
    assert both.raters == 2 and both.right.value == 0.5 and both.sure_and_right.value == 1
    assert "raters: 2" in told(both)
    with pytest.raises(FormatError, match="twice"):
        scored([filled(one, rater="x"), filled(one, rater="x")], key)


@pytest.mark.parametrize("answers", [{"choice": "王小明"}, {"choice": "Z"}, {"sure": "9"}, {"plausible": "yes"}, {"item": "q999"}])
def test_an_answer_that_there_is_not_is_refused_and_not_quoted(answers: dict[str, str]) -> None:
    one = form(candidates=3)
    with pytest.raises(FormatError, match="form 1, item 1") as raised:
        scored([filled(one, **answers)], key_of(one, candidates=3))
    assert not any(value in str(raised.value) for value in ("王小明", "yes", "q999"))


@pytest.mark.parametrize("text", ["", "{}", "a,b\n1,2\n", '{"items": 3}', "[]"])
def test_a_file_that_is_no_form_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="form 1"):
        scored([text], key_of(form(), candidates=5))


def test_a_key_that_is_none_is_refused() -> None:
    with pytest.raises(FormatError, match="key"):
        scored([filled(form())], "{}")


def test_a_form_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(UsageError, match="candidates"):
        form(candidates=10)
    with pytest.raises(UsageError, match="2 to 26"):
        form(candidates=1)
    with pytest.raises(UsageError, match="no output"):
        made(ORIGINALS, {"other": "text"}, seed="s")
