"""What the study runs: models, data sets and rows, from TOML. A key that is not known is an error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Final, NamedTuple

from incognote.errors import ConfigError, UsageError
from incognote.lab.train.language import SIZES
from incognote.lab.train.settings import made, names_in, table_of, text_of

DATA: Final = ("raw", "daga", "mr", "both")
SPLITS: Final = {"document": "", "sentence": "closed."}
"""The splits of `cn-ehr`, and what stands in the names of their files."""
UNITS: Final = ("document", "skeleton")
KINDS: Final = ("transformer", "gru", "bilstm")
GRIDS: Final = files("incognote.lab.train.study").joinpath("grids")


@dataclass(frozen=True, slots=True)
class Kind:
    """A model: `layers` of e5 in order for a transformer, `hidden` channels a direction for a recurrent one.

    `teacher`: the row whose model of the first seed teaches it (TinyBERT's two stages, `lab/train/distil`), for
    `first_passes` over the data before the prediction's. `seconds` a step are a first guess of what it costs, until a
    run of it has told.
    """

    title: str
    kind: str = "transformer"
    layers: tuple[int, ...] = (0,)
    hidden: int = 256
    dropout: float = 0.1
    freeze_embeddings: bool = False
    rate: float = 2e-4
    head_rate: float = 2e-3
    teacher: str = ""
    first_passes: int = 2
    seconds: float = 0.6


@dataclass(frozen=True, slots=True, repr=False)
class Row:
    """A row of the tables: one run for each seed.

    `share` of the training text, drawn by whole `unit`s (a document: a skeleton filled once) with the run's seed;
    what is added is made from that share alone. `copies` of each sentence are replaced, and as many sampled.
    """

    name: str
    model: str
    data: str
    split: str = "document"
    share: float = 1.0
    unit: str = "document"
    copies: int = 1
    seeds: tuple[int, ...] = (1,)

    def __repr__(self) -> str:
        return f"Row({self.name})"


@dataclass(frozen=True, slots=True, repr=False)
class Grid:
    """All rows. Every run sees as many pieces as `passes` over the whole training text of its split hold.

    `size` is that of DAGA's language model; `limit` takes so many sentences of each split (0: all).
    """

    models: Mapping[str, Kind]
    rows: tuple[Row, ...]
    passes: int = 8
    batch: int = 2048
    size: str = "paper"
    limit: int = 0
    vocabulary: int = 16_000
    corpora: str = "corpora"
    threads: int = 1
    warm_up: float = 0.1

    def __repr__(self) -> str:
        return f"Grid({len(self.rows)} rows)"


class Run(NamedTuple):
    """One training."""

    row: Row
    seed: int

    @property
    def name(self) -> str:
        return f"{self.row.name}-s{self.seed}"

    def __repr__(self) -> str:
        return f"Run(seed {self.seed})"


def grid_names() -> tuple[str, ...]:
    """The grids that come with the package.

    >>> grid_names()
    ('affordable', 'smoke')
    """
    return names_in(GRIDS)


def load_grid(name_or_path: str) -> Grid:
    """A grid of the package by name, or one from a file (a path that ends in .toml).

    Raises:
        ConfigError: says what is wrong.
    """
    return parse(text_of(name_or_path, GRIDS, "grid"))


def parse(text: str) -> Grid:
    """The grid that `text` (TOML) says.

    Raises:
        ConfigError: it is no TOML, or a key or value is wrong.
    """
    grid: Grid = made(Grid, table_of(text, "grid"), "")
    _check(grid)
    return grid


def _check(grid: Grid) -> None:
    names = [row.name for row in grid.rows]
    wrong = {
        "a grid has tables [models.NAME] and [[rows]]": not (grid.models and grid.rows),
        "two rows have one name": len(set(names)) < len(names),
        f"data is one of {', '.join(DATA)}": any(row.data not in DATA for row in grid.rows),
        "a row names a model that is not there": any(row.model not in grid.models for row in grid.rows),
        f"split is one of {', '.join(SPLITS)}": any(row.split not in SPLITS for row in grid.rows),
        f"unit is one of {', '.join(UNITS)}": any(row.unit not in UNITS for row in grid.rows),
        f"kind is one of {', '.join(KINDS)}": any(model.kind not in KINDS for model in grid.models.values()),
        "a teacher is a row of a transformer without a teacher": not _teachers(grid) <= {row.name for row in grid.rows if _may_teach(grid.models.get(row.model))},
        "a share is above 0, 1 at most": any(not 0 < row.share <= 1 for row in grid.rows),
        "copies and seeds are 1 and more": any(row.copies < 1 or not row.seeds or min(row.seeds) < 1 for row in grid.rows),
        f"size is one of {', '.join(SIZES)}": grid.size not in SIZES,
        "passes is at least 1, batch at least 128": grid.passes < 1 or grid.batch < 128,
    }
    for message, is_wrong in wrong.items():
        if is_wrong:
            raise ConfigError(message)


def _teachers(grid: Grid) -> set[str]:
    return {model.teacher for model in grid.models.values() if model.teacher}


def _may_teach(model: Kind | None) -> bool:
    return model is not None and model.kind == "transformer" and not model.teacher


def teacher_of(grid: Grid, run: Run) -> Run | None:
    """The run whose model teaches this one."""
    name = grid.models[run.row.model].teacher
    return next((Run(row, row.seeds[0]) for row in grid.rows if row.name == name), None)


def runs(grid: Grid, only: tuple[str, ...] = ()) -> list[Run]:
    """The trainings in order: first seeds first within a row. `only`: names of rows or runs, `*` for any part.

    Raises:
        UsageError: none is so named.
    """
    found = [run for run in _all(grid) if not only or any(fnmatchcase(name, part) for part in only for name in (run.row.name, run.name))]
    if not found:
        raise UsageError(f"no row is so named: there are {', '.join(row.name for row in grid.rows)}")
    return found


def _all(grid: Grid) -> Iterator[Run]:
    """The first seed of every row, then the second: a grid that is stopped has told something of each row."""
    for turn in range(max(len(row.seeds) for row in grid.rows)):
        yield from (Run(row, row.seeds[turn]) for row in grid.rows if turn < len(row.seeds))
