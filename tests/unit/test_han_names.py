"""Han names: what the tables promise, and that hostile text costs no more than its length."""

from __future__ import annotations

import time

import pytest

from incognote.detect.people import read_field, read_role
from incognote.detect.rules import detector, load, names
from incognote.document import Document
from incognote.names.likelihood import hopeful, name_at, surname_weight, tables, weigh

HAN_RULES = ("name_han_field", "name_han_title", "name_han_role", "name_han_prose", "name_han_signature", "name_han_apart", "name_han_behind", "name_nickname", "name_shaped", "name_called")


def test_both_scripts_share_the_surname_table() -> None:
    for traditional, simplified in ("陳陈", "張张", "鄭郑", "鍾钟", "盧卢", "葉叶"):
        assert surname_weight(traditional) == surname_weight(simplified) is not None


def test_a_variant_that_is_a_word_is_no_surname() -> None:
    assert surname_weight("於") is None
    assert name_at("於出生後", 0, prior=0.0) is None


@pytest.mark.parametrize("word", ["高血壓", "黃疸", "石膏", "陳舊", "周邊", "曾經", "何首烏", "任何", "方便", "白血球", "施打", "温度"])
def test_a_clinical_word_is_likelier_than_a_name(word: str) -> None:
    found = weigh(word, 0, min(3, len(word)), prior=-1.5)
    assert found is None or found.margin <= 0


@pytest.mark.parametrize("name", ["王小明", "張簡宜蓁", "欧阳淑贞", "陳林秀英", "林美玉", "刘敏", "張偉", "徐乾安", "蔡蓁秀"])
def test_a_name_is_likelier_than_words(name: str) -> None:
    found = name_at(name, 0, prior=-1.5)
    assert found and found.end == len(name) and found.margin > 0


def test_the_quick_bound_never_refuses_what_would_be_found() -> None:
    text = "王小明與陳美玲及林志強，高血壓，張偉說于丽丽來，王黃阿滿走了"
    for start in range(len(text) - 1):
        found = name_at(text, start, prior=-1.0)
        if found and found.margin > 0:
            assert hopeful(text, start, -1.0)


def test_a_label_vouches_and_a_role_does_not() -> None:
    assert read_field("高興 女", 0) is not None
    assert read_role("高興地說", 0) is None


def test_the_words_stay_small() -> None:
    assert 30_000 < len(tables().words) < 90_000


@pytest.mark.parametrize("piece", ["王", "王小明", "阿", "患者", "醫師", "與王", "王○", "巴·", "「", "姓名：", "\n王小明", "高血壓"])
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    detect = detector(load(skip=set(names()) - set(HAN_RULES)))
    times = []
    for size in (8_000, 32_000):
        document = Document("1", piece * (size // len(piece)))
        runs = []
        for _ in range(3):  # the best of three: another process may have had the cache
            begin = time.process_time()
            list(detect(document))
            runs.append(time.process_time() - begin)
        times.append(min(runs))
    assert times[1] < max(0.2, 8 * times[0])
