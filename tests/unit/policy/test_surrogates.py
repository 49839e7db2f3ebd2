"""Surrogates: the same person, script, sex and shape, and never a real value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from incognote.document import Document, Edit, Number, Person, Policy, Span, Vault
from incognote.labels import LABELS
from incognote.link import link
from incognote.names.compare import may_be_same
from incognote.names.tables import to_base
from incognote.policy import decide
from incognote.policy.surrogates import checks, contacts, han, latin, numbers, places
from incognote.policy.surrogates.stream import Stream
from incognote.text import markup
from incognote.vault import open_vault
from incognote.vault.memory import MemoryVault

POLICY = Policy("surrogates", dict.fromkeys(LABELS, "surrogate") | {"DATE": "date_shift", "TIME": "keep", "AGE": "age"})
SEEDS = [bytes([n]) for n in range(40)]


def vault(secret: bytes = b"tests") -> MemoryVault:
    made = MemoryVault()
    made._secret = secret
    return made


def edits(marked: str, store: Vault, *, known: dict[str, object] | None = None) -> tuple[str, Sequence[Edit]]:
    """The text of a marked note and what is done to it, without the header."""
    text, marks = markup.read(marked)
    document = Document("1", text, known or {})
    spans = [Span(m.start, m.end, m.label, m.kind, "rules/x", 0.9) for m in marks]
    made, _ = decide(document, link(document, spans)[0], POLICY, store, today=date(2026, 11, 29))
    return text, sorted(e for e in made if e.end > e.start)


def written(marked: str, store: MemoryVault | None = None) -> list[str]:
    return [edit.replacement for edit in edits(marked, store or vault())[1]]


HEAD = "姓名：⟦NAME/patient|王小明⟧ 病歷號：⟦MRN|1234567⟧ 性別：男\n"


def test_mentions_of_one_person_are_mentions_of_one_surrogate() -> None:
    name, _, again, called, roman = written(HEAD + "⟦NAME/patient|王小明⟧說，⟦NAME/patient|阿明⟧頭痛。⟦NAME/patient|Wang, Hsiao-Ming⟧")
    assert name == again and called == f"阿{name[-1]}" and may_be_same(name, roman) and roman.count("-") == 1


def test_a_person_is_the_same_in_every_document_of_a_project_and_another_in_another_project() -> None:
    store = vault()
    first, second = written(HEAD, store), written(HEAD + "複診，頭痛緩解。", store)
    assert first == second
    assert first[0] != written(HEAD, vault(b"other"))[0]


def test_a_doctor_is_the_same_in_notes_of_different_patients() -> None:
    store = vault()
    one = written(HEAD + "⟦DOCTOR|林正軒⟧醫師", store)[-1]
    other = written("姓名：⟦NAME/patient|李美玉⟧ 病歷號：⟦MRN|7654321⟧\n⟦DOCTOR|林正軒⟧醫師", store)[-1]
    assert one == other


def test_a_surname_with_a_title_is_that_of_the_full_name() -> None:
    *_, full, short = written(HEAD + "⟦DOCTOR|林正軒⟧看診，⟦DOCTOR|林醫師⟧建議")
    assert short == f"{full[0]}醫師" and full[0] != "林"


def test_a_latin_surname_with_a_title_is_that_of_the_full_name() -> None:
    full, short, woman = written("Seen by Dr ⟦DOCTOR|Oliver Hartwell⟧. Dr ⟦DOCTOR|Hartwell⟧ rang Mrs ⟦NAME/third_party|Pryce⟧.", vault())
    assert full.split()[-1] == short != woman


@pytest.mark.parametrize("secret", SEEDS)
def test_no_invented_surname_is_a_cut_one(secret: bytes) -> None:
    family = latin.draw(Stream(secret), latin.LatinName(("hartwell",), ("oliver",)), sex="M").family
    assert family[0] not in {"st", "van", "di", "de", "del"}


@pytest.mark.parametrize(("room", "shape"), [("ward 4", r"ward \d"), ("Bed B", r"Bed [A-Z]"), ("Rm 12A", r"[A-Z][a-z] \d\d[A-Z]")])
def test_a_room_stays_a_room(room: str, shape: str) -> None:
    made = written(f"She lies in ⟦ROOM|{room}⟧ today.", vault())[0]
    assert re.fullmatch(shape, made) and made != room


def test_a_father_shares_the_new_surname_and_a_doctor_does_not_have_to() -> None:
    name, _, father = written(HEAD + "案父⟦NAME/relative|王大山⟧")
    assert name[0] == father[0] and name != father


@pytest.mark.parametrize("secret", SEEDS[:12])
@pytest.mark.parametrize("name", ["王小明", "歐陽娜", "陳林秀英", "李娜", "林 志 明", "王○明", "淑芬", "阿好", "小陳", "陳先生", "妞妞", "巴奈‧古穆", "佐佐木一郎", "買買提", "古麗娜爾"])
def test_length_marks_and_titles_of_a_han_name_stay(name: str, secret: bytes) -> None:
    made = written(f"家屬⟦NAME/relative|{name}⟧來電", vault(secret))[0]
    assert len(made) == len(name) and made != name
    for at, char in enumerate(name):
        if char in "○ ‧" or (char in "阿小" and at == 0 and len(name) == 2):
            assert made[at] == char
    assert not name.endswith("先生") or made.endswith("先生")


@pytest.mark.parametrize("secret", SEEDS[:12])
def test_a_text_stays_in_its_script(secret: bytes) -> None:
    traditional = written("家屬⟦NAME/relative|陳麗華⟧來電，轉診至⟦HOSPITAL|青禾醫院⟧，住⟦ADDRESS|新北市板橋區青禾路一段5號⟧", vault(secret))
    simplified = written("家属⟦NAME/relative|陈丽华⟧来电，转诊至⟦HOSPITAL|青禾医院⟧，住⟦ADDRESS|江州市临湖区青石路88号⟧", vault(secret))
    assert all(text.translate(to_base()) == text for text in simplified)
    assert traditional[1].endswith("醫院") and simplified[1].endswith("医院") and "號" in traditional[2]


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("SMITH, Jane Q.", r"[A-Z'-]+, [A-Z][a-z]+ [A-Z]\."),
        ("Dr. Alan Reed", r"Dr\. [A-Z]\w+ [A-Z][\w']+"),
        ("WANG, SHU-FEN", r"[A-Z]+, [A-Z]+-[A-Z]+"),
        ("Hsieh, C.Y.", r"[A-Z][a-z]+, [A-Z]\.[A-Z]\."),
        ("O'Brien", r"[A-Z][\w']+"),
        ("Jan van der Berg", r"[A-Z]\w+ van der [A-Z][\w']+"),
        ("chen daming", r"[a-z]+ [a-z]+"),
    ],
)
@pytest.mark.parametrize("secret", SEEDS[:6])
def test_order_case_and_initials_of_a_latin_name_stay(name: str, shape: str, secret: bytes) -> None:
    made = written(f"She came with ⟦NAME/relative|{name}⟧.", vault(secret))[0]
    assert re.fullmatch(shape, made) and made != name


@pytest.mark.parametrize("secret", SEEDS)
def test_sex_follows_what_the_text_says(secret: bytes) -> None:
    old = han.Full("陳", "淑芬")
    made = han.draw_given(Stream(secret), old.given, "tw", sex="F", cohort=None)
    assert han.told_sex(made) in {"F", None}
    assert latin.sex_of(latin.draw(Stream(secret), latin.LatinName(("smith",), ("jane",)), sex="F")) in {"F", None}


@pytest.mark.parametrize("secret", SEEDS)
@pytest.mark.parametrize(
    "number", ["A123456789", "a123456789", "A800000014", "11010519491231002X", "4111111111111111", "4111 1111 1111 1111", "943 476 5919", "123 456 782", "2950 11123 1"]
)  # fmt: skip
def test_no_number_passes_its_check(number: str, secret: bytes) -> None:
    made = numbers.number(Stream(secret), "IDNO", number, sex=None, birth=None)
    bare = re.sub(r"\W", "", made)
    assert len(made) == len(number) and made != number
    assert not checks.passes(bare.upper() if bare.isdigit() else "0")
    assert not (re.fullmatch(r"[A-Za-z][1289]\d{8}", bare) and checks.tw_is_valid(bare.upper()))
    assert not (len(bare) == 18 and checks.cn_check(bare[:17]) == bare[17].upper())


@pytest.mark.parametrize("secret", SEEDS[:20])
@pytest.mark.parametrize(
    ("phone", "script", "shape"),
    [
        ("(415) 555-0199 x12", "en", r"\(\d{3}\) 555-01\d\d x\d\d"), ("+1 415 987 6543", "en", r"\+1 \d{3} 555 01\d\d"),
        ("07911 123456", "en", r"07700 900\d{3}"), ("+44 7911 123456", "en", r"\+44 7700 900\d{3}"), ("0412 345 678", "en", r"0491 57\d \d{3}"),
        ("(08) 8123 4567", "en", r"\(08\) (?:5550|7010) \d{4}"), ("0912-345-678", "zh-TW", r"09\d\d-\d{3}-\d{3}"), ("０９１２３４５６７８", "zh-TW", r"０９[０-９]{8}"),
        ("+886 912-345-678", "zh-TW", r"\+886 9\d\d-\d{3}-\d{3}"), ("02-2345-6789#123", "zh-TW", r"0\d-\d{4}-\d{4}#\d{3}"), ("13912345678", "zh-CN", r"13\d{9}"),
        ("0755-2345-6789转801", "zh-CN", r"0\d{3}-\d{4}-\d{4}转\d{3}"), ("6123", "zh-TW", r"\d{4}"),
    ],
)  # fmt: skip
def test_a_telephone_keeps_its_form_and_lies_in_a_range_for_fiction_where_there_is_one(phone: str, script: str, shape: str, secret: bytes) -> None:
    assert re.fullmatch(shape, numbers.phone(Stream(secret), phone, script=script))


def test_a_social_security_number_is_of_an_area_never_issued() -> None:
    assert all(re.fullmatch(r"9\d\d-(?!00)[0-4]\d-\d{4}", numbers.number(Stream(s), "IDNO", "123-45-6789", sex=None, birth=None)) for s in SEEDS)


def test_the_birth_date_in_an_identity_number_moves_with_the_patients_dates() -> None:
    made = written("患者⟦NAME/patient|王建国⟧，男，住院号⟦MRN|20240611003⟧，身份证号⟦IDNO|310105196211110056⟧，出生日期：⟦DATE/dob|1962-11-11⟧，⟦DATE/visit|2024-06-11⟧入院")
    assert made[2][6:14] == made[3].replace("-", "") != "19621111"


def test_dates_of_a_patient_move_together_and_stay_on_their_weekday() -> None:
    made = written(HEAD + "⟦DATE/visit|2024-05-02⟧，回診⟦DATE|2024-05-16⟧")
    first, second = (date.fromisoformat(text) for text in made[-2:])
    assert (second - first).days == 14 and first.weekday() == date(2024, 5, 2).weekday() and first != date(2024, 5, 2)


@pytest.mark.parametrize("secret", SEEDS)
def test_net_addresses_are_of_domains_and_ranges_kept_for_examples(secret: bytes) -> None:
    assert re.fullmatch(r"[\w.]+@example\.(?:com|org|net)", contacts.email(Stream(secret), "wang.sm@hospital.org.tw"))
    assert re.fullmatch(r"https://www\.example\.(?:com|org|net)/.+", contacts.url(Stream(secret), "https://www.mercy.org/p/1234"))
    assert contacts.ip(Stream(secret), "10.1.2.3").rsplit(".", 1)[0] in {"192.0.2", "198.51.100", "203.0.113"}
    assert contacts.ip(Stream(secret), "fe80::1").startswith("2001:db8::")


@pytest.mark.parametrize("secret", SEEDS[:15])
@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("青禾醫院", r"..醫院"), ("江州市第三人民医院", r".+市第三人民医院"), ("雲嶺國小", r"..國小"), ("青苗幼兒園", r"..幼兒園"), ("北勢監獄", r"..監獄"), ("鼎禾紡織", r"..紡織"),
        ("Kestrel Flat Primary", r"[A-Z]\w+ Flat Primary"), ("Harrow Ridge Correctional Centre", r"[A-Z]\w+ [A-Z]\w+ Correctional Centre"),
    ],
)  # fmt: skip
def test_an_institution_stays_of_its_class(name: str, shape: str, secret: bytes) -> None:
    made = places.institution(Stream(secret), name, traditional="院" not in name or "醫" in name)
    assert re.fullmatch(shape, made) and made != name


@pytest.mark.parametrize("secret", SEEDS[:15])
def test_an_address_keeps_its_shape(secret: bytes) -> None:
    made = places.address(Stream(secret), "220新北市板橋區青禾路一段100巷5弄3號5樓之2", traditional=True, script="zh-TW")
    assert re.fullmatch(r"\d{3}\w{2,3}[市縣]\w{1,4}[區鄉鎮市]\w{2}路[一二三四]段\d{3}巷\d弄\d號\d樓之\d", made) and "青禾" not in made
    english = places.address(Stream(secret), "12 Orchard Ln, Apt 4B, Quarry Falls, NY 12999", traditional=True, script="en")
    assert re.fullmatch(r"\d\d [A-Z]\w+ Ln, Apt \d[A-Z], [A-Z]\w+ [A-Z]\w+, [A-Z]{2} \d{5}", english)


def test_a_draw_that_the_vault_knows_is_drawn_again() -> None:
    store = vault()
    first = written(HEAD, store)[0]
    again = vault()
    again.assign(Person((first,), (Number("MRN", "99999"),)))
    store = vault()
    made = written(HEAD, store)
    store.assign(Person((made[0],), (Number("MRN", "99999"),)))
    assert written(HEAD, store)[0] not in {made[0], "王小明"}


def test_a_draw_that_is_a_value_of_the_document_or_of_its_facts_is_drawn_again() -> None:
    first = written(HEAD, vault())[0]
    assert written(HEAD + f"室友⟦NAME/third_party|{first}⟧", vault())[0] != first
    _, made = edits(HEAD, vault(), known={"people": [{"name": first, "relation": "mother"}]})
    assert made[0].replacement != first


@pytest.mark.parametrize("secret", SEEDS)
def test_no_surrogate_holds_a_real_value_of_its_document(secret: bytes) -> None:
    marked = HEAD + "母親⟦NAME/relative|陳美玲⟧，⟦DOCTOR|林正軒⟧醫師，⟦HOSPITAL|青禾醫院⟧，⟦LOCATION|板橋⟧，電話⟦PHONE|0912-345-678⟧"
    text, made = edits(marked, vault(secret))
    real = {text[e.start : e.end] for e in made}
    assert not [e.label for e in made for value in real if value in e.replacement]
    assert len({e.replacement for e in made if e.label in ("NAME", "DOCTOR")}) == 3


def test_what_finds_no_free_value_is_masked() -> None:
    class Full(MemoryVault):
        def find(self, candidates):  # type: ignore[no-untyped-def]
            return dict.fromkeys(candidates, ("hit",))

    assert set(written("轉診至⟦HOSPITAL|青禾醫院⟧", Full())) == {"[醫院]"}


def test_a_stored_vault_draws_the_same_when_it_is_opened_again_and_otherwise_for_another_project(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'vault.db'}"
    found: dict[str, set[str]] = {}
    for project, create in (("one", True), ("one", False), ("two", True)):
        with_vault = open_vault(url, project=project, passphrase="correct horse battery", create=create)
        made = edits(HEAD, with_vault)[1]
        found.setdefault(project, set()).add(made[0].replacement)
    assert len(found["one"]) == 1 and found["one"] != found["two"]
