"""Files out of a body, as it comes in: each goes straight into a sealed file without a name.

The names that a client gives are read for their ending and thrown away. A usual parser would put large files on
the disk as they are, so this one feeds `python_multipart` itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from incognote.desk.jobs import Job, Plan
from incognote.desk.upload import Upload, close, format_of
from incognote.formats.spool import Spool
from incognote.web.errors import Refused
from incognote.web.services import Services

_FIELD_BYTES: Final = 8 * 1024
_FIELDS: Final = 20
_HEADER_BYTES: Final = 4 * 1024


class Form(NamedTuple):
    """The files and the small fields beside them."""

    uploads: tuple[Upload, ...]
    fields: dict[str, str]

    def __repr__(self) -> str:
        return f"Form({len(self.uploads)} uploads, {len(self.fields)} fields)"


async def read_form(request: Request, *, most_files: int) -> Form:
    """The form of a request; Refused leaves nothing behind."""
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    boundary = options.get(b"boundary")
    if kind != b"multipart/form-data" or not boundary or len(boundary) > 70:
        raise Refused(415, "unsupported_media_type")
    form = _Form(most_files)
    is_whole = False
    try:
        parser = MultipartParser(boundary, form.callbacks())
        async for chunk in request.stream():
            if chunk:
                parser.write(chunk)
        parser.finalize()
        is_whole = form.is_ended
    except FormParserError:
        raise Refused(400, "bad_request") from None
    finally:
        if not is_whole:  # on every way out: too large, too slow, gone, malformed
            close(form.uploads)
    if not is_whole:
        raise Refused(400, "bad_request")
    return Form(tuple(form.uploads), form.fields)


async def handed_over(request: Request, having: Services, owner: str, plan: Callable[[Form], Plan]) -> Job:
    """The job that works on the files of a request. `plan` runs apart and refuses what cannot be done; then nothing is left behind."""
    form = await read_form(request, most_files=having.settings.upload_files)
    is_taken = False
    try:
        made = await having.pool.run(plan, form)
        is_taken = True  # from here on the uploads are the job's to close
        job = having.jobs.start(owner, form.uploads, made)
    finally:
        if not is_taken:
            close(form.uploads)
    if job is None:
        raise Refused(503, "overloaded", retry_after=10)
    return job


async def read_body(request: Request, name: str) -> Upload:
    """The one file that is all of the body; `name` is what it was called. Refused leaves nothing behind."""
    upload = Upload(1, format_of(name), Spool())
    try:
        async for chunk in request.stream():
            upload.spool.write(chunk)
    except BaseException:
        close((upload,))
        raise
    return upload


class _Form:
    """What the parser calls; one part after the other."""

    def __init__(self, most_files: int) -> None:
        self._most = most_files
        self.uploads: list[Upload] = []
        self.fields: dict[str, str] = {}
        self.is_ended = False
        self._header = bytearray()
        self._value = bytearray()
        self._disposition = b""
        self._field: str | None = None
        self._content = bytearray()

    def callbacks(self) -> Any:
        called: dict[str, Callable[..., None]] = {
            "on_part_begin": self._begin,
            "on_header_field": self._name,
            "on_header_value": self._told,
            "on_header_end": self._header_end,
            "on_headers_finished": self._headers_finished,
            "on_part_data": self._data,
            "on_part_end": self._end,
            "on_end": self._all,
        }
        return called

    def _begin(self) -> None:
        self._disposition = b""
        self._header.clear()
        self._value.clear()

    def _name(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]
        self._check()

    def _told(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]
        self._check()

    def _check(self) -> None:
        if len(self._header) + len(self._value) > _HEADER_BYTES:
            raise Refused(400, "bad_request")

    def _header_end(self) -> None:
        if bytes(self._header).lower() == b"content-disposition":
            self._disposition = bytes(self._value)
        self._header.clear()
        self._value.clear()

    def _headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._field = None
        self._content.clear()
        if b"filename" in options:
            if len(self.uploads) >= self._most:
                raise Refused(413, "too_many_files")
            name = options[b"filename"].decode("utf-8", "replace")
            self.uploads.append(Upload(len(self.uploads) + 1, format_of(name), Spool()))
        else:
            if len(self.fields) >= _FIELDS:
                raise Refused(400, "bad_request")
            self._field = options.get(b"name", b"").decode("utf-8", "replace")

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._field is None:
            self.uploads[-1].spool.write(data[start:end])
            return
        self._content += data[start:end]
        if len(self._content) > _FIELD_BYTES:
            raise Refused(400, "bad_request")

    def _end(self) -> None:
        if self._field is not None:
            self.fields[self._field] = self._content.decode("utf-8", "replace")

    def _all(self) -> None:
        self.is_ended = True
