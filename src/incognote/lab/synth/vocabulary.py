"""The words of skeleton files: note types, origins, institutions, the forms of slots, the kinds of facts."""

from __future__ import annotations

from typing import Final

TYPES: Final = frozenset(
    "outpatient admission discharge progress consult emergency nursing social_work long_term_care phone report "
    "referral operation handover dental rehabilitation certificate intake narrative letter".split()
)
STYLES: Final = frozenset({"telegraphic", "narrative", "mixed"})
ORIGINS: Final = frozenset(
    "local indigenous migrant mainland taiwanese hongkong minority western compound rare single_given wordlike hispanic "
    "african indian viet filipino indonesian thai polish arabic korean japanese pacific aboriginal".split()
)
INSTITUTIONS: Final[dict[str, frozenset[str]]] = {
    "hospital": frozenset({"hospital", "clinic", "pharmacy", "health_station"}),
    "school": frozenset({"primary", "junior", "senior", "university", "cram"}),
    "earlylearn": frozenset({"kindergarten", "childcare"}),
    "prison": frozenset({"prison", "detention", "youth"}),
    "org": frozenset({"company", "factory", "shop", "nursing_home", "shelter", "temple", "church", "police_branch", "ngo", "centre"}),
    "place": frozenset({"city", "district", "village", "country", "landmark"}),
}  # fmt: skip
NAME_FORMS: Final = frozenset(
    "full given surname titled prefixed nick roman roman_reversed roman_given upper english initials masked typo "
    "homophone spaced reversed han".split()
)
DATE_FORMS: Final = frozenset(
    "iso slash dotted compact roc rocslash rocdot roccompact han md mdslash mdhan english english_md us uk month "
    "year weekday yy".split()
)
AGE_FORMS: Final = frozenset({"bare", "han", "yo", "y", "old", "hyphen", "months"})
FORMS: Final[dict[str, frozenset[str]]] = {
    "NAME": NAME_FORMS,
    "DOCTOR": NAME_FORMS,
    "DATE": DATE_FORMS,
    "AGE": AGE_FORMS,
    "ADDRESS": frozenset({"partial", "street", "english"}),
    "LOCATION": frozenset({"city", "district"}),
    "HOSPITAL": frozenset({"short", "typo"}),
    "SCHOOL": frozenset({"short", "typo"}),
    "EARLYLEARN": frozenset({"short", "typo"}),
    "PRISON": frozenset({"short", "typo"}),
    "ORG": frozenset({"short", "typo"}),
    "PHONE": frozenset({"mobile", "home", "work", "ext", "intl", "bare"}),
    "IDNO": frozenset({"lower", "wide", "masked", "spaced", "passport", "arc", "last4"}),
    "MRN": frozenset({"wide", "short"}),
    "CASENO": frozenset({"visit", "accession", "specimen", "report", "referral", "court", "police", "intake"}),
    "LICENSE": frozenset({"medical", "driver", "disability"}),
    "HEALTHPLAN": frozenset({"spaced"}),
    "ROOM": frozenset({"bed", "ward", "clinic", "theatre"}),
}
"""The forms each label knows beside its default one. MRN and CASENO also take an institution (`p1.h2`)."""
LITERAL: Final = frozenset({"TIME", "ROOM", "PROFESSION", "CONTEXT", "AGE", "DATE"})
"""What a writer may also write out: `⟦TIME|14:30⟧`; a DATE only of the kinds lunar, holiday, zodiac, weekday, year."""
NODE_KINDS: Final[dict[str, str]] = {
    "patient": "Patient", "relative": "Relative", "diagnosis": "Diagnosis", "symptom": "Symptom", "treatment": "Treatment",
    "history": "History", "life_event": "LifeEvent", "visit_event": "VisitEvent",
}  # fmt: skip
CLINICAL: Final = frozenset(
    "name dose value side negated uncertain scale response severity risk situation thought emotion behaviour class".split()
)
CONTEXT_FIELDS: Final = frozenset("age sex occupation education place institution hobby family event stressor".split())
TIMES: Final = frozenset({"onset", "offset", "span"})
"""Days: when a fact begins and ends, counted from the visit (negative before it), and how long it lasts."""
EDGES: Final = frozenset(
    "supports_dx differential_of causes precedes overlaps treated_by response_to relative_of".split()
)
