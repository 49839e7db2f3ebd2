"""A folder of wheels and a file of hashes with which incognote installs on a machine without a network.

    python scripts/offline_wheels.py make wheels/ --extra serve --extra documents
    python scripts/offline_wheels.py make wheels/ --extra serve --platform manylinux_2_28_x86_64 --python 3.12
    python scripts/offline_wheels.py check wheels/

`make` builds the project's own wheel, fetches the others with pip, and writes `requirements.txt`: every wheel by
name and version with its SHA-256. `check` installs it into a fresh environment as the other machine would, with
`--no-index --require-hashes`, and runs `incognote --version` there. On the other machine:

    python -m venv /opt/incognote
    /opt/incognote/bin/python -m pip install --no-index --find-links wheels/ --require-hashes -r wheels/requirements.txt
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
LIST = "requirements.txt"


def make(folder: Path, extras: Sequence[str], platform: str | None, python: str | None) -> int:
    """Fill `folder` and write the list; the number of wheels."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise SystemExit("the folder is not empty: wheels of another time would be listed too")
    pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(PROJECT))
    own = next(folder.glob("incognote-*.whl"))
    foreign = ["--only-binary", ":all:"] if platform or python else ["--prefer-binary"]
    foreign += ["--platform", platform] if platform else []
    foreign += ["--python-version", python, "--implementation", "cp"] if python else []
    wanted = f"{own}[{','.join(extras)}]" if extras else str(own)
    pip("download", "--dest", str(folder), *foreign, wanted)
    sources = [path.name for path in folder.iterdir() if path.suffix != ".whl"]
    for name in sources:  # there is no wheel of it anywhere: made here, for machines like this one
        pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(folder / name))
        (folder / name).unlink()
    lines = [line(path, extras) for path in sorted(folder.glob("*.whl"))]
    (folder / LIST).write_text("".join(lines), "ascii")
    return len(lines)


def line(path: Path, extras: Sequence[str]) -> str:
    """`name==version --hash=sha256:...`, with the extras behind our own name."""
    name, version = path.stem.split("-")[:2]
    wanted = f"[{','.join(extras)}]" if extras and name == "incognote" else ""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{name.replace('_', '-')}{wanted}=={version} --hash=sha256:{digest}\n"


def check(folder: Path) -> str:
    """Install from `folder` alone into a fresh environment; what the program there says of its version."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name) / "env"
        venv.create(home, with_pip=True)
        python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        install = ["install", "--no-index", "--find-links", str(folder), "--require-hashes", "--quiet", "-r", str(folder / LIST)]
        subprocess.run([python, "-I", "-m", "pip", "--isolated", "--disable-pip-version-check", *install], check=True)
        told = subprocess.run([python, "-I", "-m", "incognote", "--version"], check=True, capture_output=True, text=True, cwd=name)
        return told.stdout.strip()


def pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=("make", "check"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--extra", action="append", default=[], help="an extra of pyproject.toml (may be repeated)")
    parser.add_argument("--platform", help="wheels for another platform, such as manylinux_2_28_x86_64 or win_amd64")
    parser.add_argument("--python", help="and for another Python, such as 3.12")
    options = parser.parse_args()
    if options.verb == "make":
        count = make(options.folder, options.extra, options.platform, options.python)
        size = sum(path.stat().st_size for path in options.folder.glob("*.whl"))
        sys.stdout.write(f"{count} wheels, {size / 1e6:.0f} MB\n")
    else:
        sys.stdout.write(check(options.folder) + "\n")


if __name__ == "__main__":
    main()
