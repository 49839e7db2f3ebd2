"""Write the prints of all that measures a tagger: `src/incognote/lab/train/data/held_out.txt`.

Run from the project's folder, after `make corpora`. The sets of ../shared/data that are not there keep the prints they have.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from incognote.lab.train import sources
from incognote.lab.train.config import Source
from incognote.lab.train.fingerprint import all_prints
from incognote.lab.train.held_out import OWN, held_out_sets

TARGET: Final = Path("src/incognote/lab/train/data/held_out.txt")
HEAD: Final = """\
# SOURCE: hashes of the texts of the sets named, by scripts/make_held_out.py; no text can be read from them
# LICENCE: Apache-2.0 (this project)
# DATE: 2026-11-30
"""
OTHERS: Final = {
    "catalogue-notes": Source("../shared/data/catalogue-notes/*.jsonl", "any"),
    "twsyn-valid": Source("../shared/data/twsyn-valid/*.jsonl", "any"),
    "UNER dev": Source("../shared/data/ner/*/*-dev.iob2", "uner"),
    "Weibo dev": Source("../shared/data/ner/*/*.dev", "weibo"),
    "cMedQANER dev": Source("../shared/data/clinical/chineseblue-cmedqaner/dev.json", "answers"),
}


def measures() -> dict[str, Source]:
    """Each set that measures, by the name it has in the file."""
    own = sorted(path for part in ("valid", "test") for path in Path(OWN).glob(f"*.{part}.jsonl.xz"))
    return {path.name: Source(str(path), "any") for path in own} | OTHERS


if __name__ == "__main__":
    lines = [HEAD]
    for name, source in measures().items():
        is_there = any(Path().glob(source.files))
        found = all_prints(text.text for text in sources.read(source)) if is_there else held_out_sets()[name]
        lines += [f"[{name}]\n", *(f"{each}\n" for each in sorted(found))]
        sys.stdout.write(f"{name}: {len(found)}\n")
    TARGET.write_text("".join(lines), "ascii")
