"""The sets: which skeletons, how many notes a split, which seed. A recipe and the pools say everything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from incognote.lab.synth.pools import Split


@dataclass(frozen=True, slots=True)
class Recipe:
    """A set of filled notes.

    `kinds` are folders of skeletons; `notes` says how many notes each split has; a set may lack splits. `shares` are the hundredths of
    skeleton families that fall to test and to valid, by a hash of the family: a family that is written later moves
    no other. `noise` is the share of notes that noise is laid on.
    """

    name: str
    kinds: tuple[str, ...]
    notes: Mapping[Split, int]
    seed: str
    shares: tuple[int, int]
    noise: float = 0.15
    about: str = ""


RECIPES: Final[Mapping[str, Recipe]] = {r.name: r for r in (
    Recipe("tw-clinic", ("tw",), {"train": 700, "valid": 100, "test": 200}, "tw-clinic-1", (48, 12),
           about="Taiwanese clinical notes of all types, as the source article's set: 700/100/200 by skeleton"),
    Recipe("cn-notes", ("cn",), {"train": 700, "valid": 100, "test": 120}, "cn-notes-1", (40, 12),
           about="Mainland records as whole notes; `cn-ehr` takes its sentences from the same recipe"),
    Recipe("en-notes", ("en",), {"train": 300, "valid": 60, "test": 60}, "en-notes-1", (40, 12),
           about="English notes of the United States, the United Kingdom and Australia"),
    Recipe("au-intake", ("au-intake",), {"train": 180, "valid": 20, "test": 100}, "au-intake-1", (36, 8), noise=0.0,
           about="Child-protection intake reports in South Australian layout: 200 for development, 100 for evaluation"),
    Recipe("tw-intake", ("tw-intake",), {"train": 60, "valid": 12, "test": 60}, "tw-intake-1", (50, 10), noise=0.0,
           about="Taiwanese child-protection and domestic-violence reports"),
    Recipe("psychiatry", ("psy",), {"train": 20, "valid": 10, "test": 90}, "psychiatry-1", (75, 8), noise=0.0,
           about="Psychiatric narratives with gold graphs, in families that share one clinical story"),
    Recipe("practice", ("practice",), {"train": 1500}, "practice-1", (0, 0),
           about="Notes to train on and nothing else, by authors of their own: no skeleton of theirs measures anything"),
    Recipe("intake-practice", ("intake-practice",), {"train": 336}, "intake-practice-1", (0, 0), noise=0.0,
           about="Intake reports of both countries to work with and nothing else, with gold relations"),
    Recipe("psychiatry-practice", ("psy-practice",), {"train": 108}, "psychiatry-practice-1", (0, 0), noise=0.0,
           about="Psychiatric narratives with gold graphs to work with and nothing else, in families of three"),
    Recipe("psychiatry-check", ("psy-check",), {"test": 40}, "psychiatry-check-1", (100, 0), noise=0.0,
           about="Psychiatric narratives with gold graphs by yet other authors, in families of two: whoever writes lists never reads them"),
    Recipe("look-alikes", ("lookalike",), {"train": 250}, "look-alikes-1", (0, 0), noise=0.0,
           about="Clinical strings that look like identifiers and are none, for training"),
)}  # fmt: skip
