"""The rules that `--rules` names, taken only if they pass what `rules test` asks of them."""

from __future__ import annotations

from pathlib import Path

from incognote.detect.rules import site
from incognote.errors import ConfigError


def own_rules(path: Path | None) -> tuple[site.SiteRule, ...]:
    """The rules in the file, none without one; a `ConfigError` names the first that fails.

    A rule whose own example it does not find would let the real ones through just as quietly, and one that can
    take forever fails on the note where it does.
    """
    if path is None:
        return ()
    rules = tuple(site.load(path))
    for trial in site.test(rules):
        if not trial.passed:
            what = (
                "its pattern can take forever"
                if trial.check == "probe"
                else f"its {trial.check} example {trial.number} fails"
            )
            raise ConfigError(f"the rule {trial.rule}: {what}: `incognote rules test` shows all that is wrong")
    return rules
