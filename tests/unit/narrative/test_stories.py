"""Fifteen invented stories are read as well as they were when they were written down; what is missed is told by name."""

from __future__ import annotations

import pytest

from unit.narrative.stories import read, stories

STORIES = {story.id: story for story in stories()}


@pytest.fixture(scope="module")
def told():
    return {key: read(story) for key, story in STORIES.items()}


def _f1(right, read_, gold):
    return 2 * right / (read_ + gold)


@pytest.mark.parametrize("script", ["zh-TW", "zh-CN", "en"])
def test_most_facts_of_five_stories_are_read_and_few_are_invented(told, script):
    some = [told[key] for key, story in STORIES.items() if story.script == script]
    right = sum(len(one.right) for one in some)
    missed = [name for one in some for name in one.missed if name[0] != "("]
    false = [name for one in some for name in one.false if name[0] != "("]
    assert _f1(right, right + len(false), right + len(missed)) > 0.92, (missed, false)


def test_causes_point_the_way_that_they_are_told(told):
    right, read_, gold = (sum(one.causes[n] for one in told.values()) for n in range(3))
    assert _f1(right, read_, gold) > 0.62, [name for one in told.values() for name in (*one.missed, *one.false) if name.startswith("(cause")]


def test_no_time_of_an_illness_is_wrong(told):
    assert [name for one in told.values() for name in one.missed if name.startswith("(time")] == []


def test_each_story_is_told_in_one_of_five_voices_and_three_scripts():
    assert sorted((story.script, story.id.split("-")[1]) for story in STORIES.values()) == sorted(
        (script, voice) for script in ("zh-TW", "zh-CN", "en") for voice in ("report", "clinic", "ward", "social", "letter")
    )
