"""Other rule-based tools on the same 500 generated notes: `python benchmarks/peers.py`.

Each runs in an environment of its own under `.cache/peers`, installed on first use. Only detection is timed, after a
warm-up; presidio-analyzer runs its pattern recognisers alone, with no language model behind them. What each tool
finds of the five identifiers every generated note holds is printed beside its speed: fast and blind is no rival.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
CACHE = HERE.parent / ".cache" / "peers"
SCRIPTS = {
    "incognote": """
from incognote.detect import rules
from incognote.document import Document
from incognote.resolve import resolve
detect = rules.detector(rules.load())
def find(text):
    document = Document("x", text)
    return [(s.start, s.end) for s in resolve(detect(document), document)]
""",
    "helan": """
import helan
parts = helan.build_recognizers()
def find(text):
    return [(e.start, e.end) for e in helan.recognize(text, recognizers=parts)]
""",
    "datafog": """
import datafog
def find(text):
    return [(e.start, e.end) for e in datafog.scan(text, engine="regex").entities]
""",
    "presidio-analyzer": """
import inspect
from presidio_analyzer import PatternRecognizer, predefined_recognizers
parts = []
for name, kind in inspect.getmembers(predefined_recognizers, inspect.isclass):
    if issubclass(kind, PatternRecognizer) and kind is not PatternRecognizer:
        try:
            parts.append(kind())
        except Exception:
            pass
def find(text):
    return [(r.start, r.end) for part in parts for r in part.analyze(text, part.supported_entities) or ()]
""",
}
TIMER = """
import json, sys, time
texts, wanted = json.load(sys.stdin)
for text in texts[:20]:
    find(text)
best = 1e9
for _ in range(3):
    start = time.perf_counter()
    found = [find(text) for text in texts]
    best = min(best, time.perf_counter() - start)
hits = sum(any(s <= a and b <= e for s, e in spans) for spans, want in zip(found, wanted) for a, b in want)
print(json.dumps({"notes": len(texts) / best, "mb": sum(len(t.encode()) for t in texts) / best / 1e6, "found": hits, "of": sum(map(len, wanted))}))
"""


def interpreter(name: str) -> str:
    if name == "incognote":
        return sys.executable
    home = CACHE / name
    python = home / "bin" / "python"
    if not python.exists():
        print(f"installing {name} ...", file=sys.stderr)
        venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name], check=True)
    return str(python)


def wanted(text: str) -> list[tuple[int, int]]:
    """Chart number, patient, birth date, visit date, phone: read off the fixed shape of a generated note."""
    def between(before: str, after: str) -> tuple[int, int]:
        start = text.index(before) + len(before)
        return start, text.index(after, start)

    return [between("病歷號：", " "), between("姓名：", " "), between("生日：", " "), between("看診日：", "\n"), between("電話", "。")]


def main() -> None:
    sys.path.insert(0, str(HERE))
    from generated import notes

    texts = list(notes(500))
    payload = json.dumps([texts, [wanted(t) for t in texts]])
    ours = None
    print(f"{'tool':20} {'notes/s':>8} {'MB/s':>6}  found of five  speed of incognote : tool")
    for name, script in SCRIPTS.items():
        run = subprocess.run([interpreter(name), "-c", script + TIMER], input=payload, capture_output=True, text=True, check=False)
        if run.returncode:
            print(f"{name:20} failed: {run.stderr.strip().splitlines()[-1] if run.stderr.strip() else run.returncode}")
            continue
        figures = json.loads(run.stdout.splitlines()[-1])
        ours = ours or figures["notes"]
        print(f"{name:20} {figures['notes']:8.0f} {figures['mb']:6.2f}  {figures['found'] / figures['of']:13.3f}  {ours / figures['notes']:.2f} : 1")


if __name__ == "__main__":
    main()
