"""The runtime's telemetry is off before it is imported, by whichever door."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("door", "needs"), [("incognote.detect.tagger_model", ()), ("incognote.lab.train.export", ("torch", "onnx")), ("incognote.lab.train.tune", ("sklearn",))])
def test_telemetry_is_off_whoever_imports_the_runtime_by_way_of_the_model(door: str, needs: tuple[str, ...]) -> None:
    for name in ("onnxruntime", *needs):
        pytest.importorskip(name, reason="needs pip install 'incognote[dev]'")
    watched = f"""
import os, sys
class Watch:
    def find_spec(self, name, *more):
        if name == "onnxruntime":
            print(os.environ.get("ORT_DISABLE_TELEMETRY"))
sys.meta_path.insert(0, Watch())
import {door}
"""
    assert subprocess.run([sys.executable, "-c", watched], check=True, capture_output=True, text=True).stdout == "1\n"
