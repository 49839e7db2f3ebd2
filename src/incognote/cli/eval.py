"""`incognote eval`: every claim about quality is one command with an interval."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from incognote.cli import linking, study_verbs


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "eval",
        help="measure detectors against gold, with intervals",
        description="Recall, precision and what is left over, for profiles, single detectors, unions and other tools' predictions.",
    )
    verbs = parser.add_subparsers(dest="eval_verb", metavar="WHAT", required=True)
    run = verbs.add_parser("run", help="score systems on a gold file")
    _add_gold(run)
    run.add_argument("--system", metavar="NAME", nargs="+", default=["clinic-tw"], help="profiles, detectors (rules), unions (rules+tagger), article-regex, or predictions files (.jsonl)")
    run.add_argument("--decoys", metavar="FILE", type=Path, help="texts without anybody in them (JSON lines with id and text): count those that a system alters")
    run.add_argument("-o", "--output", metavar="DIR", type=Path, help="also write evaluation.json, .md, .html and each system's .preds.jsonl here")
    run.add_argument("--hashed", action="store_true", help="write hashes of the predicted strings to .preds.jsonl: no text is in them, though short strings can be guessed")
    run.add_argument("--json", action="store_true", help="print the evaluation as JSON instead of a table")
    run.set_defaults(run=_run("run"))
    compare = verbs.add_parser("compare", help="the difference of two systems on the same notes")
    _add_gold(compare)
    compare.add_argument("first", metavar="A")
    compare.add_argument("second", metavar="B")
    compare.add_argument("--measure", default="string recall", help="string recall (default), full-cover recall, unique precision, clean notes, fully covered notes, spurious spans a note")
    compare.add_argument("--margin", type=float, help="ask for non-inferiority: how much worse A may be; fix it before you look")
    compare.add_argument("--seeds", type=int, help="how many training seeds stand behind the systems")
    compare.set_defaults(run=_run("compare"))
    utility = verbs.add_parser("utility", help="what scrubbing costs: clinical strings touched, what a classifier still learns")
    _add_gold(utility)
    utility.add_argument("--system", metavar="NAME", default="clinic-tw", help="a profile (default: clinic-tw)")
    utility.add_argument("--entities", action="store_true", help="the spans of the gold file are clinical strings (any labels), not identifiers: count those a mask touches")
    utility.set_defaults(run=_run("utility"))
    links = verbs.add_parser("links", help="identity links over visits: true links found, wrong merges")
    links.add_argument("--visits", metavar="FILE", type=Path, required=True, help="notes with their person (schemas/visits.schema.json)")
    links.add_argument("--profile", default="clinic-tw")
    links.set_defaults(run=_run("links"))
    relations = verbs.add_parser("relations", help="reports whose people become roles: classes, right roles, wrong persons, days from the report", epilog="Each figure is explained in docs/evaluation.md.")
    relations.add_argument("--gold", metavar="FILE", type=Path, required=True, help="reports with spans (schemas/gold.schema.json); .gz and .xz too")
    relations.add_argument("--relations", metavar="FILE", type=Path, required=True, help="who is who in each report (schemas/relations.schema.json)")
    relations.add_argument("--profile", metavar="P", default="child-protection", help="a profile that makes roles of people (default: child-protection)")
    relations.add_argument("--misses", metavar="WHAT", nargs="*", help="print what was missed, with its text: role, wrong, date, class, extra, or a class (name, school ...); none given: all")
    relations.add_argument("-o", "--output", metavar="DIR", type=Path, help="also write relations.json and relations.md here: figures alone, no text (default: nothing is written)")
    relations.add_argument("--json", action="store_true", help="print the evaluation as JSON instead of tables")
    relations.set_defaults(run=_run("relations"))
    linking.add_verbs(verbs)
    study_verbs.add_verbs(verbs)
    report = verbs.add_parser("report", help="write an evaluation as one self-contained page")
    report.add_argument("evaluation", metavar="FILE", type=Path, help="evaluation.json of `eval run -o`")
    report.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="an .html or .md file")
    report.set_defaults(run=_run("report"))


def _add_gold(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--gold", metavar="FILE", type=Path, required=True, help="notes with spans: our JSON Lines, or the article's format; .gz and .xz too")
    parser.add_argument("--scheme", default="33", help="labels to score in: 33 (default), 14, 10, 8, 4, i2b2, safe-harbor")
    parser.add_argument("--tier-c", action="store_true", help="score times, ages, occupations and context too")
    parser.add_argument("--also", metavar="LABELS", default="", help="score these labels of tier C too (TIME, or TIME,AGE); profiles tell them though they keep them")
    parser.add_argument("--by-skeleton", action="store_true", help="resample skeletons instead of notes: where one skeleton fills several notes")


def _run(name: str) -> Any:
    def run(options: argparse.Namespace) -> int:
        from incognote.cli import evaluating

        code: int = getattr(evaluating, name)(options)
        return code

    return run
