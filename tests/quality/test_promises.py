"""Promises that are executed: doctests, exported names, what an import loads, where lists come from."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import incognote

ROOT = Path(incognote.__file__).parent
PROJECT = Path(__file__).resolve().parents[2]
MODULES = sorted(m.name for m in pkgutil.walk_packages([str(ROOT)], "incognote."))


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_the_exported_names_are_the_listed_ones() -> None:
    assert sorted(incognote.__all__) == [
        "Document", "Edit", "Entity", "Finding", "Person", "Pipeline", "Policy", "Result", "Span", "scrub",
    ]  # fmt: skip
    for name in incognote.__all__:
        assert getattr(incognote, name) is not None


def test_importing_the_package_loads_the_standard_library_only() -> None:
    code = "import sys, incognote; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout.split()
    foreign = [m for m in loaded if m not in sys.stdlib_module_names and m not in {"incognote", "__main__"} and not m.startswith(("_", "site"))]
    assert not [m for m in foreign if m not in {"sitecustomize", "usercustomize", "distutils-precedence"}]


@pytest.mark.parametrize("path", sorted(ROOT.rglob("data/*.tsv")), ids=lambda p: p.name)
def test_every_list_says_where_it_comes_from(path: Path) -> None:
    head = path.read_text("utf-8").splitlines()[:8]
    for word in ("# SOURCE", "# LICENCE", "# DATE"):
        assert any(line.startswith(word) for line in head), f"{path.name} lacks {word}"


@pytest.mark.parametrize("path", sorted((ROOT / "detect" / "rules").glob("*.py")), ids=lambda p: p.stem)
def test_every_rule_file_has_cases_a_third_of_them_negative(path: Path) -> None:
    if path.stem in {"__init__", "rule", "site"}:
        return
    cases = PROJECT / "tests" / "cases" / "rules" / f"{path.stem}.txt"
    assert cases.exists(), f"{path.stem} has no case file"
    lines = [line for line in cases.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")]
    assert sum("⟦" not in line for line in lines) * 3 >= len(lines), f"{path.stem}: fewer than a third negative"


@pytest.mark.parametrize("path", [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))], ids=lambda p: p.name)
def test_files_named_in_the_docs_exist(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), f"{path.name} points to {target}"
    for target in re.findall(r"`((?:src|docs|tests|benchmarks|examples)/[\w./-]+)`", path.read_text("utf-8")):
        assert (PROJECT / target).exists(), f"{path.name} names {target}"


def test_the_projects_pages_name_no_machine_and_no_registry() -> None:
    pattern = re.compile(r"/work/|/root/|pypi\.org|deb\.debian|registry\.npmjs")
    pages = [p for p in PROJECT.rglob("*") if p.suffix in {".md", ".toml", ".py", ".sh"} and ".venv" not in p.parts and ".cache" not in p.parts]
    assert not [p.name for p in pages if p != Path(__file__) and p.name != "test_layers.py" and pattern.search(p.read_text("utf-8"))]
