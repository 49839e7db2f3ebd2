"""Tables as text with an identity where a careless reader passes over it. What is in no column that is read is not written."""

from __future__ import annotations

from collections.abc import Iterable

from hidden_parts.crafted import Crafted

LONG = "理學檢查無異常，給予止痛藥後返家觀察。\n" * 100


def _table(rows: Iterable[Iterable[str]], separator: str = ",", end: str = "\r\n") -> str:
    def quoted(cell: str) -> str:
        return '"' + cell.replace('"', '""') + '"' if any(sign in cell for sign in (separator, '"', "\n", "\r")) else cell

    return "".join(separator.join(map(quoted, row)) + end for row in rows)


def files() -> Iterable[Crafted]:
    yield Crafted(
        "cells-within-cells",
        ".csv",
        _table(
            [
                ["id", "姓名", "病歷號", "病歷內容"],
                ["1", "傅建成", "0012345", '病人傅建成主訴"胸悶"，\n太太鍾美娟陪同,\n電話 0988-111-222'],
                ["2", "", "0098765", '=HYPERLINK("mailto:tsao@example.org","聯絡人曹美鳳")'],
            ]
        ).encode(),
        {
            "name column": "傅建成", "number column": "0012345", "after a comma": "鍾美娟", "after a line end": "0988-111-222", "address in a formula": "tsao@example.org",
            "text in a formula": "曹美鳳",
        },
    )  # fmt: skip
    yield Crafted(
        "marked-and-with-semicolons",
        ".csv",
        ("\ufeffsep=;\r\n" + _table([["Name", "MRN", "Note"], ["Wang, Peter", "0045678", "Peter Wang; wife Mary Wu, phone 0955-666-777"]], ";")).encode(),
        {"name column": "Wang, Peter", "number column": "0045678", "note": "Peter Wang", "after a separator": "Mary Wu", "number": "0955-666-777"},
    )
    yield Crafted(
        "tabs",
        ".tsv",
        _table([["編號", "患者姓名", "身份证号", "記錄"], ["7", "刘志强", "110101197103050021", "患者刘志强今日发热\t家属陈桂芳签字"]], "\t", "\n").encode("gb18030"),
        {"name column": "刘志强", "identity number": "110101197103050021", "behind a tab": "陈桂芳"},
    )
    several = [
        "編號,記錄\n".encode(), "1,病人林淑芬主訴胸悶三天，住院檢查\n".encode(), "2,病人許雅婷今日發燒咳嗽，電話0922-333-444\n".encode("big5"),
        "3,患者李晓红今日发热咳嗽，住院治疗\n".encode("gb18030"),
    ]  # fmt: skip
    yield Crafted(
        "rows-of-several-encodings",
        ".csv",
        b"".join(several),
        {"row in UTF-8": "林淑芬", "row in Big5": "許雅婷", "its number": "0922-333-444", "row in GB18030": "李晓红"},
    )
    yield Crafted(
        "a-long-cell-in-utf-16",
        ".csv",
        _table([["text", "id"], [LONG + "聯絡人何志明 0911-222-333", "1"], ["案主吳承翰", "2"]]).encode("utf-16"),
        {"end of a long cell": "何志明", "its number": "0911-222-333", "row behind it": "吳承翰"},
    )
    yield Crafted("a-row-in-no-encoding", ".csv", several[1].replace(b"1", b"text,id\n1", 1) + b"2,\xff\xfe\xfd\xfc\n", {}, "line 3")
    yield Crafted("a-quotation-mark-left-open", ".csv", b'id,text\n1,fine\n2,"Mary Wu\n3,Ann Lee\n', {}, "row 2")
