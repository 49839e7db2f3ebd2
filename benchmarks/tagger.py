"""The tagger by itself: `python benchmarks/tagger.py [--model FOLDER] [--run RUN...] [--quick] [--provenance]`.

Names in real prose and on `twsyn-valid` without any rule, false names in answers that name nobody, time, memory and size
of the model's files. Figures of names are told three times: the model's own best tags (an export that nobody tuned),
the spans that reach its thresholds, and those that its detector hands on, when dictionaries have been asked. `--run`
adds the row of a training's run, in 32 bits (needs torch). `--provenance` says instead whether the digests in the
model's `config.json` are those of the configuration in the package and of the texts it names. Nothing measured here was
trained on; `twsyn-valid` is a tuning set of the rules. Needs `../shared/data`, and is run in the repository's root.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bars import SHARED, covered, interval, rows  # noqa: E402

from incognote.detect.tagger import bundled, finds, load  # noqa: E402
from incognote.detect.tagger_model import Tagger  # noqa: E402
from incognote.document import Document, Span  # noqa: E402
from incognote.lab.train.config import Source, load_config  # noqa: E402
from incognote.lab.train.fingerprint import all_prints, digest, prints  # noqa: E402
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
        "import sys, time; from pathlib import Path; from incognote.detect.tagger import load\n"
        "began = time.perf_counter(); model = load(Path(sys.argv[1])); model.find('王小明'); loaded = time.perf_counter() - began\n"
        "ids = [p.id for p in model.pieces.cut('病人王小明今天由家屬陪同來診，主訴頭暈三天。' * 40)]\n"
        "times = []\n"
        "for at in range(60):\n    began = time.process_time(); model.window(ids[at : at + 126]); times.append(time.process_time() - began)\n"
        "print(f'load and first text {loaded:.2f} s; 128 tokens {sorted(times)[30] * 1000:.1f} ms of the processor (median of 60), '"
        "f'{min(times) * 1000:.1f} ms at best')\n"
        "import tagger; print(f'memory with the model alone {tagger.most_memory()} MB')"
    )
    apart(code, str(folder))


def apart(code: str, *more: str) -> None:
    """Run `code` in a process of its own, so that its memory and its caches are its own."""
    told = subprocess.run([sys.executable, "-c", f"import sys; sys.path.insert(0, {str(HERE)!r}); {code}", *more], check=True, capture_output=True, text=True)
    print(told.stdout.strip())


def most_memory() -> int:
    """The most memory that this process held, in MB. (What `resource` tells is what its parent held, if that was more.)"""
    line = next(line for line in Path("/proc/self/status").read_text("ascii").splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1024


def answers() -> None:
    """Health answers that name nobody, those that no tagger was trained on: what the default profile takes for a person."""
    from incognote import Pipeline

    folder = SHARED / "clinical" / "chineseblue-cmedqaner"
    parts = (Source(str(folder / "train.json"), "answers", skip=1000), Source(str(folder / "dev.json"), "answers"))
    texts = [one.text for part in parts for one in read(part)]
    for name, tagger in (("with the tagger", True), ("without", False)):
        pipeline = Pipeline.from_profile("clinic-tw", vault="none", tagger=tagger)
        found = [sum(span.label in PERSONS for span in pipeline.detect(Document("q", text))[0]) for text in texts]
        told = interval([(each * 1e4, len(text)) for each, text in zip(found, texts, strict=True)])
        print(f"cMedQANER not trained on, clinic-tw {name}: NAME and DOCTOR spans per 10,000 characters {told} characters, {sum(found)} in all")


def speed() -> None:
    """Notes a second of the whole default profile on twsyn-valid, each note once: windows that come again are remembered."""
    from incognote import Pipeline

    notes = [Document(note["id"], note["text"]) for note in rows(SHARED / "twsyn-valid" / "valid.jsonl")]
    for name, tagger in (("with the tagger", True), ("without", False)):
        pipeline = Pipeline.from_profile("clinic-tw", vault="none", tagger=tagger)
        list(pipeline.run_many([Document("first", "姓名：陳美華 今日回診，Dr. Lin 看過。")]))
        began = time.process_time()
        list(pipeline.run_many(notes))
        print(f"twsyn-valid, clinic-tw {name}: {len(notes) / (time.process_time() - began):.0f} notes/s")
    print(f"memory of the process: {most_memory()} MB")


def provenance(folder: Path) -> None:
    """Whether the model says the configuration that the package has, and the texts that are there."""
    told = json.loads((folder / "config.json").read_text("utf-8"))
    config = load_config("distil4")
    kept_out = all_prints(one.text for source in config.data.held_out for one in read(source))
    own = [frozenset(prints(one.text)) for source in config.data.train for one in read(source)]
    used = frozenset().union(*(each for each in own if kept_out.isdisjoint(each)))
    print(f"configuration: {'the same as' if told['configuration'] == config.digest() else 'another than'} distil4 of the package")
    print(f"trained_on: {'the same as' if told['trained_on'] == digest(used) else 'other texts than'} the {len(used)} hashes of its texts here, held-out texts taken away")


def untuned(folder: Path) -> Find:
    """The best tags, as the export has them before `train tune`."""
    with TemporaryDirectory() as made:
        bare = Path(made) / "model"
        copytree(folder, bare)
        told = json.loads((bare / "config.json").read_text("utf-8"))
        (bare / "config.json").write_text(json.dumps(told | {"thresholds": {}, "leaning": {}, "calibration": {}}), "utf-8")
        model = Tagger(bare)
    return lambda texts: [[found[:3] for found in model.find(text)] for text in texts]


def tuned(folder: Path) -> Find:
    model = load(folder)
    return lambda texts: [[found[:3] for found in model.find(text)] for text in texts]


def heard(folder: Path) -> Find:
    """What the detector hands on."""
    model = load(folder)
    return lambda texts: [[found[:3] for found in finds(model, text)] for text in texts]


def as_trained(run: Path) -> Find:
    from incognote.lab.train.measure import cut
    from incognote.lab.train.measure import find as tagged
    from incognote.lab.train.model import load_model

    model, vocabulary = load_model(run)
    return lambda texts: tagged(model, cut([Labelled(text, (), ()) for text in texts], vocabulary.cutter()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", type=Path, default=bundled(), help="the folder of an exported model (default: the package's)")
    parser.add_argument("--run", type=Path, nargs="*", default=[], help="folders of trainings' runs, for rows beside it: a teacher, the model before its 8 bits")
    parser.add_argument("--quick", action="store_true", help="names alone")
    parser.add_argument("--provenance", action="store_true", help="compare the digests in the model's config.json, and no more")
    options = parser.parse_args()
    if options.provenance:
        provenance(options.model)
        return
    runs = [(as_trained(run), f"the run {run.name}, 32 bits") for run in options.run]
    for find, who in ((untuned(options.model), "untuned"), (tuned(options.model), "tuned"), (heard(options.model), "as its detector"), *runs):
        prose(find, who)
        twsyn(find, who)
    if not options.quick:
        costs(options.model)
    if not options.quick and options.model == bundled():  # the profile runs no other
        answers()
        apart("import tagger; tagger.speed()")


if __name__ == "__main__":
    main()
