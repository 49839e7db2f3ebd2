"""Files of each form become texts whose offsets are right; held-out texts stay out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote.errors import FormatError, UsageError
from incognote.lab.train.config import Source
from incognote.lab.train.fingerprint import prints
from incognote.lab.train.sources import Labelled, read
from incognote.text.tags import CLASSES

REST = {"ROOM", "DATE", "TIME", "AGE", "PHONE", "ID", "NET", "PROFESSION"}
IOB2 = """# newdoc id = a
# sent_id = 1
# text = 陳大文住在 Taipei 市。
1\t陳\tB-PER\t-\t-
2\t大文\tI-PER\t-\t-
3\t住在\tO\t-\t-
4\tTaipei\tB-LOC\t-\t-
5\t市\tI-LOC\t-\t-
6\t。\tO\t-\t-

# text = 好。
1\t好\tO\t-\t-
2\t。\tO\t-\t-
"""
WEIBO = "李0\tB-PER.NAM\n帆1\tI-PER.NAM\n的0\tO\n女0\tB-PER.NOM\n人1\tI-PER.NOM\n\n10\tO\n\ufffd\ufffd0\tO\n沪0\tB-GPE.NAM\n"


def texts(tmp_path: Path, content: str, scheme: str, **settings: int) -> list[Labelled]:
    path = tmp_path / "texts.data"
    path.write_text(content, "utf-8")
    return list(read(Source(str(path), scheme, **settings)))


def parts(labelled: Labelled) -> list[tuple[str, tuple[str, ...]]]:
    return [(labelled.text[start:end], classes) for start, end, classes in labelled.spans]


def test_iob2_words_are_found_in_their_sentence(tmp_path: Path) -> None:
    first, second = texts(tmp_path, IOB2, "uner")
    assert parts(first) == [("陳大文", ("NAME", "DOCTOR")), ("Taipei 市", ("LOCATION", "ADDRESS"))]
    assert second == Labelled("好。", (), first.free, "a") and set(first.free) == REST


def test_weibo_takes_names_and_leaves_words_for_people(tmp_path: Path) -> None:
    first, second = texts(tmp_path, WEIBO, "weibo")
    assert first.text == "李帆的女人" and parts(first) == [("李帆", ("NAME", "DOCTOR"))]
    assert second.text == "1\ufffd\ufffd沪" and parts(second) == [("沪", ("LOCATION", "ADDRESS"))]


def test_our_own_labels_become_classes_and_context_says_nothing(tmp_path: Path) -> None:
    row = {"id": "n", "text": "MRN 12345 公司會計", "spans": [{"start": 4, "end": 9, "label": "MRN"}, {"start": 10, "end": 14, "label": "CONTEXT"}]}
    (found,) = texts(tmp_path, json.dumps(row), "ours")
    assert parts(found) == [("12345", ("ID",)), ("公司會計", ())] and found.free == ()


def test_answers_are_negatives_but_for_days_and_ages(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"text": f"问{at}", "mention_data": []}) + "\n" for at in range(5))
    assert [t.text for t in texts(tmp_path, lines, "answers", skip=1, limit=2)] == ["问1", "问2"]
    assert set(texts(tmp_path, lines, "answers")[0].free) == {"DATE", "TIME", "AGE"}
    assert texts(tmp_path, lines, "any")[0].free == CLASSES


@pytest.mark.parametrize(("content", "scheme"), [("1\t好\tO\n", "uner"), ("# text = 好\n1\t壞\tO\n", "uner"), ("# text = 好\n1\t好\n", "uner"), ('{"text": 1}\n', "answers"), ("好\n", "weibo"), ("{}\n", "answers"), ("x\n", "answers")])
def test_another_form_is_refused_without_a_word_of_the_text(tmp_path: Path, content: str, scheme: str) -> None:
    with pytest.raises(FormatError) as caught:
        texts(tmp_path, content, scheme)
    assert "好" not in str(caught.value) and "line 1" in str(caught.value)


@pytest.mark.parametrize("scheme", ["uner", "weibo", "answers", "ours"])
def test_another_encoding_is_refused(scheme: str, tmp_path: Path) -> None:
    path = tmp_path / "texts.data"
    path.write_bytes("好".encode("big5"))
    with pytest.raises(FormatError, match="UTF-8"):
        list(read(Source(str(path), scheme)))


def test_a_missing_file_is_an_error_unless_it_is_optional() -> None:
    with pytest.raises(UsageError):
        list(read(Source("nowhere/*.jsonl", "ours")))
    assert list(read(Source("nowhere/*.jsonl", "ours", is_optional=True))) == []


def test_prints_find_a_long_line_in_another_text_but_tell_nothing_of_short_ones() -> None:
    line = "The patient walked to the ward at noon and told the nurse of the pain in her left knee."
    assert set(prints(f"Title\n{line}\nend of it")) & set(prints(line))
    assert not set(prints("Dr Smith\nward 5 and more")) & set(prints("Dr Smith"))
