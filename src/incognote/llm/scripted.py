"""A client that says what it was told to say: for tests, and to show what a setting of a model does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle
from typing import Final

from incognote.llm.client import Finish, ModelError, Reply, Request
from incognote.llm.tokens import most_tokens

Said = str | Reply | ModelError
_THOUGHT: Final = "Let me look at the note again: who is named here, and is it a date or a number? "


class Scripted:
    """Says `replies` in turn, over and over, or what a function makes of each request; `asked` keeps the requests.

    >>> from incognote.llm.client import Message
    >>> client = Scripted(['{"phi": []}'])
    >>> [reply.text for reply in client.ask([Request((Message("user", "頭痛"),))])]
    ['{"phi": []}']
    """

    def __init__(
        self,
        replies: Sequence[Said] | Callable[[Request], Said],
        *,
        name: str = "scripted",
        context: int = 4096,
        has_grammar: bool = False,
    ) -> None:
        turns = None if callable(replies) else cycle(replies)
        self._say: Callable[[Request], Said] = replies if callable(replies) else lambda _: next(turns)  # type: ignore[arg-type]
        self.name = name
        self.context = context
        self.has_grammar = has_grammar
        self.asked: list[Request] = []
        self.is_closed = False

    def tokens(self, text: str) -> int:
        return most_tokens(text)

    def ask(self, requests: Iterable[Request]) -> Iterator[Reply | ModelError]:
        for request in requests:
            self.asked.append(request)
            said = self._say(request)
            if isinstance(said, str):
                prompt = sum(most_tokens(message.content) for message in request.messages)
                said = Reply(said, "stop", prompt, most_tokens(said))
            yield said

    def close(self) -> None:
        self.is_closed = True


def thinking(answer: Callable[[Request], str], tokens: int) -> Scripted:
    """A model that nobody told not to think: it thinks for `tokens` tokens before it answers, so that a budget of as
    many is spent before the answer begins.

    >>> client = thinking(lambda _: '{"phi": []}', 500)
    >>> [(reply.finish, "phi" in reply.text) for reply in client.ask([Request((), max_tokens=500)])]
    [('length', False)]
    """

    def say(request: Request) -> Reply:
        thought = (_THOUGHT * (tokens // most_tokens(_THOUGHT) + 1)).strip()
        whole = f"<think>\n{thought}\n</think>\n" if tokens else ""
        said, finish = whole + answer(request), _finish(tokens, request.max_tokens)
        return Reply(said if finish == "stop" else whole[: -len("</think>\n")], finish, 0, request.max_tokens)

    return Scripted(say, name=f"thinking-{tokens}")


def _finish(tokens: int, budget: int) -> Finish:
    return "length" if tokens >= budget else "stop"
