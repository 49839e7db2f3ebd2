"""Work in memory: corrections on top of a document, undo and redo, and forgetting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from incognote.desk import correct
from incognote.desk.pipelines import Choice, Pipelines
from incognote.desk.sessions import (
    Work,
    begun,
    chosen,
    looked_at,
    quickly,
    read_on,
    redone,
    undone,
    with_correction,
)
from incognote.desk.works import MOST_CHARACTERS, MOST_IN_ALL, MOST_WORKS, Works
from incognote.document import Document, Span
from incognote.vault.memory import MemoryVault

NOTE = "病患王小明，主訴頭暈。太太李美玲陪同，看診日：113/05/02。"
PIPELINES = Pipelines()


def seen(text: str = NOTE) -> Work:
    return looked_at(begun(Document("1", text), Choice()), PIPELINES)


def output(work: Work) -> str:
    assert work.view is not None and work.view.output is not None
    return work.view.output


def unmasked(work: Work, surface: str) -> Work:
    assert work.result is not None
    start = work.document.text.index(surface)
    choice = correct.unmask(work.document, work.result, (start, start + len(surface)))
    return looked_at(with_correction(work, choice), PIPELINES)


def test_undo_and_redo_walk_over_the_same_texts() -> None:
    first = seen()
    second = unmasked(first, "李美玲")
    back = looked_at(undone(second), PIPELINES)
    again = looked_at(redone(back), PIPELINES)
    assert output(first) == output(back) != output(second) == output(again)
    assert undone(undone(second)) == undone(second)
    assert redone(again) == again


def test_a_new_correction_ends_what_could_be_redone() -> None:
    work = unmasked(looked_at(undone(unmasked(seen(), "李美玲")), PIPELINES), "王小明")
    assert work.undone == ()


def test_codes_count_from_one_after_every_correction_where_nothing_is_stored() -> None:
    assert "PT-0001" in output(unmasked(unmasked(seen(), "李美玲"), "113/05/02"))


def test_corrections_stay_when_the_profile_or_an_operator_changes() -> None:
    work = unmasked(seen(), "李美玲")
    other = looked_at(chosen(work, Choice("safe-harbor", dates="year")), PIPELINES)
    assert "李美玲" in output(other) and "[2024]" in output(other)
    kept = looked_at(chosen(work, Choice(operators=(("NAME", "keep"),))), PIPELINES)
    assert "王小明" in output(kept)


def test_a_long_document_is_drawn_before_the_tagger_has_read_it_and_again_when_it_has() -> None:
    looks: list[str] = []

    def tagger(document: Document) -> list[Span]:
        looks.append("tagger")
        return [Span(0, 2, "NAME", None, "tagger", 0.9)]

    def rules(document: Document) -> list[Span]:
        looks.append("rules")
        return []

    made = replace(PIPELINES.get(), detectors={"rules": rules, "tagger": tagger}, keep_residue=True)
    pipelines = cast(Pipelines, SimpleNamespace(get=lambda choice: replace(made, vault=MemoryVault())))
    work = quickly(begun(Document("1", "阿虎在家。" * 3000), Choice()), pipelines)
    assert work.is_reading and looks == ["rules"] and output(work).startswith("阿虎在家")
    work = looked_at(read_on(work, pipelines), pipelines)
    assert not work.is_reading and looks == ["rules", "tagger"] and output(work).startswith("[姓名]在家")
    looked_at(chosen(work, Choice(dates="mask")), pipelines)
    assert looks == ["rules", "tagger"]
    looked_at(chosen(work, Choice("safe-harbor")), pipelines)
    assert looks == ["rules", "tagger", "rules"]
    assert not quickly(begun(Document("1", "阿虎在家。"), Choice()), pipelines).is_reading


def test_two_tabs_take_turns_so_that_no_correction_is_lost() -> None:
    works, work = Works[Work](60), seen()
    works.put("s", work)

    def add(number: int) -> None:
        correction = correct.Correction("mask", ((number, number + 1),), (), "NAME", None)
        works.change("s", work.key, lambda w: with_correction(w, correction))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(add, range(20)))
    found = works.get("s", work.key)
    assert found is not None and {c.masked for c in found.corrections} == {((n, n + 1),) for n in range(20)}


def test_one_session_does_not_see_the_work_of_another() -> None:
    works, work = Works[Work](60), seen()
    works.put("mine", work)
    assert works.get("yours", work.key) is None and works.all("yours") == ()
    assert works.change("yours", work.key, undone) is None


def test_idle_work_is_forgotten_and_so_is_a_session_that_ends() -> None:
    now = [0.0]
    works, work = Works[Work](60, clock=lambda: now[0]), seen()
    works.put("s", work)
    now[0] = 59
    assert works.get("s", work.key) is not None
    now[0] = 120
    assert works.get("s", work.key) is None
    works.put("s", work)
    works.forget("s")
    assert works.all("s") == ()


def test_the_oldest_work_makes_room() -> None:
    works = Works[Work](60)
    first = begun(Document("1", NOTE), Choice())
    for work in (first, *(begun(Document("1", NOTE), Choice()) for _ in range(MOST_WORKS))):
        works.put("s", work)
    assert len(works.all("s")) == MOST_WORKS and works.get("s", first.key) is None


def test_the_oldest_work_makes_room_for_long_ones_too() -> None:
    works, half = Works[Work](60), "x" * (MOST_CHARACTERS // 2)
    some = [begun(Document("1", half), Choice()) for _ in range(3)]
    for work in some:
        works.put("s", work)
    assert [work.key for work in works.all("s")] == [work.key for work in some[1:]]


def test_a_work_that_is_forgotten_while_it_is_changed_stays_forgotten() -> None:
    works, work = Works[Work](60), seen()
    works.put("s", work)

    def change(work: Work) -> Work:
        works.forget("s", work.key)
        return work

    assert works.change("s", work.key, change) is None and works.all("s") == ()


def test_the_session_that_was_not_touched_for_longest_makes_room_for_others() -> None:
    now = [0.0]
    works = Works[Work](1e6, clock=lambda: now[0])
    big = "x" * (MOST_CHARACTERS - 1)
    for number in range(MOST_IN_ALL // MOST_CHARACTERS + 1):
        now[0] += 1
        works.put(str(number), begun(Document("1", big), Choice()))
    works.put("last", begun(Document("1", big), Choice()))
    assert works.all("0") == () and len(works.all("last")) == 1 and len(works.all("2")) == 1


def test_no_repr_shows_text_or_the_name_of_a_file() -> None:
    work = looked_at(begun(Document("1", NOTE), Choice(), name="王小明.txt"), PIPELINES)
    assert "王小明" not in repr(work) + repr(work.view) + repr(work.view.rows if work.view else "")
