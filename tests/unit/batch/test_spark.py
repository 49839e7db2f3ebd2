"""The batch on Spark: the same bytes as the local engine, and nothing left where Spark writes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from incognote.batch.work import Task, Worker
from incognote.cli import main
from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.errors import IncognoteError, UsageError
from incognote.formats import jsonl
from incognote.pipeline import Pipeline

if any(find_spec(name) is None for name in ("pyspark", "pandas", "pyarrow")):
    pytest.skip("pyspark, pandas or pyarrow is not installed", allow_module_level=True)
if shutil.which("java") is None:
    pytest.skip("there is no Java", allow_module_level=True)

from incognote.batch import spark as on_spark
from incognote.batch.spark_session import SparkFailed, check, meaning, session
from incognote.batch.spark_work import Errand, Kit
from incognote.vault.memory import MemoryVault

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]
make = partial(make_pipeline, load_profile(), on=date(2026, 11, 29), tagger=False)
NAMES = [surname + "大明" for surname in "王李張陳林"]


def texts(size: int) -> list[str]:
    return [
        f"姓名：{NAMES[n % 5]} 病歷號：{2000000 + n % 5} 看診日：113/05/{1 + n % 28:02d}\n主訴：頭痛{n}天，{NAMES[n % 5]}訴電話 0912-345-{n:03d}。"
        + ("\n與 PT-0003 同住。" if n % 7 == 0 else "")
        for n in range(size)
    ]


def broken(**_: Any) -> Pipeline:
    raise ValueError(NAMES[0])


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    with session(2) as opened:
        yield opened


def test_a_frame_becomes_what_the_local_engine_makes_of_its_rows(spark: Any) -> None:
    known = {0: json.dumps({"name": NAMES[0]}), 3: "no JSON"}
    rows: list[tuple[str | None, str | None, str | None]] = [(f"note-{n:04d}", text, known.get(n)) for n, text in enumerate(texts(24))]
    rows += [(None, "", None), ("x", None, None)]
    frame = spark.createDataFrame(rows, "id string, text string, known string")
    told = [row.asDict(recursive=True) for row in on_spark.scrub_frame(frame, make).sort("number").collect()]
    documents = [
        Document(name or str(n), text, json.loads(facts) if facts else {})
        for n, (name, text, facts) in enumerate(rows, 1)
        if text is not None and facts != "no JSON"
    ]
    worker = Worker(replace(make().enrol(documents), memory=None))
    numbers = [n for n, (_, text, facts) in enumerate(rows, 1) if text is not None and facts != "no JSON"]
    wanted = {n: worker(Task(n, 1, document=document)).result for n, document in zip(numbers, documents, strict=True)}
    assert [row.pop("number") for row in told] == list(range(1, len(rows) + 1))
    assert {n: told[n - 1] for n in numbers} == {n: jsonl.record(result) for n, result in wanted.items() if result is not None}
    assert [told[n]["status"] for n in (3, 25)] == ["failed", "failed"]


@pytest.mark.parametrize("vault", ["none", "stored"])
def test_a_folder_becomes_the_same_files(spark: Any, vault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "in"
    source.mkdir()
    notes = texts(20)
    for number, text in enumerate(notes[:6]):
        (source / f"{number}_{NAMES[number % 5]}.txt").write_text(text, "utf-8")
    (source / "a.jsonl").write_text("".join(json.dumps({"id": str(n), "text": t}) + "\n" for n, t in enumerate(notes[6:14])) + "{\n", "utf-8")
    (source / "b.csv").write_text("id,text\n" + "".join(f'{n},"{t}"\n' for n, t in enumerate(notes[14:])), "utf-8")
    monkeypatch.setenv("INCOGNOTE_PASSPHRASE", "correct horse battery")
    outputs = []
    for engine in ("local", "spark"):
        if engine == "spark":
            monkeypatch.setattr("incognote.batch.local.run", partial(on_spark.run, spark=spark))
        out = tmp_path / engine
        url = "none" if vault == "none" else f"sqlite:///{tmp_path}/{engine}.db"
        given = ["scrub", str(source), "-o", str(out), "--vault", url, "--no-tagger", "--on", "2026-11-29", "--quiet"]
        codes = [main.main(given + (["--create"] if vault != "none" and not run else [])) for run in range(2)]
        assert codes == [1, 1]  # a line that is no JSON
        outputs.append({p.name: p.read_bytes() for p in out.iterdir() if p.name != "manifest.jsonl"})
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) == 11


def test_what_spark_writes_cannot_be_read(spark: Any) -> None:
    frame = spark.createDataFrame([("1", text) for text in texts(8)], "id string, text string").repartition(3).persist()
    assert frame.count() == 8
    on_spark.scrub_frame(frame, make).count()
    folder = Path(spark.conf.get("spark.local.dir"))
    assert folder.stat().st_mode & 0o077 == 0
    held = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    assert not [data for data in held if NAMES[0].encode() in data or NAMES[0].encode("utf-16-le") in data or "頭痛".encode() in data]
    frame.unpersist()


def test_an_error_in_a_worker_tells_its_class_alone(spark: Any, capfd: pytest.CaptureFixture[str]) -> None:
    frame = spark.createDataFrame([("1", NAMES[0])], "id string, text string")
    errand = Errand("scrub", "token", SimpleNamespace(value=__import__("pickle").dumps((broken, MemoryVault(), None))))
    with pytest.raises(IncognoteError) as raised, meaning():
        frame.selectExpr("1L as number", "cast(text as binary) as data").mapInPandas(errand, "number long, data binary").collect()
    assert isinstance(raised.value, SparkFailed)
    assert NAMES[0] not in str(raised.value) + repr(raised.value.__cause__)
    assert NAMES[0] not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "encryption"),
        ({"spark.io.encryption.enabled": "true", "spark.eventLog.enabled": "true"}, "eventLog"),
        ({"spark.io.encryption.enabled": "true"}, "network"),
    ],
)
def test_a_spark_that_would_leave_notes_behind_is_refused(settings: dict[str, str], said: str) -> None:
    other = SimpleNamespace(sparkContext=SimpleNamespace(getConf=lambda: settings, master="spark://one:7077"))
    with pytest.raises(UsageError, match=said):
        check(other)
    check(SimpleNamespace(sparkContext=SimpleNamespace(getConf=lambda: {"spark.io.encryption.enabled": "true"}, master="local[2]")))


def test_a_kit_shows_nothing() -> None:
    assert NAMES[0] not in repr(Kit(make, MemoryVault(), None))


