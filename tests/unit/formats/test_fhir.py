"""FHIR R4: read by patient, written again as valid FHIR whose references hold."""

from __future__ import annotations

import base64
import io
import json
import time
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from fhir.resources.R4B import get_fhir_model_class

from hidden_parts import fhir as made
from hidden_parts.crafted import Crafted
from incognote.config import Pipeline
from incognote.document import Document, Edit, Result
from incognote.formats import fhir
from incognote.formats.source import LEFT_OUT, Item, Unread, from_bytes

LOINC = {"coding": [{"system": "http://loinc.org", "code": "718-7", "display": "Hemoglobin [Mass/volume] in Blood"}]}
UCUM = {"value": 13.5, "unit": "g/dL", "system": "http://unitsofmeasure.org", "code": "g/dL"}
ABSENT = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"


@cache
def pipeline(profile: str = "clinic-tw") -> Pipeline:
    return Pipeline.from_profile(profile, vault="none")


def bytes_of(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode()


def items(value: Any) -> list[Item]:
    return list(fhir.read(from_bytes(bytes_of(value))))


def documents(value: Any) -> list[Document]:
    found = items(value)
    assert all(isinstance(item, Document) for item in found), found
    return [item for item in found if isinstance(item, Document)]


def reason(value: Any) -> str:
    (item,) = items(value)
    assert isinstance(item, Unread)
    return item.reason


def written(value: Any, results: Iterable[Result] | None = None, profile: str = "clinic-tw") -> bytes:
    data = bytes_of(value)
    answers = list(pipeline(profile).run_many(documents(data))) if results is None else results
    out = io.BytesIO()
    fhir.write(iter(answers), out, from_bytes(data))
    return out.getvalue()


def untouched(document: Document) -> Result:
    return Result(document.id, "clean", document.text, {}, (), (), (), "")


def withheld(document: Document) -> Result:
    return Result(document.id, "residue", None, {}, (), (), (), "")


def masked(document: Document, *gone: str, label: str = "NAME") -> Result:
    edits = []
    for value in gone:
        at = document.text.find(value)
        while at >= 0:
            edits.append(Edit(at, at + len(value), "[X]", "mask", label, None))
            at = document.text.find(value, at + 1)
    return Result(document.id, "clean", "there", {}, (), tuple(sorted(edits)), (), "")


def observation(**more: Any) -> dict[str, Any]:
    return {"resourceType": "Observation", "status": "final", "code": LOINC, **more}


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for held in value.values() for text in strings(held)]
    if isinstance(value, list):
        return [text for held in value for text in strings(held)]
    return [value] if isinstance(value, str) else []


# --- reading


def test_a_patient_and_what_points_to_them_is_one_document_and_the_rest_one_more() -> None:
    first, second, rest = documents(
        {
            "resourceType": "Bundle", "type": "collection", "entry": [
                {"resource": observation(subject={"reference": "Patient/p1"}, performer=[{"reference": "Practitioner/pr"}], note=[{"text": "first says"}])},
                {"resource": {"resourceType": "Patient", "id": "p1", "name": [{"text": "王淑芬"}]}},
                {"fullUrl": "urn:uuid:5b0a1c4e-6d0f-4d4a-9d5e-0c8f1a2b3c4d", "resource": {"resourceType": "Patient", "name": [{"text": "李國華"}]}},
                {"resource": observation(subject={"reference": "urn:uuid:5b0a1c4e-6d0f-4d4a-9d5e-0c8f1a2b3c4d"}, performer=[{"reference": "Practitioner/pr"}], note=[{"text": "second says"}])},
                {"resource": {"resourceType": "Practitioner", "id": "pr", "name": [{"text": "陳美玲"}]}},
            ],
        }
    )  # fmt: skip
    assert "王淑芬" in first.text and "first says" in first.text and "李國華" not in first.text
    assert "李國華" in second.text and "second says" in second.text
    assert "陳美玲" in rest.text and "says" not in rest.text
    assert first.known["people"] == [{"name": "陳美玲", "role": "doctor"}]


def test_what_only_one_patients_resources_point_to_is_theirs() -> None:
    (document,) = documents(
        {
            "resourceType": "Bundle", "type": "collection", "entry": [
                {"resource": {"resourceType": "Patient", "id": "p1"}},
                {"resource": observation(subject={"reference": "Patient/p1"}, performer=[{"reference": "Practitioner/pr"}])},
                {"resource": {"resourceType": "Practitioner", "id": "pr", "name": [{"text": "陳美玲"}]}},
                {"resource": {"resourceType": "DocumentReference", "status": "current", "subject": {"reference": "Patient/p1"}, "content": [{"attachment": {"url": "Binary/b1"}}]}},
                {"resource": {"resourceType": "Binary", "id": "b1", "contentType": "text/plain", "data": made.coded("her note")}},
            ],
        }
    )  # fmt: skip
    assert "陳美玲" in document.text and "her note" in document.text


def test_a_patient_is_known_with_numbers_birth_and_people() -> None:
    (document,) = documents(
        {
            "resourceType": "Patient", "id": "p1", "birthDate": "1971-03-05", "gender": "female",
            "name": [{"use": "maiden", "text": "Mary Ng"}, {"use": "official", "family": "Tan", "given": ["Mary", "Lin"]}],
            "identifier": [{"type": made.MR, "value": "M778812"}, {"value": "A223456789"}],
            "contact": [{"relationship": [{"coding": [{"code": "HUSB"}]}], "name": {"text": "Peter Tan"}}],
        }
    )  # fmt: skip
    known = document.known
    assert (known["name"], known["mrn"], known["idno"], known["birth"]) == ("Mary Lin Tan", "M778812", "A223456789", "1971-03-05")
    assert known["aliases"] == ["Mary Tan", "Mary Ng"]
    assert known["people"] == [{"name": "Peter Tan", "role": "husband"}]


def test_lines_are_resources_and_a_bad_line_costs_itself_alone() -> None:
    rows = [bytes_of({"resourceType": "Patient", "id": "p1"}), b"{bad", bytes_of(observation(subject={"reference": "Patient/p1"}, note=[{"text": "says"}]))]
    found = items(b"\n".join(rows))
    assert [type(item) for item in found] == [Document, Unread]
    assert isinstance(found[1], Unread) and found[1].reason.startswith("line 2: this is not JSON")
    answers = [untouched(found[0]) if isinstance(found[0], Document) else None, None]
    out = io.BytesIO()
    fhir.write(answers, out, from_bytes(b"\n".join(rows)))  # type: ignore[arg-type]
    assert [json.loads(line)["resourceType"] for line in out.getvalue().splitlines()] == ["Patient", "Observation"]


@pytest.mark.parametrize("file", list(made.files()), ids=repr)
def test_what_is_hidden_is_read_and_not_in_the_file_written(file: Crafted) -> None:
    found = documents(file.data)
    text = "\n".join(d.text + str(d.meta.get(LEFT_OUT, "")) for d in found)
    assert [part for part, value in file.identities.items() if value not in text and part not in text] == []
    out = written(file.data).decode()
    assert [part for part, value in file.identities.items() if value in out] == []


# --- writing


@pytest.mark.parametrize("style", [{"indent": 2}, {"ensure_ascii": False, "separators": (",", ":")}, {"ensure_ascii": True}])
def test_what_nobody_touches_is_the_same_byte_for_byte(style: dict[str, Any]) -> None:
    resource = observation(valueQuantity=UCUM, effectiveDateTime="2024-05-01T08:30:00+08:00", note=[{"text": "穩定, no change"}], text={"status": "generated", "div": "<div><p class='x'>a &lt; b&#160;&amp; c<br/></p></div>"})
    data = json.dumps(resource, **style).replace("13.5", "13.500").encode() + b"\n"
    assert written(data, map(untouched, documents(data))) == data


def test_codes_units_sex_and_decimals_stay_as_they_are() -> None:
    value = json.dumps(
        observation(
            subject={"reference": "Patient/1234567"}, valueQuantity=UCUM, effectiveDateTime="2024-05-01",
            bodySite={"coding": [{"system": "http://snomed.info/sct", "code": "368209003", "display": "Right upper arm structure"}]},
            referenceRange=[{"low": {"value": 12.0, "unit": "g/dL"}, "text": "12.0-16.0 g/dL"}],
        )
    ).replace("13.5", "13.500")  # fmt: skip
    out = written(value.encode()).decode()
    assert '"value": 13.500' in out
    assert json.loads(out)["bodySite"] == json.loads(value)["bodySite"] and json.loads(out)["code"] == LOINC
    assert json.loads(out)["referenceRange"] == json.loads(value)["referenceRange"]


def test_a_masked_date_is_said_to_be_masked_and_its_offset_is_told_beside_it() -> None:
    out = json.loads(written({"resourceType": "Patient", "id": "p1", "name": [{"text": "王淑芬"}], "birthDate": "1971-03-05", "deceasedDateTime": "2024-05-01T10:00:00+08:00"}))
    assert "birthDate" not in out and "deceasedDateTime" not in out
    reason, told = out["_deceasedDateTime"]["extension"]
    assert reason == {"url": ABSENT, "valueCode": "masked"}
    assert told["url"] == "urn:incognote:written" and told["valueString"].startswith("[D+0]")


def test_a_year_that_a_policy_tells_stands_as_a_date_of_fhir() -> None:
    out = json.loads(written(observation(subject={"display": "Mary Tan"}, effectiveDateTime="2024-05-01T10:00:00+08:00", issued="2024-05-01T10:00:00+08:00"), profile="safe-harbor"))
    assert out["effectiveDateTime"] == "2024"
    assert "issued" not in out and out["_issued"]["extension"][0]["valueCode"] == "masked"  # an instant has no year alone


def test_dates_that_a_policy_keeps_are_kept() -> None:
    out = json.loads(written(observation(subject={"display": "Mary Tan"}, effectiveDateTime="2024-05"), profile="limited-dataset"))
    assert out["effectiveDateTime"] == "2024-05"


def test_a_name_that_nobody_found_goes_all_the_same() -> None:
    patient = {
        "resourceType": "Patient", "id": "p1", "name": [{"family": "Xq", "given": ["Zzz", "Yy"], "text": "Zzz Xq"}], "identifier": [{"value": "7"}],
        "telecom": [{"system": "phone", "value": "1"}], "address": [{"line": ["here"], "city": "there", "country": "AU"}],
    }  # fmt: skip
    (document,) = documents(patient)
    out = json.loads(written(patient, [untouched(document)]))
    assert strings(out["name"]) == [ABSENT, "masked"] * 4
    assert "value" not in out["identifier"][0] and "value" not in out["telecom"][0]
    assert out["address"][0]["country"] == "AU" and "city" not in out["address"][0]
    assert out["name"][0]["given"] == [None, None] and len(out["name"][0]["_given"]) == 2


def test_half_a_name_is_not_left_beside_a_mark() -> None:
    patient = {"resourceType": "Patient", "name": [{"text": "Mary Jane Wong"}]}
    (document,) = documents(patient)
    out = written(patient, [masked(document, "Mary")]).decode()
    assert "Jane" not in out


def test_an_edit_over_family_and_given_leaves_one_text() -> None:
    patient = {"resourceType": "Patient", "name": [{"family": "王", "given": ["大明"]}]}
    (document,) = documents(patient)
    assert json.loads(written(patient, [masked(document, "王大明")]))["name"] == [{"family": "[X]"}]


def test_ids_and_references_change_together_and_others_stay() -> None:
    bundle = made._bundle()
    out = json.loads(written(bundle.data))
    entries = out["entry"]
    patient = entries[0]["resource"]["id"]
    assert patient != "5550017" and "5550017" not in json.dumps(out)
    assert entries[0]["fullUrl"].endswith(f"/Patient/{patient}") and entries[0]["request"]["url"] == f"Patient/{patient}"
    assert entries[1]["resource"]["subject"]["reference"] == entries[0]["fullUrl"]
    assert entries[1]["resource"]["performer"][0]["reference"] == f"Practitioner/{entries[2]['resource']['id']}" == "Practitioner/pr1"
    assert entries[1]["resource"]["id"] == "o1"


def test_a_contained_resource_is_still_pointed_to() -> None:
    out = json.loads(written(observation(contained=[{"resourceType": "RelatedPerson", "id": "wang-shufen", "name": [{"text": "王淑芬"}]}], performer=[{"reference": "#wang-shufen"}])))
    assert out["performer"][0]["reference"] == "#" + out["contained"][0]["id"] != "#wang-shufen"


@pytest.mark.parametrize("file", [file for file in made.files() if file.name in {"patient", "bundle", "escaped", "document", "scan"}], ids=repr)
def test_a_second_library_reads_what_is_written_as_valid_fhir(file: Crafted) -> None:
    out = json.loads(written(file.data))
    get_fhir_model_class(out["resourceType"]).model_validate(out)


def test_resources_of_a_withheld_document_are_left_out() -> None:
    bundle = {
        "resourceType": "Bundle", "type": "searchset", "total": 3, "entry": [
            {"resource": {"resourceType": "Patient", "id": "p1"}}, {"resource": observation(subject={"reference": "Patient/p1"}, note=[{"text": "one"}])},
            {"resource": {"resourceType": "Patient", "id": "p2"}}, {"resource": observation(subject={"reference": "Patient/p2"}, note=[{"text": "two"}])},
        ],
    }  # fmt: skip
    first, *others = documents(bundle)
    out = json.loads(written(bundle, [withheld(first), *map(untouched, others)]))
    assert [entry["resource"].get("id") for entry in out["entry"]] == ["p2", None] and out["total"] == 2
    assert written(bundle, map(withheld, documents(bundle))) == b""


def test_a_code_that_holds_what_was_removed_goes_too() -> None:
    coding = {"system": "http://loinc.org", "code": "X-7654321", "display": "Hemoglobin"}
    value = observation(code={"coding": [coding]}, note=[{"text": "MRN 7654321"}], valueQuantity={**UCUM, "unit": "7654321 g"})
    (document,) = documents(value)
    out = json.loads(written(value, [masked(document, "7654321", label="MRN")]))
    assert out["code"]["coding"][0] == {"system": "http://loinc.org", "display": "Hemoglobin", "_code": {"extension": [{"url": ABSENT, "valueCode": "masked"}]}}
    assert "7654321" not in json.dumps(out)
    assert json.loads(written(value, [untouched(document)]))["code"]["coding"][0] == coding


def test_where_one_date_is_masked_none_that_was_passed_over_stays() -> None:
    value = observation(effectiveDateTime="2024-03-15", issued="2024-04-16T10:00:00Z", note=[{"text": "stable", "time": "2019"}])
    (document,) = documents(value)
    out = json.loads(written(value, [masked(document, "2024-03-15", label="DATE")]))
    assert "2024" not in json.dumps(out) and out["_issued"]["extension"][0]["url"] == ABSENT
    assert out["note"][0]["time"] == "2019", "a year alone is nobody's day"
    assert json.loads(written(value, [untouched(document)]))["issued"] == "2024-04-16T10:00:00Z"


def test_an_attachment_of_text_is_scrubbed_and_coded_again() -> None:
    attachment = {"contentType": "text/plain; charset=big5", "data": base64.b64encode("病人王淑芬今日回診".encode("big5")).decode(), "size": 20, "hash": "x" * 27 + "="}
    value = {"resourceType": "DocumentReference", "status": "current", "content": [{"attachment": attachment}]}
    (document,) = documents(value)
    out = json.loads(written(value, [masked(document, "王淑芬")]))["content"][0]["attachment"]
    assert base64.b64decode(out["data"]).decode() == "病人[X]今日回診"
    assert "size" not in out and "hash" not in out


@pytest.mark.parametrize("data", ["%%%not base64%%%", base64.b64encode(b"\xff\x00\xfe\x01").decode()])
def test_data_that_are_no_text_are_dropped_and_said(data: str) -> None:
    value = {"resourceType": "Binary", "contentType": "text/plain", "data": data}
    (document,) = documents(value)
    assert "attachment" in document.meta[LEFT_OUT]
    assert data not in written(value, [untouched(document)]).decode()


def test_a_file_name_in_an_address_is_read() -> None:
    (document,) = documents({"resourceType": "DocumentReference", "status": "current", "content": [{"attachment": {"contentType": "application/pdf", "url": "wang-daming.pdf"}}]})
    assert "wang-daming.pdf" in document.text


def test_the_highest_age_is_one_group() -> None:
    out = json.loads(written({"resourceType": "Condition", "subject": {"display": "王淑芬"}, "onsetAge": {"value": 95, "unit": "years", "system": "http://unitsofmeasure.org", "code": "a"}}))
    assert (out["onsetAge"]["value"], out["onsetAge"]["comparator"]) == (90, ">=")


# --- what cannot be read


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"resourceType": "MedicationOrder"}, "DSTU2"),
        ({"resourceType": "Patient", "name": [{"family": ["Wang"]}]}, "Patient.name is written as in FHIR DSTU2"),
        ({"resourceType": "Condition", "clinicalStatus": "active"}, "STU3"),
        ({"resourceType": "Encounter", "class": [{"coding": []}]}, "Encounter.class is written as in FHIR R5"),
        ({"resourceType": "Transport"}, "R5"),
        ({"resourceType": "王大明"}, "resourceType is none"),
        ({"resourceType": 7}, "resourceType is none"),
        ({"id": "x"}, "no resourceType"),
        ([1], "no resourceType"),
        ({"resourceType": "Bundle", "entry": [{"resource": {"resourceType": "Patient", "careProvider": []}}]}, "entry 1 of the Bundle: Patient.careProvider"),
        ({"resourceType": "Bundle", "entry": "x"}, "no list"),
        (b'{"resourceType":"Observation","valueInteger":NaN}', "NaN"),
        (b'{"resourceType":"Patient","id":"1","id":"2"}', "one key twice"),
        (b'{"resourceType":"Patient","x":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "deeper"),
        (b'{"resourceType":"Patient","id":"\xff\xfe"}', "UTF-8"),
        (b'<?xml version="1.0"?><Patient xmlns="http://hl7.org/fhir"/>', "XML"),
        (b'{"resourceType":"Patient"', "not JSON"),
        (b"", "not JSON"),
    ],
)  # fmt: skip
def test_what_is_no_r4_is_refused_in_words_without_its_text(value: Any, said: str) -> None:
    told = reason(value)
    assert said in told and "Wang" not in told and "王" not in told
    out = io.BytesIO()
    assert fhir.write([], out, from_bytes(bytes_of(value))) == 0 and out.getvalue() == b""


def test_a_text_of_a_megabyte_and_many_resources_are_read_in_linear_time() -> None:
    text = "病人今日回診，無不適。" * 90_000
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": observation(id=f"o{i}", subject={"reference": "Patient/p1"}, note=[{"text": "ok"}])} for i in range(3_000)]}
    begun = time.process_time()
    (document,) = documents(observation(note=[{"text": text}]))
    assert text in document.text
    assert len(documents(bundle)) == 1
    assert time.process_time() - begun < 6


@pytest.mark.parametrize("page", ["<div>" * 50_000, "<" * 100_000, "<div " + 'a="b" ' * 20_000, "&" * 100_000, "<!--" * 20_000, "<![CDATA[" * 10_000, "<a href='" * 10_000])
def test_a_hostile_narrative_costs_no_time(page: str) -> None:
    begun = time.process_time()
    value = observation(text={"status": "generated", "div": page})
    found = documents(value)
    written(value, map(untouched, found))
    assert time.process_time() - begun < 5


def test_a_name_in_no_text_of_a_repr() -> None:
    (document,) = documents({"resourceType": "Patient", "name": [{"text": "王淑芬"}]})
    assert "王" not in repr(document)


def test_a_question_is_the_label_of_what_was_answered() -> None:
    answers = [("Surname", {"valueString": "Goodenough"}), ("Weight", {"valueDecimal": 63.5}), ("Carer name", {"valueString": "Summer Lakeland"})]
    value = {"resourceType": "QuestionnaireResponse", "status": "completed", "item": [{"linkId": f"{n}", "text": text, "answer": [answer]} for n, (text, answer) in enumerate(answers, 1)]}
    (document,) = documents(value)
    assert "Surname: Goodenough\n" in document.text and "Carer name: Summer Lakeland\n" in document.text
    out = written(value)
    assert b"Goodenough" not in out and b"Lakeland" not in out and b"63.5" in out and b"Carer name" in out


def test_an_extension_is_called_by_the_end_of_its_url() -> None:
    maiden = {"url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName", "valueString": "Haverstock"}
    value = {"resourceType": "Patient", "extension": [maiden, {"url": "http://h.example/ext/bed-note", "valueString": "window"}], "gender": "male"}
    (document,) = documents(value)
    assert "mothers maiden name: Haverstock\n" in document.text and "bed note: window\n" in document.text
    assert b"Haverstock" not in written(value) and b"window" in written(value)


def test_a_random_urn_is_not_read_for_a_number() -> None:
    urn = "urn:uuid:0b5f7c3e-9d1a-4e7b-8c2f-6a7d8e9f0a1b"
    value = {"resourceType": "Bundle", "type": "collection", "entry": [{"fullUrl": urn, "resource": {"resourceType": "Patient", "gender": "male"}}]}
    assert all("urn" not in document.text for document in documents(value)) and urn.encode() in written(value)
