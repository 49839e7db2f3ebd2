"""The work behind `rewrite`: the same as `scrub`, with texts told anew; and the graphs, for those who check them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Final

from incognote.cli import inputs
from incognote.cli.own_rules import own_rules
from incognote.cli.scrubbing import Run
from incognote.cli.tally import Tally, say
from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.errors import FormatError, UsageError
from incognote.formats import output
from incognote.narrative.draw import svg
from incognote.narrative.edit import by_hand, graph_of
from incognote.narrative.graph import CONTEXT, record
from incognote.narrative.perturb.perturb import perturb
from incognote.narrative.rewrite import Rewritten
from incognote.retelling import Heed, retelling

VERSION: Final = 1


def rewrite(options: argparse.Namespace, out: BinaryIO) -> int:
    """Run the verb; the exit code."""
    batch = inputs.batch(options)
    if len(batch.inputs) > 1 and not (options.jsonl or options.output):
        raise UsageError("several inputs need -o DIR or --jsonl")
    pipeline = make_pipeline(
        load_profile(options.profile), on=options.on, site_rules=own_rules(options.rules), keep_residue=options.keep_residue, tagger=options.tagger
    )
    heed = None if options.graph is None else _kept_in(output.open_folder(options.graph))
    if options.from_graph is not None:
        heed = _told_of(heed)
    changing = perturb if options.from_graph is None else by_hand(_made_by_hand(options.from_graph, batch))
    tally = Tally(is_quiet=options.quiet, has_vault=True)  # a narrative told anew has no codes that a vault could keep
    Run(options, batch, retelling(pipeline, seed=options.seed, heed=heed, changing=changing), tally).deliver(out)
    inputs.tell_unheeded(batch, is_quiet=options.quiet)
    tally.close()
    return tally.code()


def _told_of(heed: Heed | None) -> Heed:
    """Says by node what of the illness a person edited; then as `heed`."""

    def tell(document: Document, told: Rewritten | None) -> None:
        for change in told.log if told is not None else ():
            if change.field not in CONTEXT:
                say(f"node {change.node}: {change.field} is not as it was read")
        if heed is not None:
            heed(document, told)

    return tell


def _kept_in(folder: Path) -> Heed:
    """Writes the graphs of each narrative: `narrative_001.json`, and drawings of what was read and of what was told."""
    numbers = count(1)

    def keep(_: Document, told: Rewritten | None) -> None:
        number = next(numbers)
        if told is not None:
            line = json.dumps(_told(told, number), ensure_ascii=False, indent=1) + "\n"
            for stem, suffix, text in (("narrative", ".json", line), ("read", ".svg", svg(told.before)), ("told", ".svg", svg(told.graph))):
                output.write_new(folder, stem, suffix, fill=partial(_write, text.encode()))

    return keep


def _made_by_hand(path: Path, batch: inputs.Batch) -> Mapping[str, Any]:
    """The graph in a file that `--graph` wrote and a person edited: what is to be told."""
    if len(batch.inputs) != 1 or not batch.inputs[0].is_note:
        raise UsageError("--from-graph is for one narrative in a file of its own")
    try:
        given = json.loads(path.read_bytes())
    except OSError as error:
        raise FormatError(f"the graph cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise FormatError("the file of --from-graph is not JSON") from None
    graph = given.get("told", given) if isinstance(given, dict) else None
    if not isinstance(graph, dict):
        raise FormatError("the file of --from-graph holds no graph: give one that --graph wrote")
    graph_of(graph)  # what is no graph is told before anything is read
    return graph


def _write(data: bytes, out: BinaryIO) -> None:
    out.write(data)


def _told(told: Rewritten, number: int) -> dict[str, Any]:
    """What a clinician may want to check. `read` and `before` hold what identifies the person."""
    return {
        "version": VERSION,
        "item": number,
        "read": record(told.before),
        "told": record(told.graph),
        "changes": [{"node": c.node, "field": c.field, "operator": c.operator, "before": c.before, "after": c.after} for c in told.log],
        "fidelity": {
            "facts": told.fidelity.facts, "offsets": told.fidelity.offsets, "diagnoses": told.fidelity.diagnoses, "lost": list(told.fidelity.lost),
            "added": list(told.fidelity.added), "changed": list(told.fidelity.changed), "longest_run": told.fidelity.run, "cosine": told.fidelity.cosine,
        },
    }  # fmt: skip
