"""Deliberate breakages of the pages, of the review desk and of what lies under them."""

from __future__ import annotations

from .mutants import Mutant

STORIES = "tests/web/test_stories.py"
SAFETY = "tests/web/test_safety.py"
PARTS = "tests/unit/web/test_parts.py"
TELLING = "tests/unit/desk/test_telling.py"
SESSIONS = "tests/unit/desk/test_sessions.py"
PEOPLE = "tests/unit/desk/test_people.py"
DESK = "tests/contract/test_desk.py"
REVIEWING = "tests/unit/desk/test_reviewing.py"

PAGES = (
    Mutant("a change needs no token of its session", "web/gate.py", "if not _is_same(offered, session.csrf):", "if False:", STORIES + " -k without_the_token"),
    Mutant("a session ends and its stories stay", "web/app.py", ", having.tellings.forget]", "]", STORIES + " -k ends_takes"),
    Mutant("what nobody touched stays", "web/app.py", "        having.tellings.sweep()\n", "", STORIES + " -k nobody_touched"),
    Mutant("markup in a story is markup", "web/draw.py", "autoescape=True", "autoescape=False", STORIES + " -k markup"),
    Mutant("a story of any length is told", "web/tell_page.py", "if len(text) > telling.LONGEST:", "if False:", STORIES + " -k take_long"),
    Mutant("what survived is handed out", "web/tell_page.py", 'one.result.status == "residue" and not residue', "False", STORIES + " -k survived"),
    Mutant("anybody loads a batch", "web/desk_loading.py", "    reviewer_of(session)\n", "", STORIES + " -k by_nobody"),
    Mutant("a message is markup", "web/errors.py", "escape(refused.message)", "refused.message", PARTS + " -k error_page"),
    Mutant("a job is anybody's", "desk/jobs.py", "job is not None and job.owner == owner", "job is not None", SAFETY + " -k job_of_another"),
    Mutant("a cancelled job goes on", "desk/jobs.py", "                if self._job.cancelled.is_set():\n                    raise _Cancelled\n", "", PARTS + " -k dropped"),
    Mutant("a forgotten work comes back", "desk/works.py", "                if self.get(session, key) is None:  # forgotten meanwhile, and it stays so\n                    return None\n", "", SESSIONS),
    Mutant("a session takes all the memory", "desk/works.py", "or _size(mine) > MOST_CHARACTERS", "", SESSIONS),
    Mutant("a failed telling is shown", "desk/tell_view.py", 'or result.status == "failed"', "", TELLING),
    Mutant("a new choice leaves what was undone", "desk/telling.py", "(*telling.choices, choice), undone=()", "(*telling.choices, choice)", TELLING),
    Mutant("a choice draws another life", "desk/telling.py", "seed=telling.seed", "seed=None", TELLING),
    Mutant("the first word on somebody holds", "desk/people.py", "if name not in names}", "}", PEOPLE),
    Mutant("a corrected relation is forgotten", "desk/written.py", 'record.get("role")', "None", PEOPLE),
    Mutant("half a batch stays on the desk", "desk/loading.py", "        desk.erase(batch)\n", "        pass\n", DESK + " -k breaks_off"),
    Mutant("a late write wins", "desk/reviewing.py", "mine.version != seen.version or ", "", DESK + " -k stale"),
    Mutant("no reviewer is asked who they are", "desk/reviewing.py", "if not name or len(name) > LONGEST_NAME", "if len(name) > LONGEST_NAME", REVIEWING),
)
