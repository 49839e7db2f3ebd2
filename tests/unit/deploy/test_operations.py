"""What the page for operators tells them to type is typed here, in order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from command import incognote

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "operations.md").read_text("utf-8")


def test_the_commands_of_the_page_work_one_after_another(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "1.txt").write_text("病歷號：2000001 姓名：王大明 看診日：113/05/02\n主訴：頭痛。\n", "utf-8")
    lines = [line for block in re.findall(r"```sh tested\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
    assert len(lines) >= 9
    told = {}
    for line in lines:
        words = shlex.split(line)
        given = dict(word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word))
        rest = words[len(given) :]
        assert rest[0] == "incognote"
        env = {"INCOGNOTE_PASSPHRASE": "correct horse battery", **given}
        answer = incognote(*rest[1:], home=tmp_path, env=env, folder=tmp_path)
        assert answer.code == 0, f"{line}: {answer.err}"
        told[line] = answer.out
    assert any("PT-0001" in out for out in told.values())
    assert "rekey" in told[lines[-1]] and "retain" in told[lines[-1]]
    assert "王" not in "".join(told.values())
