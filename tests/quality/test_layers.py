"""The arrows point one way: who may import whom, and where certain knowledge may live."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import incognote

ROOT = Path(incognote.__file__).parent
LEVELS = {
    "document": 0, "labels": 0, "errors": 0, "defaults": 0,
    "text": 1, "names": 1.1, "gazetteer": 1.2, "llm": 1.2,
    "detect": 2, "resolve": 2, "link": 2, "policy": 2, "vault": 2, "verify": 2, "narrative": 2, "formats": 2,
    "registry": 3, "values": 3.1, "pipeline": 3.2, "retelling": 3.25, "config": 3.3,
    "lab": 4, "batch": 4, "desk": 4,
    "cli": 5, "web": 5,
    "__main__": 6,
}  # fmt: skip
STAGES = {name for name, level in LEVELS.items() if level == 2}
HEAVY = {
    "xllamacpp": {"llm/local.py"},
    "regex": {"detect/rules/site.py"},
    "sqlalchemy": {"vault/sql/"},
    "torch": {"lab/train"},
    "matplotlib": {"lab/train/curves.py", "lab/train/lora/curves.py"},
    "transformers": {"lab/train/lora/"},
    "peft": {"lab/train/lora/"},
    "gguf": {"lab/train/lora/"},
    "safetensors": {"lab/train/lora/"},
    "numpy": {"lab/", "detect/viterbi.py", "detect/tagger_model.py"},
    "onnxruntime": {"detect/tagger_model.py", "lab/train/export.py"},
    "onnx": {"lab/train/export.py"},
    "sklearn": {"lab/evaluate/utility.py", "lab/train/tune.py"},
    "reportlab": {"lab/synth/pdf.py", "formats/pdf/rebuild.py", "formats/pdf/fonts.py"},
    "pypdf": {"formats/pdf/file.py", "formats/unpack.py"},
    "lxml": {"formats/xml_.py", "formats/html/", "formats/unpack.py"},
    "openpyxl": {"formats/xlsx/"},
    "pyarrow": {"formats/parquet/", "formats/unpack.py", "batch/spark"},
    "hl7apy": {"formats/hl7/types.py"},
    "jsonpath": {"formats/json/paths.py"},
    "pypdfium2": {"formats/ocr/"},
    "PIL": {"formats/ocr/"},
    "pyspark": {"batch/spark"},
    "py4j": {"batch/spark"},
    "pandas": {"batch/spark"},
    "rich": {"cli"},
    "fastapi": {"web/"},
    "starlette": {"web/"},
    "pydantic": {"web/"},
    "jinja2": {"web/"},
    "python_multipart": {"web/"},
    "uvicorn": {"web/"},
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8"))


def imports(tree: ast.Module) -> Iterator[str]:
    """Every imported module, those inside functions included, but not those for type checkers alone."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def home(module: str) -> str:
    return module.removeprefix("incognote.").split(".")[0].removesuffix(".py")


def test_imports_point_to_lower_layers_only() -> None:
    wrong = []
    for path, tree in modules():
        here = path.split("/")[0].removesuffix(".py")
        if here == "__init__":
            continue
        for module in imports(tree):
            if not module.startswith("incognote."):
                continue
            there = home(module)
            if there == here or there not in LEVELS:
                continue
            if LEVELS[there] > LEVELS[here] or (here in STAGES and there in STAGES):
                wrong.append(f"{path} imports {module}")
    assert not wrong


def test_there_are_no_import_cycles() -> None:
    names = {("incognote." + p.removesuffix(".py").replace("/", ".")).removesuffix(".__init__") for p, _ in modules()}
    graph = {}
    for path, tree in modules():
        name = ("incognote." + path.removesuffix(".py").replace("/", ".")).removesuffix(".__init__")
        graph[name] = {m for m in imports(tree) if m in names and m != name and not name.startswith(m + ".")}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join([*trail, name])
        if name not in done:
            for other in sorted(graph.get(name, ())):
                if not other.startswith(name + ".") or name not in graph.get(other, ()):
                    visit(other, (*trail, name))
            done.add(name)

    for name in sorted(graph):
        visit(name, ())


def test_heavy_libraries_live_behind_one_wall_each() -> None:
    wrong = [
        f"{path} imports {module}"
        for path, tree in modules()
        for module in imports(tree)
        if (allowed := HEAVY.get(module.split(".")[0])) and not any(path.startswith(a) for a in allowed)
    ]
    assert not wrong


def test_no_mark_is_written_outside_the_label_table() -> None:
    from incognote.labels import LABELS

    marks = {f"[{text}]" for row in LABELS.values() for text in row.marks} - {"[IP]"}
    wrong = []
    for path, tree in modules():
        if path == "labels.py":
            continue
        docs = {id(n.body[0].value) for n in ast.walk(tree) if isinstance(n, (ast.Module, ast.FunctionDef, ast.ClassDef)) and n.body and isinstance(n.body[0], ast.Expr)}
        wrong += [
            f"{path}: {node.value!r}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
            and any(mark in node.value for mark in marks)
        ]  # fmt: skip
    assert not wrong


def test_no_operator_builds_a_mark_by_hand() -> None:
    """A mark that `labels` does not know is scrubbed again, and `[2024]` becomes `[[2024]]`."""
    wrong = []
    for path, tree in modules():
        if path.startswith("policy/"):
            constants = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant))
            wrong += [f"{path}: {value!r}" for value in constants if isinstance(value, str) and value.startswith("[")]
    assert not wrong


def test_date_arithmetic_lives_in_the_calendar_alone() -> None:
    """`1911` is how date arithmetic gives itself away; `timedelta` counts days only where days are shifted."""
    wrong = [
        path
        for path, tree in modules()
        if not path.startswith("text/")
        and any(isinstance(n, ast.Constant) and n.value == 1911 for n in ast.walk(tree))
    ]
    assert not wrong


def test_the_chain_in_pipeline_run_stays_a_chain() -> None:
    tree = next(tree for path, tree in modules() if path == "pipeline.py")
    run = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == "run")
    assert run.end_lineno is not None and run.end_lineno - run.lineno <= 14
    assert not [n for n in ast.walk(run) if isinstance(n, (ast.For, ast.While, ast.Try))]


def test_no_machine_path_or_registry_host_stands_in_the_package() -> None:
    pattern = re.compile(r"/root/|/work/|/home/|pypi\.org|deb\.debian")
    assert not [p for p in ROOT.rglob("*.py") if pattern.search(p.read_text("utf-8"))]
