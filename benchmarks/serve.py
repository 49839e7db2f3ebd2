"""The API under load: N clients for S seconds against a server of its own, with locust.

Each client's notes carry a number that no other client has; an answer with another's number, or with the wrong
length, is cross-talk. Every second one patient is new, so a stored vault is written to all the time.

    python benchmarks/serve.py --seconds 60 --clients 16 [--vault] [--tagger]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

_NOTE: Final = "姓名：{name} 病歷號：{mrn}\n2024/03/05 門診：{mark} 血壓 120/80，{name}由其妻陪同，電話 0912-345-678。" + "病人主訴頭痛三天，無發燒，續服降壓藥。" * 20
_HAN: Final = "明華美玲志偉淑芬建宏雅婷家豪怡君俊傑佩珊"
_MARK: Final = re.compile(r"mark([a-z]{20})")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--vault", action="store_true", help="with a SQLite vault, and half of the patients new")
    parser.add_argument("--tagger", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        token = folder / "token"
        token.write_text(secrets.token_hex(32))
        token.chmod(0o600)
        port = 18_000 + os.getpid() % 1_000
        command = [sys.executable, "-c", "import sys; from incognote.cli.main import main; sys.exit(main())"]
        env = os.environ | {"INCOGNOTE_PASSPHRASE": "benchmark of the server", "HOME": name, "XDG_DATA_HOME": name}
        url = f"sqlite:///{folder}/v.db" if options.vault else "none"
        if options.vault:
            subprocess.run([*command, "vault", "init", "--vault", url], env=env, check=True, capture_output=True)
        serve = [*command, "serve", "--port", str(port), "--vault", url, "--token-file", str(token)]
        server = subprocess.Popen([*serve, *([] if options.tagger else ["--no-tagger"])], env=env, stdout=subprocess.PIPE)
        try:
            assert server.stdout is not None
            server.stdout.readline()
            figures = _load(f"http://127.0.0.1:{port}", token.read_text(), options, server.pid)
        finally:
            server.terminate()
            server.wait(30)
        print(json.dumps(figures | {"exit_code": server.returncode}, indent=1))
        return 0 if not figures["errors"] and not figures["cross_talk"] else 1


def _load(address: str, token: str, options: argparse.Namespace, pid: int) -> dict[str, Any]:
    import gevent.monkey

    gevent.monkey.patch_all()
    import gevent
    from locust import HttpUser, constant, task
    from locust.env import Environment

    told: dict[str, Any] = {"cross_talk": 0, "overloaded": 0, "numbers": set(), "memory": []}

    class Client(HttpUser):
        host = address
        wait_time = constant(0)

        def on_start(self) -> None:
            self.mark = "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(20))
            self.client.headers["Authorization"] = f"Bearer {token}"
            self.client.trust_env = False
            self.count = 0

        @task
        def scrub(self) -> None:
            self.count += 1
            number = f"{secrets.randbelow(10**8):08d}" if self.count % 2 else "00004711"
            name = "王" + secrets.choice(_HAN) + secrets.choice(_HAN) if self.count % 2 else "陳大文"
            text = _NOTE.format(name=name, mrn=number, mark=f"mark{self.mark}")
            with self.client.post("/api/v1/scrub", json={"text": text}, catch_response=True) as answer:
                if answer.status_code == 503 and answer.headers.get("Retry-After"):
                    told["overloaded"] += 1
                    answer.success()
                    gevent.sleep(float(answer.headers["Retry-After"]))
                    return
                if answer.status_code != 200:
                    return
                result = answer.json()
                said = result["text"] or ""
                if result["status"] == "failed":
                    answer.failure("failed")
                elif set(_MARK.findall(said)) != {self.mark} or number in said or name in said:
                    told["cross_talk"] += 1
                told["numbers"].add((name, number))

    environment = Environment(user_classes=[Client])
    runner = environment.create_local_runner()
    runner.start(options.clients, spawn_rate=options.clients)
    until = time.monotonic() + options.seconds
    while time.monotonic() < until:
        gevent.sleep(max(1.0, options.seconds / 12))
        told["memory"].append(_resident(pid))
    runner.quit()
    total = environment.stats.total
    return {
        "clients": options.clients,
        "seconds": options.seconds,
        "requests": total.num_requests,
        "requests_per_second": round(total.total_rps, 1),
        "errors": total.num_failures,
        "overloaded": told["overloaded"],
        "cross_talk": told["cross_talk"],
        "ms": {f"p{p}": total.get_response_time_percentile(p / 100) for p in (50, 95, 99)},
        "patients": len(told["numbers"]),
        "resident_mb": told["memory"],
    }


def _resident(pid: int) -> float:
    """The server's memory, in megabytes; 0 where the system does not say."""
    try:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return round(int(found[1]) / 1024, 1) if found else 0.0


if __name__ == "__main__":
    sys.exit(main())
