"""Registers: imported, looked up in every writing, at a flat cost."""

from __future__ import annotations

import random
import time
import zipfile
from pathlib import Path

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.detect import lists
from incognote.document import Document
from incognote.errors import ConfigError, FormatError
from incognote.gazetteer.importers import import_register, read_map
from incognote.gazetteer.registers import build, digest_of, load, names, parse
from incognote.registry import Parts, make_detectors

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "registers"
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "registries"
ROWS = [
    ("SCHOOL", ("Wallaby Rise Primary School",), "Wallaby Rise"),
    ("EARLYLEARN", ("Wallaby Rise Kindergarten",), "Wallaby Rise"),
    ("PRISON", ("Tintarra Women's Prison",), ""),
    ("HOSPITAL", ("Royal Quandong Vale Hospital",), ""),
    ("SCHOOL", ("Goolamurra",), ""),
    ("HOSPITAL", ("國立沐川大學附設醫院",), ""),
    ("SCHOOL", ("雲嶺縣立青禾國民小學",), "雲嶺縣"),
]


def found(text: str) -> list[tuple[str, str]]:
    spans = lists.detector(build(ROWS))(Document("1", text))
    return [(span.label, text[span.start : span.end]) for span in spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at Wallaby Rise Primary School today", [("SCHOOL", "Wallaby Rise Primary School")]),
        ("at Wallaby Rise PS today", [("SCHOOL", "Wallaby Rise PS")]),
        ("Wallaby Rise Kindy rang", [("EARLYLEARN", "Wallaby Rise Kindy")]),
        ("Walaby Rise Primary rang", [("SCHOOL", "Walaby Rise Primary")]),
        ("Wallaby Rise Primray School rang", [("SCHOOL", "Wallaby Rise Primray School")]),
        ("in Tintarra Womens Prison", [("PRISON", "Tintarra Womens Prison")]),
        ("taken to Quandong Vale Hosp", [("HOSPITAL", "Quandong Vale Hosp")]),
        ("WALLABY RISE PRIMARY SCHOOL", [("SCHOOL", "WALLABY RISE PRIMARY SCHOOL")]),
        ("a teacher at Goolamurra said", [("SCHOOL", "Goolamurra")]),
        ("the teacher of Wallaby Rise said", [("SCHOOL", "Wallaby Rise")]),
        ("轉沐川大附醫急診", [("HOSPITAL", "沐川大附醫")]),
        ("就讀青禾國小", [("SCHOOL", "青禾國小")]),
        ("轉國立沐川大學附設醫院", [("HOSPITAL", "國立沐川大學附設醫院")]),
    ],
)
def test_a_name_is_found_however_it_is_written(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "camping near Wallaby Rise last week",  # a suburb
        "moved to Wallaby Rise; the teacher said so",
        "Wallaby Rise Tyres, and a teacher",
        "Wallaby Rise Prison has a teacher",  # no such prison: a rule may take it, the register says nothing
        "the rise of a wallaby; primary school; tintarra",
        "青禾區的居民；國民小學；附設醫院",
        "",
    ],
)
def test_what_is_no_institution_of_the_register_stays(text: str) -> None:
    assert found(text) == []


def test_without_a_register_the_detector_is_not_there(tmp_path: Path) -> None:
    assert make_detectors(["lists"], Parts(register_folder=tmp_path / "none")) == {}
    assert digest_of(tmp_path / "none") == ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("institutions.csv", "taiwan.tsv"):
        import_register(EXAMPLES / name, read_map((EXAMPLES / name).with_suffix(".toml")), folder=tmp_path / "store")
    return tmp_path / "store"


def test_the_examples_are_imported_with_a_column_map(folder: Path) -> None:
    assert names(folder) == ("example-au", "example-tw")
    assert load(folder).size == 17 and load(folder, ("example-tw",)).size == 6
    rows = parse((folder / "example-au.tsv").read_text("utf-8"))
    assert ("SCHOOL", ("Wallaby Rise Primary School", "Wallaby Rise PS"), "Wallaby Rise") in rows
    assert not any("Old Gully" in called[0] or "Depot" in called[0] for _, called, _ in rows)  # closed; a depot


def test_a_profile_chooses_registers_and_its_fingerprint_tells_them_apart(folder: Path, tmp_path: Path) -> None:
    text = (Path(load_profile.__code__.co_filename).parent / "profiles" / "child-protection.toml").read_text("utf-8")
    profile = tmp_path / "ours.toml"
    prints = []
    for chosen in ("", 'registers = ["example-tw"]\n'):
        profile.write_text(text.replace("[detect.rules]", f"[detect.lists]\n{chosen}folder = '{folder}'\n[detect.rules]"), "utf-8")
        pipeline = make_pipeline(load_profile(profile))
        spans, _ = pipeline.detect(Document("1", "we rang Pebble Creek ELC in Karrawee"))
        assert ("lists" in {span.source for span in spans}) == (chosen == "")
        prints.append(pipeline.fingerprint)
    assert prints[0] != prints[1]
    profile.write_text(text.replace("[detect.rules]", f"[detect.lists]\nregisters = ['other']\nfolder = '{folder}'\n[detect.rules]"), "utf-8")
    with pytest.raises(ConfigError, match="no register 'other'"):
        make_pipeline(load_profile(profile))


def test_a_workbook_is_read_like_a_table(tmp_path: Path) -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    linked = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    with zipfile.ZipFile(tmp_path / "list.xlsx", "w") as book:
        book.writestr("xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{linked}"><sheets><sheet name="About" r:id="a"/><sheet name="Schools" r:id="b"/></sheets></workbook>')
        book.writestr("xl/_rels/workbook.xml.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Target="worksheets/one.xml"/><Relationship Id="b" Target="/xl/worksheets/two.xml"/></Relationships>')
        book.writestr("xl/sharedStrings.xml", f'<sst xmlns="{main}"><si><t>Suburb</t></si><si><r><t>Emu </t></r><r><t>Hill Primary School</t></r></si></sst>')
        book.writestr("xl/worksheets/one.xml", f'<worksheet xmlns="{main}"><sheetData/></worksheet>')
        book.writestr("xl/worksheets/two.xml", f'<worksheet xmlns="{main}"><sheetData><row><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="C1" t="s"><v>0</v></c></row><row><c r="A2" t="s"><v>1</v></c><c r="C2" t="str"><v>Emu Hill</v></c></row></sheetData></worksheet>')
    columns = tmp_path / "map.toml"
    columns.write_text('[register]\nname = "x"\nlabel = "SCHOOL"\nsheet = "Schools"\n[columns]\nname = "Name"\nplace = "Suburb"\n', "utf-8")
    import_register(tmp_path / "list.xlsx", read_map(columns), folder=tmp_path / "store")
    assert parse((tmp_path / "store" / "x.tsv").read_text("utf-8")) == [("SCHOOL", ("Emu Hill Primary School",), "Emu Hill")]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("[columns]\nname = 'Name'\n[register]\nname = 'x'", "register.label"),
        ("[columns]\nname = 'Name'\n[register]\nname = 'x'\nlabel = 'CASTLE'", "labels are"),
        ("[columns]\nname = 'Name'\nwhat = 'y'\n[register]\nname = 'x'\nlabel = 'SCHOOL'", "unknown key columns.what"),
        ("[columns]\nname = 'Name'\n[register]\nname = '../x'\nlabel = 'SCHOOL'", "register.name"),
        ("[register]\nname = 'x'\nlabel = 'SCHOOL'", "columns.name"),
        ("[columns]\nname = 'Title'\n[register]\nname = 'x'\nlabel = 'SCHOOL'", "no column 'Title'"),
        ("[columns]\nname = 'Name'\n[register]\nname = 'x'\nlabel = 'SCHOOL'\n[only]\nName = 'B'", "no institution"),
    ],
)
def test_a_column_map_that_cannot_be_is_told(columns: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(columns, "utf-8")
    (tmp_path / "list.csv").write_text("Name,Suburb\nEmu Hill School,Emu Hill\n", "utf-8")
    with pytest.raises(ConfigError, match=message):
        import_register(tmp_path / "list.csv", read_map(tmp_path / "map.toml"), folder=tmp_path / "store")
    assert names(tmp_path / "store") == ()


def test_a_damaged_workbook_is_told_and_the_register_stays_as_it_was(folder: Path, tmp_path: Path) -> None:
    before = (folder / "example-au.tsv").read_bytes()
    (tmp_path / "list.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    with pytest.raises(FormatError, match="cannot be read"):
        import_register(tmp_path / "list.xlsx", read_map(EXAMPLES / "institutions.toml"), folder=folder)
    assert (folder / "example-au.tsv").read_bytes() == before


def _seconds(registers: object, text: str) -> float:
    detect = lists.detector(registers)  # type: ignore[arg-type]
    times = []
    for number in range(5):
        began = time.process_time()
        list(detect(Document(str(number), text)))
        times.append(time.process_time() - began)
    return min(times)


def test_fifty_thousand_institutions_cost_no_more_than_a_few() -> None:
    draw = random.Random(5)
    parts = ["".join(draw.choice("bdfgklmnprst") + draw.choice("aeiou") for _ in range(3)).capitalize() for _ in range(4000)]
    rows = [("SCHOOL", (f"{draw.choice(parts)} {draw.choice(parts)} Primary School",), "") for _ in range(50_000)]
    text = " ".join(f"She left {draw.choice(parts)} PS with {draw.choice(parts)} and the teacher." for _ in range(200))
    few, many = _seconds(build(ROWS), text), _seconds(build(rows), text)
    assert many < 6 * few + 0.02


@pytest.mark.skipif(not REAL.is_dir(), reason="the real lists lie beside the project on some machines only")
def test_lists_of_real_shape_are_imported_and_looked_up(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text('[register]\nname = "schools"\nlabel = "SCHOOL"\n[columns]\nname = "School Name"\nplace = "Suburb"\n[only]\nStatus = ["Open"]\n', "utf-8")
    (tmp_path / "nhi.toml").write_text('[register]\nname = "nhi"\nlabel = "HOSPITAL"\n[columns]\nname = "name"\nplace = "county"\n', "utf-8")
    schools = import_register(REAL / "au-schools" / "schools.tsv", read_map(tmp_path / "map.toml"), folder=tmp_path / "store")
    nhi = import_register(REAL / "tw-nhi" / "nhi_institutions.tsv", read_map(tmp_path / "nhi.toml"), folder=tmp_path / "store")
    assert schools.institutions > 9_000 and nhi.institutions > 25_000
    registers = load(tmp_path / "store")
    detect = lists.detector(registers)
    for name, least in (("schools", 0.97), ("nhi", 0.99)):
        called = [names[0] for _, names, _ in parse((tmp_path / "store" / f"{name}.tsv").read_text("utf-8"))[::60]]
        covered = 0
        for number, official in enumerate(called):
            text = f"轉介至 {official}。"
            covered += any(s.end - s.start >= 0.7 * len(official) for s in detect(Document(str(number), text)))
        assert covered >= least * len(called)
