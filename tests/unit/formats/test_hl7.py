"""HL7 v2: every field is read, a message is written as it was but for the edits, and a wrong one costs itself alone."""

from __future__ import annotations

import base64
import dataclasses
import io
import time
from collections.abc import Callable
from datetime import date

import pytest

from hidden_parts import hl7 as crafted
from hidden_parts.crafted import Crafted
from incognote import Document, Pipeline, Result
from incognote.document import Edit
from incognote.formats import hl7
from incognote.formats.source import LEFT_OUT, Item, Unread, from_bytes

TODAY = date(2026, 11, 30)
HEAD = "MSH|^~\\&|HIS|H|LIS|LAB|20240315103000||ORU^R01|M1|P|2.5\r"
PATIENT = "PID|1||1234567^^^H^MR||王^大明||19710305|M\r"


def items(text: str | bytes, **options: str) -> list[Item]:
    return list(hl7.read(from_bytes(text if isinstance(text, bytes) else text.encode()), **options))


def only(text: str | bytes) -> Document:
    (item,) = items(text)
    assert isinstance(item, Document), item
    return item


def written(data: str | bytes, edit: Callable[[Document], list[Edit]] = lambda _: []) -> bytes:
    source = from_bytes(data if isinstance(data, bytes) else data.encode())
    results = []
    for item in hl7.read(source):
        if isinstance(item, Document):
            results.append(Result(item.id, "clean", item.text, {}, (), tuple(edit(item)), (), ""))
        else:
            results.append(Result(item.id, "failed", None, {}, (), (), (), ""))
    out = io.BytesIO()
    hl7.write(iter(results), out, source)
    return out.getvalue()


def replaced(**pairs: str) -> Callable[[Document], list[Edit]]:
    def edits(document: Document) -> list[Edit]:
        return [
            Edit(at, at + len(old), new, "mask", "NAME", None)
            for old, new in pairs.items()
            for at in range(len(document.text))
            if document.text.startswith(old, at)
        ]

    return edits


def scrubbed(data: bytes) -> tuple[list[Result], bytes]:
    source = from_bytes(data)
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY)
    found = list(hl7.read(source))
    documents = [item for item in found if isinstance(item, Document)]
    assert len(documents) == len(found)
    results = list(pipeline.run_many(documents))
    out = io.BytesIO()
    hl7.write(iter(results), out, source)
    return results, out.getvalue()


@pytest.mark.parametrize("file", list(crafted.files()), ids=repr)
def test_every_part_is_read_and_nothing_of_it_is_written(file: Crafted) -> None:
    documents = [item for item in items(file.data) if isinstance(item, Document)]
    text = "".join(document.text for document in documents).replace("\n", "")
    assert {part for part, who in file.identities.items() if who not in text} == set()
    results, out = scrubbed(file.data)
    assert all(result.text is not None for result in results)
    plain = out.decode("cp950" if file.name == "batch" else "utf-8")
    for part, who in file.identities.items():
        assert who not in plain, part
        assert base64.b64encode(who.encode()).decode() not in plain
        for word in who.split():
            assert word not in plain or word in {"Sample", "Street", "14", "+1"}, part


def test_a_check_digit_goes_with_its_number() -> None:
    patient = "PID|1||1234567^4^M11^H^MR||Doe^Jane||19710305|F\r"
    assert "PID|1||PT-0001^^M11^H^MR||" in written(HEAD + patient, replaced(**{"1234567": "PT-0001"})).decode()
    assert "PID|1||^^M11^H^MR||" in written(HEAD + patient).decode(), "a number that nobody found goes too"


def test_a_lone_backslash_is_text_and_escapes_are_kept() -> None:
    line = "OBX|1|TX|N||視力 4\\5，\\.br\\病人王大明 \\H\\重要\\N\\ 電話\\T\\0912345678||||||F\r"
    document = only(HEAD + line)
    assert "視力 4\\5，\n病人王大明 重要 電話&0912345678" in document.text
    out = written(HEAD + line, replaced(王大明="PT-0001", **{"0912345678": "[電話]"})).decode()
    assert "視力 4\\5，\\.br\\病人PT-0001 \\H\\重要\\N\\ 電話\\T\\[電話]||||||F\r" in out


@pytest.mark.parametrize("marks", ["^~\\&#", "^~\\&"])
@pytest.mark.parametrize("version", ["2.1", "2.3.1", "2.5", "2.7", "2.8.2", "2.9"])
def test_a_fifth_encoding_character_and_every_version_are_read(marks: str, version: str) -> None:
    document = only(f"MSH|{marks}|HIS|H|||20240315||ADT^A01|1|P|{version}\rPID|1||1234567||王^大明\r")
    assert document.known["name"] == "王大明"
    assert document.known["mrn"] == "1234567"
    assert "姓名: 王大明" in document.text


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_what_is_not_edited_is_written_byte_for_byte(end: str) -> None:
    text = (
        HEAD.replace("|M1|", "|1|")
        + 'PID|1||""||""||19710305|M\rNK1|1|""|SPO\rOBX|1|NM|718-7^Hb^LN||13.5|g/dL|12-16|N|||F|||20240315091500.12+0800\r'
        + "OBX|2|TX|N^報告^L||a ^ b & c\\E\\d~次行 \\Zx\\ \\||||||F\rZPD|1||x^y&z\r"
    )
    assert written(text.replace("\r", end)).decode() == text.replace("\r", end)


def test_a_name_over_two_observations_is_found_whole() -> None:
    text = HEAD + PATIENT + "OBX|1|TX|N^報告^L||家屬與王大|||||F|||20240315||D1^陳^美玲\rOBX|2|TX|N^報告^L||明一起來\r"
    _, out = scrubbed(text.encode())
    assert "大" not in out.decode().split("OBX", 1)[1] and "|一起來" in out.decode()


@pytest.mark.parametrize(
    ("new", "field"),
    [("1971-04-02", "19710402"), ("1971", "1971"), ("1971-04", "197104"), ("[53歲]", ""), ("D+0", "")],
)
def test_a_date_stays_valid_or_the_field_is_empty(new: str, field: str) -> None:
    out = written(HEAD + PATIENT, replaced(**{"王大明": "A", "1234567": "B", "1971-03-05": new})).decode()
    assert f"|A^||{field}|M\r" in out


def test_a_shifted_moment_keeps_its_time_and_zone() -> None:
    out = written(HEAD + "OBR|1||||||20240315091500.12+0800\r", replaced(**{"2024-03-15": "2023-12-01"})).decode()
    assert "|20231201091500.12+0800\r" in out


def test_codes_of_coding_systems_stay_and_their_words_are_read() -> None:
    text = HEAD + "OBX|1|CE|718-7^王大明的血色素^LN||I10^高血壓^I10^0912345678^x^L\r"
    document = only(text)
    assert "王大明的血色素: 高血壓 0912345678 x" in document.text
    assert "718-7" not in document.text
    assert "|718-7^X的血色素^LN||I10^高血壓^I10^" in written(text, replaced(王大明="X")).decode()


def test_a_field_that_identifies_is_emptied_where_an_edit_leaves_a_letter() -> None:
    text = HEAD + "PID|1||77^5^M11^H^MR||Wu-Tan^Mary^^^Dr.\r"
    out = written(text, replaced(Mary="PT-0001")).decode()
    assert "PID|1||^^M11^H^MR||^^^^Dr.\r" in out


def test_a_mark_holds_no_separator() -> None:
    out = written(HEAD + "NTE|1||x 王大明\r", replaced(王大明="a|b^c&d~e\\f\ng")).decode()
    assert "|x a\\F\\b\\S\\c\\T\\d\\R\\e\\E\\f\\.br\\g\r" in out


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("PID|1||1234567||王^大明\r", "does not begin with MSH"),
        ("MSH|^^\\&|HIS|H|||2024||ADT^A01|1|P|2.5\rPID|1\r", "separators"),
        ("MSHX^~\\&|HIS|H\r", "separators"),
        ("MSH|^~\\&|HIS|H|||2024||ADT^A01|1|P|3.0\r", "version"),
        ("MSH|^~\\&|HIS\r", "cut off"),
    ],
)
def test_a_wrong_message_costs_itself_alone(wrong: str, why: str) -> None:
    good = HEAD + PATIENT
    text = f"BHS|^~\\&|A|B|C|D|20240315|S|王大明.hl7\r\x0b{good}\x1c\r\x0b{wrong}\x1c\r\x0b{good}\x1c\rBTS|3|王大明\r"
    first, second, third = items(text)
    assert isinstance(first, Document) and isinstance(third, Document)
    assert isinstance(second, Unread) and why in second.reason and "王" not in second.reason
    out = written(text, replaced(王大明="X")).decode()
    assert out.count("MSH|^~\\&|HIS|H|LIS") == 2
    assert "BHS|^~\\&\r" in out and "BTS|2\r" in out and "王" not in out
    assert out.count("\x0b") == out.count("\x1c\r") == 2


def test_a_withheld_message_is_not_written() -> None:
    source = from_bytes((HEAD + PATIENT).encode())
    (document,) = hl7.read(source)
    assert isinstance(document, Document)
    out = io.BytesIO()
    hl7.write(iter([Result("1", "residue", None, {}, (), (), (), "")]), out, source)
    assert out.getvalue() == b""


@pytest.mark.parametrize(("codec", "charset"), [("big5", "BIG-5"), ("gb18030", "GB 18030-2000"), ("utf-8", "UNICODE UTF-8"), ("utf-8", "")])
def test_a_message_keeps_its_encoding(codec: str, charset: str) -> None:
    text = f"MSH|^~\\&|HIS|H|||20240315||ADT^A01|M1|P|2.5||||||{charset}\rPID|1||1234567||王^大明\rNTE|1||病人今日回診\r"
    data = text.encode(codec)
    assert only(data).known["name"] == "王大明"
    new = replaced(王大明="許功蓋", **{"1234567": "7"})
    assert written(data, new) == text.replace("M1", "1").replace("王^大明", "許功蓋^").replace("1234567", "7").encode(codec)


def test_what_is_no_text_is_taken_out_and_said() -> None:
    pdf = base64.b64encode(b"%PDF-1.4 wang").decode()
    text = HEAD + PATIENT + f"OBX|1|ED|P^file^L||LAB^Application^PDF^Base64^{pdf}||||||F\rOBX|2|TX|P||{'JVBERi' + 'A' * 402}\r"
    assert only(text).meta[LEFT_OUT] == "2 embedded PDFs"
    out = written(text).decode()
    assert pdf not in out and "JVBERi" not in out
    assert "|LAB^Application^PDF^Base64^||||||F\r" in out


def test_a_line_break_in_a_text_is_no_segment() -> None:
    text = HEAD + PATIENT + "OBX|1|TX|N^x^L||第一行\n第二行 王大明\nECG\rNTE|1||完\r"
    document = only(text)
    assert "第一行\n第二行 王大明\nECG" in document.text
    assert "第一行\n第二行 PT-0001\nECG\rNTE" in written(text, replaced(王大明="PT-0001")).decode()


def test_messages_of_one_patient_share_a_code() -> None:
    two = "".join(HEAD + PATIENT + f"NTE|1||第{n}次，王大明\r" for n in (1, 2))
    results, out = scrubbed(two.encode())
    assert len(results) == 2
    assert out.decode().count("||PT-0001^^^H^MR||PT-0001^||") == 2


def test_relatives_and_other_names_are_known() -> None:
    text = HEAD + (
        "PID|1|A0001|1234567^^^H^MR~A123456789^^^T^NI||Wang^Ta-Ming~王^大明|林^月|19710305|M|王^小明||||^PRN^PH^^^02^27001234\r"
        "NK1|1|李^小華|SPO\rGT1|1||陳^建國\rIN1|1|P|||||||||||||||||||||||||||||||||||||||||||||||HC123456\rMRG|999||||||Wong^Ta\r"
    )
    known = only(text).known
    assert known["name"] == "Ta-Ming Wang"
    assert known["aliases"] == ["王大明", "王小明", "Ta Wong"]
    assert (known["mrn"], known["idno"], known["birth"], known["phone"]) == ("1234567", "A123456789", "1971-03-05", "02-27001234")
    assert known["healthplan"] == "HC123456"
    assert [(p["name"], p.get("role")) for p in known["people"]] == [("林月", "mother"), ("李小華", "partner"), ("陳建國", None)]


@pytest.mark.parametrize("body", ["\\", "^", "~", "&", "\\.br\\", "\n", "王", "\\X"])
def test_hostile_fields_are_read_in_time(body: str) -> None:
    times = []
    for size in (500, 5_000):
        start = time.process_time()
        written(HEAD + f"OBX|1|TX|N||{body * size}\rZPD|{body * size}\r")
        times.append(time.process_time() - start)
    assert times[1] < 40 * max(times[0], 0.05)


def test_it_is_no_matter_what_a_file_that_is_none_holds() -> None:
    for data in (b"", b"\r\n", b"%PDF-1.4", b"\x00" * 100, "病人王大明".encode(), b"MSH", b"MSH|", b"\x0b\x1c\r"):
        (item,) = items(data)
        assert isinstance(item, Unread)
        assert written(data) == (data if not data.strip(b"\r\n\x0b\x1c") else b"")


def test_results_without_edits_change_nothing_but_the_number_of_the_message() -> None:
    source = from_bytes((HEAD + PATIENT).encode())
    (document,) = hl7.read(source)
    assert isinstance(document, Document)
    result = Result("1", "clean", document.text, {}, (), (), (), "")
    for one in (result, dataclasses.replace(result, edits=(Edit(0, 0, "[header]\n", "pseudonym", "NAME", "header"),))):
        out = io.BytesIO()
        hl7.write(iter([one]), out, source)
        assert b"header" not in out.getvalue()
        assert b"ORU^R01|1|P|2.5" in out.getvalue()


def test_an_insurer_is_no_person_and_an_employer_goes_by_its_place() -> None:
    insurance = "IN1|1|P1||Blue Plus of MN|||||G-881||Duluth Steel Works\r"
    document = only(HEAD + PATIENT + insurance)
    assert "name" not in document.text.partition("Blue Plus")[0].rpartition("\n")[2]
    assert written(HEAD + PATIENT + insurance).decode().endswith("Blue Plus of MN|||||G-881||\r")


@pytest.mark.parametrize("version", ["2.1", "2.2", "2.3", "2.3.1", "2.4", "2.5", "2.6", "2.8.2"])
def test_a_date_is_one_in_every_version(version: str) -> None:
    message = HEAD.replace("|2.5", f"|{version}") + PATIENT + "OBR|1|||CBC^CBC^L|||202403150930\rOBX|1|TS|1^When^L||20240314||||||F\r"
    document = only(message)
    assert "2024-03-15 09:30" in document.text and "When: 2024-03-14" in document.text and "1971-03-05" in document.text
    fields = written(message, replaced(**{"2024-03-15": "[D+0]", "2024-03-14": "[D-1]"})).decode()
    assert "[D" not in fields and "OBX|1|TS|1^When^L||||||||F" in fields
