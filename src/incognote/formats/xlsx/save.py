"""A workbook's package, written: what its model holds, and nothing of what a reader keeps beside the sheets."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any, BinaryIO, Final

from incognote.formats.xlsx.cells import ELSEWHERE

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_STAMP: Final = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")


def save(model: Any, target: BinaryIO) -> None:
    """The package; the same bytes for the same content."""
    _strip(model)
    made = io.BytesIO()
    model.save(made)
    packed = io.BytesIO()  # a package is not written by pieces into what cannot be wound back
    with zipfile.ZipFile(made) as archive, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for entry in archive.infolist():
            part = archive.read(entry)
            if entry.filename == "docProps/core.xml":
                part = _STAMP.sub(rb"\g<1>1980-01-01T00:00:00Z", part)
            info = zipfile.ZipInfo(entry.filename, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, part)
    target.write(packed.getvalue())


def _strip(model: Any) -> None:
    from openpyxl.packaging.core import DocumentProperties
    from openpyxl.packaging.custom import CustomPropertyList
    from openpyxl.styles.table import TableStyleList
    from openpyxl.worksheet.scenario import ScenarioList

    model.properties = DocumentProperties(creator="")
    model.custom_doc_props = CustomPropertyList()
    model._table_styles = TableStyleList()
    model.code_name = None
    model.loaded_theme = _plain_theme(model.loaded_theme)
    model._external_links = []
    for place in (model, *model.worksheets):
        for name in [name for name, defined in place.defined_names.items() if ELSEWHERE.search(defined.attr_text or "")]:
            del place.defined_names[name]
    for sheet in model.worksheets:
        asked = sheet.data_validations.dataValidation
        sheet.data_validations.dataValidation = [each for each in asked if not ELSEWHERE.search(str(each.formula1) + str(each.formula2))]
        sheet._charts, sheet._images, sheet._pivots, sheet.legacy_drawing = [], [], [], None
        sheet.scenarios = ScenarioList()
        sheet.sheet_properties.codeName = None
        sheet.auto_filter.filterColumn = []
        sheet.auto_filter.sortState = None
        sheet.page_setup.id = None
    if all(sheet.sheet_state != "visible" for sheet in model.worksheets):
        model.worksheets[0].sheet_state = "visible"


def _plain_theme(theme: bytes | None) -> bytes | None:
    return re.sub(rb'(<\w+:(?:theme|clrScheme|fontScheme|fmtScheme)\b[^>]*?\bname=)"[^"]*"', rb'\1"Office"', theme) if theme else theme
