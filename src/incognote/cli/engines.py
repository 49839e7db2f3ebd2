"""`scrub --engine`: which engine a batch runs on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from incognote.batch.manifest import Manifest
    from incognote.batch.report import Report
    from incognote.batch.unit import Plan, Watch


ENGINES: Final = ("local", "spark")


def engine(name: str) -> Callable[[Plan, Manifest, Watch], Report]:
    """What does a batch: worker processes, or Spark's workers on this machine; results are the same.

    A cluster is asked from a program of one's own, with `incognote.batch.spark.scrub_frame`.
    """
    if name == "spark":
        from incognote.batch import spark

        return spark.run
    from incognote.batch import local

    return local.run
