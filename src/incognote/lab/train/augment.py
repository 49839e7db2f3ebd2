"""More labelled text from a training file: mention replacement, sentences of a language model (DAGA), or both.

What is written is a gold file that anybody can look at, and a report of counts. Sources: DAGA (arXiv 2011.01549) and
mention replacement (Dai and Adel, COLING 2020), with draws from the pools of the train split.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from incognote.errors import UsageError
from incognote.lab.lines import write_lines
from incognote.lab.synth.gate import LEFT_OVER, faults
from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.linear import UNKNOWN_TEXT, digits_outside, linearise, sentences
from incognote.lab.train.mention import replaced
from incognote.lab.train.notes import SCRIPTS, Mention, Note, Spare, read_training, spare_mentions
from incognote.lab.train.redraw import number_anew
from incognote.lab.train.sieve import Sifted, names_of, seen_in, sifted, tells_mention

if TYPE_CHECKING:
    from incognote.lab.train.config import Data
    from incognote.lab.train.language import Settings

Method = Literal["mr", "daga", "both"]
METHODS: Final = get_args(Method)
MODEL: Final = "language_model.pt"
GOLD: Final = "augmented.jsonl.xz"
REPORT: Final = "report.json"
Row = dict[str, Any]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is made. `copies` are replaced copies of each note, and sampled lines for each training sentence.

    `chance` is the Bernoulli p of a mention. `overlap` is the share of runs of eight words that a sampled sentence
    may have in common with the training text, where no name is touched (there, none may be).
    """

    method: Method = "both"
    copies: int = 1
    seed: int = 1
    chance: float = 0.5
    overlap: float = 0.5

    def check(self) -> None:
        """Raises UsageError for what cannot be done."""
        if self.method not in METHODS:
            raise UsageError(f"the method is one of {', '.join(METHODS)}")
        if self.copies < 1 or not 0 < self.chance <= 1 or not 0 <= self.overlap <= 1:
            raise UsageError("copies are 1 and more, chances and shares lie between 0 and 1")


def augment(
    gold: Path, plan: Plan, folder: Path, *, data: Data | None = None, settings: Settings | None = None, tell: Progress | None = None, limit: Limit = NONE,
) -> Row:  # fmt: skip
    """Write `augmented.jsonl.xz` and `report.json` into `folder`, and return the report; the same seed gives the same.

    Lines that do not say their split are compared with what `data` holds out and measures by; those found there are left
    out. `settings` are those of the language model (default: the paper's); its checkpoint in `folder` is gone on with.

    Raises:
        FormatError: the file is no gold file.
        UsageError: the plan, or a file that is not of the train split or of which that cannot be told, or a checkpoint
            of another one.
        TimeOverError: at `limit`, while the language model is trained.
    """
    plan.check()
    notes, aside, seen = read_training(gold, data=data)
    spare = spare_mentions(notes)
    rows: list[Row] = []
    report: Row = {**asdict(plan), "notes": len(notes), "held_out": aside, "scripts_seen": dict(seen), "mentions": sum(len(note.mentions) for note in notes)}
    if plan.method in ("mr", "both"):
        made, report["mr"] = _by_mentions(notes, plan, spare)
        rows += made
    if plan.method in ("daga", "both"):
        made, report["daga"] = _by_model(notes, plan, spare, folder, settings, tell, limit)
        rows += made
    report["written"] = write_lines(folder / GOLD, rows)
    (folder / REPORT).write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return report


def _by_mentions(notes: Sequence[Note], plan: Plan, spare: Spare) -> tuple[list[Row], Row]:
    """Copies with other mentions; one in which nothing changed is dropped, so is one that is there already."""
    counts: Counter[str] = Counter(dict.fromkeys(("mentions", "chosen", "replaced", "unchanged", "repeated", "kept"), 0))
    met = {note.text for note in notes}
    rows = []
    for copy in range(plan.copies):
        for note in notes:
            outcome = replaced(note, chance=plan.chance, seed=f"mr/{plan.seed}", spare=spare, note_id=f"{note.id}-mr{copy}")
            counts.update(mentions=outcome.mentions, chosen=outcome.chosen, replaced=outcome.replaced)
            text = outcome.row["text"]
            fate = "unchanged" if not outcome.replaced else "repeated" if text in met else "kept"
            counts[fate] += 1
            if fate == "kept":
                met.add(text)
                rows.append(outcome.row)
    return rows, dict(counts)


def _by_model(
    notes: Sequence[Note], plan: Plan, spare: Spare, folder: Path, settings: Settings | None, tell: Progress | None, limit: Limit,
) -> tuple[list[Row], Row]:  # fmt: skip
    """Sentences of a language model that pass every filter, with other entities and other digits."""
    from incognote.lab.train import daga
    from incognote.lab.train.language import SIZES

    settings = settings or SIZES["paper"]
    lines = [[f"<{note.country}>", *linearise(sentence)] for note in notes for sentence in sentences(note)]
    trained = daga.train(lines, settings, seed=plan.seed, checkpoint=folder / MODEL, progress=lambda a, b: tell("train", a, b) if tell else None, limit=limit)
    wanted = plan.copies * len(lines)
    sampled = list(daga.sample(trained, wanted, seed=plan.seed, longest=settings.longest))
    dropped: Counter[str] = Counter()
    rows = []
    names, is_four = names_of(spare), notes[0].scheme == "4"
    for number, found in enumerate(sifted(sampled, seen_in(lines), most=plan.overlap)):
        note_id = f"daga-{plan.seed}-{number:06d}"
        made = found if isinstance(found, str) else _refilled(found, note_id, plan, spare, is_four=is_four, names=names)
        if isinstance(made, str):
            dropped[made] += 1
        else:
            rows.append(made)
    told = {"sentences": len(lines), "words": len(trained.words), "perplexity": [round(p, 3) for p in trained.perplexities]}
    return rows, {**told, "sampled": wanted, "dropped": dict(dropped.most_common()), "kept": len(rows)}


def _refilled(found: Sifted, note_id: str, plan: Plan, spare: Spare, *, is_four: bool, names: frozenset[str]) -> Row | str:
    """The gold line of a sentence whose entities come from the pools, or the filter that drops it."""
    if tells_mention(found.tagged, names):
        return "training mention outside spans"
    rng = random.Random(f"digits/{plan.seed}/{note_id}")
    text, mentions = _with_digits(found, rng)
    note = Note(note_id, text, mentions, found.country, "4" if is_four else "14", {}, {"script": SCRIPTS[found.country]})
    outcome = replaced(note, chance=1.0, seed=f"daga/{plan.seed}", spare=spare, note_id=note_id)
    if outcome.replaced < len(mentions) or UNKNOWN_TEXT in outcome.row["text"]:
        return "no value in the pools"
    if _leaves_identifier(outcome.row):
        return "identifier outside spans"
    return "fault of the release gate" if any(True for _ in faults([outcome.row])) else outcome.row


def _with_digits(found: Sifted, rng: random.Random) -> tuple[str, tuple[Mention, ...]]:
    """The sentence with digits for the shapes between its entities; those of entities are drawn with them."""
    pieces: list[str] = []
    mentions = []
    at = length = 0
    for start, end, name in (*found.tagged.spans, (len(found.tagged.text),) * 2 + ("",)):
        between = digits_outside(found.tagged.text[at:start], lambda run: number_anew(run, rng))
        pieces += [between, found.tagged.text[start:end]]
        length += len(between)
        if name:
            mentions.append(Mention(length, length + end - start, name))
        length += end - start
        at = end
    return "".join(pieces), tuple(mentions)


def _leaves_identifier(row: Mapping[str, Any]) -> bool:
    return any(
        not any(s["start"] < found.end() and found.start() < s["end"] for s in row["spans"]) for found in LEFT_OVER.finditer(row["text"])
    )
