"""Biometric and genetic identifiers: biobank and DNA samples, finger, iris and voice templates, photo files.

The name of a picture, sound or video file of a patient is one span. Source: catalogue 2.7, I8; HIPAA (P), (Q).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "照片存檔 IMG_王小明_0502.jpg；基因检测样本编号DNA-240506-07"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['DNA-240506-07', 'IMG_王小明_0502.jpg']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, number_rule
from incognote.document import Span

LABELS: Final = (
    "dna編號", "dna樣本", "dna樣本編號", "dna檢體", "dna檢體編號", "基因檢體編號", "基因檢測編號", "基因檢測樣本編號", "樣本編號", "樣品編號", "生物檢體編號", "檢體庫", "虹膜模板", "指紋模板", "聲紋模板", "生物資料庫編號", "生物樣本編號", "人體生物資料庫", "指紋編號", "指紋檔", "指紋id", "指紋檔案", "虹膜編號", "虹膜檔", "聲紋編號", "聲紋檔", "聲紋", "臉部辨識編號", "掌紋編號", "唾液檢體編號",
    "基因检测样本编号", "基因检测编号", "基因样本编号", "样本编号", "样品编号", "生物样本编号", "生物样本库编号", "样本库编号", "dna编号", "dna样本编号", "指纹编号", "指纹id", "指纹档案", "虹膜编号", "声纹编号", "人脸识别编号", "唾液样本编号",
    "biobank", "biobank id", "biobank no", "sample id", "dna sample", "dna id", "dna no", "genomic id", "fingerprint id", "fingerprint", "fingerprint template", "iris id", "iris template", "voiceprint", "voiceprint id", "face id", "template id", "subject sample",
)  # fmt: skip

_VALUE: Final = r"[A-Z]{0,8}[-_]?(?=[A-Z0-9_-]{0,8}\d)[A-Z0-9]{2,20}(?:[-_][A-Z0-9]{1,14}){0,4}"
_LABELLED: Final = rf"(?=(?:[A-Z_-]*\d){{3}}){_VALUE}"
_ENDING: Final = re.compile(
    r"\.(?:jpe?g|png|heic|gif|bmp|tiff?|webp|mp4|mov|avi|wav|mp3|m4a|dcm|raw|nef|zip|rar|7z|pdf)(?![A-Za-z0-9])"
)
_PAPERS: Final = frozenset({".zip", ".rar", ".7z", ".pdf"})
_OWN: Final = re.compile(r"[_\d\u3400-\u9fff]")  # guideline.pdf is nobody's
_STEM: Final = re.compile(r"[A-Za-z0-9_\u3400-\u9fff()+~@-]{1,80}$")
_NOT_STEM: Final = re.compile(
    r".*(?:存檔|存档|檔名|档名|檔案|文件名?|照片|影像|圖片|图片|為|为|見|见|如|附件|附檔|上傳|上传|錄音|录音|錄影|截圖)(?=[^_])(?![-_])",
    re.DOTALL,
)


def files(page: Page) -> Iterator[Span]:
    """Names of picture, sound and video files; words in front of them in running Chinese stay outside."""
    if "." not in page.text:
        return
    for ending in _ENDING.finditer(page.lower):
        stem = _STEM.search(page.text, max(0, ending.start() - 80), ending.start())
        if stem is None or (ending[0] in _PAPERS and not _OWN.search(stem[0])):
            continue
        cut = _NOT_STEM.match(page.text, stem.start(), ending.start())
        start = cut.end() if cut and cut.end() < ending.start() else stem.start()
        yield page.span(start, ending.end(), "BIOID", None, "rules/bioid", 0.85)


RULES = (
    number_rule(
        "bioid",
        "BIOID",
        labels=LABELS,
        labelled_shape=_LABELLED,
        shape=r"DNA-\d{4,10}(?:-\d{1,6}){0,3}",
        bare=0.6,
        needs="DNA-",
    ),
    Rule("bioid", files),
)
