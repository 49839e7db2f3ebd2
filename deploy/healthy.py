"""Whether `incognote serve` in this container answers; a container that runs another verb is healthy while it lives.

`INCOGNOTE_HEALTH` names another address than the default one, such as `https://127.0.0.1:8443/healthz`. The
certificate is not checked: it is this container's own server that is asked.
"""

from __future__ import annotations

import os
import ssl
import sys
import urllib.request
from pathlib import Path

DEFAULT = "http://127.0.0.1:8765/healthz"


def main() -> int:
    words = Path("/proc/1/cmdline").read_bytes().split(b"\0")
    if b"serve" not in words:
        return 0
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with urllib.request.urlopen(os.environ.get("INCOGNOTE_HEALTH", DEFAULT), timeout=4, context=context) as answer:
        return 0 if answer.status == 200 else 1


if __name__ == "__main__":
    try:
        code = main()
    except OSError:
        code = 1
    sys.exit(code)
