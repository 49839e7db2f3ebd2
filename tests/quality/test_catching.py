"""Who may catch everything: the owner of a batch, a command, a job, a request, and of systems under test (their crash is a result).

On Spark an item has two more owners. `batch/apart.py` owns a look at a document: enrolment passes over what
`Pipeline.attempt` fails and reports when it is done. `batch/spark_work.py` owns a worker: any other error would leave it with
its message, which may quote a note, and Spark would log that.
"""

from __future__ import annotations

import ast
from pathlib import Path

import incognote

ROOT = Path(incognote.__file__).parent
OWNERS = {
    "pipeline.py", "batch/apart.py", "batch/enrol.py", "batch/spark_work.py", "batch/work.py", "cli/main.py", "lab/evaluate/systems.py", "desk/jobs.py", "web/outermost.py",
}  # fmt: skip


def catches_everything(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    names = [n.id for n in ast.walk(handler.type) if isinstance(n, ast.Name)]
    return bool({"Exception", "BaseException"} & set(names)) and not is_passed_on(handler)


def is_passed_on(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def test_only_owners_of_a_batch_or_a_command_catch_everything() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ExceptHandler) and catches_everything(node)
    }
    assert found <= OWNERS
    assert found, "the owners themselves are found"
