"""What `incognote models` does."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from incognote.cli.progress import progress
from incognote.llm import models
from incognote.llm.hashes import file_hash
from incognote.llm.pull import pull as fetched

OK, FAILED = 0, 1


def show(folder: Path | None, target: TextIO) -> int:
    """Every model, a line each."""
    for model in models.models():
        state = "here" if models.is_here(model, folder) else "not here"
        target.write(f"{model.id}\t{model.size / 1e6:.0f} MB\t{model.licence}\t{state}\n")
    return OK


def pull(named: str, folder: Path | None, target: TextIO) -> int:
    """Fetch one; nothing is fetched again that is here and whole."""
    model = models.model(named)
    with progress("fetching") as tell:
        fetched(model, folder, tell=tell)
    target.write(f"{model.id}\there, SHA-256 {model.sha256}\t{model.licence}, {model.maker}\n")
    return OK


def verify(folder: Path | None, target: TextIO) -> int:
    """Whether the files that are here are the models; 1 where one is not."""
    code = OK
    for model in models.models():
        path = (folder or models.cache_folder()) / model.file
        if not path.is_file():
            target.write(f"{model.id}\tnot here\n")
        elif file_hash(path) == model.sha256:
            target.write(f"{model.id}\tright\n")
        else:
            target.write(f"{model.id}\twrong: its SHA-256 is another\n")
            code = FAILED
    return code
