"""Many clients at once: everybody gets their own answer, and a pipeline shared by threads says what it says alone."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from incognote.desk.pipelines import Choice, Pipelines
from incognote.document import Document
from incognote.vault import open_stored
from web.serving import running

SECONDS = 4.0
NAMES = ("王小明", "李大華", "陳美玲", "林志偉", "張雅婷", "黃建宏", "吳淑芬", "劉家豪")


def test_sixteen_clients_get_their_own_answers_and_no_error(tmp_path: Path) -> None:
    vault = open_stored(f"sqlite:///{tmp_path}/v.db", passphrase="correct horse", create=True)
    with running(vault=vault) as server:
        until = time.monotonic() + SECONDS

        def ask(client: int) -> list[str]:
            wrong = []
            with server.client() as http:
                for turn in range(100_000):
                    if time.monotonic() > until:
                        break
                    mark = f"client{'abcdefghijklmnop'[client]}turn{''.join('qrstuvwxyz'[int(d)] for d in str(turn))}end"
                    name, number = NAMES[(client + turn) % len(NAMES)], f"{client + 10}{turn + 10_000}"
                    answer = http.post("/api/v1/scrub", json={"text": f"姓名：{name} 病歷號：{number}\n標記 {mark} 血壓 120/80，{name}回診。"})
                    text = answer.json().get("text") or ""
                    if answer.status_code != 200 or text.count("client") != 1 or mark not in text or name in text or number in text:
                        wrong.append(f"{answer.status_code} {mark}")
            return [*wrong, f"turns {turn}"]

        with ThreadPoolExecutor(16) as threads:
            told = list(threads.map(ask, range(16)))
    assert [line for lines in told for line in lines[:-1]] == []
    assert all(int(lines[-1].split()[1]) >= 1 for lines in told)
    vault.close()


def test_an_overloaded_server_sends_clients_away_and_never_fails() -> None:
    with running(workers=1, waiting=2) as server, ThreadPoolExecutor(24) as threads:
        text = "病人王小明，電話 0912-345-678，血壓 120/80。\n" * 300

        def ask(_: int) -> tuple[int, str]:
            with server.client() as http:
                answer = http.post("/api/v1/scrub", json={"text": text})
                return answer.status_code, answer.headers.get("retry-after", "")

        told = set(threads.map(ask, range(48)))
    assert told == {(200, ""), (503, "1")}


def test_a_pipeline_shared_by_threads_says_what_it_says_alone() -> None:
    made = Pipelines(tagger=False)
    notes = [Document(str(n), f"姓名：{NAMES[n % 8]} 病歷號：{1000000 + n}\n2024/03/{n % 28 + 1:02d} 電話 0912-345-{n:03d}") for n in range(64)]
    choices = [Choice(), Choice("hospital-cn"), Choice("clinic-tw", "keep"), Choice("clinic-tw", operators=(("PHONE", "keep"),))]
    alone = [made.get(choices[n % 4]).run(document) for n, document in enumerate(notes)]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda item: made.get(choices[item[0] % 4]).run(item[1]), enumerate(notes)))
    assert together == alone
