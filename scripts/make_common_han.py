"""Writes src/incognote/text/data/common_han.tsv: the Han characters that running Chinese is made of.

Characters of jieba's word list (MIT) by the frequency of the words that hold them, each with its
traditional form by OpenCC's tables (opencc-python-reimplemented, Apache-2.0), and words of the clinic.
Run with both packages installed: `python scripts/make_common_han.py`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import jieba
from opencc import OpenCC

TARGET = Path(__file__).resolve().parents[1] / "src/incognote/text/data/common_han.tsv"
HOW_MANY = 2200
OWN = 100.0  # times in a million that a character of the two lists below is given at least
NAMES = (
    "陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾游彭詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜侯傅曹薛"
    "丁卓馬阮董溫唐藍石蔣古紀姚連馮歐程湯田康鄒白涂尤巫韓龔嚴袁黎金童陸夏柳邵錢伍溫于倪譚駱熊任甘秦章史萬俞雷粘饒闕凌崔尹孔辛"
    "淑娟美慧雅婷怡君志明俊傑家豪宗翰承恩宸睿冠霖禹彤苡安芳芬惠玲珍貞雯瑜琪萱妤涵宥廷柏翔宇軒哲瑋彥儒鴻銘裕偉建國文華秀英玉蘭"
    "麗鳳嬌寶珠梅桂香春花月雲霞燕萍莉蓉佳欣思穎詩琳詠晴子語沛宜庭筠若潔瑄芷芯蕙茹婉儀靜韻如馨心昕妍品凱勝雄龍輝煌耀祥瑞福財旺添"
    "進清義信忠孝仁和強磊超洋勇軍傑娜敏麗濤鑫浩然梓涵博雨欣怡晨曦嘉琪"
)
CLINICAL = (
    "病歷號碼患者主訴診斷檢查發燒咳嗽疼痛腫脹麻痺暈嘔吐腹瀉便秘胸悶喘氣痰過敏藥錠膠囊針劑注射靜脈動脈血壓脈搏"
    "體溫呼吸肺肝腎膽胰脾胃腸膀胱攝護腺子宮卵巢乳癌瘤囊腫骨折肌腱韌帶關節脊椎頸肩肘腕髖膝踝趾"
    "糖尿膽固醇甘油酸鹼鈉鉀鈣氯鎂磷尿蛋白潛血球糞痔瘡疹癢皮膚潰瘍褥瘡敷料縫合拆線引流導管插管"
    "拔除麻醉手術切除復健職能語言吞嚥營養護理師醫院診所住出急門區鄉鎮市縣里鄰路街巷弄號樓室"
)


def main() -> None:
    counts: Counter[str] = Counter()
    with jieba.get_dict_file() as lines:
        for line in lines:
            word, count, *_ = line.decode("utf-8").split(" ")
            for character in word:
                if "\u4e00" <= character <= "\u9fff":
                    counts[character] += int(count)
    to_traditional, to_simplified = OpenCC("s2t"), OpenCC("t2s")
    total = sum(counts.values())
    common = {c: n / total * 1e6 for c, n in counts.most_common(HOW_MANY)}
    for character in list(common) + list(NAMES + CLINICAL):
        for form in {character, to_traditional.convert(character), to_simplified.convert(character)}:
            floor = OWN if character in NAMES + CLINICAL else 0.0
            common[form] = max(common.get(form, 0.0), common.get(character, 0.0), floor)
    head = (
        "# SOURCE: jieba 0.42.1 dict.txt and opencc-python-reimplemented 0.1.7 tables, own clinical words; scripts/make_common_han.py\n"
        "# LICENCE: MIT (jieba), Apache-2.0 (OpenCC tables, own words)\n"
        "# character, times in a million\n"
        "# DATE: 2026-11-29\n"
    )
    rows = (f"{c}\t{n:.0f}\n" for c, n in sorted(common.items()) if len(c) == 1)
    TARGET.write_text(head + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
