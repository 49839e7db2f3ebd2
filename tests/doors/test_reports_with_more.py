"""`scrub` and `detect` with a department's own form, registers and tables of people."""

from __future__ import annotations

from pathlib import Path

from command import incognote

REPORT = "Report date: 01/05/2023\nNarrative\nBram Kestrel hit Wren Hollis. Bram left.\n"
PARTIES = "file,person,role,aliases,case_roles\na.txt,Bram Kestrel,mum's partner,Bram,alleged\na.txt,Wren Hollis,subject child,,\n"


def notes(tmp_path: Path, parties: str = PARTIES) -> tuple[Path, Path]:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "a.txt").write_text(REPORT, "utf-8")
    table = tmp_path / "parties.csv"
    table.write_text(parties, "utf-8")
    return folder, table


def test_a_table_of_people_says_who_they_are(tmp_path: Path) -> None:
    folder, table = notes(tmp_path)
    done = incognote("scrub", folder / "a.txt", "--profile", "child-protection", "--people", table, home=tmp_path)
    assert "[mother's partner/alleged perpetrator] hit [subject child]." in done.out, done.err


def test_a_table_of_people_in_the_folder_is_no_note(tmp_path: Path) -> None:
    folder, table = notes(tmp_path)
    table.rename(folder / "parties.csv")
    done = incognote("scrub", folder, "--profile", "child-protection", "-o", tmp_path / "out", home=tmp_path)
    texts = [path.read_text("utf-8") for path in (tmp_path / "out").glob("*.txt")]
    assert len(texts) == 1 and "[subject child]" in texts[0], done.err


def test_a_wrong_role_in_the_table_is_one_line_that_names_it(tmp_path: Path) -> None:
    folder, table = notes(tmp_path, PARTIES.replace("mum's partner", "mothr"))
    done = incognote("scrub", folder / "a.txt", "--profile", "child-protection", "--people", table, home=tmp_path)
    assert done.code == 1 and done.err.count("\n") == 1 and "unknown role 'mothr'; did you mean mother" in done.err


def test_people_in_a_cell_of_known_facts_are_an_error(tmp_path: Path) -> None:
    folder, table = notes(tmp_path, "file,name,people\na.txt,Wren Hollis,Bram Kestrel\n")
    done = incognote("scrub", folder / "a.txt", "--profile", "child-protection", "--known", table, home=tmp_path)
    assert done.code == 1 and "--people" in done.err and "Kestrel" not in done.err


def test_layouts_and_registers_are_refused_where_they_do_nothing(tmp_path: Path) -> None:
    folder, _ = notes(tmp_path)
    for arguments, why in (
        (("scrub", folder / "a.txt", "--vault", "none", "--layout", "police-report"), "does not ask"),
        (("detect", folder / "a.txt", "--profile", "child-protection", "--layout", "police-report"), "--structure"),
        (("scrub", folder / "a.txt", "--profile", "child-protection", "--registers", tmp_path), "holds no register"),
    ):
        done = incognote(*arguments, home=tmp_path)
        assert done.code == 1 and why in done.err and done.err.count("\n") == 1


def test_a_layout_is_added_to_those_of_the_profile(tmp_path: Path) -> None:
    folder, _ = notes(tmp_path)
    (folder / "a.txt").write_text("Report date: 01/05/2023\nName | Code\nBram Kestrel | ACC\nWren Hollis | VIC\n\nMother: Maree Hollis\nNarrative\nBram hit Wren.\n", "utf-8")
    done = incognote("scrub", folder / "a.txt", "--profile", "child-protection", "--layout", "police-report", home=tmp_path)
    assert "[alleged perpetrator] hit [subject child]." in done.out and "Mother: [mother]" in done.out, done.out + done.err


def test_an_unknown_option_is_named_with_a_close_one_and_a_name_is_not(tmp_path: Path) -> None:
    assert "scrub: an argument that is not known: --layuot; did you mean --layout?" in incognote("scrub", "--layuot", "x", home=tmp_path).err
    assert "kestrel" not in incognote("scrub", "--kestrel", home=tmp_path).err


def test_told_alone_exits_with_3(tmp_path: Path) -> None:
    done = incognote("detect", "--structure", stdin=b"On 3/4/2020 mum called and said that all was fine.", home=tmp_path)
    assert done.code == 3 and "no section, table or field" in done.err
