"""Spark on this machine with its doors shut, and what is asked of a Spark that somebody else runs.

Spark writes more than it says: shuffled and broadcast data to local folders, plans to an event log, values into
logs and into errors of tasks. Here all local data are encrypted with a key of the session (`spark.io.encryption`),
they lie in a folder that only we may read and that is gone at the end, there is no event log, no page, no listener on
any address but this machine's own, and Spark's own log is off.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from incognote.errors import IncognoteError, UsageError

MISSING: Final = "Spark needs a few more packages and Java 17 or later: pip install 'incognote[spark]'"
_LOG: Final = """rootLogger.level = off
rootLogger.appenderRef.none.ref = none
appender.none.type = Null
appender.none.name = none
"""
_ASKED: Final = (
    ("spark.io.encryption.enabled", "true", "what Spark writes to local folders would be readable"),
    ("spark.eventLog.enabled", "false", "the event log would tell paths and plans"),
)
_WIRES: Final = ("spark.network.crypto.enabled", "spark.ssl.rpc.enabled")
_ROWS: Final = 200
"""Rows that go to a worker at once."""


@contextmanager
def session(cores: int, *, memory: str = "2g") -> Iterator[Any]:
    """A SparkSession with `cores` workers on this machine; everything it wrote is removed at the end."""
    _check_packages()
    from pyspark.sql import SparkSession

    if SparkSession.getActiveSession() is not None:
        raise UsageError("a Spark session is open in this process already: call scrub_frame with a frame of it")
    folder = Path(tempfile.mkdtemp(prefix=".incognote-spark-"))  # mode 0700
    own = {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    own |= {"SPARK_LOCAL_DIRS": str(folder), "SPARK_LOG_DIR": str(folder)}
    before = {name: os.environ.get(name) for name in (*own, "SPARK_CONF_DIR")}
    spark = None
    try:
        (folder / "log4j2.properties").write_text(_LOG, "ascii")
        os.environ |= own
        os.environ.pop("SPARK_CONF_DIR", None)  # a site's own settings might log events
        builder = SparkSession.builder.master(f"local[{cores},3]").appName("incognote")
        for setting in _settings(folder, cores, memory).items():
            builder = builder.config(*setting)
        spark = _started(builder)
        spark.sparkContext.setLogLevel("OFF")
        yield spark
    finally:
        if spark is not None:
            _stop(spark)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        shutil.rmtree(folder, ignore_errors=True)


def _started(builder: Any) -> Any:
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]
    from pyspark.errors import PySparkException

    try:
        with _silence():
            return builder.getOrCreate()
    except (Py4JError, PySparkException, OSError, RuntimeError, TypeError) as error:  # what they say holds paths
        raise IncognoteError(f"Spark does not start ({type(error).__name__}): is Java 17 or later installed?") from None


def _settings(folder: Path, cores: int, memory: str) -> Mapping[str, str]:
    java = (
        "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 "  # Java only hands bytes on: it should start quickly and stay small
        f"-Dlog4j2.configurationFile={folder / 'log4j2.properties'} -Djava.io.tmpdir={folder} "
        "-XX:-UsePerfData -XX:ErrorFile=/dev/null -XX:-CreateCoredumpOnCrash"
    )
    return {
        "spark.io.encryption.enabled": "true",
        "spark.io.encryption.keySizeBits": "256",
        "spark.eventLog.enabled": "false",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.local.dir": str(folder),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": memory,
        "spark.driver.extraJavaOptions": java,
        "spark.executorEnv.OMP_NUM_THREADS": "1",
        "spark.python.worker.reuse": "true",
        "spark.sql.shuffle.partitions": str(cores),
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.sql.execution.arrow.maxRecordsPerBatch": str(_ROWS),
        "spark.sql.execution.pyspark.udf.simplifiedTraceback.enabled": "true",
        "spark.sql.pyspark.dataFrameDebugging.enabled": "false",
        "spark.sql.debug.maxToStringFields": "0",
    }


@contextmanager
def _silence() -> Iterator[None]:
    """What is started now has no standard error: Java and the Python workers below it would print there what they met."""
    before, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nothing)


def _check_packages() -> None:
    if any(find_spec(name) is None for name in ("pyspark", "pandas", "pyarrow")):
        raise UsageError(MISSING)
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        raise UsageError(MISSING)


def _stop(spark: Any) -> None:
    """End the session and the Java beside it: the next session starts its own, with a folder of its own."""
    from pyspark import SparkContext

    spark.stop()
    gateway = SparkContext._gateway
    if gateway is not None:
        process = getattr(gateway, "proc", None)
        gateway.shutdown()
        SparkContext._gateway = SparkContext._jvm = None
        if process is not None:
            process.stdin.close()
            process.wait(30)


def check(spark: Any) -> None:
    """A UsageError where a session that is not ours would leave notes behind."""
    conf = spark.sparkContext.getConf()
    for name, wanted, why in _ASKED:
        if conf.get(name, "false").lower() != wanted:
            raise UsageError(f"set {name} to {wanted} for this Spark: {why}")
    is_remote = not spark.sparkContext.master.startswith("local")
    if is_remote and "true" not in (conf.get(name, "false").lower() for name in _WIRES):
        raise UsageError(f"set {_WIRES[0]} to true for this Spark: notes and keys would cross the network in the clear")


@contextmanager
def meaning() -> Iterator[None]:
    """What Spark raises in words of ours: its own messages quote plans, paths and what workers said."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JError, PySparkException) as error:
        raise SparkFailed(f"Spark could not finish a task ({type(error).__name__})") from None


class SparkFailed(IncognoteError):  # noqa: N818 - it reads as what happened
    """A job of Spark's ended without its answers."""
