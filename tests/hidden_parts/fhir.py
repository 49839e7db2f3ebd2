"""FHIR with an identity in each place that a reader of Patient.name and note passes over."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

from hidden_parts.crafted import Crafted

MR = {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0203", "code": "MR"}]}
LOINC = {"coding": [{"system": "http://loinc.org", "code": "718-7", "display": "Hemoglobin [Mass/volume] in Blood"}]}


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _div(inside: str) -> dict[str, str]:
    return {"status": "generated", "div": f'<div xmlns="http://www.w3.org/1999/xhtml">{inside}</div>'}


def _made(name: str, resource: Any, identities: dict[str, str]) -> Crafted:
    return Crafted(name, ".json", json.dumps(resource, ensure_ascii=False).encode(), identities)


def files() -> Iterator[Crafted]:
    yield _patient()
    yield _bundle()
    yield _escaped()
    yield _lines()
    yield _unheard_of()
    yield _document()
    yield _scan()


def _patient() -> Crafted:
    """B112: contained resources, displays, extensions, narrative, attachments."""
    said = {
        "Patient.name": "林志偉", "Patient.identifier": "7654321", "contained RelatedPerson": "吳佩珊", "contained telecom": "0987111222", "generalPractitioner.display": "陳美玲",
        "extension.valueString": "張淑惠", "text.div": "周建宏", "an attribute of text.div": "鄭雅文", "contact.name": "許文彬", "contact.telecom": "0933222111", "photo.title": "蔡孟儒",
        "link.other.display": "劉冠廷", "telecom": "0922333444", "address.line": "信義路五段7號", "extension of a primitive": "謝佳蓉", "identifier.assigner": "奇美醫院",
    }  # fmt: skip
    return _made("patient", {
        "resourceType": "Patient", "id": "7654321",
        "text": _div("<p>家屬：周建宏</p><img alt='母親鄭雅文' src='#x'/><!-- 周建宏 -->"),
        "contained": [{"resourceType": "RelatedPerson", "id": "r1", "patient": {"reference": "#"}, "name": [{"text": "吳佩珊"}], "telecom": [{"system": "phone", "value": "0987111222"}]}],
        "extension": [{"url": "http://example.org/nick", "valueString": "母親張淑惠同住"}],
        "identifier": [{"type": MR, "system": "http://example.org/mrn", "value": "7654321", "assigner": {"display": "奇美醫院"}}],
        "name": [{"use": "official", "family": "林", "given": ["志偉"], "text": "林志偉"}], "gender": "male",
        "birthDate": "1965-01-02", "_birthDate": {"extension": [{"url": "http://example.org/told", "valueString": "出生時間由父親謝佳蓉提供"}]},
        "telecom": [{"system": "phone", "value": "0922333444"}], "address": [{"city": "台北市", "line": ["信義路五段7號"]}],
        "contact": [{"name": {"family": "許", "given": ["文彬"], "text": "許文彬"}, "telecom": [{"system": "phone", "value": "0933222111"}]}],
        "generalPractitioner": [{"display": "陳美玲"}],
        "link": [{"other": {"reference": "RelatedPerson/r9", "type": "RelatedPerson", "display": "劉冠廷"}, "type": "seealso"}],
        "photo": [{"contentType": "text/plain", "title": "家屬蔡孟儒", "data": coded("病人林志偉")}],
    }, said)  # fmt: skip


def _bundle() -> Crafted:
    """B129: an id that is a chart number, in references, addresses and requests."""
    said = {
        "Patient.id": "5550017", "Patient.name": "Harold Finchley", "subject.display": "Harry Finchley", "note.text": "Grace Hendricks", "performer.display": "Leonard Samaritan",
        "Practitioner.name": "Nathan Ingram", "Organization.name": "Marston General Hospital", "request.ifNoneExist": "078-05-1120", "Bundle.link": "wardsys.marston-health.example.com.au",
        "attachment data": "Arthur Claypool", "onBehalfOf.identifier": "POL998877X",
    }  # fmt: skip
    base = "https://wardsys.marston-health.example.com.au/r4"
    return _made("bundle", {
        "resourceType": "Bundle", "type": "transaction", "link": [{"relation": "self", "url": f"{base}/Observation?patient=5550017"}],
        "entry": [
            {"fullUrl": f"{base}/Patient/5550017", "request": {"method": "PUT", "url": "Patient/5550017", "ifNoneExist": "identifier=http://hl7.org/fhir/sid/us-ssn|078-05-1120"},
             "resource": {"resourceType": "Patient", "id": "5550017", "name": [{"family": "Finchley", "given": ["Harold"], "text": "Harold Finchley"}], "birthDate": "1962-03-14"}},
            {"fullUrl": f"{base}/Observation/o1", "request": {"method": "PUT", "url": "Observation/o1"},
             "resource": {"resourceType": "Observation", "id": "o1", "status": "final", "code": LOINC, "subject": {"reference": f"{base}/Patient/5550017", "display": "Harry Finchley"},
                          "performer": [{"reference": "Practitioner/pr1", "display": "Dr Leonard Samaritan"}], "effectiveDateTime": "2024-05-01T08:30:00+10:00",
                          "valueQuantity": {"value": 13.5, "unit": "g/dL", "system": "http://unitsofmeasure.org", "code": "g/dL"}, "note": [{"text": "Daughter Grace Hendricks was told."}]}},
            {"resource": {"resourceType": "Practitioner", "id": "pr1", "name": [{"text": "Dr Nathan Ingram", "prefix": ["Dr"], "given": ["Nathan"], "family": "Ingram"}]}, "request": {"method": "PUT", "url": "Practitioner/pr1"}},
            {"resource": {"resourceType": "Organization", "id": "org1", "name": "Marston General Hospital"}, "request": {"method": "PUT", "url": "Organization/org1"}},
            {"resource": {"resourceType": "Communication", "status": "completed", "subject": {"reference": "Patient/5550017"}, "recipient": [{"identifier": {"value": "POL998877X"}}],
                          "payload": [{"contentAttachment": {"contentType": "text/html", "data": coded("<p>Dear Mr <b>Arthur</b> Claypool, </p><p>Please ask for Mr Arthur Claypool.</p>")}}]},
             "request": {"method": "POST", "url": "Communication"}},
        ],
    }, said)  # fmt: skip


def _escaped() -> Crafted:
    """Escapes of JSON, of XHTML, and CDATA."""
    said = {"a character reference": "黃俊傑", "CDATA": "呂怡君", "an escape of JSON": "賴宗翰", "across inline tags": "曾雅琪", "a link": "0955666777"}
    inside = "<p>家屬：&#x9EC3;&#20426;傑</p><p><![CDATA[姓名：呂怡君]]></p><p>病人<b>曾</b><i>雅琪</i>今日回診</p><a href='tel:0955666777'>致電</a>"
    resource = {"resourceType": "Observation", "status": "final", "code": LOINC, "text": _div(inside), "note": [{"text": "病人賴宗翰今日回診"}]}
    return Crafted("escaped", ".json", json.dumps(resource).encode(), said)


def _lines() -> Crafted:
    """ndjson of two patients."""
    said = {"first patient": "王淑芬", "first chart number": "M1122334", "second patient": "李國華", "second note": "0911222333", "Binary": "洪志明", "meta.tag": "郭美玉"}
    rows = [
        {"resourceType": "Patient", "id": "M1122334", "name": [{"text": "王淑芬"}], "meta": {"tag": [{"system": "http://example.org/tags", "code": "x", "display": "家屬郭美玉"}]}},
        {"resourceType": "Patient", "id": "p2", "name": [{"family": "李", "given": ["國華"], "text": "李國華"}]},
        {"resourceType": "Condition", "subject": {"reference": "Patient/p2"}, "note": [{"text": "李國華來電 0911222333"}]},
        {"resourceType": "Binary", "id": "b1", "contentType": "text/plain", "data": coded("姓名：洪志明")},
        {"resourceType": "Encounter", "status": "finished", "class": {"code": "AMB"}, "subject": {"reference": "Patient/M1122334"}},
    ]
    return Crafted("lines", ".json", "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode(), said)


def _unheard_of() -> Crafted:
    """A type and elements that nobody has heard of, people as keys, lists in lists."""
    said = {"an unknown element": "江俊宏", "a key": "葉美慧", "a list in a list": "0966777888", "a name of another shape": "盧彥廷", "a text of base64": "姓名：戴玉珍"}
    return _made("unheard", {
        "resourceType": "WardCensus", "id": "w1", "status": "active", "headNurse": {"said": "姓名：江俊宏"}, "葉美慧": {"bed": "5A"},
        "rows": [["回電 0966777888", ["x"]]], "name": [{"family": {"x": "姓名：盧彥廷"}, "given": "彥廷"}], "blob": coded("姓名：戴玉珍"),
    }, said)  # fmt: skip


def _document() -> Crafted:
    """A Composition with sections, and a device."""
    said = {"section.title": "游雅婷", "section.text": "范振宇", "author.display": "彭淑娟", "custodian": "長庚醫院", "udiCarrier": "PJN204857H", "a code of an own system": "江佩君", "Coverage.subscriberId": "S22446688"}
    return _made("document", {
        "resourceType": "Bundle", "type": "document", "timestamp": "2024-05-01T08:30:00+08:00", "entry": [
            {"resource": {"resourceType": "Composition", "id": "c1", "status": "final", "type": LOINC, "subject": {"reference": "Patient/p1"}, "date": "2024-05-01", "title": "出院病歷摘要",
                          "author": [{"display": "彭淑娟"}], "custodian": {"display": "長庚醫院"},
                          "section": [{"title": "家屬：游雅婷", "text": _div("<table><tr><td>姓名</td><td>范振宇</td></tr></table>"), "code": {"coding": [{"system": "http://example.com.tw/sections", "code": "1", "display": "家屬：江佩君"}]}}]}},
            {"resource": {"resourceType": "Patient", "id": "p1", "birthDate": "1950"}},
            {"resource": {"resourceType": "Device", "patient": {"reference": "Patient/p1"}, "udiCarrier": [{"carrierHRF": "S/N PJN204857H"}]}},
            {"resource": {"resourceType": "Coverage", "status": "active", "beneficiary": {"reference": "Patient/p1"}, "payor": [{"display": "健保署"}], "subscriberId": "S22446688"}},
        ],
    }, said)  # fmt: skip


def _scan() -> Crafted:
    """What is no text is named, and not in the file that is written."""
    data = base64.b64encode(b"%PDF-1.4 /Author (Samuel Groves)" * 3).decode()
    return _made("scan", {
        "resourceType": "DocumentReference", "status": "current", "description": "出院病歷摘要", "content": [{"attachment": {"contentType": "application/pdf", "data": data}}],
    }, {"an attachment (application/pdf)": "Samuel Groves"})  # fmt: skip
