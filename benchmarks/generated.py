"""Invented Taiwanese notes of about 530 bytes for measuring speed; not for measuring recall."""

from __future__ import annotations

import random
from collections.abc import Iterator

SURNAMES = "陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐"
GIVEN = ["志明", "淑芬", "美玲", "家豪", "雅婷", "建宏", "怡君", "俊傑", "麗華", "宥廷", "品妍", "文雄", "秀英", "承恩", "詩涵", "冠宇", "欣怡", "宗翰", "佩珊", "子晴"]
COMPLAINTS = (
    "右肩痛三個月，夜間痛醒，舉手困難", "頭暈兩週，姿勢改變時加重，無嘔吐", "咳嗽有痰五天，無發燒，夜間較明顯",
    "上腹悶痛一個月，飯後加重，體重無變化", "左膝腫痛三天，上下樓梯困難", "胸悶一週，爬樓梯時較喘，休息可緩解",
)  # fmt: skip
PLANS = (
    "Celecoxib 200mg 1# QD x 14天", "Amlodipine 5mg 1# QD x 28天", "Acetaminophen 500mg 1# TID PRN x 7天", "Esomeprazole 40mg 1# QD ac x 28天",
)  # fmt: skip


def note(draw: random.Random) -> str:
    """One outpatient note."""
    name = draw.choice(SURNAMES) + draw.choice(GIVEN)
    companion = draw.choice(SURNAMES) + draw.choice(GIVEN)
    doctor = draw.choice(SURNAMES) + draw.choice(GIVEN)
    year, month, day = draw.randint(108, 115), draw.randint(1, 12), draw.randint(1, 28)
    return (
        f"病歷號：{draw.randint(1_000_000, 9_999_999)} 姓名：{name} 生日：民國{draw.randint(20, 90)}年{month}月{day}日 看診日：{year}/{month:02d}/{day:02d}\n"
        f"S: {draw.choice(COMPLAINTS)}。{name}由{companion}陪同，電話09{draw.randint(10, 99)}-{draw.randint(100, 999)}-{draw.randint(100, 999)}。\n"
        f"O: BP {draw.randint(100, 160)}/{draw.randint(60, 95)} mmHg, HR {draw.randint(60, 110)}, SpO2 98%, 高血壓 {draw.randint(1, 20)} 年，右側 MMT 5/5。\n"
        f"A: HTN (I10), r/o frozen shoulder\nP: {draw.choice(PLANS)}，兩週後回診，衛教飲食與運動。 VS {doctor}\n"
    )


def notes(count: int, seed: int = 7) -> Iterator[str]:
    draw = random.Random(seed)
    for _ in range(count):
        yield note(draw)
