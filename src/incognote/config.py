"""Profiles, and how a pipeline is put together from one.

A profile is one TOML file that says everything: detectors, precedence, what happens to each label, vault,
verification. It never names Python; a key, label, operator or probe that is not known is an error.
"""

from __future__ import annotations

import hashlib
import pkgutil
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, cast

import incognote
from incognote import pipeline
from incognote.defaults import DEFAULT_PROFILE, DEFAULT_PROJECT, NO_VAULT
from incognote.detect import llm_choice
from incognote.detect.known import Lookup
from incognote.detect.llm_choice import Llm
from incognote.detect.rules.site import SiteRule
from incognote.document import Document, Policy, Result, Script, Vault
from incognote.errors import ConfigError
from incognote.labels import LABELS, SCRIPTS
from incognote.pipeline import Linker, by_subject
from incognote.policy import operators as operator_files
from incognote.registry import DETECTORS, Detector, Parts, make_detectors
from incognote.resolve.overlap import DEFAULT_PRECEDENCE
from incognote.vault import open_vault
from incognote.vault.memory import MemoryVault
from incognote.verify import ALL_PROBES

SHAPES: Final = ALL_PROBES - {"known"}
DATES: Final[Mapping[str, str]] = {
    "keep": "keep",
    "offset": "date_offset",
    "shift": "date_shift",
    "year": "year",
    "mask": "mask",
    "report": "report_offset",
}
"""`dates = "offset"` and `--dates offset`: the operator that each mode stands for."""
_PROBES: Final = ("known", "shapes", *sorted(SHAPES))
_KINDS: Final = frozenset(
    ["patient", "relative", "other_patient", "third_party", "notifier", "alleged", "dob", "visit", "event", "partial", "year", "weekday", "holiday", "lunar", "zodiac", "fax"]
)
_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "": frozenset(
        {"name", "vault", "subject", "default_script", "dates", "link", "detect", "resolve", "verify", "operators"}
    ),
    "link": frozenset({"people", "layouts"}),
    "detect": frozenset({"use", "rules", "lists", "llm"}),
    "detect.rules": frozenset({"skip"}),
    "detect.lists": frozenset({"registers", "folder"}),
    "detect.llm": llm_choice.KEYS,
    "resolve": frozenset({"precedence"}),
    "verify": frozenset({"probes"}),
}


@dataclass(frozen=True, slots=True)
class Profile:
    """One profile, checked. `precedence` ranks detectors by source, lowest first; `digest` is its file's."""

    name: str
    detectors: tuple[str, ...]
    skip: tuple[str, ...]
    precedence: Mapping[str, int]
    policy: Policy
    vault: Literal["required", "optional", "none"]
    dates: str
    probes: frozenset[str]
    digest: str
    relations: bool = False
    layouts: tuple[str, ...] = ()
    registers: tuple[str, ...] | None = None
    register_folder: Path | None = None
    llm: Llm | None = None


def operator_names() -> tuple[str, ...]:
    """The operators there are: one file each."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(operator_files.__path__)))


@cache
def profile_names() -> tuple[str, ...]:
    """The profiles that come with the package.

    >>> DEFAULT_PROFILE in profile_names()
    True
    """
    folder = files("incognote").joinpath("profiles")
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def load_profile(name_or_path: str | Path = DEFAULT_PROFILE) -> Profile:
    """A built-in profile by name, or one from a file (a path that ends in .toml)."""
    named = str(name_or_path)
    if isinstance(name_or_path, str) and not named.endswith(".toml"):
        if named not in profile_names():
            raise ConfigError(f"there is no profile {named!r}: there are {', '.join(profile_names())}, or a .toml file")
        raw, where = files("incognote").joinpath("profiles", f"{named}.toml").read_bytes(), f"{named}.toml"
    else:
        where = Path(named).name
        try:
            raw = Path(named).read_bytes()
        except OSError as error:
            raise ConfigError(f"the profile {where} cannot be read: {error.strerror}") from None
    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{where} is not TOML: {error}") from None
    return _parse(table, where, hashlib.sha256(raw).hexdigest())


def _parse(table: Mapping[str, Any], where: str, digest: str) -> Profile:
    for section, allowed in _KEYS.items():
        for key in _section(table, section, where):
            if key not in allowed:
                raise ConfigError(f"{where}: unknown key {f'{section}.{key}' if section else key!r}")
    subject = _one_of(table, "subject", ("required", "optional"), where)
    mode = _one_of(table, "dates", tuple(DATES), where)
    policy = Policy(
        str(table.get("name") or Path(where).stem),
        _operators(_section(table, "operators", where), mode, where),
        cast(Literal["required", "optional"], subject),
        cast(Script, _one_of(table, "default_script", SCRIPTS, where)),
    )
    ranked = _names(table, "resolve.precedence", tuple(DEFAULT_PRECEDENCE), where)
    return Profile(
        policy.name,
        _names(table, "detect.use", tuple(DETECTORS), where),
        _skipped(table, where),
        {name: rank for rank, name in enumerate(ranked)},
        policy,
        cast(Literal["required", "optional", "none"], _one_of(table, "vault", ("required", "optional", "none"), where)),
        mode,
        frozenset(_names(table, "verify.probes", _PROBES, where)),
        digest,
        _people(_section(table, "link", where), where) == "relations",
        tuple(map(str, _section(table, "link", where).get("layouts", ()))),
        registers=_registers(table, where),
        register_folder=_folder(table, where),
        llm=_llm(table, where),
    )


def _people(table: Mapping[str, Any], where: str) -> str:
    """How people are linked: the patient and the others, or everybody by the relation to the subject."""
    return _one_of({"people": "subject", **table}, "people", ("subject", "relations"), where)


def _section(table: Mapping[str, Any], dotted: str, where: str) -> Mapping[str, Any]:
    found: Any = table
    for key in filter(None, dotted.split(".")):
        found = found.get(key, {})
        if not isinstance(found, Mapping):
            raise ConfigError(f"{where}: {dotted!r} must be a table")
    return cast(Mapping[str, Any], found)


def _one_of(table: Mapping[str, Any], key: str, allowed: tuple[str, ...], where: str) -> str:
    value = table.get(key)
    if value not in allowed:
        raise ConfigError(f"{where}: {key!r} must be one of {', '.join(allowed)}")
    return cast(str, value)


def _names(table: Mapping[str, Any], dotted: str, allowed: Iterable[str], where: str) -> tuple[str, ...]:
    """A list that may not be empty, of names that are known, none twice."""
    section, _, key = dotted.rpartition(".")
    value = _section(table, section, where).get(key)
    if not isinstance(value, list) or not value:
        raise ConfigError(f"{where}: {dotted!r} must list at least one of {', '.join(allowed)}")
    for item in value:
        if item not in allowed or value.count(item) > 1:
            raise ConfigError(f"{where}: {dotted!r}: {item!r} is unknown or stands twice; there are {', '.join(allowed)}")
    return tuple(value)


def _skipped(table: Mapping[str, Any], where: str) -> tuple[str, ...]:
    skip = _section(table, "detect.rules", where).get("skip", [])
    if not skip:
        return ()
    from incognote.detect import rules

    return _names(table, "detect.rules.skip", rules.names(), where)


def _registers(table: Mapping[str, Any], where: str) -> tuple[str, ...] | None:
    """The registers named in `[detect.lists]`; None (all that are imported) where it names none."""
    wanted = _section(table, "detect.lists", where).get("registers")
    if wanted is None:
        return None
    if not isinstance(wanted, list) or not all(isinstance(name, str) for name in wanted):
        raise ConfigError(f"{where}: 'detect.lists.registers' must list names of imported registers")
    return tuple(wanted)


def _folder(table: Mapping[str, Any], where: str) -> Path | None:
    folder = _section(table, "detect.lists", where).get("folder")
    if folder is not None and not isinstance(folder, str):
        raise ConfigError(f"{where}: 'detect.lists.folder' must be a path")
    return Path(folder).expanduser() if folder else None


def _llm(table: Mapping[str, Any], where: str) -> Llm | None:
    asked = llm_choice.read(_section(table, "detect.llm", where), where)
    if asked is not None and "llm" not in _section(table, "detect", where).get("use", ()):
        raise ConfigError(f"{where}: [detect.llm] names a model that nobody asks: 'detect.use' has no llm")
    return asked


def _operators(table: Mapping[str, Any], mode: str, where: str) -> Mapping[str, str]:
    known = operator_names()
    for key, operator in table.items():
        label, _, kind = key.partition("/")
        if label not in LABELS or ("/" in key and kind not in _KINDS):
            raise ConfigError(f"{where}: unknown label {key!r} in [operators]")
        if operator not in known:
            raise ConfigError(f"{where}: [operators] {key}: there is no operator {operator!r}; there are {', '.join(known)}")
    if "DATE" in table:
        raise ConfigError(f"{where}: [operators] DATE: say it with 'dates' at the top")
    missing = [label for label in LABELS if label != "DATE" and label not in table]
    if missing:
        raise ConfigError(f"{where}: [operators] says nothing of {', '.join(missing)}")
    return {**table, "DATE": DATES[mode]}


class Pipeline(pipeline.Pipeline):
    """The chain that can be made from a profile's name: what callers know as `Pipeline`.

    The chain itself stands a layer below and knows no profiles, so this door to them is a class of its own.
    """

    @classmethod
    def from_profile(
        cls,
        name: str | Path = DEFAULT_PROFILE,
        *,
        vault: str | Vault = NO_VAULT,
        project: str = DEFAULT_PROJECT,
        passphrase: str = "",
        on: date | None = None,
        dates: str | None = None,
        tagger: bool = True,
    ) -> Pipeline:
        """A pipeline by its profile's name or file; `vault` is a URL, `none`, or an open vault."""
        if isinstance(vault, str):
            vault = open_vault(vault, project=project, passphrase=passphrase)
        return make_pipeline(load_profile(name), vault=vault, on=on, dates=dates, tagger=tagger)


def make_pipeline(
    profile: Profile,
    *,
    vault: Vault | None = None,
    on: date | None = None,
    dates: str | None = None,
    site_rules: Sequence[SiteRule] = (),
    keep_residue: bool = False,
    tagger: bool = True,
) -> Pipeline:
    """The pipeline that `profile` describes. Without a vault people are numbered within this pipeline only.

    `on` is the day ages are counted at where nothing dates a note; `dates` overrides the profile's mode;
    `tagger=False` leaves the neural model out: quicker, and names without any cue are then missed.
    """
    if not tagger:
        profile = replace(profile, detectors=tuple(name for name in profile.detectors if name != "tagger"))
    if profile.vault == "required" and vault is None:
        raise ConfigError(f"the profile {profile.name} needs a vault")
    policy = profile.policy
    if dates is not None:
        if dates not in DATES:
            raise ConfigError(f"dates are one of {', '.join(DATES)}")
        policy = replace(policy, operators={**policy.operators, "DATE": DATES[dates]})
    today = on or date.today()
    return Pipeline(
        policy=policy,
        detectors=make_detectors(
            profile.detectors,
            Parts(profile.skip, tuple(site_rules), registers=profile.registers, register_folder=profile.register_folder, llm=profile.llm),
        ),
        known=_known if "known" in profile.detectors else _nobody,
        precedence=profile.precedence,
        vault=vault if vault is not None else MemoryVault(),
        scratch=MemoryVault,
        today=today,
        probes=_probes(profile.probes, policy),
        keep_residue=keep_residue,
        linker=_relations(profile.layouts) if profile.relations else by_subject,
        fingerprint=fingerprint(profile, site_rules, dates=dates or profile.dates, today=today),
    )


def _relations(layouts: Sequence[str]) -> Linker:
    from incognote.link import relate

    return relate.linker(layouts)


def _known(lookup: Lookup) -> Detector:
    from incognote.detect import known

    return known.detector(lookup)


def _nobody(_: Lookup) -> Detector:
    return _nothing


def _nothing(_: Document) -> tuple[()]:
    return ()


def _probes(asked: frozenset[str], policy: Policy) -> frozenset[str]:
    """The probes that make sense: what the profile keeps cannot be residue."""
    probes = (asked - {"shapes"}) | (SHAPES if "shapes" in asked else frozenset())
    if policy.operators["DATE"] == "keep":
        probes -= {"dates"}
    return probes


def fingerprint(profile: Profile, site_rules: Sequence[SiteRule] = (), *, dates: str, today: date) -> str:
    """What a result depends on beside its document, as 16 hexadecimal digits: the profile, the package, its
    lists and models, what a language model is told, the detectors at work, the site rules, the mode of dates and the
    day of the run."""
    at_work = " ".join(profile.detectors)
    parts = (incognote.__version__, profile.digest, at_work, dates, today.isoformat(), _lists_digest(), _registers_digest(profile), *_asked(profile), *_layouts(profile), *map(repr, site_rules))
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()[:16]


def _layouts(profile: Profile) -> tuple[str, ...]:
    """The words of the layouts at work: an own file may change, and the command line may add one."""
    if not profile.relations:
        return ()
    from incognote.link.layout import load_layout

    return tuple(repr(load_layout(name)) for name in profile.layouts)


def _asked(profile: Profile) -> tuple[str, ...]:
    """The language model at work, by the bytes of its file; what it is told is one of the lists."""
    return (llm_choice.fingerprint(profile.llm),) if profile.llm is not None and "llm" in profile.detectors else ()


def _registers_digest(profile: Profile) -> str:
    if "lists" not in profile.detectors:
        return ""
    from incognote.gazetteer import registers

    return registers.digest_of(profile.register_folder or registers.default_folder(), profile.registers)


@cache
def _lists_digest() -> str:
    root = Path(incognote.__file__).parent
    digest = hashlib.sha256()
    models = (path for path in root.glob("models/*/*") if path.suffix != ".md")  # a model's card changes no result
    for path in sorted((*root.glob("**/data/*"), *models)):
        digest.update(path.name.encode("utf-8") + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@cache
def _default(today: date) -> Pipeline:
    return make_pipeline(load_profile(), on=today)


def scrub(text: str, *, on: date | None = None) -> Result:
    """One note under the default profile, with no vault: its patients are PT-0001, PT-0002 ... every time."""
    pipeline = replace(_default(on or date.today()), vault=MemoryVault())
    return pipeline.run(Document("1", text))
