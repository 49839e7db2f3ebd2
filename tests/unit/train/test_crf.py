"""The CRF against sums and maxima over all paths, its constraints, and partial labels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[train]')")

from incognote.lab.train.crf import Crf, tag_masks  # noqa: E402
from incognote.text.tags import TAGS, allowed, begin  # noqa: E402

FEW = tuple(row[:5] for row in allowed()[:5])
"""O, and begin and inside of two classes: few enough to write all paths down."""


def few_tags(seed: int, *, texts: int, length: int) -> tuple[Crf, torch.Tensor]:
    torch.manual_seed(seed)
    return Crf(FEW).requires_grad_(False), torch.randn(texts, length, 5) * 2


def paths(length: int) -> Iterator[tuple[int, ...]]:
    """All paths that the constraints allow."""
    for path in product(range(5), repeat=length):
        if all(FEW[a][b] for a, b in pairwise((0, *path))):
            yield path


def score(crf: Crf, emissions: torch.Tensor, path: tuple[int, ...]) -> torch.Tensor:
    total = crf.start[path[0]] + crf.end[path[-1]] + sum(emissions[at, tag] for at, tag in enumerate(path))
    return total + sum(crf.transitions[a, b] for a, b in pairwise(path))


@pytest.mark.parametrize("length", [1, 2, 4])
def test_the_likelihoods_of_all_allowed_paths_add_up_to_one(length: int) -> None:
    crf, emissions = few_tags(1, texts=1, length=length)
    losses = [
        crf.loss(emissions, torch.eye(5, dtype=torch.bool)[list(path)][None], torch.tensor([length]))
        for path in paths(length)
    ]
    assert float(torch.exp(-torch.cat(losses)).sum()) == pytest.approx(1.0, abs=1e-4)


def test_the_loss_is_the_log_of_the_sum_over_all_paths_less_the_path() -> None:
    crf, emissions = few_tags(2, texts=1, length=4)
    sums = torch.logsumexp(torch.stack([score(crf, emissions[0], path) for path in paths(4)]), 0)
    path = (1, 2, 0, 3)
    loss = crf.loss(emissions, torch.eye(5, dtype=torch.bool)[list(path)][None], torch.tensor([4]))
    assert float(loss) == pytest.approx(float(sums - score(crf, emissions[0], path)), abs=1e-4)


def test_partial_labels_are_worth_all_the_paths_that_they_allow() -> None:
    crf, emissions = few_tags(3, texts=1, length=3)
    possible = torch.tensor([[True, True, False, True, False], [True] * 5, [True, False, True, False, True]])
    fitting = [p for p in paths(3) if all(possible[at, tag] for at, tag in enumerate(p))]
    assert len(fitting) > 5
    each = [crf.loss(emissions, torch.eye(5, dtype=torch.bool)[list(p)][None], torch.tensor([3])) for p in fitting]
    together = crf.loss(emissions, possible[None], torch.tensor([3]))
    assert float(together) == pytest.approx(float(-torch.logsumexp(-torch.cat(each), 0)), abs=1e-4)


def test_labels_that_allow_everything_cost_nothing_and_teach_nothing() -> None:
    crf, emissions = few_tags(4, texts=2, length=6)
    emissions.requires_grad_()
    loss = crf.loss(emissions, torch.ones(2, 6, 5, dtype=torch.bool), torch.tensor([6, 4])).sum()
    loss.backward()
    assert float(loss.detach()) == pytest.approx(0.0, abs=1e-5)
    assert float(emissions.grad.abs().max()) < 1e-5


@pytest.mark.parametrize("seed", range(5))
def test_the_decoded_path_is_the_best_of_all(seed: int) -> None:
    crf, emissions = few_tags(seed, texts=3, length=5)
    lengths = [5, 3, 1]
    found = crf.decode(emissions, torch.tensor(lengths))
    for row, length, path in zip(emissions, lengths, found, strict=True):
        best = max(paths(length), key=lambda p: float(score(crf, row, p)))
        assert tuple(path) == best


def test_a_path_never_breaks_a_constraint_however_strong_the_emissions() -> None:
    torch.manual_seed(5)
    crf = Crf()
    for path in crf.decode(torch.randn(8, 40, len(TAGS)) * 50, torch.full((8,), 40)):
        assert all(allowed()[a][b] for a, b in pairwise([0, *path]))


def test_padding_changes_neither_loss_nor_path() -> None:
    crf, emissions = few_tags(6, texts=1, length=4)
    possible = torch.eye(5, dtype=torch.bool)[[1, 2, 0, 0]][None]
    longer = torch.cat([emissions, torch.randn(1, 3, 5) * 9], dim=1)
    wide = torch.cat([possible, torch.ones(1, 3, 5, dtype=torch.bool)], dim=1)
    short = torch.tensor([4])
    assert torch.allclose(crf.loss(longer, wide, short), crf.loss(emissions, possible, short))
    assert crf.decode(longer, short) == crf.decode(emissions, short)


def test_bits_become_one_mask_a_tag() -> None:
    mask = tag_masks(torch.tensor([[1, 1 << begin("PROFESSION") + 1]]))
    assert mask.shape == (1, 2, 29) and mask[0, 0].nonzero().tolist() == [[0]] and mask[0, 1].nonzero().tolist() == [[28]]
