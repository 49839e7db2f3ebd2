"""The pipelines of a server: each made once and shared by all threads, for a pipeline is a value.

Where there is no vault every document gets numbers of its own: nobody's code tells how many others there were.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from threading import Lock
from typing import Final, NamedTuple

from incognote.config import Profile, load_profile, make_pipeline, operator_names, profile_names
from incognote.defaults import DEFAULT_PROFILE
from incognote.detect.rules.site import SiteRule
from incognote.document import Vault
from incognote.errors import ConfigError
from incognote.labels import LABELS
from incognote.pipeline import Pipeline
from incognote.vault.memory import MemoryVault

_MOST: Final = 32
"""Pipelines that are kept; one more costs some hundredths of a second."""


class Choice(NamedTuple):
    """What somebody chose for a note. `operators` maps labels (not DATE: that is `dates`) to operators."""

    profile: str = DEFAULT_PROFILE
    dates: str | None = None
    operators: tuple[tuple[str, str], ...] = ()
    tagger: bool = True
    on: date | None = None
    keep_residue: bool = False

    def __repr__(self) -> str:
        return f"Choice({len(self.operators)} operators)"


class Pipelines:
    """`own` are profiles of the site beside the built-in ones; `vault` is None where people are forgotten."""

    def __init__(
        self,
        vault: Vault | None = None,
        *,
        own: Mapping[str, Profile] | None = None,
        rules: Sequence[SiteRule] = (),
        tagger: bool = True,
    ) -> None:
        self._vault, self._rules, self._tagger = vault, tuple(rules), tagger
        self._profiles = dict(own or {})  # and those of the package, once somebody has asked for them
        self._made: OrderedDict[Choice, Pipeline] = OrderedDict()
        self._lock = Lock()

    @property
    def profiles(self) -> tuple[str, ...]:
        """The names that a choice may have: never a path."""
        return tuple(sorted({*profile_names(), *self._profiles}))

    def get(self, choice: Choice = Choice()) -> Pipeline:  # noqa: B008 - frozen
        """The pipeline of a choice; `ConfigError` where it cannot be. To be asked for each document anew."""
        day = choice.on or date.today()
        key = choice._replace(on=day, tagger=choice.tagger and self._tagger, operators=tuple(sorted(choice.operators)))
        with self._lock:
            made = self._made.get(key)
            if made is None:
                made = self._made[key] = self._make(key)
                while len(self._made) > _MOST:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
        return replace(made, vault=MemoryVault()) if isinstance(made.vault, MemoryVault) else made

    def _make(self, choice: Choice) -> Pipeline:
        profile = self.profile(choice.profile)
        if choice.operators:
            profile = _with_operators(profile, dict(choice.operators))
        return make_pipeline(
            profile,
            vault=None if profile.vault == "none" else self._vault,
            on=choice.on,
            dates=choice.dates,
            site_rules=self._rules,
            keep_residue=choice.keep_residue,
            tagger=choice.tagger,
        )

    def profile(self, name: str) -> Profile:
        """A profile by its name."""
        found = self._profiles.get(name)
        if found is None:
            if name not in profile_names():
                raise ConfigError(f"there is no profile of that name: there are {', '.join(self.profiles)}")
            found = self._profiles[name] = load_profile(name)
        return found


def _with_operators(profile: Profile, chosen: Mapping[str, str]) -> Profile:
    """`profile` with other operators; what results depend on is in its digest."""
    for label, operator in chosen.items():
        if label not in LABELS or label == "DATE" or operator not in operator_names():
            raise ConfigError("operators are chosen for labels other than DATE, by the names that `profiles` lists")
    # What was chosen for a label holds for all its kinds.
    kept = {key: name for key, name in profile.policy.operators.items() if key.partition("/")[0] not in chosen}
    digest = hashlib.sha256(f"{profile.digest}\n{sorted(chosen.items())}".encode()).hexdigest()
    return replace(profile, policy=replace(profile.policy, operators={**kept, **chosen}), digest=digest)
