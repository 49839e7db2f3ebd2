"""E-mails with an identity in each header and part that a reader of the first text passes over."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage

from hidden_parts.crafted import Crafted


def files() -> Iterator[Crafted]:
    """Five messages: headers, two forms of a text, attachments, a forwarded message, bare Big5."""
    yield _headers()
    yield _alternative()
    yield _attachments()
    yield _forwarded()
    yield _bare()


def _message(subject: str, sender: str, body: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, sender, "lab@test.example"
    message.set_content(body)
    return message


def _headers() -> Crafted:
    said = {
        "From": "陳美玲", "Subject": "林志偉", "Cc": "harold@finch.example", "Reply-To": "grace@hendricks.example", "Message-ID": "zhiwei.lin@mail.example", "Received": "192.0.2.77",
        "X-Patient-ID": "A123456789",
    }  # fmt: skip
    message = _message("病人：林志偉的報告", "陳美玲醫師 <meiling@test.example>", "請見報告。\n")
    message["Cc"], message["Reply-To"], message["Message-ID"] = "harold@finch.example", "grace@hendricks.example", "<zhiwei.lin@mail.example>"
    message["Received"], message["X-Patient-ID"] = "from pc (192.0.2.77) by mail.example; Fri, 15 Mar 2024 10:00:00 +0800", "A123456789"
    return Crafted("headers", ".eml", bytes(message), said)


def _alternative() -> Crafted:
    said = {"plain text": "吳佩珊", "only in HTML": "0922333444", "a link in HTML": "peishan@wu.example", "a comment in HTML": "許文彬"}
    message = _message("Report", "lab@test.example", "姓名：吳佩珊\n")
    message.add_alternative(
        '<p>姓名：吳佩珊</p><p>電話 0922333444 <a href="mailto:peishan@wu.example">信箱</a></p><!-- 醫師：許文彬 -->', subtype="html"
    )
    return Crafted("alternative", ".eml", bytes(message), said)


def _attachments() -> Crafted:
    said = {"attached text": "鄭雅文", "attached CSV": "0955666777", "attached RTF": "Nathan Ingram", "attached page": "張淑芬"}
    message = _message("Files", "lab@test.example", "See files.\n")
    message.add_attachment("病人：鄭雅文\n".encode("big5"), maintype="text", subtype="plain", filename="note.txt")
    message.add_attachment(b"tel\n0955666777\n", maintype="text", subtype="csv", filename="table.csv")
    message.add_attachment(b"{\\rtf1 Patient: Nathan Ingram}", maintype="application", subtype="octet-stream", filename="a.rtf")
    message.add_attachment("<p>姓名：張淑芬</p>", subtype="html", filename="a.html")
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="scan.pdf")
    return Crafted("attachments", ".eml", bytes(message), said)


def _forwarded() -> Crafted:
    said = {"inner From": "高志明", "inner Subject": "黃建宏", "inner text": "F223456789", "inner Date": "2023"}
    inner = _message("病人：黃建宏", "高志明醫師 <gao@test.example>", "身分證 F223456789\n")
    inner["Date"] = "Tue, 14 Mar 2023 09:00:00 +0800"
    outer = _message("Fwd", "lab@test.example", "see below\n")
    outer.add_attachment(inner)
    return Crafted("forwarded", ".eml", bytes(outer), said)


def _bare() -> Crafted:
    said = {"bare Subject": "周美惠", "bare text": "0966777888", "quoted text": "蔡宜君"}
    text = "From: lab@test.example\r\nSubject: 病人：周美惠的門診報告\r\n\r\n您好，請聯絡電話 0966777888。\r\n> 姓名：蔡宜君\r\n> 今日回診\r\n"
    return Crafted("bare", ".eml", text.encode("big5"), said)
