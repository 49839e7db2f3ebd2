"""JSON of any shape: read with its keys as labels, written back the same shape."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from hidden_parts import json_ as made
from hidden_parts.crafted import Crafted
from incognote.config import Pipeline
from incognote.document import Document, Edit, Result
from incognote.errors import UsageError
from incognote.formats.fhir import format as fhir
from incognote.formats.json import any as json_any
from incognote.formats.json import format as json_
from incognote.formats.json.paths import BY_KEY, Paths
from incognote.formats.source import LEFT_OUT, Unread, from_bytes


@cache
def pipeline() -> Pipeline:
    return Pipeline.from_profile("clinic-tw", vault="none")


def bytes_of(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode()


def documents(value: Any, paths: Paths = BY_KEY) -> list[Document]:
    found = list(json_.read(from_bytes(bytes_of(value)), paths=paths))
    assert all(isinstance(item, Document) for item in found), found
    return [item for item in found if isinstance(item, Document)]


def written(value: Any, results: Iterable[Result] | None = None, paths: Paths = BY_KEY) -> bytes:
    data = bytes_of(value)
    answers = list(pipeline().run_many(documents(data, paths))) if results is None else results
    out = io.BytesIO()
    json_.write(iter(answers), out, from_bytes(data), paths=paths)
    return out.getvalue()


def result(document: Document, *gone: str, is_withheld: bool = False) -> Result:
    places = [(at, at + len(value)) for value in gone if (at := document.text.find(value)) >= 0]
    edits = tuple(Edit(start, end, "[X]", "mask", "NAME", None) for start, end in sorted(places))
    return Result(document.id, "clean", None if is_withheld else "there", {}, (), edits, (), "")


def test_the_name_of_a_test_or_of_a_medicine_is_nobodys() -> None:
    value = {"mrn": "0099887", "lab_results": [{"name": "Haemoglobin", "value": 98}, {"name": "K", "value": 4}], "meds": [{"name": "Lasix", "dose": "20 mg"}], "test": {"name": "Creatinine"}}
    (document,) = documents(value)
    assert "name" not in document.text and "test: Creatinine\n" in document.text and "lab results: Haemoglobin\n" in document.text
    assert json.loads(written(value)) | {"mrn": ""} == value | {"mrn": ""}


def test_the_name_of_a_person_beside_a_value_stays_a_name() -> None:
    (document,) = documents({"results": [{"name": "Ann Lee", "mrn": "0099887", "value": 98}], "doctor": {"name": "Ann Poe"}})
    assert "name: Ann Lee\n" in document.text and "name: Ann Poe\n" in document.text


def test_a_question_is_the_label_of_its_answer() -> None:
    value = [{"field": "Patient name", "value": "Rose Tate"}, {"name": "MRN", "value": "0099887"}, {"欄位": "姓名", "值": "于山"}, {"label": "Weight", "unit": "kg", "value": 63}]
    assert "".join(d.text for d in documents({"items": value})) == (
        "items:\npatient name: Rose Tate\nMRN: 0099887\n姓名：于山\nWeight: 63\nunit: kg\n"
    )
    told = written({"items": value}).decode()
    assert not any(who in told for who in ("Rose", "Tate", "0099887", "于山")) and "Patient name" in told and '"Weight", "unit": "kg", "value": 63' in told


def test_the_name_of_a_field_beside_its_value_stays() -> None:
    value = {"form": [{"key": "patient_name", "value": "Rose Tate"}, {"key": "hb", "value": "098"}]}
    (document,) = documents(value)
    assert document.text == "form:\npatient name: Rose Tate\nhb: 098\n"
    told = json.loads(written(value))["form"]
    assert told[0]["key"] == "patient_name" and told[0]["value"].startswith("PT-") and told[1] == value["form"][1]


def test_keys_are_labels_and_facts() -> None:
    (document,) = documents({"patient": {"name": "王淑芬", "mrn": 7654321, "birthDate": "1971-03-05"}, "visit_notes": ["頭痛", "好轉"], "ok": True, "no": None})
    assert document.text == "patient:\nname: 王淑芬\nmrn: 7654321\nbirth date: 1971-03-05\nvisit notes: 頭痛\nvisit notes: 好轉\n"
    assert document.known == {"name": "王淑芬", "mrn": "7654321", "birth": "1971-03-05"}


def test_a_list_of_objects_is_a_document_each() -> None:
    first, second = documents([{"text": "one", "name": "Mary Tan", "mrn": "M778812"}, {"text": "two"}])
    assert "one" in first.text and "two" in second.text and first.known["name"] == "Mary Tan"
    assert written([{"a": "one"}, {"a": "two"}], [result(first, is_withheld=True), result(second)]) == b'[null, {"a": "two"}]'


def test_paths_tell_the_notes_and_the_facts_and_the_rest_is_read_too() -> None:
    value = {"who": {"n": "王淑芬", "chart": 77881}, "notes": [{"text": "頭痛", "by": "陳美玲醫師"}, {"text": "好轉"}]}
    paths = Paths(("$.notes[*].text",), {"name": "$.who.n", "mrn": "$.who.chart"})
    first, second, rest = documents(value, paths)
    assert (first.text, second.text) == ("頭痛", "好轉")
    assert "陳美玲" in rest.text and "頭痛" not in rest.text
    assert first.known == {"name": "王淑芬", "mrn": "77881"}
    out = json.loads(written(value, [result(first, "頭痛"), result(second), result(rest)], paths))
    assert out["notes"] == [{"text": "[X]", "by": "陳美玲醫師"}, {"text": "好轉"}]
    assert out["who"] == {"n": None, "chart": None}  # a path said who it is, whatever was found


@pytest.mark.parametrize("path", ["$.notes[", "$", "x y z("])
def test_a_path_that_is_none_is_a_matter_of_usage(path: str) -> None:
    with pytest.raises(UsageError):
        documents({"notes": "a"}, Paths((path,)))


def test_paths_that_lead_nowhere_are_said() -> None:
    (item,) = json_.read(from_bytes(b'{"a": "b"}'), paths=Paths(("$.notes",)))
    assert isinstance(item, Unread) and "no text stands" in item.reason


@pytest.mark.parametrize("data", [b'{"a": [1.00, -0, 1e5, "x"], "b": {}, "c": [], "d": null}', b'{\n  "a": "\xe7\x8e\x8b",\n  "b": [\n    true\n  ]\n}\n', b'{"a":"\\u738b","b":[1,2]}', b'[{"a": "b"}]\n'])
def test_what_nobody_touches_is_the_same_byte_for_byte(data: bytes) -> None:
    assert written(data, map(result, documents(data))) == data


def test_a_key_and_a_number_that_are_somebody_are_written_anew_in_their_place() -> None:
    value = {"a": 1, "王淑芬": {"no": 7654321}, "林志偉": 2}
    (document,) = documents(value)
    out = written(value, [result(document, "王淑芬", "林志偉", "7654321")])
    assert out.decode() == '{"a": 1, "[X]": {"no": "[X]"}, "[X] 2": 2}'


@pytest.mark.parametrize("file", list(made.files()), ids=repr)
def test_what_is_hidden_is_read_and_not_in_the_file_written(file: Crafted) -> None:
    found = documents(file.data)
    text = "\n".join(d.text + str(d.meta.get(LEFT_OUT, "")) for d in found)
    assert [part for part, value in file.identities.items() if value not in text and part not in text] == []
    out = written(file.data).decode()
    assert out and [part for part, value in file.identities.items() if value in out] == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"a": NaN}', "NaN"), (b'{"a": Infinity}', "Infinity"), (b'{"a": 1, "a": 2}', "one key twice"), (b"[" * 10_000 + b"]" * 10_000, "deeper"),
        (b'{"a":' * 300 + b"1" + b"}" * 300, "deeper"), (b'{"a": "\xff\xfe\xfa"}', "UTF-8"), (b'{"a"', "not JSON"), (b"3", "neither"), (b"", "not JSON"), (b'{"a": 1} x', "not JSON"),
    ],
)  # fmt: skip
def test_what_is_no_json_is_refused_in_words_and_nothing_is_written(data: bytes, said: str) -> None:
    (item,) = json_.read(from_bytes(data))
    assert isinstance(item, Unread) and said in item.reason
    out = io.BytesIO()
    assert json_.write([], out, from_bytes(data)) == 0 and out.getvalue() == b""


def test_a_lone_surrogate_is_no_character() -> None:
    (document,) = documents(b'{"a": "x\\udcb2y"}')
    assert document.text == "a: x\ufffdy\n"


def test_a_megabyte_and_a_number_of_many_digits_are_read() -> None:
    begun = time.process_time()
    (document,) = documents({"text": "病人今日回診。" * 150_000})
    assert len(document.text) > 1_000_000
    (document,) = documents(b'{"n": ' + b"9" * 5_000 + b"}")
    assert "9" * 5_000 in document.text
    assert time.process_time() - begun < 4


def test_fhir_is_told_from_other_json() -> None:
    assert fhir.is_fhir(from_bytes(b'{"resourceType": "Patient"}')) and not fhir.is_fhir(from_bytes(b'{"type": "Patient"}'))
    (item,) = json_any.read(from_bytes(b'{"resourceType": "Patient", "name": [{"text": "Mary Tan"}]}'))
    assert isinstance(item, Document) and item.known["name"] == "Mary Tan"
    (item,) = json_any.read(from_bytes(b'{"a": "b"}'))
    assert isinstance(item, Document) and item.text == "a: b\n"
