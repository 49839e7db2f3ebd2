"""How a treatment did: none, poor, partial, good, in the words of notes and of those who tell."""

from __future__ import annotations

import re
from typing import Final

from incognote.names.tables import in_base

_W: Final = r"(?<![a-z])(?:{})(?![a-z])"
_NONE: Final = (
    r"无效|没效|没有效|没用|没有用|没啥用|不管用|不见效|无反应|没反应|没有反应|照旧|依旧|依然如故|没(?:有)?起色|没(?:有)?改善|没(?:有)?变化|无改善|无明显效果|效果不明显|毫无效果|没有(?:什么)?效果|无效果|没什么用|没什么帮助|没有帮助|没帮助|不起作用|等于没|白吃|"
    r"没有(?:变|减)少|没(?:变|减)少|没见好|没有?好转|"
    + _W.format(
        r"no (?:\w+ )?(?:response|effect|benefit|help|use|better|good|change|improvement|difference|relief)|useless|did nothing|does nothing|done nothing|doing nothing|nothing (?:changed|came of it)|failed|fail(?:ed|s)? to|failure|without (?:any )?(?:effect|benefit|help|success|relief|response|improvement)|"
        r"did not help|didn'?t help|had not helped|never helped|altered nothing|changed nothing|made no difference|not a scrap|no better|to no avail|in vain|ineffective|unhelpful|did not work|didn'?t work|unchanged"
    )
)
_POOR: Final = r"(?:疗效|效果|反应)(?:不佳|不好|差|很差|欠佳)|效差|" + _W.format(
    r"poor(?:ly)?(?: response| result| effect)?|hardly (?:helped|any)|barely helped|little (?:to show|effect|benefit|help|use)|scarcely helped|minimal (?:response|benefit)"
)
_PARTIAL: Final = (
    r"部分|好一些|好一点|好些|好(?:了)?(?:一|两|二|三|四|五)[成半]|略(?:好|有|见|减|轻)|稍(?:好|轻|减|有|微|缓)|有所(?:改善|缓解|减轻|好转)|少了?一半|减半|减少一半|轻(?:了)?一[些点]|轻了?些|少(?:了)?(?:一)?(?:点|些)|有(?:一)?[点些](?:效|帮助|用|改善|进步|好转)|"
    r"小了?一点|还在|未消失|没(?:有)?(?:不见|消失|完全)|未完全|一半|(?:三|四|五|六)成|差强人意|只帮上一点|一点忙|起了?些作用|有点用|尚可|部份|"
    + _W.format(
        r"partial(?:ly)?|part of|in part|some (?:benefit|movement|improvement|relief|effect|help|use|response|good)|takes? (?:a |some of )?the edge off|took (?:a |some of )?the edge off|a (?:third|quarter|little|bit|touch) (?:better|easier|quieter|less)|"
        r"half (?:as|the|gone|better|of)|by half|halved|fair|somewhat|to some extent|a little (?:better|help)|modest(?:ly)?|though not gone|but not gone|not gone|quieter|fewer|has helped a bit|helped a little|reduced but|down (?:somewhat|a bit)|less (?:often|frequent)"
    )
)
_GOOD: Final = (
    r"(?:效果|疗效|反应|成效|效)(?:很|颇|良|甚)?(?:好|佳|良好|显著|明显|理想)|反应良好|对.{0,6}成效好|有效|见效|很?有用|管用|很?有帮助|帮助很大|改善(?:很多|明显|显著|许多)|明显(?:改善|好转|缓解)|好(?:了)?(?:很多|许多|多)|大(?:减|好|为改善|有改善)|缓解|(?<!没)(?<!未)(?<!没有)消失|"
    r"不见了|几乎没(?:有)?了|不再|压得住|(?:控制|稳)(?:得|住|定)|回来了|恢复|痊愈|全好|就停了|就好了?|不痒|睡回来|收住了|回升|进步|"
    + _W.format(
        r"good(?: response| effect| result)?|well|very well|nicely|beautifully|worked|works|working|effective(?:ly)?|success(?:ful|fully)?|succeeded|remission|recovered|responded|did what it should|real benefit|doing (?:him|her|them) good|"
        r"settled|stopped (?:it|them|the)|gone|cleared|resolved|(?:much|far|greatly|markedly|clearly|a lot|so much) (?:better|improved|less|helped|easier)|improved|improvement|helped|helps|helping|has cut|excellent|marked|held (?:him|her|them)|abated|lifted|steady|stable"
    )
)
_RESPONSES: Final = re.compile(in_base(f"(?P<none>{_NONE})|(?P<poor>{_POOR})|(?P<partial>{_PARTIAL})|(?P<good>{_GOOD})"))
_RANK: Final = {"partial": 0, "poor": 1, "none": 2, "good": 3}


def response(folded: str) -> str:
    """What a stretch that speaks of one treatment says of its effect; "" where it says nothing.

    Part of a cure and a rest of the illness make it partial: 聲音少了，還在.

    >>> response("吃了没起色"), response("with good effect"), response("声音小了一点但还在"), response("daily since may")
    ('none', 'good', 'partial', '')
    """
    said = {str(found.lastgroup) for found in _RESPONSES.finditer(folded)}
    return min(said, key=_RANK.__getitem__, default="")
