"""FHIR as reported: nested people, ids that are chart numbers, dates with and without zones."""

from __future__ import annotations

import base64
import io
import json
from functools import cache
from typing import Any

import pytest

from incognote.config import Pipeline
from incognote.document import Document
from incognote.formats import fhir
from incognote.formats.source import from_bytes


@cache
def pipeline(profile: str) -> Pipeline:
    return Pipeline.from_profile(profile, vault="none")


def scrubbed(value: Any, profile: str = "clinic-tw") -> dict[str, Any]:
    data = json.dumps(value, ensure_ascii=False).encode()
    documents = [item for item in fhir.read(from_bytes(data)) if isinstance(item, Document)]
    out = io.BytesIO()
    fhir.write(pipeline(profile).run_many(documents), out, from_bytes(data))
    made: dict[str, Any] = json.loads(out.getvalue())
    return made


def test_b112_nested_people_and_displays_go() -> None:
    coded = {"coding": [{"system": "http://snomed.info/sct", "code": "44054006", "display": "Diabetes mellitus type 2"}]}
    attachment = {"data": base64.b64encode("王大明".encode()).decode(), "title": "王大明"}
    out = scrubbed({
        "resourceType": "Patient", "id": "a1",
        "contained": [{"resourceType": "RelatedPerson", "name": [{"text": "李小華"}], "telecom": [{"system": "phone", "value": "0987654321"}]}, {"resourceType": "Condition", "subject": {"display": "王大明"}, "code": coded}],
        "generalPractitioner": [{"display": "陳美玲"}], "extension": [{"url": "http://example.org/x", "valueString": "母親李小華"}],
        "text": {"status": "generated", "div": "<p>王大明 1971-03-05</p>"}, "name": [{"text": "王大明"}], "birthDate": "1971-03-05", "photo": [attachment, {"contentType": "image/png", "data": "iVBORw0KGgo="}],
    })  # fmt: skip
    text = json.dumps(out, ensure_ascii=False)
    texts = [text, *(base64.b64decode(photo["data"]).decode() for photo in out["photo"] if "data" in photo)]
    assert not [gone for gone in ("王大明", "李小華", "0987654321", "陳美玲", "1971-03-05", "iVBOR") for written in texts if gone in written]
    assert out["resourceType"] == "Patient" and out["id"] == "a1"
    assert out["contained"][1]["code"] == coded


def test_b129_an_id_that_is_a_chart_number_is_one_new_id_everywhere() -> None:
    out = scrubbed({
        "resourceType": "Bundle", "type": "transaction", "entry": [
            {"fullUrl": "http://example.org/fhir/Patient/1234567", "request": {"method": "PUT", "url": "Patient/1234567"},
             "resource": {"resourceType": "Patient", "id": "1234567", "identifier": [{"value": "1234567"}], "name": [{"text": "王大明"}]}},
            {"resource": {"resourceType": "Observation", "status": "final", "code": {"text": "Hb"}, "subject": {"reference": "Patient/1234567"}}},
        ],
    })  # fmt: skip
    entry, other = out["entry"]
    new = entry["resource"]["id"]
    assert "1234567" not in json.dumps(out)
    assert entry["fullUrl"].endswith(f"/Patient/{new}") and entry["request"]["url"] == f"Patient/{new}"
    assert other["resource"]["subject"]["reference"] == f"Patient/{new}"


@pytest.mark.parametrize("when", ["2024-03-31T02:30:00", "2024-10-27T02:30:00+02:00", "2024-02-29T23:30:00+08:00", "2024-02-29T15:30:00Z", "2024-02", "2024"])
@pytest.mark.parametrize("profile", ["clinic-tw", "safe-harbor", "limited-dataset"])
def test_b196_odd_times_are_read_and_what_is_written_is_a_date_or_masked(when: str, profile: str) -> None:
    out = scrubbed({"resourceType": "Observation", "status": "final", "code": {"text": "Hb"}, "subject": {"display": "王大明"}, "effectiveDateTime": when}, profile)
    if profile == "limited-dataset":
        assert out["effectiveDateTime"] == when
    else:
        assert out.get("effectiveDateTime", "2024") == "2024"
        assert "effectiveDateTime" in out or out["_effectiveDateTime"]["extension"][0]["valueCode"] == "masked"
