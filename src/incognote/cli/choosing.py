"""The profile of a command, with the layouts, registers and language model that its options add."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from incognote.config import Profile, load_profile
from incognote.detect.llm_choice import Llm
from incognote.errors import UsageError


def profile(options: argparse.Namespace) -> Profile:
    """The profile that the options name; UsageError where it would not use what they add."""
    chosen = load_profile(options.profile)
    if options.layout:
        if not chosen.relations:
            raise UsageError(f"layouts say who is who, which the profile {chosen.name} does not ask: --layout goes with --profile child-protection, or detect --structure")
        chosen = replace(chosen, layouts=tuple(dict.fromkeys((*options.layout, *chosen.layouts))))
    if options.registers is not None:
        from incognote.gazetteer import registers

        if "lists" not in chosen.detectors:
            raise UsageError(f"the profile {chosen.name} looks for no registers: it needs the detector lists in [detect] use")
        if not registers.names(options.registers):
            raise UsageError("the folder of --registers holds no register: `incognote gazetteer import` makes one")
        chosen = replace(chosen, registers=None, register_folder=options.registers)
    return _with_model(chosen, getattr(options, "llm", None), getattr(options, "adapter", None))


def _with_model(chosen: Profile, model: str | None, adapter: Path | None) -> Profile:
    """The profile, asking another language model than its own, or one at all; what is to happen where it fails stays."""
    if model is None and adapter is None:
        return chosen
    if model is None and chosen.llm is None:
        raise UsageError("--adapter goes with a model: --llm MODEL")
    asked = chosen.llm or Llm("")
    asked = replace(asked, model=model or asked.model, adapter=adapter if model or adapter else asked.adapter)
    if model is not None and (chosen.llm is None or model != chosen.llm.model):
        asked = replace(asked, allow_public=False)  # said of the profile's own server, not of this one
    detectors = chosen.detectors if "llm" in chosen.detectors else (*chosen.detectors, "llm")
    return replace(chosen, llm=asked, detectors=detectors)


def check_people(known: Mapping[str, Any]) -> None:
    """FormatError where the people given for a document are given roles that there are not."""
    if known.get("people"):
        from incognote.link import given_people

        given_people.check_people(known)
