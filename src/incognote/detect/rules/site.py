"""Rules a hospital adds itself: one TOML file, checked before the first note is read.

```toml
[[rule]]
name = "lab-slip"                 # unlike every built-in rule
label = "CASENO"                  # one of the 33
pattern = 'LS\\d{8}'               # a regular expression, matched on the folded text in any case
cues = ["檢驗單號"]                # optional: words that must stand right before it
group = 0                         # optional: the part of the pattern to mask, by number or name
kind = "lab"                      # optional
score = 0.9                       # optional, 0.4 to 1; 0.8 and more beat what nothing vouches for
examples_positive = ["檢驗單號：LS20240611"]
examples_negative = ["LSD 10"]
```

A pattern written by hand can take forever on the wrong text. Every pattern runs under a time limit per
text; one that breaks it yields the finding `rule_timeout`, so the note is not called clean.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

import regex

from incognote.detect import rules as built_in
from incognote.detect.rules.rule import LABEL_GAP, THRESHOLD
from incognote.document import Document, Finding, Span
from incognote.errors import ConfigError
from incognote.labels import LABELS
from incognote.text.view import View, fold, view

TIME_LIMIT: Final = 0.2
"""Seconds one rule may take on one text."""

_REQUIRED: Final = ("name", "label", "pattern", "examples_positive", "examples_negative")
_KEYS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "name": str,
    "label": str,
    "pattern": str,
    "kind": str,
    "cues": list,
    "group": (int, str),
    "score": (int, float),
    "examples_positive": list,
    "examples_negative": list,
}
# Texts on which nested repetition shows: a run, a run that fails at its end, and mixtures of them.
_PROBES: Final = tuple(
    piece * 3000 + end
    for piece in ("a", "1", "A1", "王", " ", "1.", "0912-", "(")
    for end in ("", "!", "\n王")
)


class SiteRule(NamedTuple):
    """One rule of the file; `pattern` is compiled, cues are folded and in lower case."""

    name: str
    label: str
    kind: str | None
    pattern: Any
    cues: tuple[str, ...]
    group: int | str
    score: float
    positive: tuple[str, ...]
    negative: tuple[str, ...]

    @property
    def source(self) -> str:
        return f"site/{self.name}"


class Trial(NamedTuple):
    """What came of one check of a rule: `number` counts its examples or probes from 1."""

    rule: str
    check: str
    number: int
    passed: bool


def load(path: Path) -> tuple[SiteRule, ...]:
    """The rules of a file; ConfigError says which rule and key is wrong, never what a pattern matched."""
    try:
        return parse(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"the site rules cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError("the site rules are not UTF-8") from None


def parse(text: str) -> tuple[SiteRule, ...]:
    """The rules in the text of a file, checked as `load` does."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the site rules are not TOML: {error}") from None
    rows = table.pop("rule", None)
    if table:
        raise ConfigError(f"site rules: unknown key {sorted(table)[0]!r}: only [[rule]] tables may stand here")
    if not isinstance(rows, list) or not rows:
        raise ConfigError("site rules: there is no [[rule]] in the file")
    found: dict[str, SiteRule] = {}
    for number, row in enumerate(rows, 1):
        rule = _read(row, number)
        if rule.name in found:
            raise ConfigError(f"site rules: two rules are named {rule.name!r}")
        found[rule.name] = rule
    return tuple(found.values())


def _read(row: Any, number: int) -> SiteRule:
    where = f"site rule {number}"
    if not isinstance(row, dict):
        raise ConfigError(f"{where}: [[rule]] must be a table")
    for key, value in row.items():
        if key not in _KEYS:
            raise ConfigError(f"{where}: unknown key {key!r}")
        if not isinstance(value, _KEYS[key]) or isinstance(value, bool):
            raise ConfigError(f"{where}: {key!r} has the wrong type")
    for key in _REQUIRED:
        if not row.get(key):
            raise ConfigError(f"{where}: {key!r} is missing or empty")
    for key in ("cues", "examples_positive", "examples_negative"):
        if not all(isinstance(item, str) and item for item in row.get(key, ())):
            raise ConfigError(f"{where}: {key!r} must list texts")
    _check_words(row, where)
    pattern = _compile(row["pattern"], where)
    group, score = row.get("group", 0), float(row.get("score", 0.9))
    if group not in pattern.groupindex and group not in range(pattern.groups + 1):
        raise ConfigError(f"{where}: 'group' is not in the pattern")
    if not THRESHOLD <= score <= 1:
        raise ConfigError(f"{where}: 'score' lies between {THRESHOLD} and 1")
    return SiteRule(
        row["name"],
        row["label"],
        row.get("kind"),
        pattern,
        tuple(fold(cue).lower() for cue in row.get("cues", ())),
        group,
        score,
        tuple(row["examples_positive"]),
        tuple(row["examples_negative"]),
    )


def _check_words(row: Mapping[str, Any], where: str) -> None:
    if row["label"] not in LABELS:
        raise ConfigError(f"{where}: unknown label {row['label']!r}")
    if not regex.fullmatch(r"[a-z][a-z0-9_-]{0,40}", row["name"]):
        raise ConfigError(f"{where}: 'name' is lower-case letters, digits, - and _")
    if row["name"].replace("-", "_") in built_in.names():
        raise ConfigError(f"{where}: {row['name']!r} is the name of a built-in rule")


def _compile(pattern: str, where: str) -> Any:
    try:
        compiled = regex.compile(pattern, regex.IGNORECASE)
    except regex.error as error:
        raise ConfigError(f"{where}: 'pattern' is not a regular expression: {error.msg} at {error.pos}") from None
    if compiled.match(""):
        raise ConfigError(f"{where}: 'pattern' matches nothing at all, so it would match everywhere")
    return compiled


def detector(rules: Iterable[SiteRule], *, time_limit: float = TIME_LIMIT) -> Callable[[Document], Iterator[Span | Finding]]:
    """One detector of all site rules. A rule that runs out of time yields a Finding over the whole text."""
    ordered = tuple(rules)

    def detect(document: Document) -> Iterator[Span | Finding]:
        page = view(document.text)
        for rule in ordered:
            try:
                yield from _find(rule, page, time_limit)
            except TimeoutError:
                yield Finding("rule_timeout", "source", 0, len(document.text), "failure")

    return detect


def _find(rule: SiteRule, page: View, time_limit: float) -> list[Span]:
    """All at once: half of a rule's finds are worth nothing, since the rest is unread."""
    spans: list[Span] = []
    for match in _matches(rule, page, time_limit):
        start, end = match.span(rule.group)
        if start < end:
            spans.append(Span(*page.to_source(start, end), rule.label, rule.kind, rule.source, rule.score))
    return spans


def _matches(rule: SiteRule, page: View, time_limit: float) -> Iterator[Any]:
    deadline = monotonic() + time_limit
    if not rule.cues:
        for match in rule.pattern.finditer(page.text, timeout=time_limit):
            _check_time(deadline)
            yield match
        return
    for cue in rule.cues:
        at = page.lower.find(cue)
        while at >= 0:
            _check_time(deadline)
            gap = LABEL_GAP.match(page.text, at + len(cue))
            match = rule.pattern.match(page.text, gap.end() if gap else at + len(cue), timeout=time_limit)
            if match:
                yield match
            at = page.lower.find(cue, at + len(cue))


def _check_time(deadline: float) -> None:
    if monotonic() > deadline:
        raise TimeoutError


def test(rules: Iterable[SiteRule], *, time_limit: float = TIME_LIMIT) -> Iterator[Trial]:
    """Every example of every rule, then probes that make a catastrophic pattern show itself."""
    for rule in rules:
        run = detector((rule,), time_limit=time_limit)
        for wanted, check, texts in ((True, "positive", rule.positive), (False, "negative", rule.negative)):
            for number, text in enumerate(texts, 1):
                found = list(run(Document("example", text)))
                timed_out = any(isinstance(f, Finding) for f in found)
                yield Trial(rule.name, check, number, not timed_out and bool(found) is wanted)
        probe = detector((rule._replace(cues=()),), time_limit=time_limit)
        texts = (*_PROBES, *(_stretched(text) for text in rule.positive))
        for number, text in enumerate(texts, 1):
            timed_out = any(isinstance(f, Finding) for f in probe(Document("probe", text)))
            yield Trial(rule.name, "probe", number, not timed_out)


def _stretched(example: str) -> str:
    """The example with its last character repeated and then spoiled: where backtracking starts."""
    return example[:-1] + example[-1] * 3000 + "\x01"
