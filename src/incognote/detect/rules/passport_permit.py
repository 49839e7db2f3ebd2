"""Passports and travel permits of Taiwan, the mainland, Hong Kong and Macau: a label is needed.

Taiwan nine digits; the mainland E, G or EA-EZ and 7-8 digits; 港澳通行证 C and 8; 回乡证 H or M and 8-10;
台胞证 8 digits; 入出境許可證 12; 军官证 `军字第1234567号`. Issued by the foreign ministries and immigration
services. Source: catalogue 2.1, 2.2.
"""

from typing import Final

from incognote.detect.rules.rule import number_rule

LABELS: Final = (
    "護照號碼", "護照號", "護照", "护照号码", "护照号", "护照", "港澳通行证", "往来港澳通行证", "通行证", "通行证号", "通行證", "通行證號", "回乡证", "回鄉證",
    "台胞证", "台胞證", "臺胞證", "台湾居民来往大陆通行证", "入出境許可證", "入出境許可證號", "入台證", "入臺證", "入境證", "入境许可", "旅行證", "大陸地區人民入出境許可證",
    "军官证", "军官证号", "士兵证", "軍人身分證", "軍人證", "警官证", "户口簿号", "戶口名簿", "永久居留证", "永居证", "外国人居留证", "簽證號碼", "签证号",
    "passport", "passport no", "passport number", "travel document", "travel permit", "visa no", "entry permit", "home return permit",
)  # fmt: skip

RULES = (
    number_rule(
        "passport_permit",
        "IDNO",
        labels=LABELS,
        labelled_shape=r"[A-Z]{1,3} ?\d{6,10}|\d{7,12}|\d{3} ?\d{3} ?\d{3}|[南北沈兰成济广武海空军士]?[军軍字士]{1,2}第? ?\d{5,9} ?[号號]|[A-Z]{0,2}\d{0,4}[*xX]{3,8}\d{1,5}",
    ),
)
