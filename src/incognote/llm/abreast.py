"""Several requests under way at once, their replies in the order of the requests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import TypeVar

Asked = TypeVar("Asked")
Said = TypeVar("Said")


def in_order(asked: Iterable[Asked], say: Callable[[Asked, Event], Said], *, width: int) -> Iterator[Said]:
    """What `say` makes of each of `asked`, at most `width` of them at once, and no more than that ahead of who reads.

    `say` is given an event that is set when nobody reads on (an interrupt, an iterator let go): it should then end.

    >>> list(in_order([3, 1, 2], lambda n, _: n * n, width=2))
    [9, 1, 4]
    """
    stop = Event()
    waiting: deque[Future[Said]] = deque()
    pool = ThreadPoolExecutor(width, thread_name_prefix="incognote-llm")
    try:
        for one in asked:
            waiting.append(pool.submit(say, one, stop))
            if len(waiting) >= width:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
