"""The tagger by itself: `python benchmarks/tagger.py [--model FOLDER] [--teacher RUN]`.

Names in real prose and on `twsyn-valid` without any rule, time, memory and size of the model's files. `--teacher` adds
the row of a training's run (needs torch). Nothing measured here was trained on: UNER dev, twsyn-valid.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bars import SHARED, covered, interval, rows  # noqa: E402

from incognote.detect.tagger import bundled, load  # noqa: E402
from incognote.document import Span  # noqa: E402
from incognote.lab.train.config import Source  # noqa: E402
from incognote.lab.train.sources import Labelled, read  # noqa: E402

PERSONS = frozenset({"NAME", "DOCTOR"})
Find = Callable[[Sequence[str]], Iterable[list[tuple[int, int, str]]]]
Range = tuple[int, int]


def persons(find: Find, labelled: Sequence[Labelled], title: str) -> None:
    """Recall and precision of persons by overlap and by exact borders, sentences resampled."""
    found = [[(s, e) for s, e, name in spans if name in PERSONS] for spans in find([one.text for one in labelled])]
    gold = [[(s, e) for s, e, names in one.spans if PERSONS & set(names)] for one in labelled]
    for how, meets in (("overlap", _touch), ("exact", lambda a, b: a == b)):
        recall = [(sum(any(meets(g, f) for f in said) for g in true), len(true)) for true, said in zip(gold, found, strict=True)]
        precision = [(sum(any(meets(g, f) for g in true) for f in said), len(said)) for true, said in zip(gold, found, strict=True)]
        print(f"{title}, {how}: recall {interval(recall)}, precision {interval(precision)}")


def _touch(one: Range, other: Range) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def prose(find: Find, who: str) -> None:
    """UNER dev, both scripts."""
    for folder, script in (("UNER_Chinese-GSD", "traditional"), ("UNER_Chinese-GSDSIMP", "simplified")):
        texts = list(read(Source(str(SHARED / "ner" / folder / "*-dev.iob2"), "uner")))
        persons(find, texts, f"UNER dev, {script}, PER, {who}")


def twsyn(find: Find, who: str) -> None:
    """Recall of NAME and DOCTOR: spans of which every letter is marked, as anything."""
    notes = list(rows(SHARED / "twsyn-valid" / "valid.jsonl"))
    found = list(find([note["text"] for note in notes]))
    for label in ("NAME", "DOCTOR"):
        pairs = []
        for note, spans in zip(notes, found, strict=True):
            gold = [span for span in note["spans"] if span["label"] == label]
            said = [Span(start, end, name, None, "tagger", 1.0) for start, end, name in spans]
            pairs.append((sum(covered(g["start"], g["end"], said, note["text"]) for g in gold), len(gold)))
        print(f"twsyn-valid, tagger alone, {label}, {who}: recall {interval(pairs)}")


def costs(folder: Path) -> None:
    """Size, load time, memory and time a window of the model, in a process of its own with one thread."""
    print(f"files of the model: {sum(path.stat().st_size for path in folder.iterdir()) / 1e6:.2f} MB")
    code = (
        "import resource, sys, time; from pathlib import Path; from incognote.detect.tagger import load\n"
        "began = time.perf_counter(); model = load(Path(sys.argv[1])); model.find('王小明'); loaded = time.perf_counter() - began\n"
        "ids = model.pieces.cut('病人王小明今天由家屬陪同來診，主訴頭暈三天。' * 40); ids = [p.id for p in ids][:126]\n"
        "times = []\n"
        "for _ in range(60):\n    began = time.perf_counter(); model.window(ids); times.append(time.perf_counter() - began)\n"
        "print(f'load and first text {loaded:.2f} s; 128 tokens {sorted(times)[30] * 1000:.1f} ms (median of 60), '"
        "f'{min(times) * 1000:.1f} ms at best; {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB')"
    )
    print(subprocess.run([sys.executable, "-c", code, str(folder)], check=True, capture_output=True, text=True).stdout.strip())


def speed() -> None:
    """Notes a second of the whole default profile on twsyn-valid."""
    from incognote import Document, Pipeline

    notes = [Document(note["id"], note["text"]) for note in rows(SHARED / "twsyn-valid" / "valid.jsonl")]
    for name, tagger in (("with the tagger", True), ("without", False)):
        pipeline = Pipeline.from_profile("clinic-tw", vault="none", tagger=tagger)
        list(pipeline.run_many(notes[:5]))
        began = time.process_time()
        list(pipeline.run_many(notes))
        print(f"twsyn-valid, clinic-tw {name}: {len(notes) / (time.process_time() - began):.0f} notes/s")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def as_shipped(folder: Path) -> Find:
    model = load(folder)
    return lambda texts: [[(start, end, name) for start, end, name, _ in model.find(text)] for text in texts]


def as_trained(run: Path) -> Find:
    from incognote.lab.train.measure import cut
    from incognote.lab.train.measure import find as tagged
    from incognote.lab.train.model import load_model

    model, vocabulary = load_model(run)
    return lambda texts: tagged(model, cut([Labelled(text, (), ()) for text in texts], vocabulary.cutter()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", type=Path, default=bundled(), help="the folder of an exported model (default: the package's)")
    parser.add_argument("--teacher", type=Path, help="the folder of a training's run, for a row beside it")
    parser.add_argument("--quick", action="store_true", help="no times")
    options = parser.parse_args()
    for find, who in ((as_shipped(options.model), "the model"), *([(as_trained(options.teacher), "the teacher")] if options.teacher else [])):
        prose(find, who)
        twsyn(find, who)
    if not options.quick:
        costs(options.model)
        speed()


if __name__ == "__main__":
    main()
