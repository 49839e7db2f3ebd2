"""Words that tie two facts: because of, which led to, 之後就, 藥的關係, for, 支持."""

from __future__ import annotations

import re
from typing import Final

from incognote.names.tables import in_base


def _cue(chinese: str, english: str) -> re.Pattern[str]:
    return re.compile(in_base(chinese) + (rf"|(?<![a-z])(?:{english})(?![a-z])" if english else ""))


FORWARD: Final = _cue(
    r"因此|因而|所以|于是|導致|造成|引起|引發|誘發|使得|使他|使她|讓他|讓她|令[他她]|害[他她得]|以致|遂|从而|由此|結果|換來|代價是|推向|變成|落下|逼得|→|⇒|-->|這才|釀成|演變|帶出|招來|带来",
    r"led to|leads? to|caus(?:ed|es|ing)|so that|so|hence|therefore|thus|as a result|result(?:ed|ing)? in|made|makes|gave|gives|brought(?: on| out)?|brings|left|leaves|produc(?:ed|es)|sent|cost|triggered|set off|sparked|precipitat\w+"
    r"|drove|drives|pushed|put|on that account|because of (?:this|that|it|them)|for that reason|in consequence|consequently|begat|bred|fed|stems|out of (?:that|this|it)|from (?:this|that)|with it|as a consequence|the price|side effects?|on account of (?:this|that)|which is why|killed",
)
"""What stands before comes from what stands ahead of it."""
BACKWARD: Final = _cue(
    r"因為|因[^此而果应為为]|由于|出于|起因|为了|怕(?=[他她人被])|基于|緣于|源于|歸因|怪|拜",
    r"because|since|owing to|due to|on account of|thanks to|after|following|as|from|out of|the reason|attribut\w+|blam\w+|lays? (?:it|this|all)|traces?|put(?:s)? (?:it|this) down to|brought on by|caused by|triggered by|given|in response to|to escape|to stop",
)
"""What stands behind comes from what stands after it."""
THEN: Final = _cue(
    r"之后|以后|后来|隨后|随即|接着|繼而|就|便|不久|从此|自此|从那|那之后|那以后|此后|打那|跟着|緊跟|后[,，]|一[加吃停]|起[,，]|隔天|次日|翌日|第二天",
    r"then|after(?:wards?|ward)?|later|since then|ever since|followed|soon|next|within days|from then|from that|at once|straight|immediately|the next|following|on",
)
OF_DRUG: Final = _cue(
    r"藥的(?:關係|緣故|副?作用|反應|過|毛病)|是藥|副作用|副反應|不良反應|藥物性|藥物引起|藥害|所致|該藥|其藥|此藥|藥量|劑量|加量|相關|有關|引起|系[^统列]{1,8}(?:反應|作用)|吃出來|考慮[^。；]{0,8}(?:作用|相關|有關)|贴片之过|是它|药劲|说明书|药闹",
    r"side[- ]effects?|from (?:it|them|the (?:tablets?|pills?|drug|dose|medication|medicine))|on (?:it|this dose|that dose|the (?:higher|new) dose)|adverse|drug|that dose|due to (?:it|the)|because of it|attributes? (?:it|this|that|which)?|the (?:new|higher|bigger|increased) dose|since (?:starting|the increase|the \d)|price|at this dose|from its first|stopped because|until it was withdrawn|pays?|blamed on|tablets?",
)
OF_CAUSE: Final = _cue(
    r"因果|起因|誘因|病根|根源|說到底|有關|所致|引起|誘發|觸發|害的|鬧的|的緣故|緣故|落下的|推(?:了一把|出來)|前后脚|起的頭|那次|那件事|开始的|造成|导致|因為|因此|由此|歸因|怪|关系",
    r"the link|link|set (?:it|this|that|her|him) (?:going|off)|because of|trigger\w*|brought on|brought (?:it|this) (?:on|about)|did it|blames?|lays|puts? (?:it|this|all)|reason|on account|came (?:of|off|from)|from this|stems?|attribut\w+|pins?|caus\w+|the back of it|stress(?:or)?|precipitat\w+|owing|started (?:it|this)|due to|on that account|opens? the door|the cost|sparked|set off|as a result",
)
SUPPORT: Final = _cue(
    r"支持|佐證|憑|據|依據|依[^次旧然]|因为|為首|明確|為主|俱全|典型|符合|就夠|為核心|證據|便是|均[具有在]|滿足|達到|根據|由|足以|够[了得]|主要|提示|[（(]",
    r"because|criteria|on the strength|evidence|grounds?|rests?|supports?|given|by the|for the|for|points?|on account|meets?|consistent|shown|fits?|built (?:it )?on|in view of|based|confirm\w*|basis|reasons?|sure|hallmark|hence|with",
)
FOR: Final = _cue(
    r"針對|治療|對|用[于来]|為了|緩解|改善|減[轻輕少]|控制|壓[住下]|好[了些转轉]|有效|無效|沒用|没用|退|消失|降到|疗效|療效|反應",
    r"for|helped|helps?|reduc\w+|eased|cut|against|treat\w*|controlled|better|improv\w+|respon\w+|no (?:use|help|effect|better|change)|less|fewer|quieter|gone|stopped|settled|lifted|relie\w+|touch|worked|works|benefit|cured|faded|steadied|brought (?:down|back)|useless|down",
)
