"""What the templates draw of a document under correction."""

from __future__ import annotations

from typing import Any, Final

from incognote.config import DATES
from incognote.desk.people import people
from incognote.desk.sessions import Work
from incognote.labels import SCRIPTS, roles
from incognote.text.script import script_of
from incognote.web import sheet
from incognote.web.services import Services
from incognote.web.words import tag_of

SAMPLES: Final = {"zh-TW": False, "zh-CN": False, "en": True}
"""The samples by name, and whether one is there to show what is missed."""
_OPERATORS: Final = ("keep", "mask")
_SURVIVORS: Final = 60
_NOTES: Final = 200
_PEOPLE: Final = 200


def context_of(having: Services, work: Work | None) -> dict[str, Any]:
    """For one work that stands by itself, or for none."""
    common: dict[str, Any] = {
        "work": work,
        "works": (),
        "profiles": having.pipelines.profiles,
        "modes": tuple(DATES),
        "profile": having.settings.profile,
        "samples": SAMPLES,
        "groups": sheet.groups(),
        "group_of": sheet.group_of,
    }
    if work is None or work.view is None:
        return common
    view, policy = work.view, having.pipelines.profile(work.choice.profile).policy
    script = script_of(work.document.text, default=policy.default_script)
    shown = {mark.label: None for mark in view.marks if mark.label != "DATE"}
    is_related = having.pipelines.profile(work.choice.profile).relations
    everybody = people(work.document, work.result) if is_related and work.result is not None else ()
    special = {"NAME": ("pseudonym",), "MRN": ("pseudonym",), "AGE": ("age",)}
    return common | {
        "view": view,
        "sheet": sheet.sheet(view),
        "marks": sheet.data(view),
        "residue": [n for n in view.notes if n.severity == "residue"][:_NOTES],
        "notes": [n for n in view.notes if n.severity in {"failure", "warning"}][:_NOTES],
        "infos": [n for n in view.notes if n.severity == "info"][:_NOTES],
        "survivors": view.survivors[:_SURVIVORS],
        "more_survivors": max(0, len(view.survivors) - _SURVIVORS),
        "operators": {label: dict.fromkeys((policy.operators[label], *_OPERATORS, *special.get(label, ()))) for label in shown},
        "chosen": dict(work.choice.operators),
        "note_lang": tag_of(script),
        "people": everybody[:_PEOPLE],
        "more_people": max(0, len(everybody) - _PEOPLE),
        "note_script": script,
        "roles": [role.marks[SCRIPTS.index(script)] for role in roles().values()],
        "has_codes": "pseudonym" in policy.operators.values(),
    }
