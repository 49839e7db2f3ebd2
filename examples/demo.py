"""What `make demo` shows: the main job on the notes of this folder, with a throw-away vault under `.demo/`.

Every person in these notes is invented.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORK = HERE.parent / ".demo"
VAULT = f"sqlite:///{WORK / 'vault.db'}"
COLOUR = {"FORCE_COLOR": "1"} if sys.stdout.isatty() else {}
ENVIRONMENT = {**os.environ, "INCOGNOTE_PASSPHRASE": "a passphrase for the demo only", "COLUMNS": "120", **COLOUR}


def title(text: str) -> None:
    print(f"\n\033[1m{text}\033[0m" if COLOUR else f"\n== {text}", flush=True)


def run(*arguments: str | Path, expected: int = 0, text: str | None = None) -> None:
    """Run one command as a user would, show it, and stop the demo if it ends in another way than expected."""
    print("$ incognote " + " ".join(str(a).replace(f"{HERE.parent}/", "") for a in arguments), flush=True)
    done = subprocess.run(
        [str(Path(sys.executable).with_name("incognote")), *map(str, arguments)], env=ENVIRONMENT, input=text, text=True, check=False
    )
    print(f"(exit code {done.returncode})", flush=True)
    if done.returncode != expected:
        sys.exit(f"the demo expected exit code {expected}")


def original(name: str, encoding: str = "utf-8") -> None:
    print((HERE / name).read_text(encoding).rstrip())
    print("  ->", flush=True)


def main() -> None:
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir()
    scrub = ("scrub", "--vault", VAULT, "--quiet")

    title("1. A Taiwanese note: original and result side by side, and why each span changed")
    run(*scrub, "--create", "--show", HERE / "tw_visit_1.txt")

    title("2. Her next visit, three months on: the same code, and the days between the visits")
    original("tw_visit_2.txt")
    run(*scrub, HERE / "tw_visit_2.txt")

    title("3. A file in Big5: read as what it is, not as rubbish that no rule would find anything in")
    original("tw_big5.txt", "big5")
    run(*scrub, HERE / "tw_big5.txt")

    title("4. A mainland admission note: marks follow the script of the text")
    original("cn_admission.txt")
    run(*scrub, HERE / "cn_admission.txt")

    title("5. An English discharge summary: 90 and over is one group, eponyms stay")
    original("en_discharge.txt")
    run(*scrub, HERE / "en_discharge.txt")

    title("6. A paste of three patients: three codes, nobody swapped")
    original("paste.txt")
    run(*scrub, HERE / "paste.txt")

    title("7. An assistant's answer turned back into names; a code nobody knows is reported")
    original("answer.txt")
    run("rehydrate", "--vault", VAULT, "--to-pipe", "-", text=(HERE / "answer.txt").read_text("utf-8"), expected=3)

    title("8. A planted leak: name and phone rules are switched off, the check of the output refuses it")
    profile = files("incognote").joinpath("profiles", "clinic-tw.toml").read_text("utf-8")
    leaky = WORK / "leaky.toml"
    leaky.write_text(profile.replace("skip = []", 'skip = ["phone_tw", "name_han_title", "name_han_role", "name_han_signature"]'), "utf-8")
    run(*scrub, "--profile", leaky, HERE / "tw_visit_1.txt", expected=2)

    title("9. Names without a cue, shown honestly: compare, and see what was caught and what was missed")
    original("no_cue.txt")
    run(*scrub, HERE / "no_cue.txt")
    title("10. Child protection: every name becomes who it is, days are counted from the report")
    for name in ("intake_report.txt", "intake_report_tw.txt"):
        original(name)
        run("scrub", "--profile", "child-protection", "--quiet", HERE / name)
    print("\nRead every output yourself: rules do not know every name. (README, 'What it cannot do')")


if __name__ == "__main__":
    main()
