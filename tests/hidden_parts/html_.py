"""HTML pages with an identity in each part that a browser does not show."""

from __future__ import annotations

from collections.abc import Iterator

from hidden_parts.crafted import Crafted


def files() -> Iterator[Crafted]:
    """Five pages, as hospital systems, mail programs and Word write them."""
    yield _attributes()
    yield _unseen()
    yield _form()
    yield _table()
    yield _old()


def _attributes() -> Crafted:
    said = {
        "alt": "林志偉", "title attribute": "吳佩珊", "data attribute": "A123456789", "aria-label": "許文彬", "mailto": "zhiwei@lin.example", "tel": "0922333444",
        "meta author": "鄭雅文", "title": "張淑芬",
    }  # fmt: skip
    text = (
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>姓名：張淑芬</title><meta name="author" content="醫師：鄭雅文"></head><body>'
        '<img src="x.png" alt="病人：林志偉"><p title="家屬：吳佩珊" data-id="A123456789" aria-label="醫師：許文彬">今日回診</p>'
        '<a href="mailto:zhiwei%40lin.example">信箱</a><a href="tel:0922333444">電話</a></body></html>'
    )
    return Crafted("attributes", ".html", text.encode(), said)


def _unseen() -> Crafted:
    said = {"comment": "高志明", "comment before the page": "0955666777", "hidden element": "黃建宏", "JSON in a script": "F223456789", "template": "周美惠", "noscript": "0966777888"}
    text = (
        "<!-- 電話 0955666777 --><html><body><p>門診紀錄</p><!-- 病人：高志明 --><span style='display:none'>家屬：黃建宏</span>"
        '<script type="application/ld+json">{"person": {"id": "F223456789"}}</script><template><p>姓名：周美惠</p></template>'
        "<noscript>電話 0966777888</noscript></body></html>"
    )
    return Crafted("unseen", ".html", text.encode(), said)


def _form() -> Crafted:
    said = {"value": "蔡宜君", "placeholder": "B234567890", "hidden input": "7654321", "textarea": "陳美玲", "option": "仁愛醫院", "form target": "wang@test.example"}
    text = (
        '<form action="mailto:wang@test.example"><label>表單<input value="姓名：蔡宜君" placeholder="身分證 B234567890"></label>'
        '<input type="hidden" value="病歷號：7654321"><textarea>醫師：陳美玲</textarea><select><option>仁愛醫院</option></select></form>'
    )
    return Crafted("form", ".html", text.encode("cp950"), said)


def _table() -> Crafted:
    said = {"cell": "Harold Finch", "cell over two lines": "王志強", "header cell": "Grace Hendricks", "caption": "Nathan Ingram", "summary": "Arthur Claypool"}
    text = (
        '<html><head><meta charset="utf-8"></head><body><table summary="Patient: Arthur Claypool"><caption>Patient: Nathan Ingram</caption>'
        "<tr><th>Next of kin: Grace Hendricks</th><td></td></tr><tr><td>Name: Harold Finch</td><td>姓名：王志\n    強</td></tr></table></body></html>"
    )
    return Crafted("table", ".html", text.encode(), said)


def _old() -> Crafted:
    said = {"body": "张建国", "entity": "李秀英", "conditional comment": "13800138000", "link target": "zhangjianguo"}
    entity = "".join(f"&#{ord(c)};" for c in "患者：李秀英")
    text = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312"></head><body><p>患者：张建国，男</p>'
        f'<p>{entity}</p><!--[if mso]><p>电话 13800138000</p><![endif]--><a href="http://test.example/patient?email=zhangjianguo%40test.example">病历</a></body></html>'
    )
    return Crafted("old", ".htm", text.encode("gb18030"), said)
