"""The verifier shares nothing with detection: no import, no long pattern."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "incognote"
LONGEST_SHARED = 8


def modules(package: str) -> list[tuple[Path, ast.Module]]:
    return [(path, ast.parse(path.read_text("utf-8"))) for path in sorted((SOURCE / package).rglob("*.py"))]


def imported(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def literals(tree: ast.Module) -> set[str]:
    """String constants inside calls of `re.compile`, parts of f-strings included."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            found |= {c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
    return {text for text in found if len(text) > LONGEST_SHARED}


def test_the_verifier_imports_nothing_of_the_other_stages() -> None:
    stages = ("detect", "resolve", "link", "policy", "vault", "narrative", "formats", "pipeline", "config")
    for path, tree in modules("verify"):
        bad = {name for name in imported(tree) if name.startswith(tuple(f"incognote.{stage}" for stage in stages))}
        assert not bad, f"{path.name} imports {sorted(bad)}"


def test_no_stage_imports_the_verifier() -> None:
    for package in ("detect", "resolve", "link", "policy", "names", "text", "gazetteer"):
        for path, tree in modules(package):
            assert not any(name.startswith("incognote.verify") for name in imported(tree)), path.name


def test_no_pattern_of_more_than_eight_characters_occurs_on_both_sides() -> None:
    ours = {text for _, tree in modules("verify") for text in literals(tree)}
    theirs = {text for _, tree in modules("detect") for text in literals(tree)}
    assert ours, "the test reads no pattern"
    assert not ours & theirs
