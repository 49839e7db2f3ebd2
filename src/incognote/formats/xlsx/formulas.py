"""Formulas of a workbook: the texts in them, and the names that they use, written anew where those change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from incognote.formats.xlsx.cells import formula_of, hidden

_FORBIDDEN: Final = str.maketrans({"[": "(", "]": ")", ":": "-", "*": "-", "?": "-", "/": "-", "\\": "-", "'": ""})
_TITLE_LENGTH: Final = 31
_NO_NAME: Final = re.compile(r"[^\w.]+")

_TOKEN: Final = re.compile(r"""(?s)"[^"]*(?:""[^"]*)*"|'[^']*(?:''[^']*)*'|\[[^\[\]]*\]|[^"'\[\]+*/^&=<>(),;{}\s%-]+|.""")
"""A text, a quoted sheet, a column of a table, a name or reference, or a sign."""


class Holder(NamedTuple):
    """A formula, `=` in front, and how it is put back."""

    formula: str
    put: Callable[[str], None]

    def __repr__(self) -> str:
        return "Holder(...)"


@dataclass
class Renames:
    """What was changed that formulas use: old to new."""

    titles: dict[str, str] = field(default_factory=dict, repr=False)
    names: dict[str, str] = field(default_factory=dict, repr=False)
    tables: dict[str, str] = field(default_factory=dict, repr=False)
    columns: dict[str, str] = field(default_factory=dict, repr=False)
    literals: dict[str, str] = field(default_factory=dict, repr=False)

    def follow(self, model: Any) -> None:
        """Give sheets, names and tables their new names, and the formulas with them."""
        self._name_columns(model)
        self.titles = _unique(self.titles, {sheet.title for sheet in model.worksheets}, _title)
        self.names = _unique(self.names, {n for place in (model, *model.worksheets) for n in place.defined_names}, _name)
        self.tables = _unique(self.tables, {t for sheet in model.worksheets for t in sheet.tables}, _name)
        olds = [*self.titles, *self.names, *self.tables, *self.columns, *self.literals]
        if olds:
            for holder in list(holders(model)):
                if any(old.replace('"', '""') in holder.formula or old.replace("'", "''") in holder.formula for old in olds):
                    holder.put(self._anew(holder.formula))
        for sheet in model.worksheets:
            if sheet.title in self.titles:
                sheet.title = self.titles[sheet.title]
            _rename(sheet.defined_names, self.names)
            for table in sheet.tables.values():
                table.name = table.displayName = self.tables.get(table.displayName, table.displayName)
        _rename(model.defined_names, self.names)

    def _name_columns(self, model: Any) -> None:
        """The columns of a table are called as the cells above them say, or the file counts as damaged."""
        for sheet in model.worksheets:
            for table in sheet.tables.values():
                if table.headerRowCount == 0:
                    continue
                cells = next(iter(sheet[table.ref]), ())
                used: set[str] = set()
                for at, (column, cell) in enumerate(zip(table.tableColumns, cells, strict=False), 1):
                    wanted = str(cell.value or "").strip() or f"Column{at}"
                    while wanted.lower() in used:
                        wanted += f"_{at}"
                    used.add(wanted.lower())
                    if str(cell.value or "") != wanted and type(cell).__name__ != "MergedCell":
                        cell._value, cell.data_type = wanted, "s"
                    if column.name != wanted:
                        self.columns[column.name], column.name = wanted, wanted

    def _anew(self, formula: str) -> str:
        return "=" + "".join(self._token(token) for token in _TOKEN.findall(formula[1:]))

    def _token(self, token: str) -> str:
        if token.startswith('"'):
            text = _unquoted(token)
            return _quoted(self.literals[text]) if text in self.literals else token
        if token.startswith("'"):
            names = token[1:-1].replace("''", "'").split(":")
            return "'" + ":".join(self.titles.get(name, name) for name in names) + "'" if self.titles.keys() & set(names) else token
        if token.startswith("["):
            return "[" + self.columns.get(token[1:-1], token[1:-1]) + "]" if token.endswith("]") else token
        sheet, mark, rest = token.rpartition("!")
        names = sheet.split(":")
        if self.titles.keys() & set(names):
            sheet = "'" + ":".join(self.titles.get(name, name) for name in names) + "'"
        return sheet + mark + self.tables.get(rest, self.names.get(rest, rest))


def _rename(names: Any, renames: dict[str, str]) -> None:
    for old, new in renames.items():
        defined = names.pop(old, None)
        if defined is not None:
            defined.name = new
            names[new] = defined


def _unique(renames: dict[str, str], taken: set[str], fit: Callable[[str], str]) -> dict[str, str]:
    """`renames` made such as a spreadsheet takes, none like another."""
    used = {name.lower() for name in taken - renames.keys()}
    found: dict[str, str] = {}
    for old, new in renames.items():
        wanted, number = fit(new), 1
        while wanted.lower() in used:
            number += 1
            wanted = f"{fit(new)[: _TITLE_LENGTH - 4]}_{number}"
        used.add(wanted.lower())
        found[old] = wanted
    return found


def _title(text: str) -> str:
    """A title that a sheet can have.

    >>> _title("[NAME]_CT 2024/2")
    '(NAME)_CT 2024-2'
    """
    return " ".join(text.translate(_FORBIDDEN).split())[:_TITLE_LENGTH].strip() or "Sheet"


def _name(text: str) -> str:
    """A name that a range or a table can have; what looks like a cell or begins with a digit is none."""
    return "_" + _NO_NAME.sub("_", text).strip("_")


def holders(model: Any) -> Iterator[Holder]:
    """Every formula of a workbook: of cells, names, lists of allowed values, conditional formats and tables."""
    for sheet in model.worksheets:
        for cell in sheet._cells.values():
            if cell.data_type == "f" and formula_of(cell).startswith("="):
                yield Holder(formula_of(cell), _into_cell(cell))
        for validation in sheet.data_validations.dataValidation:
            yield from _of(validation, "formula1", "formula2")
        for formatting in sheet.conditional_formatting:
            for rule in formatting.rules:
                for at, formula in enumerate(rule.formula or ()):
                    yield Holder("=" + str(formula), _into_list(rule.formula, at))
        for table in sheet.tables.values():
            for column in table.tableColumns:
                for part in (column.calculatedColumnFormula, column.totalsRowFormula):
                    if part is not None:
                        yield from _of(part, "attr_text")
    for place in (model, *model.worksheets):
        for defined in place.defined_names.values():
            yield from _of(defined, "attr_text")


def _of(holder: Any, *names: str) -> Iterator[Holder]:
    for name in names:
        formula = getattr(holder, name)
        if formula:
            yield Holder("=" + str(formula), partial(_into_attribute, holder, name))


def _into_attribute(holder: Any, name: str, new: str) -> None:
    setattr(holder, name, new[1:])


def _into_list(formulas: Any, at: int) -> Callable[[str], None]:
    def put(new: str) -> None:
        formulas[at] = new[1:]

    return put


def _into_cell(cell: Any) -> Callable[[str], None]:
    def put(new: str) -> None:
        if isinstance(cell.value, str):
            cell._value = new
        else:
            cell.value.text = new

    return put


def literals(formula: str) -> Iterator[str]:
    """The texts in a formula, those of one list together.

    >>> list(literals('=IF(A1="王大明","a ""b",1)'))
    ['王大明', 'a "b']
    """
    if '"' in formula:
        yield from (_unquoted(token) for token in _TOKEN.findall(formula) if len(token) > 2 and token.startswith('"'))


def _unquoted(value: str) -> str:
    return value[1:-1].replace('""', '"')


def _quoted(text: str) -> str:
    return '"' + hidden(text).replace('"', '""') + '"'
