"""What is no fact of its own beside another: the fear of an attack, the fit of a withdrawal, the title of a report.

A general word is dropped where a special one that means the same happening stands in its sentence or the one before or
behind; a therapy that only names the page is dropped too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from incognote.names.tables import in_base
from incognote.narrative.extract.assertion import Assertion
from incognote.narrative.extract.find import Found
from incognote.narrative.extract.whose import of_relative

_PSYCHIC: Final = frozenset((
    "panic attacks", "contamination obsessions", "obsessions", "aggressive obsessions", "persecutory delusions", "auditory hallucinations", "visual hallucinations", "intrusive thoughts", "flashbacks", "social anxiety",
    "avoidance", "health anxiety", "excessive worry", "nightmares", "anticipatory anxiety", "agoraphobia", "washing compulsions", "checking compulsions", "hypervigilance", "palpitations", "fear of weight gain", "shame",
    "delusions", "camouflaging", "separation anxiety", "fear of abandonment", "specific phobia",
))  # fmt: skip
_BESIDE: Final[Mapping[str, frozenset[str]]] = {
    "anxiety": _PSYCHIC,
    "fear of dying": _PSYCHIC,
    "distress at reminders": _PSYCHIC | {"anxiety"},
    "restlessness": frozenset(("akathisia", "agitation", "sundowning", "hyperactivity")),
    "seizures": frozenset(("withdrawal seizures", "non-epileptic seizures", "epilepsy", "tics")),
    "muscle twitching": frozenset(("withdrawal seizures", "seizures")),
    "acute dystonia": frozenset(("withdrawal seizures", "seizures")),
    "wandering": frozenset(("sundowning", "getting lost")),
    "aggression": frozenset(("agitation",)),
    "resistance to care": frozenset(("agitation", "aggression")),
    "pulling at tubes": frozenset(("agitation",)),
    "failure to recognise people": frozenset(("disorientation", "delusional misidentification")),
    "stereotyped movements": frozenset(("intrusive thoughts", "tics")),
    "nausea": frozenset(("contamination obsessions",)),
    "dizziness": frozenset(("orthostatic hypotension", "syncope", "reduced consciousness")),
    "shame": frozenset(("social anxiety",)),
    "flashbacks": frozenset(("depressive episode",)),
    "sleep terrors": frozenset(("nightmares",)),
    "panic attacks": frozenset(("fear of abandonment", "aggressive obsessions", "flashbacks")),
    "blushing": frozenset(("hot flushes",)),
    "sweating": frozenset(("panic attacks", "withdrawal symptoms", "palpitations", "flashbacks")),
    "tremor": frozenset(("withdrawal symptoms", "aggressive obsessions", "contamination obsessions")),
    "shortness of breath": frozenset(("panic attacks",)),
    "obsessions": frozenset(("contamination obsessions", "aggressive obsessions", "intrusive thoughts")),
    "compulsions": frozenset(("washing compulsions", "checking compulsions", "obsessive-compulsive disorder")),
    "insomnia": frozenset(("late insomnia", "initial insomnia", "middle insomnia", "decreased need for sleep")),
    "middle insomnia": frozenset(("late insomnia",)),
    "vomiting": frozenset(("self-induced vomiting",)),
    "hallucinations": frozenset(("auditory hallucinations", "visual hallucinations")),
    "amnesia": frozenset(("dissociative amnesia",)),
    "psychotic symptoms": frozenset(("psychotic depression", "substance-induced psychotic disorder", "schizophrenia")),
    "chronic emptiness": frozenset(("self-harm",)),
    "smoking": frozenset(("cannabis use",)),
    "increased alcohol use": frozenset(("alcohol use disorder", "delirium tremens")),
    "syncope": frozenset(("reduced consciousness",)),
    "exhaustion": frozenset(("fatigue",)),
    "functional weakness": frozenset(("tremor",)),
    "temper tantrums": frozenset(("shutdowns",)),
    "mutism": frozenset(("shutdowns",)),
    "suicidal intent": frozenset(("passive suicidal ideation", "panic attacks")),
    "pessimism": frozenset(("passive suicidal ideation", "depressed mood")),
    "hypersomnia": frozenset(("drowsiness", "passive suicidal ideation")),
    "self-criticism": frozenset(("guilt",)),
    "worthlessness": frozenset(("guilt",)),
    "catastrophising": frozenset(("partial insight", "excessive worry")),
    "tearfulness": frozenset(("caregiver burden",)),
    "loss of motivation": frozenset(("anhedonia", "depressed mood")),
    "anhedonia": frozenset(("social withdrawal",)),
    "dementia": frozenset(("alzheimer's disease", "dementia with lewy bodies", "vascular dementia")),
    "fracture": frozenset(("rib fracture", "tibial fracture", "hip fracture", "femoral neck fracture")),
    "falls": frozenset(("hip fracture", "femoral neck fracture", "syncope")),
    "arrhythmia": frozenset(("paroxysmal supraventricular tachycardia", "qt prolongation")),
    "pain": frozenset(("myalgia", "headache", "abdominal pain")),
    "stealing": frozenset(("delusions of theft",)),
    "delusions": frozenset(("delusions of theft", "persecutory delusions", "grandiose delusions")),
    "blunted affect": frozenset(("emotional numbing",)),
    "depersonalisation": frozenset(("dissociation",)),
    "poor eye contact": frozenset(("dissociation",)),
    "property destruction": frozenset(("aggression", "anger")),
    "increased energy": frozenset(("decreased need for sleep", "elevated mood")),
    "religious delusions": frozenset(("grandiose delusions",)),
    "apathy": frozenset(("la belle indifference", "anhedonia")),
    "injecting drug use": frozenset(("opioid use", "opioid use disorder")),
    "substance use": frozenset(("opioid use", "cannabis use")),
    "intrusive thoughts": frozenset(("aggressive obsessions",)),
    "homicidal ideation": frozenset(("aggressive obsessions",)),
    "emotional blunting": frozenset(("emotional numbing",)),
    "alexithymia": frozenset(("emotional numbing",)),
    "bipolar disorder": frozenset(("bipolar I disorder", "bipolar II disorder", "medication-induced bipolar disorder")),
    "mood disorder": frozenset(("bipolar I disorder", "bipolar II disorder", "bipolar disorder")),
    "manic episode": frozenset(("bipolar I disorder", "bipolar disorder", "drug-induced mania")),
    "major depressive disorder": frozenset(("recurrent depressive disorder", "psychotic depression", "postpartum depression")),
    "parkinson's disease": frozenset(("parkinsonism",)),
    "full blood count": frozenset(("anaemia",)),
    "electrolytes": frozenset(("hypokalaemia", "hyponatraemia", "malnutrition")),
    "malnutrition": frozenset(("hypokalaemia",)),
}
"""General -> the special ones beside which it is none."""
_ANYWHERE: Final[Mapping[str, frozenset[str]]] = {
    "manic episode": frozenset(("bipolar i disorder", "bipolar I disorder", "bipolar disorder")),
    "obsessions": frozenset(("contamination obsessions", "aggressive obsessions")),
    "compulsions": frozenset(("washing compulsions", "checking compulsions")),
    "seizures": frozenset(("withdrawal seizures", "non-epileptic seizures")),
    "restlessness": frozenset(("akathisia",)),
    "delusions": frozenset(("persecutory delusions", "grandiose delusions", "delusions of theft")),
    "dementia": frozenset(("alzheimer's disease", "dementia with lewy bodies")),
    "temper tantrums": frozenset(("shutdowns",)),
}
"""The same, wherever in the text the special one stands."""
_NAMED: Final = re.compile(in_base("焦虑") + "|anxi")
"""Anxiety that is called so is told, whatever stands beside it."""
_TITLE: Final = 60
_WINDOW: Final = 300


def kept(text: str, folded: str, sentences: Sequence[tuple[int, int]], found: Sequence[Found]) -> list[Found]:
    """Those of `found` that are facts of their own."""
    near: dict[int, set[str]] = {}
    for one in found:
        if one.assertion == Assertion.ABSENT:  # what is denied tells nothing of what is there beside it
            continue
        for sentence in (one.sentence - 1, one.sentence, one.sentence + 1):
            near.setdefault(sentence, set()).add(one.name)
    title = _title_end(text)
    whole = {one.name for one in found if one.assertion == Assertion.THERE}
    return [one for one in found if not (_implied(one, near, whole) and not _NAMED.search(folded, one.start, one.end) and _own(folded, sentences[one.sentence], one)) and not _titles(one, title)]


def _own(folded: str, sentence: tuple[int, int], one: Found) -> bool:
    near = max(sentence[0], one.start - _WINDOW), min(sentence[1], one.end + _WINDOW)
    return of_relative(folded, near, (one.start, one.end)) is None


def _titles(one: Found, title: int) -> bool:
    return one.mention.concept.kind == "Treatment" and one.end <= title


def _implied(one: Found, near: Mapping[int, set[str]], whole: set[str]) -> bool:
    if one.assertion == Assertion.THERE and not _ANYWHERE.get(one.name, frozenset()).isdisjoint(whole):
        return True
    special = _BESIDE.get(one.name)
    if special is None or (one.assertion == Assertion.ABSENT and one.name not in ("syncope", "hallucinations")):
        return False
    return not special.isdisjoint(near[one.sentence])


def _title_end(text: str) -> int:
    """Where the first line ends, if it is a title: short and followed by more."""
    end = text.find("\n")
    return end if 0 <= end <= _TITLE else 0
