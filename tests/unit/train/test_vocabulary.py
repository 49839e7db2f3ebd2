"""The vocabulary: what is chosen, in which order, and that it reads back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from incognote.errors import FormatError
from incognote.lab.train.vocabulary import SPECIALS, Pool, Vocabulary, build, read, rows

PIECES = ("<s>", "<pad>", "</s>", "<unk>", "王", "王小", "▁Pa", "tient", "▁seen", "ing", "。", "1", "Я", "é", "▁", "a", "▁王")
POOL = Pool(PIECES, np.linspace(-1, -9, len(PIECES)).astype(np.float32), (0, 2, 1, 3))


def made(*texts: str, size: int = 100, words: tuple[str, ...] = ()) -> Vocabulary:
    return build(POOL, list(texts), words=words, size=size)


def test_han_characters_and_signs_are_kept_though_no_text_has_them() -> None:
    assert {"王", "。", "1", "a"} <= set(made("nothing").pieces)
    assert "王小" not in made("王小").pieces, "two characters are two pieces"


def test_latin_pieces_are_kept_where_a_text_or_the_word_list_uses_them() -> None:
    assert "▁Pa" in made("Patient").pieces and "▁Pa" not in made("x").pieces
    assert "▁seen" in made("x", words=("seen",)).pieces
    assert "é" in made("é").pieces and "Я" not in made("é").pieces


def test_the_most_frequent_pieces_stay_where_there_is_no_room_for_all() -> None:
    base = len(made("").pieces)
    assert "▁seen" in made("Patient", "seen seen", size=base + 1).pieces
    assert len(made("Patient", "seen seen", size=base + 1)) == base + 1


def test_the_specials_come_first_and_rows_point_into_the_pool() -> None:
    vocabulary = made("Patient seen")
    assert vocabulary.pieces[:4] == SPECIALS
    found = rows(POOL, vocabulary)
    assert found[:4].tolist() == [1, 3, 0, 2]
    assert [PIECES[row] for row in found[4:]] == list(vocabulary.pieces[4:])


def test_characters_that_the_pool_lacks_are_kept_where_they_are_names_or_come_often() -> None:
    vocabulary = build(POOL, ["Ⅲ Ⅲ Ⅲ 級，癬"], characters="璩汪", size=100)
    assert {"璩", "汪", "Ⅲ"} <= set(vocabulary.pieces) and "癬" not in vocabulary.pieces
    (piece,) = vocabulary.cutter().cut("Ⅲ")
    assert vocabulary.pieces[piece.id] == "Ⅲ"


def test_a_character_that_the_pool_lacks_starts_from_another_way_to_write_it() -> None:
    vocabulary = build(POOL, [], characters="玊璩", size=100)
    found = dict(zip(vocabulary.pieces, rows(POOL, vocabulary, variants={"王": "玊"}).tolist(), strict=True))
    assert found["玊"] == PIECES.index("王") and found["璩"] == PIECES.index("<unk>")


def test_the_cutter_knows_its_pieces_by_their_ids_and_keeps_offsets() -> None:
    vocabulary = made("Patient")
    text = "王 Patient李"
    found = [(vocabulary.pieces[p.id], text[p.start : p.end]) for p in vocabulary.cutter().cut(text)]
    assert [part for _, part in found] == ["王", "Pa", "tient", "李"]
    assert found[1][0] == "▁Pa" and found[-1][0] == "<unk>"


def test_a_written_vocabulary_reads_back(tmp_path: Path) -> None:
    vocabulary = made("Patient seen。")
    vocabulary.write(tmp_path / "v.tsv")
    assert read(tmp_path / "v.tsv") == vocabulary


@pytest.mark.parametrize("text", ["王\t0\n", "<pad>\t0\n<unk>\t0\n<s>\t0\n</s>\tx\n", "<pad>\n"])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "v.tsv").write_text(text, "utf-8")
    with pytest.raises(FormatError):
        read(tmp_path / "v.tsv")
