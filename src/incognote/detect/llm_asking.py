"""Notes through a language model: windows asked for, replies read, strings located, every failure counted.

A window whose reply was cut, empty or not in the form asked for is asked again in two halves, once: at temperature 0 the
same question has the same answer. What then nobody could read is said. A string that does not stand in the note is
counted and forgotten; so is a reply's string that is half of its window.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Literal, NamedTuple

from incognote.detect.llm_places import places
from incognote.detect.llm_prompt import LONGEST_ITEM, MOST_TOKENS, Bounds, bounds, grammar, prompt, schema
from incognote.detect.llm_types import claim
from incognote.detect.llm_windows import LONGEST, halves, windows
from incognote.document import Script, Span
from incognote.llm.client import Client, ModelError, Refused, Reply, Request
from incognote.llm.json_reply import read_reply
from incognote.text.script import script_of

SOURCE: Final = "llm"
OUTCOMES: Final = ("valid", "invalid", "cut", "empty", "failed")
"""What became of a question: of the reply's form, or no reply at all."""
_SHORT: Final = 60
_TEMPLATE: Final = 64
"""Tokens that a model's template puts around the turns."""
FREE: Final = 500
"""Tokens of an answer that nothing binds: the article's."""
_LEAST_ROOM: Final = 64
"""Tokens of a window below which a note is not asked about: there would be a thousand questions."""
Range = tuple[int, int]
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Way:
    """How a model is asked. `form` binds its answer to strings of the note (where the runtime can; else as `schema`), to
    the JSON form, or not at all; `examples` shows worked ones, for a model that was not taught the task; `longest` are the
    tokens of a window, `reply` the most of an answer (None: as many as its form may need); `halving` asks again where an
    answer is of no use."""

    form: Literal["grammar", "schema", "free"] = "grammar"
    examples: bool = True
    longest: int = LONGEST
    reply: int | None = None
    halving: bool = True
    default_script: Script = "zh-TW"
    together: int = 16


class Asked(NamedTuple):
    """One question: a window of a text, how it went (one of `OUTCOMES`), and whether it was asked again in halves."""

    start: int
    end: int
    outcome: str
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a model finds in one text. `items` are (type, text) as it said them, repeats too, invented ones too.

    `outcomes` counts questions by what became of them; `invented` strings that do not stand in the text, `dropped` those
    that do and are nothing, or no item at all; `unread` are the windows that nobody could read. Tokens and seconds are of
    all questions.
    """

    spans: tuple[Span, ...]
    outcomes: Mapping[str, int]
    invented: int
    dropped: int
    unread: tuple[Range, ...]
    asked: tuple[Asked, ...]
    items: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0


class _Window(NamedTuple):
    """A window of the text at place `number`; `parent` is the window it is a half of."""

    number: int
    range: Range
    parent: Range | None = None


class _Notes:
    """What has come of some texts so far."""

    def __init__(self, texts: Sequence[str], tell: Tell | None) -> None:
        self.texts = texts
        self.tell = tell
        self.heard = self.wanted = 0
        self.asked: list[list[Asked]] = [[] for _ in texts]
        self.items: list[list[tuple[Range, str, str]]] = [[] for _ in texts]
        self.dropped = [0 for _ in texts]
        self.unread: list[list[Range]] = [[] for _ in texts]
        self.cost: list[Counter[str]] = [Counter() for _ in texts]
        self.seconds = [0.0 for _ in texts]

    def say(self, *, heard: int = 0, wanted: int = 0) -> None:
        self.heard, self.wanted = self.heard + heard, self.wanted + wanted
        if self.tell is not None:
            self.tell(self.heard, self.wanted)


def find(client: Client, texts: Iterable[str], *, way: Way | None = None, tell: Tell | None = None) -> Iterator[Found]:
    """What the model finds in each text, in order; the windows of `way.together` texts are asked for at once. `tell` hears how many
    of them are answered, and of how many.

    >>> from incognote.llm.scripted import Scripted
    >>> said = '{"phi":[{"type":"NAME","text":"林月琴"},{"type":"NAME","text":"甘沛岑"}]}'
    >>> [(len(f.spans), f.invented) for f in find(Scripted([said]), ["林月琴來電"])]
    [(1, 1)]
    """
    way = way or Way()
    waiting = iter(texts)
    room = _room(client, way)
    while group := list(islice(waiting, way.together)):
        notes = _Notes(group, tell)
        first = [_Window(n, window) for n, text in enumerate(group) for window in windows(text, tokens=client.tokens, longest=room.window)]
        again = _ask(client, notes, first, way, room, is_last=not way.halving)
        _ask(client, notes, again, way, room, is_last=True)
        yield from (_found(notes, n) for n in range(len(group)))


class _Room(NamedTuple):
    """Tokens of a window and of the answer about it."""

    window: int
    reply: int


def _room(client: Client, way: Way) -> _Room:
    """What the context leaves beside prompt, examples and template: first the answer's, at most three quarters of it.

    Raises:
        Refused: that is nothing.
    """
    asked = max(sum(client.tokens(m.content) for m in prompt("", script, examples=way.examples)) for script in ("zh-TW", "zh-CN", "en"))
    both = client.context - asked - _TEMPLATE
    reply = min(way.reply or (FREE if way.form == "free" else MOST_TOKENS), both * 3 // 4)
    if both - reply < _LEAST_ROOM:
        raise Refused("the model's context has no room for a note beside the question")
    return _Room(min(way.longest, both - reply), reply)


def _ask(client: Client, notes: _Notes, asked: Sequence[_Window], way: Way, room: _Room, *, is_last: bool) -> list[_Window]:
    """Ask for windows and keep what comes; those to be asked again, as halves."""
    again: list[_Window] = []
    if not asked:
        return again
    notes.say(wanted=len(asked))
    limits = [None if way.form == "free" else bounds(notes.texts[w.number][w.range[0] : w.range[1]], room.reply) for w in asked]
    replies = client.ask([_request(client, notes.texts[w.number], w.range, way, of, room) for w, of in zip(asked, limits, strict=True)])
    for window, of, reply in zip(asked, limits, replies, strict=True):
        outcome = _heard(notes, window, of, reply)
        notes.say(heard=1)
        notes.asked[window.number].append(Asked(*window.range, outcome, window.parent is not None))
        if outcome == "valid":
            continue
        more = halves(notes.texts[window.number], window.range) if not is_last and outcome != "failed" else ()
        again += [_Window(window.number, half, window.range) for half in more]
        if not more:
            notes.unread[window.number].append(window.range)
    return again


def _request(client: Client, text: str, window: Range, way: Way, of: Bounds | None, room: _Room) -> Request:
    part = text[window[0] : window[1]]
    messages = prompt(part, script_of(text, default=way.default_script), examples=way.examples, model=client.name)
    if of is None:
        return Request(messages, room.reply)
    if client.has_grammar:
        return Request(messages, of.tokens, grammar=grammar(of, part if way.form == "grammar" else None))
    return Request(messages, of.tokens, schema=schema(of))


def _heard(notes: _Notes, window: _Window, of: Bounds | None, reply: Reply | ModelError) -> str:
    """Keep the items of a reply; what became of the question."""
    number = window.number
    if isinstance(reply, ModelError):
        return "failed"
    notes.cost[number].update({"prompt": reply.prompt_tokens, "reply": reply.reply_tokens})
    notes.seconds[number] += reply.seconds
    answer = read_reply(reply.text, reply.finish)
    notes.dropped[number] += answer.dropped
    notes.items[number] += [(window.range, said, text) for said, text in answer.items]
    is_full = of is not None and len(answer.items) >= of.items  # it would have said more, or said the same for ever
    return "cut" if is_full and answer.outcome == "valid" else answer.outcome


def _found(notes: _Notes, number: int) -> Found:
    text, said = notes.texts[number], notes.items[number]
    spans, invented, dropped = _located(text, said)
    asked = tuple(notes.asked[number])
    counted = Counter(a.outcome for a in asked)
    return Found(
        spans, {name: counted[name] for name in OUTCOMES}, invented, dropped + notes.dropped[number], tuple(notes.unread[number]), asked,
        tuple((kind, value) for _, kind, value in said),
        notes.cost[number]["prompt"], notes.cost[number]["reply"], notes.seconds[number],
    )  # fmt: skip


def _located(text: str, said: Iterable[tuple[Range, str, str]]) -> tuple[tuple[Span, ...], int, int]:
    """Spans of every place of every string; how many strings are invented, and how many stand there and are nothing."""
    spans: dict[Range, Span] = {}
    invented = dropped = 0
    for window, kind, value in dict.fromkeys(said):
        if _is_whole(value, window):
            dropped += 1
            continue
        stood = places(text, value)
        claims = [made for place in stood.places if (made := claim(text, *place, kind.strip().upper())) is not None]
        if not stood.is_there:
            invented += 1
        elif not claims:
            dropped += 1
        for made in claims:
            here = spans.get((made.start, made.end))
            if here is None or made.score > here.score:
                spans[made.start, made.end] = Span(made.start, made.end, made.label, made.kind, SOURCE, made.score)
    return tuple(spans[place] for place in sorted(spans)), invented, dropped


def _is_whole(value: str, window: Range) -> bool:
    """Whether a string is no identifier but a piece of the note: more than any address, or half of a short window."""
    size = len(value.strip())
    return size > LONGEST_ITEM or (size > _SHORT and 2 * size > window[1] - window[0])
