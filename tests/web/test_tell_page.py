"""The narrative page in a real browser: a story is told anew, its circumstances are chosen, its illness stays."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from browsing import browser, log_in, opened, serious, served, session_of

STORY = (
    "Intake 2024-05-02\nJohn Hartley, 45, a lighthouse keeper, lost his job four months ago and has had low mood for three months. "
    "He denied suicidal ideation. His mother had bipolar disorder. Diagnosis: major depressive disorder. "
    "He started mirtazapine 15 mg nightly six weeks ago with partial response. PHQ-9 score 17.\n"
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(tagger=False) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def cookies(chromium: Any, address: str) -> list[Any]:
    return session_of(chromium, address)


@pytest.fixture
def page(chromium: Any, address: str, cookies: list[Any]) -> Iterator[Any]:
    with opened(chromium, address, cookies, viewport={"width": 1400, "height": 900}, locale="en-GB", accept_downloads=True) as found:
        yield found


def paste(page: Any, text: str) -> None:
    page.goto("/stories")
    page.fill("#text", text)
    page.press("#text", "Control+Enter")
    page.wait_for_selector("#story")


def new_text(page: Any) -> str:
    return str(page.locator(".story .text").nth(1).locator(".sheet").inner_text())


def occupation(page: Any) -> Any:
    """The circumstance, its fact opened."""
    fact = page.locator('.fact:has([data-field="occupation"])')
    if fact.get_attribute("open") is None:
        fact.locator("summary").click()
    return fact.locator('[data-field="occupation"]')


def chosen(page: Any, act: Any) -> None:
    """Do, and wait for what the server draws."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        act()
    assert answer.value.ok
    page.wait_for_function("() => !document.body.classList.contains('busy')")


def test_a_story_is_told_anew_without_its_person_and_with_its_illness(page: Any) -> None:
    paste(page, STORY)
    told = new_text(page)
    assert "Hartley" not in told and "lighthouse" not in told and "15 mg" in told and "PHQ-9" in told
    assert page.locator("#story").get_attribute("data-status") in {"clean", "degraded"}
    assert "lighthouse" in page.locator(".story .text").first.inner_text()


def test_a_circumstance_is_kept_put_and_given_back_by_undo_and_a_reload_loses_nothing(page: Any) -> None:
    paste(page, STORY)
    drawn = new_text(page)
    chosen(page, lambda: occupation(page).locator('[data-how="keep"]').click())
    assert "lighthouse keeper" in new_text(page)
    occupation(page).locator("input").fill("a ferry pilot")
    chosen(page, lambda: occupation(page).locator("input").press("Enter"))
    assert "ferry pilot" in new_text(page) and "lighthouse" not in new_text(page)
    page.reload()
    assert "ferry pilot" in new_text(page)
    chosen(page, lambda: page.keyboard.press("z"))
    chosen(page, lambda: page.keyboard.press("z"))
    assert new_text(page) == drawn
    chosen(page, lambda: page.keyboard.press("y"))
    assert "lighthouse keeper" in new_text(page)


def test_another_life_is_drawn_and_the_illness_stays(page: Any) -> None:
    paste(page, STORY)
    before = new_text(page)
    chosen(page, lambda: page.click('[data-do="draw"]'))
    after = new_text(page)
    assert after != before and "15 mg" in after and "Hartley" not in after


def test_a_fact_and_the_words_it_was_read_from_light_up_together(page: Any) -> None:
    paste(page, STORY)
    word = page.locator(".story .text").first.locator(".told", has_text="mirtazapine").first
    word.hover()
    assert page.locator(".fact.joined", has_text="mirtazapine").count() == 1
    word.click()
    assert page.locator(".fact[open]", has_text="mirtazapine").count() == 1


def test_the_graph_comes_as_a_file_that_the_command_takes_and_as_a_drawing(page: Any) -> None:
    paste(page, STORY)
    for name, sign in (("graph.json", "mirtazapine"), ("graph.svg", "<svg")):
        with page.expect_download() as download:
            page.click(f'[data-file="{name}"]')
        text = Path(download.value.path()).read_text("utf-8")
        assert sign in text and "Hartley" not in text
    assert json.loads(page.request.get(f"/stories/{page.locator('#story').get_attribute('data-key')}/graph.json").text())["version"] == 1


def test_copying_gives_the_new_text(page: Any) -> None:
    paste(page, STORY)
    page.click('[data-do="copy"]')
    page.wait_for_function("() => document.getElementById('live').textContent === 'Copied.'")
    assert page.evaluate("navigator.clipboard.readText()").strip() == new_text(page).strip()


def test_what_survived_is_on_top_and_the_text_is_taken_only_on_purpose(page: Any) -> None:
    paste(page, STORY)
    occupation(page).locator("input").fill("a pilot, call 0912-345-678")
    chosen(page, lambda: occupation(page).locator("input").press("Enter"))
    assert page.locator("#story").get_attribute("data-status") == "residue" and "0912-345-678" in page.locator(".alarm").inner_text()
    key = page.locator("#story").get_attribute("data-key")
    assert {page.request.get(f"/stories/{key}/{rest}").status for rest in ("output", "graph.json", "graph.svg")} == {409}
    assert page.request.get(f"/stories/{key}/graph.json?residue=true").status == 200
    page.click('[data-do="copy"]')
    assert "0912-345-678" in page.locator("#confirm-list").inner_text()
    page.keyboard.press("Enter")  # what has the focus is to cancel
    assert not page.locator("#confirm").is_visible() and page.evaluate("navigator.clipboard.readText()") != new_text(page)
    page.click('[data-do="copy"]')
    page.click("#confirm-yes")
    page.wait_for_function("() => document.getElementById('live').textContent === 'Copied.'")
    assert "0912-345-678" in page.evaluate("navigator.clipboard.readText()")
    assert serious(page) == []


def test_the_focus_stays_where_somebody_works_by_keys(page: Any) -> None:
    paste(page, STORY)
    focused = "() => document.activeElement.dataset.how || document.activeElement.dataset.do || document.activeElement.localName"
    occupation(page).locator('[data-how="keep"]').focus()
    chosen(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate(focused) == "keep"
    occupation(page).locator("input").focus()
    page.keyboard.type("a ferry pilot")
    chosen(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate(focused) == "summary"
    page.locator('[data-do="undo"]').focus()
    chosen(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate(focused) == "undo"
    chosen(page, lambda: page.keyboard.press("Control+z"))
    assert page.evaluate(focused) == "main"  # there is nothing more to undo
    chosen(page, lambda: page.keyboard.press("Control+Shift+z"))
    assert "lighthouse keeper" in new_text(page)


def test_a_choice_that_cannot_be_is_told_in_the_language_of_the_page(page: Any) -> None:
    page.goto("/stories")
    page.click('.languages [value="zh-TW"]')
    paste(page, STORY)
    occupation(page).locator("input").fill("   ")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        occupation(page).locator("input").press("Enter")
    assert answer.value.status == 409
    page.wait_for_selector("#live.bad")
    assert page.inner_text("#live") == "這一項不能這樣改，內容沒有變動。"


def test_a_forgotten_story_is_gone_and_says_so_in_the_language_of_the_page(page: Any) -> None:
    paste(page, STORY)
    at = page.url
    page.click('[data-do="close"]')
    page.wait_for_selector("#paste")
    page.click('.languages [value="zh-CN"]')
    assert page.goto(at).status == 404
    assert "已经清除" in page.inner_text("h1") and page.locator("html").get_attribute("lang") == "zh-Hans-CN"


def test_the_story_is_in_no_address_title_or_store(page: Any) -> None:
    addresses: list[str] = []
    page.on("request", lambda asked: addresses.append(asked.url))
    paste(page, STORY)
    occupation(page).locator("input").fill("a ferry pilot")
    chosen(page, lambda: occupation(page).locator("input").press("Enter"))
    page.reload()
    kept = page.evaluate("JSON.stringify([localStorage, sessionStorage, document.title, document.cookie])")
    assert not any(word in told for word in ("Hartley", "lighthouse", "ferry", "mirtazapine") for told in (*addresses, kept))


def test_what_is_no_narrative_says_so_and_shows_no_new_text(page: Any) -> None:
    paste(page, "Please call back on Monday.")
    assert page.locator("#story").get_attribute("data-status") == "failed"
    assert "Monday" not in new_text(page) and page.locator(".findings .failure").count() == 1
    assert page.locator('[data-do="copy"]').is_disabled()


@pytest.mark.parametrize("sample", ["zh-TW", "zh-CN", "en"])
def test_the_samples_are_told_anew_in_each_language(page: Any, sample: str) -> None:
    page.goto("/stories")
    chosen(page, lambda: page.click(f'[data-sample="{sample}"]'))
    told = new_text(page)
    assert "PHQ-9" in told and "15" in told and not any(name in told for name in ("林秀", "Marian", "Ruth"))


@pytest.mark.parametrize("language", ["zh-TW", "zh-CN", "en"])
@pytest.mark.parametrize("width", [1400, 390])
def test_everybody_can_use_it_at_every_width(page: Any, language: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/stories")
    page.click(f'.languages [value="{language}"]')
    assert serious(page) == []
    paste(page, STORY)
    occupation(page)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_another_session_sees_nothing_of_it(page: Any, chromium: Any, address: str) -> None:
    paste(page, STORY)
    key = page.locator("#story").get_attribute("data-key")
    context = chromium.new_context()
    other = context.new_page()
    log_in(other, address)
    assert other.request.get(f"{address}/stories/{key}").status == 404
    assert other.request.get(f"{address}/stories/{key}/graph.json").status == 404
    context.close()


def test_half_a_character_is_no_fault_of_the_server(page: Any) -> None:
    page.goto("/stories")
    token = page.locator("meta[name=csrf]").get_attribute("content")
    headers = {"x-csrf-token": token, "content-type": "application/json"}
    for path, text in (("/stories", STORY), ("/notes", "Patient: John Hartley")):
        answer = page.request.post(path, data=json.dumps({"text": text + "\ud800"}), headers=headers)
        assert answer.ok and "\ufffd" in answer.text()


def test_an_age_and_a_sex_cannot_be_told_more_generally(page: Any) -> None:
    paste(page, STORY)
    key, token = page.locator("#story").get_attribute("data-key"), page.locator("meta[name=csrf]").get_attribute("content")
    for field in ("age", "sex"):
        answer = page.request.post(f"/stories/{key}/choices", data=json.dumps({"node": "f0", "field": field, "how": "up"}), headers={"x-csrf-token": token, "content-type": "application/json"})
        assert 400 <= answer.status < 500
