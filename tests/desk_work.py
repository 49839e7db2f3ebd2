"""A batch of invented notes on a desk, for the desk's tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from incognote.config import load_profile, make_pipeline
from incognote.desk import reviewing
from incognote.desk.correct import Correction, corrected, mask
from incognote.desk.loading import load
from incognote.desk.replay import replaying
from incognote.desk.sampling import Plan
from incognote.desk.store import Desk
from incognote.document import Document, Result
from incognote.pipeline import Pipeline
from incognote.vault import open_vault
from vault_kinds import PASSPHRASE

DAY = date(2026, 11, 30)
NOON = 1_796_040_000  # 2026-11-30 12:00 UTC
NOTES = (
    "病人王大明，男，55歲，病歷號：1234567，電話0912-345-678。主訴：胸悶。",
    "陳美玲女士，2026/11/20 回診，血壓穩定。",
    "冊頁 XR20461 已上傳，無異常。",
    "冊頁 XR77310 待判讀，請追蹤。",
    "冊頁 XR30992 判讀完成，建議複查。",
    "服藥規律，無不適。",
)


class Clock:
    """A time that a test moves."""

    def __init__(self, at: float = NOON) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


def open_desk(url: str, clock: Clock | None = None, **options: Any) -> Desk:
    """A desk on a vault that is made if it is not there."""
    vault = open_vault(url, **({"passphrase": PASSPHRASE, "project": "ward", "create": True} | options))
    return Desk(vault, now=clock or Clock())  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def _made() -> Pipeline:
    return make_pipeline(load_profile(), on=DAY, tagger=False)


def pipeline(desk: Desk) -> Pipeline:
    """The default pipeline without its tagger, on the desk's vault."""
    return replace(_made(), vault=desk.vault)


def loaded(desk: Desk, notes: tuple[str, ...] = NOTES, plan: Plan | None = None, days: int = 30) -> int:
    """The number of a batch of `notes`."""
    documents = [Document(f"note-{n}", text) for n, text in enumerate(notes, 1)]
    return load(desk, pipeline(desk), documents, name="ward 7", plan=plan or Plan(), settings={"profile": "clinic-tw"}, days=days).batch


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder}/vault.db"


def finish(desk: Desk, batch: int, number: int, reviewer: str, *make: Callable[[Document, Result], Correction]) -> None:
    """Review one document; `make` are functions from document and result to a correction."""
    review = reviewing.take(desk, batch, number, reviewer)
    stored = desk.document(batch, number)
    run = replaying(pipeline(desk), stored)
    corrections = [one(stored.document, run.run(stored.document)) for one in make]
    result = corrected(run, stored.document, corrections)
    spans = [span for spans in result.spans.values() for span in spans]
    reviewing.finish(desk, batch, review, "corrected" if corrections else "accepted", corrections=corrections, spans=spans)


def missed(surface: str, label: str) -> Callable[[Document, Result], Correction]:
    """The correction of somebody who saw that `surface` was left."""

    def make(document: Document, _: Result) -> Correction:
        start = document.text.index(surface)
        return mask(document, (start, start + len(surface)), label=label)

    return make
