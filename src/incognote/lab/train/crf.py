"""A linear-chain CRF with hard BIO constraints and partial labels.

score(x, y) = start[y1] + sum_t E[t, y_t] + sum_t T[y_(t-1), y_t] + end[y_n]; the loss is log Z less the log of the
sum over all paths that the labels allow, which is the score of one path where every tag is known. What may not
follow costs `FORBIDDEN`. Sources: Lafferty et al. 2001; partial labels: Tsuboi et al. 2008. Shapes: B texts, T pieces,
K tags.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from incognote.text.tags import OUTSIDE, TAGS, allowed

FORBIDDEN: Final = -1e4


class Crf(nn.Module):
    """Scores of starting with a tag, ending with one, and of one (row) before another (column)."""

    start_cost: Tensor
    step_cost: Tensor

    def __init__(self, steps: tuple[tuple[bool, ...], ...] | None = None) -> None:
        super().__init__()
        may = torch.tensor(steps or allowed())
        count = len(may)
        self.start, self.end = nn.Parameter(torch.empty(count)), nn.Parameter(torch.empty(count))
        self.transitions = nn.Parameter(torch.empty(count, count))
        for scores in (self.start, self.end, self.transitions):
            nn.init.uniform_(scores, -0.1, 0.1)
        self.register_buffer("step_cost", (~may) * FORBIDDEN, persistent=False)
        self.register_buffer("start_cost", (~may[OUTSIDE]) * FORBIDDEN, persistent=False)

    def constrained(self) -> tuple[Tensor, Tensor, Tensor]:
        """Start, transitions and end with the constraints in them: all that Viterbi needs."""
        return self.start + self.start_cost, self.transitions + self.step_cost, self.end

    def loss(self, emissions: Tensor, possible: Tensor, lengths: Tensor) -> Tensor:
        """Negative log likelihood of each text (B). `possible` (B x T x K) says which tags each piece may have."""
        bound = emissions + (~possible) * FORBIDDEN
        sums = self._log_sum(torch.cat([emissions, bound]), torch.cat([lengths, lengths]))
        free, labelled = sums.chunk(2)
        return free - labelled

    def _log_sum(self, emissions: Tensor, lengths: Tensor) -> Tensor:
        """Log of the sum over all paths, by the forward algorithm."""
        start, transitions, end = self.constrained()
        first, *rest = emissions.unbind(1)
        alpha = start + first
        for at, here in enumerate(rest, 1):
            after = torch.logsumexp(alpha[:, :, None] + transitions, dim=1) + here
            alpha = torch.where((at < lengths)[:, None], after, alpha)
        return torch.logsumexp(alpha + end, dim=1)

    @torch.no_grad()
    def decode(self, emissions: Tensor, lengths: Tensor) -> list[list[int]]:
        """The best path of each text (Viterbi); of equal paths the one of lower tags, from the end."""
        start, transitions, end = self.constrained()
        first, *rest = emissions.unbind(1)
        best = start + first
        came: list[Tensor] = []
        for at, here in enumerate(rest, 1):
            value, source = (best[:, :, None] + transitions).max(dim=1)
            came.append(source)
            best = torch.where((at < lengths)[:, None], value + here, best)
        last = (best + end).argmax(dim=1).tolist()
        back = torch.stack(came, dim=1).tolist() if came else [[] for _ in last]
        return [_traced(tag, sources[: int(n) - 1]) for tag, sources, n in zip(last, back, lengths.tolist(), strict=True)]


def _traced(last: int, sources: list[list[int]]) -> list[int]:
    path = [last]
    for row in reversed(sources):
        path.append(row[path[-1]])
    return path[::-1]


def tag_masks(bits: Tensor) -> Tensor:
    """Bit sets of tags (any shape, int) to one boolean a tag in a last axis of K."""
    return (bits[..., None] >> torch.arange(len(TAGS), device=bits.device)) & 1 == 1
