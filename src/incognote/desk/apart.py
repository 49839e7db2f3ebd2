"""A file of a kind that may be a trap (PDF, DOCX, whatever is unpacked) is read in a process of its own, with little to break.

The child may use so much memory and time and no more, writes nothing to a disk, and answers in JSON. A file that
unpacks to gigabytes or never ends costs its own child alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Final

from incognote.document import Document
from incognote.errors import FormatError, IncognoteError, UsageError
from incognote.formats import kinds, source
from incognote.formats.source import Item, Source, Unread

_MEMORY: Final = 2 * 1024**3
_SECONDS: Final = 30
_TOO_MUCH: Final = "it takes too much time or memory to read: split it, or save it again"


def read(origin: Source, kind: str) -> Iterator[Item]:
    """The items of a file in the format `kind`."""
    try:
        data = origin.read()
    except FormatError as error:
        yield Unread(str(origin.number), str(error).removeprefix(f"input {origin.number}: "))
        return
    yield from _told(_ask(data, kind, origin.number), origin.number)


def _ask(data: bytes, kind: str, number: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "incognote.desk.apart", kind, str(number)]
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
    try:
        done = subprocess.run(
            command, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=_SECONDS + 15, check=False, env=kept
        )
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return {"reason": _TOO_MUCH}
    return answer if isinstance(answer, dict) else {"reason": _TOO_MUCH}


def _told(answer: dict[str, Any], number: int) -> Iterator[Item]:
    if "missing" in answer:
        raise UsageError(str(answer["missing"]))
    if not isinstance(answer.get("items"), list):
        yield Unread(str(number), str(answer.get("reason", _TOO_MUCH)))
        return
    for item in answer["items"]:
        if "reason" in item:
            yield Unread(item["id"], item["reason"])
        else:
            yield Document(item["id"], item["text"], item["known"], item["meta"])


def _limit() -> None:
    """Where the system knows such limits; elsewhere the time alone is watched, by the parent."""
    try:
        import resource
    except ImportError:
        return
    for limit, value in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, _SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(limit, (value, value))
        except (ValueError, OSError):  # a lower limit is in force
            continue


def _child(kind: str, number: int) -> dict[str, Any]:
    try:
        items = list(kinds.module_of(kind).read(source.from_bytes(sys.stdin.buffer.read(), number)))
    except UsageError as error:
        return {"missing": str(error)}
    except IncognoteError as error:
        return {"reason": str(error).removeprefix(f"input {number}: ")}
    except (MemoryError, RecursionError):
        return {"reason": _TOO_MUCH}
    return {"items": [_written(item) for item in items]}


def _written(item: Item) -> dict[str, Any]:
    if isinstance(item, Unread):
        return {"id": item.id, "reason": item.reason}
    return {"id": item.id, "text": item.text, "known": dict(item.known), "meta": dict(item.meta)}


if __name__ == "__main__":
    _limit()
    answer = json.dumps(_child(sys.argv[1], int(sys.argv[2])))
    sys.stdout.buffer.write(answer.encode("utf-8"))
