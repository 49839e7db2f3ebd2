"""What a form is in its place: a diagnosis of long ago is history, that of a relative is the relative's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from incognote.names.tables import in_base
from incognote.narrative.extract.assertion import Assertion
from incognote.narrative.extract.dose import amounts
from incognote.narrative.extract.find import Found
from incognote.narrative.extract.times import times
from incognote.narrative.extract.whose import Kin, denied_of_family, of_relative, told_of

_W: Final = r"(?<![a-z])(?:{})(?![a-z])"
_PAST: Final = re.compile(
    in_base(r"过去(?:病)?史|既往(?:史|病史)?|病史|旧疾|宿疾|从前|早年|年轻时|小时候|曾(?:经)?(?:有|患|得|因)|以前(?:得|患|有)过?")
    + "|"
    + _W.format(r"pmh(?:x)?|past (?:medical |psychiatric )?history|past history|medical history|history of|background|of older date|previous(?:ly)?|used to|in the past|as a (?:child|boy|girl|teenager)|childhood|years (?:ago|before|back)")
)
_LONG_AGO: Final = 540
_WINDOW: Final = 300
_PERSONAL: Final = frozenset(("Symptom", "Diagnosis"))
"""What is nothing of the patient's where it is told of somebody else."""
_OF_OTHERS: Final = re.compile("delusion|hallucination|ideas of reference|misidentification|jealous|suspicious|fear of|obsession")
"""What is believed, heard or feared of others: it names them and is the patient's."""
PSYCHIATRIC: Final = frozenset(("psychiatric",))
"""Groups of diagnoses that are of the mind; those of other groups are history when they are there."""
NO_FACT: Final = frozenset((
    "body weight", "blood tests", "caregiver burden score", "body temperature", "side effects", "abnormal blood results", "stress", "sick leave", "learning difficulty", "alcohol withdrawal", "malingering", "detoxification",
    "regression", "boredom", "raised blood pressure", "underweight", "somatic complaints", "gastrointestinal symptoms",
))  # fmt: skip
"""Words that alone tell nothing, or what another word beside them tells: what the weight did is told as loss or gain."""
_FEARED: Final = re.compile(in_base(r"(?:认准|以为|怕|觉得|担心|疑心|怀疑|相信|深信|认定|确信)[^，。；]{0,8}$") + r"|(?<![a-z])(?:convinced|afraid|fears?|fearing|thinks?|thought|believes?|sure|terrified|worried|worries)(?![a-z])[^.;,]{0,30}$")
_WITH: Final = re.compile(in_base(r"(?:伴(?:有|随)?|合并|构成)\s*$") + r"|(?<![a-z])with\s*$")
NO_TREATMENT: Final = frozenset(("care setting", "social and education", "risk management", "medication management", "lifestyle", "medical"))
"""Groups of therapies that tell where and how somebody is looked after; of these only `_TREATS` are treatments."""
_TREATS: Final = frozenset(("nutritional rehabilitation", "cpap", "acupuncture", "sleep hygiene"))
DRUG_CLASSES: Final = frozenset((
    "antibiotic", "laxative", "oral contraceptive", "hormone replacement", "anticholinergic", "antidiabetic", "antihypertensive", "muscle relaxant", "benzodiazepine", "anti-dementia drug",
    "long-acting injectable antipsychotic", "antiretroviral", "supplements", "traditional chinese medicine", "eye drops", "vaccine", "anaesthetic", "chemotherapy", "intramuscular sedation", "antivertigo drug",
))  # fmt: skip
"""What may be named beside a drug of it, and is then no second treatment; so may a drug that is called as its group is."""
_EPISODES: Final[Mapping[str, str]] = {"depressed mood": "depressive episode", "elevated mood": "hypomanic episode", "decreased need for sleep": "hypomanic episode", "pressured speech": "hypomanic episode"}
_ONCE: Final = re.compile(in_base(r"那次|那场|那年|一次|曾|有过|一阵|几天|期(?![间待望])") + r"|(?<![a-z])(?:once|episode|was|bout|spell)(?![a-z])")
_EXCLUDED: Final = re.compile(in_base(r"排除|除外|不成立|不存在|划掉"))
_MEASURED: Final = re.compile(in_base(r"[\s：:]*(?:正常|不缺|偏低|\d{2})") + r"|[\s:]*(?:wnl|normal|low|level)")
RELATIVES: Final[Mapping[str, str]] = {
    "depressed mood": "major depressive disorder", "panic attacks": "panic disorder", "elevated mood": "bipolar disorder", "tics": "tics", "memory impairment": "dementia", "overdose": "overdose",
    "increased alcohol use": "alcohol use disorder", "binge eating": "bulimia nervosa", "seizures": "epilepsy", "auditory hallucinations": "schizophrenia", "psychotic symptoms": "schizophrenia",
}  # fmt: skip
"""A complaint told of a relative -> the illness that it means there."""
_OVERDOSE: Final = frozenset(("overdose", "parkinson's disease", "epilepsy"))
_FAMILY: Final = re.compile(in_base(r"家族|家系|家史|兄|弟|姐|姊|妹(?=[^，。]{0,6}(?:得了|患))") + r"|(?<![a-z])(?:f/?h(?:x)?|family)(?![a-z])")
RELATIVES_BURDEN: Final = frozenset(("caregiver burden",))
ALWAYS_HISTORY: Final = frozenset(("suicide attempt", "overdose", "head injury", "visual loss", "excessive caffeine intake", "dyslexia", "premature birth", "caesarean section", "fracture"))
"""What is told as something that once was, whatever the words around it."""
ONCE: Final = frozenset(("major depressive disorder", "recurrent depressive disorder", "postpartum depression", "substance use disorder", "eating disorder", "depressive episode", "hypomanic episode", "acute stress disorder"))
"""What is an earlier episode where a time of long ago stands by it, or the past is told."""
_CHILDHOOD: Final = frozenset(("childhood abuse", "childhood sexual abuse", "childhood neglect"))
ACUTE: Final = frozenset(("urinary tract infection", "anaemia", "refeeding syndrome", "pneumonia", "hepatic encephalopathy", "hypoglycaemia", "sepsis", "acute myelitis"))
"""Illnesses of the body that belong to the story as told, not to the past."""
HISTORY_WHEN_ABSENT: Final = frozenset(("asthma", "seizure", "febrile seizures", "hypertension", "diabetes mellitus", "drug allergy", "food allergy", "migraine", "rheumatic fever", "surgery"))
"""Illnesses that are asked for as earlier ones; another that is absent was thought of as the cause."""
AS_SYMPTOM: Final = frozenset((
    "akathisia", "acute dystonia", "dissociative amnesia", "cannabis use", "functional seizures", "constipation", "syncope", "erectile dysfunction", "sexual dysfunction", "sleep terrors", "enuresis", "encopresis",
    "non-epileptic seizures", "parkinsonism", "dream enactment behaviour", "sepsis", "overactive bladder", "rash", "tics", "falls", "drug-induced parkinsonism", "premature ejaculation", "hypersomnia", "tinnitus", "vertigo", "urticaria", "restless legs syndrome", "malnutrition", "hypokalaemia", "hyponatraemia",
))  # fmt: skip
"""What has a line among the diagnoses and is told as a complaint or a side effect."""


class Meant(NamedTuple):
    """The kind of a fact, whose it is where not the patient's, and its name where that is another than the form's."""

    kind: str
    kin: Kin | None = None
    name: str = ""


def meant(folded: str, sentences: Sequence[tuple[int, int]], found: Found) -> Meant:
    """The kind of node that a form tells, and whose it is; the kind "" for one that tells no fact."""
    concept, sentence = found.mention.concept, _near(sentences[found.sentence], found)
    if concept.name in RELATIVES_BURDEN:
        return Meant("Relative")
    if concept.file == "therapies" and concept.group in NO_TREATMENT and concept.name not in _TREATS:
        return Meant("")
    if concept.file == "drugs" and (concept.name in DRUG_CLASSES or concept.name == concept.group):
        return Meant("")
    if concept.kind == "Treatment" and found.assertion == Assertion.ABSENT and not amounts(folded, found.end, found.end + 24):
        return Meant("")
    if relative := _of_relative(folded, sentence, found):
        return relative
    if concept.kind in _PERSONAL and not _OF_OTHERS.search(concept.name) and told_of(folded, sentence, (found.start, found.end)):
        return Meant("")
    if concept.kind == "Diagnosis" and concept.group == "medical" and of_relative(folded, sentence, (found.start, found.end)):
        return Meant("")
    if concept.name in NO_FACT or (concept.name == "grief" and concept.kind == "Symptom"):
        return Meant("")
    if concept.name in _CHILDHOOD:
        return Meant("History")
    if concept.kind == "Treatment" and concept.name == "vitamin B12" and _MEASURED.match(folded, found.end):
        return Meant("VisitEvent")
    if concept.name == "major depressive disorder" and found.assertion == Assertion.ABSENT and folded[found.start : found.end] == "depression":
        return Meant("Symptom", None, "depressed mood")
    if concept.name == "reduced consciousness" and found.assertion == Assertion.THERE and folded[found.start] in "昏晕":
        return Meant("Symptom", None, "syncope")
    if earlier := _episode(folded, sentence, found):
        return earlier
    if concept.name == "agoraphobia" and not _WITH.search(folded, sentence[0], found.start):
        return Meant("Symptom")
    if concept.name in AS_SYMPTOM:
        return Meant("Symptom")
    if concept.kind == "Diagnosis" and concept.group not in PSYCHIATRIC and _FEARED.search(folded, sentence[0], found.start):
        return Meant("")
    if concept.kind == "Diagnosis":
        return Meant("History" if _is_history(folded, sentence, found) else "Diagnosis")
    if concept.name in ALWAYS_HISTORY and concept.kind != "Diagnosis":
        return Meant("History")
    if concept.kind == "Symptom" and "史" in folded[found.end - 1 : found.end + 2]:
        return Meant("History")
    return Meant(concept.kind)


def _near(sentence: tuple[int, int], found: Found) -> tuple[int, int]:
    """The sentence, or what of a very long one is near enough to say anything of a form."""
    return max(sentence[0], found.start - _WINDOW), min(sentence[1], found.end + _WINDOW)


def _episode(folded: str, sentence: tuple[int, int], found: Found) -> Meant | None:
    """A mood of years ago that is told as one time is an earlier episode."""
    name = _EPISODES.get(found.name)
    near = folded[max(sentence[0], found.start - 60) : min(sentence[1], found.end + 40)]
    if name is None or not _ONCE.search(near) or not any(t.kind == "at" and t.days <= -_LONG_AGO for t in times(near)):
        return None
    return Meant("History", None, name)


def _of_relative(folded: str, sentence: tuple[int, int], found: Found) -> Meant | None:
    """The illness of a relative: one of mind or nerves, or any where the family's history is told."""
    concept = found.mention.concept
    name = RELATIVES.get(concept.name, "") if concept.kind == "Symptom" else concept.name if concept.kind == "Diagnosis" else ""
    if found.assertion == Assertion.ABSENT:
        name = name or ("suicide attempt" if concept.name == "suicidal ideation" else "")
        denied = denied_of_family(folded, sentence, (found.start, found.end)) if name else None
        return None if denied is None else Meant("Relative", denied, name)
    if not name:
        return None
    word = of_relative(folded, sentence, (found.start, found.end))
    if word is None or (concept.group == "medical" and not _FAMILY.search(folded, max(0, sentence[0] - 12), found.start) and concept.name not in _OVERDOSE):
        return None
    return Meant("Relative", word, name)


def _is_history(folded: str, sentence: tuple[int, int], found: Found) -> bool:
    before, around = folded[sentence[0] : found.start], folded[sentence[0] : sentence[1]]
    headed = bool(_PAST.search(before)) or bool(_PAST.match(folded, found.end)) or "史" in folded[found.end - 2 : found.end + 1]
    if found.assertion == Assertion.ABSENT and folded.startswith("heart", found.start):
        return True
    if found.assertion == Assertion.ABSENT and _EXCLUDED.search(around):
        return False
    if found.name in ALWAYS_HISTORY or (found.assertion == Assertion.ABSENT and found.name in HISTORY_WHEN_ABSENT):
        return True
    if found.mention.concept.group in PSYCHIATRIC:
        return found.name in ONCE and (headed or any(t.kind == "at" and t.days <= -_LONG_AGO for t in times(around)))
    return headed or (found.assertion == Assertion.THERE and found.name not in ACUTE)
