"""The small language model that some tests run, where `make model` has put it."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from incognote.llm.models import is_here, model

SMALL = "qwen2.5-coder-0.5b-instruct-q4_k_m"
IS_HERE = is_here(model(SMALL)) and find_spec("xllamacpp") is not None
needs_small_model = pytest.mark.skipif(not IS_HERE, reason="the small language model is not here: make model")
