"""Reported: codes that repeat, split or race; answers that restore the wrong person; keys that cannot retire."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from command import START, incognote
from incognote import Document, Person, Pipeline
from incognote.document import Number
from incognote.errors import KeyRefused, VaultError
from incognote.vault import open_stored, open_vault
from incognote.vault.rehydrate import rehydrate

TODAY = date(2026, 11, 29)
PASSPHRASE = "correct horse battery"
SECRET = {"INCOGNOTE_PASSPHRASE": PASSPHRASE}
NOTES = {
    "traditional": ("病歷號碼：7654321 姓名：王小美，今日複診。\n", "王小美"),
    "simplified": ("患者张伟，住院号20240611003，今日复诊。\n", "张伟"),
    "english": ("Pt: Mary Wu, MRN: 87654321, seen again.\n", "Mary Wu"),
}


def crowd(size: int) -> list[Person]:
    return [Person((), (Number("MRN", f"{n:07d}"),)) for n in range(1, size + 1)]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/vault.db"


def test_codes_widen_when_their_digits_run_out_and_none_is_given_twice() -> None:
    vault = open_vault("none")
    codes = [vault.assign(person).code for person in crowd(10_001)]
    assert len(set(codes)) == 10_001
    assert codes[9_998:] == ["PT-9999", "PT-10000", "PT-10001"]
    assert [vault.assign(person).code for person in crowd(10_001)[::1000]] == codes[::1000]


@pytest.mark.parametrize("prefix", ["PT", "WARD", "Z"])
def test_another_process_gives_the_same_codes_in_any_order(prefix: str, url: str) -> None:
    vault = open_stored(url, passphrase=PASSPHRASE, create=True, prefix=prefix)
    codes = [answer.code for answer in vault.enroll(crowd(120))]
    vault.close()
    again = open_stored(url, passphrase=PASSPHRASE)
    assert [answer.code for answer in again.enroll(crowd(120)[::-1])] == codes[::-1]
    again.close()
    assert len(set(codes)) == 120 and all(code.startswith(prefix + "-") for code in codes)


@pytest.mark.parametrize("script", NOTES)
def test_processes_that_bring_one_new_patient_at_once_all_get_one_code(script: str, url: str, tmp_path: Path) -> None:
    note, name = NOTES[script]
    open_stored(url, passphrase=PASSPHRASE, create=True).close()
    command = [sys.executable, "-c", START, "scrub", "--quiet", "--vault", url]
    env = {**os.environ, **SECRET, "HOME": str(tmp_path)}
    runs = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env) for _ in range(5)]
    answers = [run.communicate(note.encode(), timeout=60)[0].decode() for run in runs]
    assert [run.returncode for run in runs] == [0] * 5
    assert len(set(answers)) == 1 and "PT-0001" in answers[0] and name not in answers[0]
    vault = open_stored(url, passphrase=PASSPHRASE)
    assert list(vault.counts()) == ["PT-0001"]
    vault.close()


@pytest.mark.parametrize(
    ("text", "patients", "others"),
    [
        ("病人王大明，病歷號1234567，母親陳秀英，父親王進財。", ("王大明",), ("陳秀英", "王進財")),
        ("患者张伟，住院号20240611003，妻子李娜，儿子张小宝。", ("张伟",), ("李娜", "张小宝")),
        ("姓名：林淑芬 病歷號：0012345\n頭暈\n姓名：王建國 病歷號：0067890\n胸悶", ("林淑芬", "王建國"), ()),
    ],
)
def test_a_code_stands_for_one_person_and_a_mark_for_nobody(text: str, patients: tuple[str, ...], others: tuple[str, ...]) -> None:
    vault = open_vault("none")
    result = Pipeline.from_profile("clinic-tw", vault=vault, on=TODAY).run(Document("1", text))
    assert result.text is not None
    codes = dict.fromkeys(re.findall(r"PT-\d{4}", result.text))
    assert [vault.person(code).names for code in codes] == [(name,) for name in patients]
    restored = rehydrate(result.text, "PT", vault.person).text
    assert all(name in restored for name in patients)
    assert not [name for name in others if name in restored]


def test_a_run_without_a_vault_says_that_its_codes_lead_nowhere(tmp_path: Path) -> None:
    answer = incognote("scrub", "--vault", "none", stdin=NOTES["traditional"][0].encode(), home=tmp_path)
    assert answer.code == 0
    assert "within this run only" in answer.err


@pytest.mark.parametrize("script", NOTES)
def test_what_one_door_replaced_another_restores(script: str, url: str, tmp_path: Path) -> None:
    note, name = NOTES[script]
    vault = open_stored(url, passphrase=PASSPHRASE, create=True)
    text = Pipeline.from_profile("clinic-tw", vault=vault, on=TODAY).run(Document("1", note)).text
    assert text is not None and name not in text
    back = incognote("rehydrate", "--vault", url, "--to-pipe", stdin=text.encode(), home=tmp_path, env=SECRET)
    assert back.code == 0 and name in back.out
    typed = incognote("scrub", "--vault", url, "--quiet", stdin=note.encode(), home=tmp_path, env=SECRET)
    assert typed.out == text
    assert name in rehydrate(typed.out, "PT", vault.person).text
    vault.close()


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("姓名：王大明\n王大明第一次就診。王大明第二次就診。王 大 明 第三次就診。", "大"),
        ("患者张建国。张建国第一次就诊。张　建　国第二次。张\n建国第三次。", "建"),
        ("Pt: Mary Wu. Mary Wu came. MARY WU came. Wu, Mary came.", "Mar"),
    ],
)
def test_every_writing_of_one_name_is_one_code(text: str, surface: str) -> None:
    result = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run(Document("1", text))
    assert result.text is not None
    assert surface not in result.text and surface.upper() not in result.text
    assert set(re.findall(r"PT-\d{4}", result.text)) == {"PT-0001"}
    assert {e.replacement for e in result.edits if e.start < e.end} == {"PT-0001"}


@pytest.mark.parametrize("script", NOTES)
def test_a_new_key_keeps_the_codes_and_the_old_one_opens_nothing(script: str, url: str) -> None:
    note, name = NOTES[script]
    vault = open_stored(url, passphrase=PASSPHRASE, create=True)
    before = Pipeline.from_profile("clinic-tw", vault=vault, on=TODAY).run(Document("1", note)).text
    vault.rekey("quite another passphrase", renew=True)
    vault.close()
    with pytest.raises(KeyRefused):
        open_stored(url, passphrase=PASSPHRASE)
    fresh = open_stored(url, passphrase="quite another passphrase")
    assert Pipeline.from_profile("clinic-tw", vault=fresh, on=TODAY).run(Document("2", note)).text == before
    assert before is not None and name in rehydrate(before, "PT", fresh.person).text
    fresh.close()


def test_a_change_of_keys_that_is_broken_off_leaves_the_vault_as_it_was(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from incognote.vault.sql import custody

    vault = open_stored(url, passphrase=PASSPHRASE, create=True)
    vault.assign(crowd(1)[0])

    def fail(*_: object) -> Callable[..., None]:
        raise VaultError("the power went")

    monkeypatch.setattr(custody, "_renew_project", fail)
    with pytest.raises(VaultError):
        vault.rekey("quite another passphrase", renew=True)
    vault.close()
    monkeypatch.undo()
    again = open_stored(url, passphrase=PASSPHRASE)
    assert not again.assign(crowd(1)[0]).is_new
    again.close()
