"""FHIR R4 in JSON: a resource, a Bundle, or ndjson, read by patient and written again as it was.

A patient and all that points to them are one document; what points to nobody is one more. What identifies by what it
is (names, identifiers, telecom, addresses) is known of the document and goes whether it was found or not; codes of
terminologies, quantities and sex stay. A date that is masked becomes an element with the extension for masked data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Final

from incognote.document import Document, Result
from incognote.errors import FormatError
from incognote.formats.fhir.groups import Group, groups
from incognote.formats.fhir.ids import Ids, Key, is_known_uri, is_plain, pointer, squeezed
from incognote.formats.fhir.lay import SEARCH, lay, lay_entry, lay_metas
from incognote.formats.fhir.package import Package, is_fhir, opened, written
from incognote.formats.fhir.page import Page
from incognote.formats.fhir.parts import names_around
from incognote.formats.fhir.people import known_of
from incognote.formats.fhir.slot import tidy
from incognote.formats.fhir.words import script_of_all
from incognote.formats.json.text import Number
from incognote.formats.laid import replacing
from incognote.formats.naming import code_of
from incognote.formats.source import LEFT_OUT, LONGEST, Item, Source, Unread, too_long
from incognote.labels import OUR_MARKS

__all__ = ["is_fhir", "read", "write"]
_CODE: Final = re.compile(r"[A-Z]{1,8}-\d{4,}")
_WORD: Final = re.compile(r"[A-Za-z0-9]+|[^\W\x00-\x7f]+")
_TITLES: Final = frozenset("dr mr mrs ms miss mx prof md rn phd 醫師 医师 醫生 医生 先生 小姐 女士 主任 教授 護理師 护士 君".split())
_NO_IDENTITY: Final = frozenset({"DATE", "TIME", "AGE", "ROOM", "PROFESSION", "CONTEXT"})
_PLAIN_CODE: Final = re.compile(r"[a-z][a-z-]*")
_SHORTEST: Final = 4
_LONG_CODE: Final = 200
_YEAR: Final = 4


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """A Document for each patient and one for what is of nobody, then the lines that cannot be read."""
    del encoding
    name = str(source.number)
    try:
        package = opened(source)
        laid = _laid(package)
    except FormatError as error:
        yield Unread(name, str(error).removeprefix(f"input {name}: "))
        return
    for number, (group, page) in enumerate(laid, 1):
        if page.laid.size > LONGEST:
            yield Unread(f"{name}:{number}", f"the resources of one patient are {too_long()}")
            continue
        left_out = {LEFT_OUT: ", ".join(dict.fromkeys(page.left_out))} if page.left_out else {}
        identifier = name if len(laid) == 1 and not package.unread else f"{name}:{number}"
        yield Document(identifier, page.laid.text, _known(group), left_out)
    yield from package.unread


def write(results: Iterable[Result], target: BinaryIO, source: Source, *, encoding: str | None = None) -> int:
    """The file with its people gone, in UTF-8; how many documents were withheld, whose resources are left out.

    `results` are those of `read(source)` in order, one for each Unread too; lines that could not be read are not written.
    """
    del encoding
    answers = list(results)
    try:
        package = opened(source)
        laid = _laid(package)
    except FormatError:
        return 0
    answers = answers[: len(laid)]
    removed = set(_removed(laid, answers))
    codes = {g.patient: code for (g, _), r in zip(laid, answers, strict=True) if g.patient and (code := code_of(r))}
    ids = Ids(_keys(page for _, page in laid), codes, removed)
    forms = frozenset(form for form in map(squeezed, removed) if len(form) >= (_SHORTEST if form.isascii() else 2))
    given = set(codes.values())
    withheld = 0
    for (group, page), result in zip(laid, answers, strict=True):
        if result.text is None:
            withheld += 1
            _leave_out(group, package)
        else:
            page.laid.apply(replacing(result.edits))
            _finish(page, ids, forms, given)
    for holder, _ in package.roots:
        for root in holder:
            tidy(root)
    if withheld < len(laid):
        target.write(written(package))
    return withheld


def _laid(package: Package) -> list[tuple[Group, Page]]:
    """The documents of a file: each group of resources, and where its text is laid down."""
    made = groups(package)
    if package.bundles and len(made) != 1 and (not made or made[-1].patient is not None):
        made.append(Group(None, [], []))
    laid = []
    for group in made:
        resources = [entry.resource for entry in group.entries]
        page = Page(script_of_all([*resources, *group.around]))
        for other in group.around:
            names_around(other, page)
        for entry in group.entries:
            lay(entry.resource, page)
            if entry.held is not entry.resource:
                lay_entry(entry.held, page)
        laid.append((group, page))
    nested = {id(entry.resource) for entry in (e for group in made for e in group.entries)}
    for bundle in package.bundles:
        if id(bundle) not in nested:
            lay(bundle, laid[-1][1])
    for _, page in laid:
        lay_metas(page)
    return [(group, page) for group, page in laid if page.laid.size or group.entries or len(laid) == 1]


def _known(group: Group) -> dict[str, Any]:
    resources = [*(entry.resource for entry in group.entries), *group.around]
    resources += [inner for resource in resources for inner in resource.get("contained") or () if isinstance(inner, dict)]
    patients = [resource for resource in resources if resource.get("resourceType") == "Patient"]
    identifier = group.patient[1] if group.patient and not is_plain(group.patient[1]) and not group.patient[1].startswith(("urn:", "http", "?")) else ""
    return known_of(patients, (r for r in resources if r.get("resourceType") != "Patient"), identifier)


def _keys(pages: Iterable[Page]) -> Iterator[Key]:
    """Every id of the file, those of resources first: they are numbered before those that only are pointed to."""
    held = list(pages)
    for page in held:
        yield from (key for _, key in page.keys)
    for page in held:
        yield from (found.key for _, text in page.links if not is_known_uri(text) and (found := pointer(text)))


def _removed(laid: Sequence[tuple[Group, Page]], answers: Sequence[Result]) -> Iterator[str]:
    """What stood where an edit is now, and what identifies by what it is."""
    for (_, page), result in zip(laid, answers, strict=True):
        text = page.laid.text
        yield from (text[e.start : e.end] for e in result.edits if e.start < e.end and e.label not in _NO_IDENTITY)
        yield from (value for _, value in page.owned)


def _finish(page: Page, ids: Ids, forms: frozenset[str], codes: set[str]) -> None:
    """What is to be done once the edits are put: what identifies goes, ids and links change together."""
    for slot, before in page.owned:
        if isinstance(slot.value, str) and _is_left(slot.value, before, codes):
            slot.mask()
    edited = [slot for slot, before in page.dates if slot.value != before and slot.name != "birthDate"]
    for slot, before in page.dates if edited else ():
        if slot.value == before and len(before) > _YEAR:
            slot.mask()
    for slot, key in page.keys:
        slot.set(ids.id(key))
    for slot, before in page.links:
        if slot.value is not None:
            search = SEARCH.match(before)
            told = search[0] if search and slot.name == "url" else None if search else ids.uri(before)
            slot.set(told) if told else slot.mask()
    for call in page.finish:
        call()
    for slot in page.guarded:
        value = slot.value
        if isinstance(value, str) and not _PLAIN_CODE.fullmatch(value) and _holds(squeezed(value), forms):
            slot.mask()


def _is_left(value: str, before: str, codes: set[str]) -> bool:
    """Whether a word of what stood there is still to be read beside our marks and codes; a title alone may be."""
    if value == before:
        return value not in codes and any(map(str.isalnum, value))
    rest = _CODE.sub(lambda found: " " if found[0] in codes else found[0], OUR_MARKS.sub(" ", value))
    words = {word.lower() for word in _WORD.findall(before)}
    return any(word.lower() not in _TITLES and (word.lower() in words if word.isascii() else word in before) for word in _WORD.findall(rest))


def _holds(value: str, forms: frozenset[str]) -> bool:
    """Whether a form stands in a code. Codes are short and a file may have a hundred thousand forms, so pieces are asked for.

    >>> _holds("ward1234567", frozenset({"1234567"})), _holds("ward123456", frozenset({"1234567"}))
    (True, False)
    """
    size = len(value)
    if size > _LONG_CODE:
        return any(form in value for form in forms)
    return any(value[start:end] in forms for start in range(size) for end in range(start + 2, size + 1))


def _leave_out(group: Group, package: Package) -> None:
    """Take the resources of a withheld document out of the file, and what a Bundle says if it was in that document."""
    gone = {id(entry.held) for entry in group.entries}
    for holder in {id(entry.holder): entry.holder for entry in group.entries}.values():
        holder[:] = [held for held in holder if id(held) not in gone]
    if group.patient is None:
        for bundle in package.bundles:
            for key in bundle.keys() - {"resourceType", "type", "entry"}:
                del bundle[key]
    for bundle in package.bundles:
        if isinstance(bundle.get("total"), Number):
            bundle["total"] = Number(len(bundle.get("entry", ())))
