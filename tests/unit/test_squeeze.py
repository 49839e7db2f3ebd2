"""Names and numbers are found broken up, on token borders, and not across what parts two of them."""

from __future__ import annotations

import pytest

from incognote.names.search import squeeze, squeezed


@pytest.mark.parametrize(
    ("text", "value", "is_number", "places"),
    [
        ("王 大\n明說", "王大明", False, [(0, 5)]),
        ("黃鐘與黄钟", "黃鐘", False, [(0, 2), (3, 5)]),
        ("MRN 123-45 67.", "1234567", True, [(4, 13)]),
        ("WBC 1,234,567", "1234567", True, []),
        ("21234567 12345678", "1234567", True, []),
        ("what that hat", "hat", False, [(10, 13)]),
        ("王\n\n\n\n\n大明", "王大明", False, []),
        ("O'Brien, O Brien, obrien", "OBrien", False, [(0, 7), (9, 16), (18, 24)]),
        ("scores\t1\t0\t0\t1\t2", "10012", True, []),
        ("1001\t234", "1001234", True, [(0, 8)]),
        ("scores\n1\n0\n0\n1\n2", "10012", True, []),
        ("1\r\n0\r\n0\r\n1\r\n2", "10012", True, []),
        ("10\t0\t12", "10012", True, []),
        ("1001\n234", "1001234", True, [(0, 8)]),
        ("1 0 0 1 2", "10012", True, [(0, 9)]),
        ("王\n大\n明", "王大明", False, [(0, 5)]),
        ("０９１２－３４５－６７８", "0912345678", True, [(0, 12)]),
    ],
)
def test_a_form_is_found_where_it_stands_alone(text: str, value: str, is_number: bool, places: list[tuple[int, int]]) -> None:
    assert list(squeezed(text).find(squeeze(value), is_number=is_number)) == places
