"""A small random tagger, exported: it has learnt nothing, but all around it can be tried."""

from __future__ import annotations

from pathlib import Path

SPECIALS = ("<pad>", "<unk>", "<s>", "</s>")
CHARACTERS = [chr(0x4E00 + at) for at in range(300)] + list("0123456789，。:/-") + list("abcdefghij")


def make(run: Path, target: Path) -> None:
    """Write a run folder and what it is exported to."""
    import torch

    from incognote.lab.train.encoder import Encoder, Shape
    from incognote.lab.train.export import export
    from incognote.lab.train.model import Tagger, write_config
    from incognote.lab.train.vocabulary import Vocabulary

    torch.manual_seed(3)
    vocabulary = Vocabulary((*SPECIALS, *CHARACTERS), (0.0,) * 4 + (-8.0,) * len(CHARACTERS))
    shape = Shape(len(vocabulary), layers=2, hidden=32, heads=4, inner=64, positions=160)
    model = Tagger(Encoder(shape))
    with torch.no_grad():  # tags far enough apart that eight bits do not blur them
        model.head.weight.mul_(8.0)
    write_config(run, vocabulary, shape=shape, told={"data": "none"})
    torch.save(model.state_dict(), run / "model.pt")
    export(run, target)
