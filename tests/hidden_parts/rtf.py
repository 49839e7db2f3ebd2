"""RTF files with an identity in each part that stands beside the body, or is not shown."""

from __future__ import annotations

from collections.abc import Iterator

from hidden_parts.crafted import Crafted


def _hex(text: str, codec: str) -> str:
    return "".join(f"\\'{byte:02x}" for byte in text.encode(codec))


def _unicode(text: str) -> str:
    return "".join(f"\\u{ord(c) if ord(c) < 0x8000 else ord(c) - 0x10000}?" for c in text)


def files() -> Iterator[Crafted]:
    """Five files, as Word of Taiwan, Word of China, WordPad, LibreOffice and a report generator write them."""
    yield _taiwan()
    yield _china()
    yield _comments()
    yield _properties()
    yield _shapes()


def _taiwan() -> Crafted:
    said = {"body": "林志偉", "header": "0922333444", "footer": "吳佩珊", "footnote": "A123456789", "hidden text": "許文彬"}
    big5 = {part: _hex(text, "cp950") for part, text in said.items()}
    text = (
        "{\\rtf1\\ansi\\ansicpg950\\deff0{\\fonttbl{\\f0\\fcharset136 PMingLiU;}}"
        f"{{\\header {_hex('電話：', 'cp950')}{big5['header']}\\par}}{{\\footer {_hex('醫師：', 'cp950')}{big5['footer']}\\par}}\\f0 {_hex('姓名：', 'cp950')}{big5['body']}\\par "
        f"{_hex('今日回診', 'cp950')}{{\\footnote {_hex('身分證 ', 'cp950')}{big5['footnote']}}}{{\\v {_hex('家屬：', 'cp950')}{big5['hidden text']}}}\\par}}"
    )
    return Crafted("taiwan", ".rtf", text.encode("ascii"), said)


def _china() -> Crafted:
    said = {"body": "张建国", "the font's own code page": "李秀英", "a field's code": "13800138000", "a field's result": "王志强"}
    text = (
        "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset134 SimSun;}{\\f1\\fcharset0 Arial;}}"
        f"\\f0 {_hex('患者：' + said['body'], 'gbk')}\\par {{\\f1 {{\\f0 {_hex('家属：' + '李秀英', 'gbk')}}}}}\\par "
        f'{{\\field{{\\*\\fldinst HYPERLINK "tel:13800138000"}}{{\\fldrslt {_hex("医生：王志强", "gbk")}}}}}\\par}}'
    )
    return Crafted("china", ".rtf", text.encode("ascii"), said)


def _comments() -> Crafted:
    said = {"comment": "Harold Finch", "comment's author": "Grace Hendricks", "deleted text": "Nathan Ingram", "who changed it": "Arthur Claypool", "bookmark": "0933222111"}
    text = (
        "{\\rtf1\\ansi\\ansicpg1252{\\*\\revtbl{Unknown;}{Arthur Claypool;}}Seen today.{\\*\\bkmkstart 0933222111}{\\*\\bkmkend 0933222111}"
        "{\\*\\atnid GH}{\\*\\atnauthor Grace Hendricks}\\chatn{\\*\\annotation Patient: Harold Finch}\\par {\\deleted\\revauthdel1 Dr. Nathan Ingram called.}\\par}"
    )
    return Crafted("comments", ".rtf", text.encode("ascii"), said)


def _properties() -> Crafted:
    said = {"title": "王小明", "author": "陳美玲", "custom property": "7654321", "variable": "B234567890", "doccomm": "0966777888"}
    text = (
        f"{{\\rtf1\\ansi{{\\info{{\\title {_unicode('病人王小明')}}}{{\\author {_unicode('陳美玲')}}}{{\\doccomm {_unicode('電話 ')}0966777888}}{{\\creatim\\yr2024\\mo3\\dy15}}}}"
        f"{{\\*\\userprops{{\\propname MRN}}\\proptype30{{\\staticval 7654321}}}}{{\\*\\docvar {{ID}}{{B234567890}}}}{_unicode('門診紀錄')}\\par}}"
    )
    return Crafted("properties", ".rtf", text.encode("ascii"), said)


def _shapes() -> Crafted:
    said = {"text box": "高志明", "alternative text": "張淑芬", "table": "0955666777", "nested table": "F223456789", "object's result": "黃建宏"}
    text = (
        f"{{\\rtf1\\ansi\\uc1 {{\\shp{{\\*\\shpinst{{\\sp{{\\sn wzDescription}}{{\\sv {_unicode('照片：張淑芬')}}}}}{{\\sp{{\\sn shapeType}}{{\\sv 202}}}}"
        f"{{\\shptxt {_unicode('姓名：高志明')}\\par}}}}}}\\trowd Tel\\cell 0955666777\\cell\\row {{\\*\\nesttableprops}}ID F223456789\\nestcell\\par"
        f"{{\\object\\objemb{{\\*\\objdata 0105}}{{\\result {_unicode('病人：黃建宏')}}}}}{{\\pict\\pngblip 89504e47}}\\par}}"
    )
    return Crafted("shapes", ".rtf", text.encode("ascii"), said)
