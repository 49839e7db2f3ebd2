"""The review desk in a real browser: reviewers share a batch, and nobody writes over anybody."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from browsing import TOKEN, served

from desk_work import DAY, NOTES, open_desk, pipeline, sqlite
from incognote.desk import reviewing
from incognote.desk.gold import gold
from incognote.desk.loading import load
from incognote.desk.sampling import Plan
from incognote.desk.store import Desk
from incognote.document import Document
from incognote.vault import seal

pytest.importorskip("fastapi")
playwright = pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")
httpx = pytest.importorskip("httpx")
CHROMIUM = Path("/usr/bin/chromium")
SETTINGS = {"profile": "clinic-tw", "dates": None, "on": DAY.isoformat(), "tagger": False}
HOSTILE = '"><img src=x onerror="window.hit=1"><script>window.hit=1</script>'
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no /usr/bin/chromium: apt-get install chromium")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seal, "stretch", lru_cache(maxsize=None)(seal.stretch))
        desk = open_desk(sqlite(tmp_path_factory.mktemp("desk")), time.time)  # type: ignore[arg-type]
        yield desk
        desk.vault.close()


@pytest.fixture(scope="module")
def address(desk: Desk) -> Iterator[str]:
    with served(vault=desk.vault, tagger=False) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def enter(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """A page of a new browser session that says who reviews; a fault of a script fails the test."""
    contexts, faults = [], []

    def one(reviewer: str, **options: Any) -> Any:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 850}, "locale": "en-GB"} | options))
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{address}/login#token={TOKEN}")
        page.wait_for_url(f"{address}/")
        page.goto(f"{address}/desk")
        if reviewer:
            page.fill("#reviewer", reviewer)
            page.click(".who button")
        return page

    yield one
    for context in contexts:
        context.close()
    assert faults == []


def batch_of(desk: Desk, *, name: str = "ward 7", notes: tuple[str, ...] = NOTES, plan: Plan | None = None) -> int:
    documents = [Document(f"n{n}", text) for n, text in enumerate(notes, 1)]
    return load(desk, pipeline(desk), documents, name=name, plan=plan or Plan(), settings=SETTINGS).batch


def begin(page: Any, address: str, batch: int) -> int:
    """Open a batch and take what comes next; the number of the document."""
    page.goto(f"{address}/desk/{batch}")
    page.click("#next")
    page.wait_for_selector("#sheet[data-side]")
    return shown(page)


def shown(page: Any) -> int:
    return int(page.url.split("?")[0].rsplit("/", 1)[1])


def mask(page: Any, text: str, label: str) -> None:
    """Mark text that was missed, by keys."""
    page.keyboard.press("m")
    page.fill("#missed-text", text)
    page.select_option("#missed-label", label)
    page.keyboard.press("Enter")
    page.wait_for_function("text => ![...document.querySelectorAll('#sheet .r')].some(cell => cell.textContent.includes(text))", arg=text)


def accept(page: Any) -> None:
    before = page.url
    page.wait_for_selector("#sheet[data-side]")
    page.keyboard.press("a")
    page.wait_for_url(lambda url: url != before)


def test_two_reviewers_share_a_batch_and_both_corrections_are_kept(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, notes=NOTES[2:5])
    lin, wu = enter("Lin"), enter("Wu")
    first, second = begin(lin, address, batch), begin(wu, address, batch)
    assert first != second
    values = {1: "XR20461", 2: "XR77310", 3: "XR30992"}
    mask(lin, values[first], "CASENO")
    mask(wu, values[second], "CASENO")
    lin.reload()
    lin.wait_for_selector("#sheet[data-side]")
    assert values[first] not in lin.locator("#sheet .r").all_inner_texts()[-1]  # a reload loses nothing
    accept(lin)
    third = shown(lin)
    assert third not in {first, second}
    accept(wu)
    wu.wait_for_selector(".finished")  # the third is in other hands
    accept(lin)
    reviews = {review.number: (review.reviewer, review.state) for review in desk.reviews(batch)}
    assert reviews == {first: ("Lin", "corrected"), second: ("Wu", "corrected"), third: ("Lin", "accepted")}
    found = {document.id: [document.text[s.start : s.end] for s in document.spans] for document in gold(desk, batch).documents}
    assert found[f"{batch}-{first}"] == [values[first]] and found[f"{batch}-{second}"] == [values[second]]
    assert "3 / 3" in lin.inner_text(".how-far")


def test_double_review_shows_how_far_two_agree(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, notes=NOTES[:2], plan=Plan(twice=None))
    for name in ("Lin", "Wu"):
        page = enter(name)
        assert begin(page, address, batch) == 1
        if name == "Wu":
            mask(page, "胸悶", "CONTEXT" if page.locator("#missed-label option[value=CONTEXT]").count() else "OTHERID")
        accept(page)
        accept(page)
    page.wait_for_selector(".agreement")
    assert "2 documents read by two · 1 not alike" in page.inner_text(".agreement")


def test_a_second_tab_that_is_out_of_date_is_shown_what_is_there(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, notes=NOTES[2:3])
    one = enter("Lin")
    begin(one, address, batch)
    other = one.context.new_page()
    other.goto(one.url)
    other.wait_for_selector("#sheet[data-side]")
    mask(one, "XR20461", "CASENO")
    other.keyboard.press("m")
    other.fill("#missed-text", "無異常")
    other.keyboard.press("Enter")
    other.wait_for_selector(".which ~ .miss")
    other.wait_for_selector("#sheet[data-side]")  # only then has the page's module cleared its address
    assert "your last change was not written" in other.inner_text(".which ~ .miss")
    assert "無異常" in other.locator("#sheet .r").last.inner_text() and "XR20461" not in other.locator("#sheet .r").last.inner_text()
    assert len(desk.reviews(batch, 1)[0].corrections) == 1
    assert "?" not in other.url


def test_who_comes_too_late_is_told_who_has_it_and_keeps_the_draft(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, notes=NOTES[2:3])
    lin = enter("Lin")
    begin(lin, address, batch)
    mask(lin, "XR20461", "CASENO")
    later = Desk(desk.vault, now=lambda: time.time() + reviewing.CLAIM_SECONDS + 1)
    assert reviewing.claim(later, batch, "Wu") is not None
    lin.keyboard.press("a")
    lin.wait_for_selector(".stale")
    told = lin.inner_text(".stale")
    assert "Wu" in told and "1 correction" in told
    assert {review.reviewer: review.state for review in desk.reviews(batch)} == {"Lin": "lapsed", "Wu": "open"}


def test_reject_undo_and_reopen_by_keys(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, notes=NOTES[2:4])
    page = enter("Lin")
    page.goto(f"{address}/desk/{batch}")
    page.keyboard.press("n")
    page.wait_for_selector("#sheet[data-side]")
    number = shown(page)
    mask(page, "XR20461", "CASENO")
    page.keyboard.press("z")
    page.wait_for_function("() => document.querySelector('#sheet .r').textContent.includes('XR20461')")
    page.keyboard.press("y")
    page.wait_for_function("() => !document.querySelector('#sheet .r').textContent.includes('XR20461')")
    page.keyboard.press("x")
    page.keyboard.type("cannot be read")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: not url.endswith(f"/{number}"))
    review = desk.reviews(batch, number)[0]
    assert (review.state, review.remark, review.spans) == ("rejected", "cannot be read", None)
    page.goto(f"{address}/desk/{batch}/{number}")
    page.click("#reopen")
    page.wait_for_selector("#accept")
    assert desk.reviews(batch, number)[0].state == "open"
    page.wait_for_selector("#sheet[data-side]")
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()


def test_the_desk_speaks_three_languages(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, notes=NOTES[:1])
    for locale, heading in (("zh-TW", "待審順序"), ("zh-CN", "待审顺序"), ("en-GB", "Queue")):
        page = enter("Lin", locale=locale)
        page.goto(f"{address}/desk/{batch}")
        assert heading in page.inner_text("main")
        assert page.locator("html").get_attribute("lang")[:2] == locale[:2]


@pytest.mark.parametrize("width", [390, 640])
def test_pages_fit_a_phone_and_a_screen_at_200_percent(desk: Desk, address: str, enter: Callable[..., Any], width: int) -> None:
    batch = batch_of(desk, plan=Plan(twice=None))
    page = enter("Lin", viewport={"width": width, "height": 800})
    for path in ("/desk", f"/desk/{batch}", ""):
        if path:
            page.goto(address + path)
        else:
            begin(page, address, batch)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_pass_axe(desk: Desk, address: str, enter: Callable[..., Any], scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    batch = batch_of(desk, plan=Plan(twice=None))
    page = enter("", color_scheme=scheme)
    found = [axe.run(page).response["violations"]]
    page.fill("#reviewer", "Lin")
    page.click(".who button")
    found.append(axe.run(page).response["violations"])
    page.goto(f"{address}/desk/{batch}")
    found.append(axe.run(page).response["violations"])
    begin(page, address, batch)
    found.append(axe.run(page).response["violations"])
    page.keyboard.press("x")
    found.append(axe.run(page).response["violations"])
    grave = [(v["id"], [n["target"] for n in v["nodes"]]) for some in found for v in some if v["impact"] in {"serious", "critical"}]
    assert grave == []


def test_markup_in_names_and_notes_is_shown_and_not_run(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, name=HOSTILE, notes=(f"{HOSTILE} 病人王大明",))
    page = enter(HOSTILE[:50])
    number = begin(page, address, batch)
    mask(page, "onerror", "OTHERID")
    accept(page)
    for path in ("/desk", f"/desk/{batch}", f"/desk/{batch}/{number}"):
        page.goto(address + path)
        assert page.evaluate("() => window.hit") is None
        assert page.locator("main img").count() == 0


def test_nothing_of_a_note_is_in_addresses_or_storage(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, notes=NOTES[:1])
    page = enter("Lin")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page, address, batch)
    mask(page, "胸悶", "OTHERID")
    accept(page)
    from urllib.parse import unquote

    assert not [url for url in asked if not unquote(url).isascii()]
    kept = page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}]) + document.cookie")
    assert "王大明" not in kept and "Lin" not in kept


def test_what_is_not_there_is_an_error_of_one_shape_and_no_fault(desk: Desk, address: str, enter: Callable[..., Any]) -> None:
    batch = batch_of(desk, notes=NOTES[:1])
    page = enter("Lin")
    ask = page.context.request
    for path, status in ((f"/desk/{batch + 50}", 404), (f"/desk/{10**12}", 422), ("/desk/x", 422), (f"/desk/{batch}/{10**30}", 422), (f"/desk/{batch}/77", 200)):
        assert ask.get(address + path, headers={"accept": "application/json"}).status == status, path
    assert page.context.request.post(f"{address}/desk/{batch}/next").status == 403  # without the token of its form
    csrf = page.locator("meta[name=csrf]").get_attribute("content")
    for rest in ("open", "1/finish", "1/corrections", "1/alive", "1/release", "1/reopen"):
        answer = ask.post(f"{address}/desk/{batch}/77/{rest}", headers={"x-csrf-token": csrf, "accept": "application/json"}, data={})
        assert answer.status in {404, 409, 422}, rest


def test_a_server_without_a_vault_says_what_the_desk_needs() -> None:
    with served(tagger=False) as address, httpx.Client(base_url=address) as client:
        client.post("/session", data={"token": TOKEN})
        page = client.get("/desk", headers={"accept-language": "en"})
        assert page.status_code == 200 and "stored vault" in page.text
        assert client.get("/desk/1").status_code == 409


def test_a_batch_is_loaded_through_the_page_and_lies_ready_to_be_reviewed(enter: Callable[..., Any], address: str, desk: Desk, tmp_path: Path) -> None:
    files = [tmp_path / "王大明.txt", tmp_path / "more.jsonl"]
    files[0].write_text(NOTES[0], "utf-8")
    files[1].write_text("".join(json.dumps({"id": str(n), "text": text}, ensure_ascii=False) + "\n" for n, text in enumerate(NOTES[1:4])), "utf-8")
    page = enter("Ada")
    if page.locator("#load").get_attribute("open") is None:
        page.click("#load summary")
    page.set_input_files("#load-form [name=files]", [str(one) for one in files])
    page.fill("#load-form [name=name]", "through the page")
    page.fill("#load-form [name=sample]", "all")
    page.fill("#load-form [name=twice]", "1")
    page.click("#load-form .primary")
    page.wait_for_url(re.compile(r"/desk/\d+$"))
    assert page.locator("h1").inner_text() == "through the page" and page.locator("table.queue tbody tr").count() == 4
    batch = next(one for one in desk.batches() if one.name == "through the page")
    assert (batch.read, batch.settings["tagger"]) == (4, True) and not any("王大明" in name for name in map(str, desk.batches()))


def test_a_reload_goes_on_telling_how_far_a_batch_is(enter: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on = threading.Event()
    monkeypatch.setattr("incognote.web.desk_loading.load", lambda *given, **named: may_go_on.wait(20) and load(*given, **named))
    (tmp_path / "a.txt").write_text(NOTES[0], "utf-8")
    page = enter("Ada")
    if page.locator("#load").get_attribute("open") is None:
        page.click("#load summary")
    page.set_input_files("#load-form [name=files]", str(tmp_path / "a.txt"))
    page.fill("#load-form [name=name]", "read again")
    with page.expect_response(lambda answer: answer.url.endswith("/desk/files")):
        page.click("#load-form .primary")
    page.reload()
    page.wait_for_selector("#load-progress")
    assert page.locator("#load-form .primary").is_disabled()
    may_go_on.set()
    page.wait_for_url(re.compile(r"/desk/\d+$"))
    assert page.locator("h1").inner_text() == "read again"


def test_loading_can_be_cancelled_while_its_files_are_on_their_way(enter: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(NOTES[0], "utf-8")
    page = enter("Ada")
    if page.locator("#load").get_attribute("open") is None:
        page.click("#load summary")
    page.set_input_files("#load-form [name=files]", str(tmp_path / "a.txt"))
    page.fill("#load-form [name=name]", "cancelled")
    page.evaluate("() => { const send = window.fetch; window.fetch = (at, how) => new Promise((done) => setTimeout(done, 300)).then(() => send(at, how)); }")
    with page.expect_response(lambda answer: answer.url.endswith("/cancel")) as answer:
        page.click("#load-form .primary")
        page.click("#load-cancel")
    assert answer.value.status == 204 and page.url.endswith("/desk")
    page.wait_for_selector("#load-cancel", state="hidden")
    assert page.locator("#load-form .primary").is_enabled()


@pytest.mark.parametrize(("name", "value"), [("sample", "everything"), ("keep_days", "0"), ("profile", "../secret"), ("twice", "-1"), ("x", "1")])
def test_what_no_batch_can_be_is_refused_before_anything_is_read(enter: Callable[..., Any], address: str, desk: Desk, name: str, value: str) -> None:
    page, before = enter("Ada"), len(desk.batches())
    token = page.locator("meta[name=csrf]").get_attribute("content")
    files = {"name": "a.txt", "mimeType": "text/plain", "buffer": NOTES[0].encode()}
    answer = page.request.post(f"{address}/desk/files", multipart={"files": files, name: value}, headers={"x-csrf-token": token})
    assert 400 <= answer.status < 500 and "王大明" not in answer.text() and len(desk.batches()) == before


def test_a_stranger_to_the_session_sees_nothing_of_its_loading(enter: Callable[..., Any], address: str) -> None:
    page, other = enter("Ada"), enter("Ben")
    token = page.locator("meta[name=csrf]").get_attribute("content")
    files = {"name": "a.txt", "mimeType": "text/plain", "buffer": NOTES[0].encode()}
    job = page.request.post(f"{address}/desk/files", multipart={"files": files}, headers={"x-csrf-token": token}).json()["job"]
    assert page.request.get(f"{address}/desk/jobs/{job}").ok and other.request.get(f"{address}/desk/jobs/{job}").status == 404
