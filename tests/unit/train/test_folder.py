"""A model of the usual form is read as it is; what does not fit is said before anything is trained."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[train]')")

from incognote.errors import ConfigError, UsageError  # noqa: E402
from incognote.lab.train import folder as module  # noqa: E402
from incognote.lab.train import start  # noqa: E402
from incognote.lab.train.config import Config, Data, Model, Source, Training, parse  # noqa: E402
from incognote.lab.train.distil import make_student  # noqa: E402
from incognote.lab.train.encoder import Encoder, Shape  # noqa: E402
from incognote.lab.train.limit import limit_of  # noqa: E402
from incognote.lab.train.model import Tagger  # noqa: E402
from incognote.lab.train.run import make_model, train  # noqa: E402
from incognote.lab.train.tokeniser import read as read_tokens  # noqa: E402
from incognote.lab.train.vocabulary import PAD, SPECIALS, Vocabulary, rows  # noqa: E402
from incognote.lab.train.weights import Weights  # noqa: E402

torch.set_num_threads(1)
Array = np.ndarray
SENTENCE = "王小明今天住院，李醫師 saw Patient 王。"
HAN = "王小明今天住院李師，。醫"
BERT = ("[PAD]", "[unused1]", "[UNK]", "[CLS]", "[SEP]", *HAN, "##王", "saw", "patient", "pat", "##ient", "##s", "é", "1", "2024", "##한국")
UNIGRAM = ("<s>", "<pad>", "</s>", "<unk>", *HAN, "▁saw", "▁Pat", "ient", "▁", "王小", "<mask>")
SIZES = {"hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 20, "type_vocab_size": 2}
WANTED = json.loads((Path(__file__).parent / "folder_states.json").read_text("utf-8"))
"""Hidden states of SENTENCE behind each layer, one number a piece, as transformers 5.24 gives them for these folders."""


def table(kind: str) -> dict[str, Any]:
    """`config.json` of a tiny model."""
    if kind == "bert":
        return {**SIZES, "model_type": "bert", "hidden_act": "gelu", "vocab_size": len(BERT), "max_position_embeddings": 140, "layer_norm_eps": 1e-12}
    return {**SIZES, "model_type": "xlm-roberta", "vocab_size": len(UNIGRAM), "max_position_embeddings": 142, "layer_norm_eps": 1e-3, "pad_token_id": 1}


def tensors(kind: str) -> dict[str, Array]:
    """Weights by name, by chance but always the same."""
    dice = np.random.RandomState(5)  # its stream is the same in all versions
    told, wide, inner = table(kind), SIZES["hidden_size"], SIZES["intermediate_size"]
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (told["vocab_size"], wide), "embeddings.position_embeddings.weight": (told["max_position_embeddings"], wide),
        "embeddings.token_type_embeddings.weight": (2, wide), "embeddings.LayerNorm.weight": (wide,), "embeddings.LayerNorm.bias": (wide,),
    }  # fmt: skip
    for at in range(2):
        for part, out, into in (("attention.self.query", wide, wide), ("attention.self.key", wide, wide), ("attention.self.value", wide, wide),
                                ("attention.output.dense", wide, wide), ("intermediate.dense", inner, wide), ("output.dense", wide, inner)):  # fmt: skip
            shapes |= {f"encoder.layer.{at}.{part}.weight": (out, into), f"encoder.layer.{at}.{part}.bias": (out,)}
        for norm in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"encoder.layer.{at}.{norm}.weight": (wide,), f"encoder.layer.{at}.{norm}.bias": (wide,)}
    return {name: (dice.randn(*shape) * 0.5 + ("LayerNorm.weight" in name)).astype(np.float32) for name, shape in shapes.items()}


def write_safe(path: Path, found: Mapping[str, Array], *, dtype: str = "F32") -> None:
    """The format written out: header size, header, numbers."""
    head: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, numbers in found.items():
        data = numbers.astype("<f2" if dtype == "F16" else "<f4").tobytes()
        data = numbers.astype("<f4").view("<u4").__rshift__(16).astype("<u2").tobytes() if dtype == "BF16" else data
        head[name] = {"dtype": dtype, "shape": list(numbers.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    told = json.dumps(head).encode()
    path.write_bytes(struct.pack("<Q", len(told)) + told + body)


def write(place: Path, kind: str, *, weights: str = "safe", before: str = "") -> Path:
    """The folder of a tiny model."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "config.json").write_text(json.dumps(table(kind)), "utf-8")
    if kind == "bert":
        (place / "vocab.txt").write_text("".join(f"{piece}\n" for piece in BERT), "utf-8")
    else:
        vocabulary = [[piece, -float(at)] for at, piece in enumerate(UNIGRAM)]
        (place / "tokenizer.json").write_text(json.dumps({"model": {"type": "Unigram", "unk_id": 3, "vocab": vocabulary}}), "utf-8")
    found = {before + name: value for name, value in tensors(kind).items()}
    if weights == "safe":
        write_safe(place / "model.safetensors", found)
    else:
        torch.save({name: torch.from_numpy(value) for name, value in found.items()}, place / "pytorch_model.bin")
    return place


def vocabulary_of(weights: Weights) -> Vocabulary:
    """All pieces of a model."""
    kept = [piece for at, piece in enumerate(weights.pieces) if at not in weights.special]
    return Vocabulary((*SPECIALS, *kept), (0.0,) * len(SPECIALS) + tuple(float(weights.scores[weights.pieces.index(piece)]) for piece in kept))


def seen(weights: Weights) -> tuple[list[int], list[Array]]:
    """Rows of SENTENCE in the model's own embeddings, and what our encoder makes of them with paddings behind."""
    vocabulary = vocabulary_of(weights)
    encoder = start.make_encoder(Model((0, 1), start="./x"), weights, vocabulary).eval()
    kept = rows(start.pool(weights), vocabulary)
    ids = [2, *(piece.id for piece in vocabulary.cutter().cut(SENTENCE)), 3]
    padded = torch.tensor([[*ids, PAD, PAD]])
    with torch.no_grad():
        found = encoder(padded, (padded != PAD).long()).hidden
    return weights.rows[kept[ids]].tolist(), [states[0, : len(ids)].numpy() for states in found]


@pytest.fixture(params=["bert", "roberta"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(("weights", "before"), [("safe", ""), ("pickled", "bert."), ("safe", "model.roberta.")])
def test_hidden_states_are_those_of_the_usual_library(kind: str, weights: str, before: str, tmp_path: Path) -> None:
    found, states = seen(module.read(write(tmp_path, kind, weights=weights, before=before)))
    assert found == WANTED[kind]["rows"]
    for ours, theirs in zip(states, WANTED[kind]["states"], strict=True):
        assert np.allclose(ours @ np.arange(1, 13), theirs, atol=1e-3)  # a sum of twelve, each weighed by up to twelve


def test_the_usual_library_reads_the_same_folder_and_sees_the_same(kind: str, tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers", reason="transformers is not installed: the figures that it gave are compared above")
    write(tmp_path, kind)
    theirs = (transformers.BertModel if kind == "bert" else transformers.XLMRobertaModel).from_pretrained(tmp_path, attn_implementation="eager").eval()
    found, states = seen(module.read(tmp_path))
    with torch.no_grad():
        hidden = theirs(torch.tensor([found]), output_hidden_states=True).hidden_states
    for ours, wanted in zip(states, hidden, strict=True):
        assert np.allclose(ours, wanted[0].numpy(), atol=1e-4)
    again = tmp_path / "again"
    theirs.save_pretrained(again)  # its own writer, not ours
    (again / "vocab.txt").write_text("".join(f"{piece}\n" for piece in BERT), "utf-8")
    if kind == "bert":
        assert np.array_equal(module.read(again).tensors["l1.fo.w"], module.read(tmp_path).tensors["l1.fo.w"])


@pytest.mark.parametrize(("dtype", "close"), [("F32", 0.0), ("F16", 1e-3), ("BF16", 1e-2)])
def test_half_precision_is_read(dtype: str, close: float, tmp_path: Path) -> None:
    write(tmp_path, "bert")
    whole = module.read(tmp_path).tensors
    write_safe(tmp_path / "model.safetensors", tensors("bert"), dtype=dtype)
    assert all(np.allclose(value, whole[name], rtol=close, atol=close) for name, value in module.read(tmp_path).tensors.items())


def test_old_names_of_norms_and_a_model_without_a_type_are_read(tmp_path: Path) -> None:
    whole = module.read(write(tmp_path, "bert")).tensors
    told = table("bert")
    del told["model_type"], told["layer_norm_eps"], told["hidden_act"]
    (tmp_path / "config.json").write_text(json.dumps(told | {"emb_size": 12}), "utf-8")
    old = {name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): value for name, value in tensors("bert").items()}
    write_safe(tmp_path / "model.safetensors", old)
    found = module.read(tmp_path).tensors
    assert found.keys() == whole.keys() and all(np.array_equal(found[name], whole[name]) for name in whole)


def test_positions_of_a_padding_are_left_out(tmp_path: Path) -> None:
    found = module.read(write(tmp_path, "roberta"))
    assert found.positions == 140 and np.array_equal(found.tensors["emb.pos"], tensors("roberta")["embeddings.position_embeddings.weight"][2:])


# The pieces


def test_word_pieces_become_ours_and_keep_their_rows(tmp_path: Path) -> None:
    (tmp_path / "vocab.txt").write_text("".join(f"{piece}\r\n" for piece in BERT), "utf-8")
    tokens = read_tokens(tmp_path / "vocab.txt")
    found = dict(zip(tokens.pieces, (BERT[row] for row in tokens.rows), strict=True))
    assert [tokens.pieces[at] for at in tokens.special] == ["[CLS]", "[SEP]", "[PAD]", "[UNK]"] and tokens.special == (0, 1, 2, 3)
    assert found["▁saw"] == "saw" == found["saw"], "behind a bracket no sign of a space stands before a word"
    assert found["ient"] == "##ient" and "▁ient" not in found
    assert found["王"] == "王" and found["1"] == "1", "each Han character is a word there, too"
    assert not {"2024", "한국", "[unused1]", "unused1"} & set(found), "what we never ask for"


def test_a_model_of_lower_case_gets_capitals_from_its_small_letters(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join(BERT), "utf-8")
    tokens = read_tokens(path)
    found = dict(zip(tokens.pieces, (BERT[row] for row in tokens.rows), strict=True))
    assert found["▁Patient"] == found["▁PATIENT"] == "patient" and found["IENT"] == "##ient" and found["É"] == "é"
    path.write_text("\n".join([*BERT, "Patient"]), "utf-8")
    cased = read_tokens(path)
    assert cased.rows[cased.pieces.index("▁Patient")] == len(BERT) and "▁PATIENT" not in cased.pieces


def test_a_latin_word_is_cut_into_the_fewest_parts(tmp_path: Path) -> None:
    vocabulary = vocabulary_of(module.read(write(tmp_path, "bert")))
    assert [vocabulary.pieces[p.id] for p in vocabulary.cutter().cut("Patients (patient")] == ["▁Patient", "s", "<unk>", "patient"]


def test_a_tokeniser_in_json_is_the_same_as_one_in_lines(tmp_path: Path) -> None:
    (tmp_path / "vocab.txt").write_text("\n".join(BERT), "utf-8")
    told = {"model": {"type": "WordPiece", "vocab": {piece: at for at, piece in enumerate(BERT)}}}
    (tmp_path / "tokenizer.json").write_text(json.dumps(told), "utf-8")
    one, other = read_tokens(tmp_path / "vocab.txt"), read_tokens(tmp_path / "tokenizer.json")
    assert one.pieces == other.pieces and one.rows.tolist() == other.rows.tolist()


# From a folder to a training


def chosen(place: Path, *layers: int, **sizes: int) -> Config:
    return Config(Data((), ()), Model(layers, start=f"{place}/", vocabulary=12_000, dropout=0.0, **sizes), Training(1), threads=1, device="cpu")


def test_a_tagger_starts_from_the_folder_with_pieces_of_its_texts(tmp_path: Path) -> None:
    model, vocabulary = make_model(chosen(write(tmp_path, "bert"), 1), [SENTENCE])
    assert {*HAN, "▁Patient", "▁saw"} <= set(vocabulary.pieces) and model.encoder.shape.layers == 1
    assert np.array_equal(model.encoder.layers[0].up.weight.detach().numpy(), tensors("bert")["encoder.layer.1.intermediate.dense.weight"])
    at = vocabulary.pieces.index("王")
    assert np.array_equal(model.encoder.word.weight[at].detach().numpy(), tensors("bert")["embeddings.word_embeddings.weight"][BERT.index("王")])


def test_a_narrower_tagger_and_the_norms_of_the_start_are_kept(tmp_path: Path) -> None:
    model, _ = make_model(chosen(write(tmp_path, "roberta"), 0, 1, hidden=8, heads=2, inner=8), [SENTENCE])
    assert (model.encoder.shape.hidden, model.encoder.shape.epsilon, model.encoder.layers[1].norm.eps) == (8, 1e-3, 1e-3)
    assert "epsilon" not in Shape(9).as_dict() and Shape(**model.encoder.shape.as_dict()) == model.encoder.shape


def test_a_student_may_start_from_a_folder_with_its_teacher_s_pieces(tmp_path: Path) -> None:
    pieces = Vocabulary((*SPECIALS, *"王院"), (0.0,) * 6)
    student = make_student(chosen(write(tmp_path, "bert"), 0), Tagger(Encoder(Shape(6, 2, 24, 4, 48, 140))), pieces)
    assert student.encoder.shape.hidden == 12 and len(student.encoder.word.weight) == 6
    with pytest.raises(UsageError, match="no more heads"):
        make_student(chosen(tmp_path, 0), Tagger(Encoder(Shape(6, 2, 24, 2, 48, 140))), pieces)


def test_a_training_goes_on_from_its_folder_and_from_no_other(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs pip install 'incognote[train]'")
    line = {"id": "n", "text": SENTENCE, "spans": [{"start": 0, "end": 3, "label": "NAME"}]}
    (tmp_path / "gold.jsonl").write_text(json.dumps(line), "utf-8")
    (tmp_path / "other.jsonl").write_text(json.dumps({"id": "o", "text": "今天好", "spans": []}), "utf-8")
    named, other = ((Source(str(tmp_path / f"{name}.jsonl"), "ours"),) for name in ("gold", "other"))
    place = write(tmp_path / "start", "bert")
    config = Config(Data(named, other), chosen(place, 0).model, Training(2), threads=1, device="cpu")
    assert not train(config, tmp_path / "run", limit=limit_of(0.0)).is_done
    assert train(config, tmp_path / "run").is_done
    write_safe(place / "model.safetensors", {name: value + 1 for name, value in tensors("bert").items()})
    before = contents(tmp_path / "run")
    with pytest.raises(UsageError, match="another configuration"):
        train(config, tmp_path / "run")
    with pytest.raises(UsageError, match="another configuration"):
        train(replace(config, model=replace(config.model, vocabulary=1000)), tmp_path / "run")
    assert contents(tmp_path / "run") == before


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# What does not fit


def changed(**said: Any) -> Callable[[Path], None]:
    return lambda place: (place / "config.json").write_text(json.dumps({**table("bert"), **said}), "utf-8") and None


def without(name: str) -> Callable[[Path], None]:
    return lambda place: write_safe(place / "model.safetensors", {key: value for key, value in tensors("bert").items() if name not in key})


def put(name: str, content: bytes) -> Callable[[Path], None]:
    return lambda place: (place / name).write_bytes(content) and None


WRONG = [
    (lambda place: (place / "config.json").unlink(), "without a config.json"),
    (put("config.json", b"{"), "no JSON"),
    (put("config.json", b"[]"), "no table"),
    (changed(model_type="gpt2"), "model_type is one of bert"),
    (changed(hidden_act="relu"), "hidden_act is gelu"),
    (changed(embedding_size=8), "another width"),
    (changed(hidden_size="12"), "hidden_size is a number"),
    (changed(layer_norm_eps="tiny"), "layer_norm_eps is a number"),
    (changed(num_attention_heads=5), "do not divide"),
    (changed(num_hidden_layers=0), "a size is nothing"),
    (changed(max_position_embeddings=64), "reads 64 pieces at most"),
    (changed(hidden_size=15), "is of shape"),
    (changed(num_hidden_layers=3), "the weights lack encoder.layer.2"),
    (changed(vocab_size=9), "more pieces than the 9"),
    (without("layer.1.output.dense.bias"), "the weights lack encoder.layer.1.output.dense.bias"),
    (without("word_embeddings"), "no model of BERT's kind"),
    (put("model.safetensors", b""), "damaged"),
    (put("model.safetensors", struct.pack("<Q", 999) + b"{}"), "its header ends behind it"),
    (put("model.safetensors", struct.pack("<Q", 2) + b"[]"), "header cannot be read"),
    (put("model.safetensors", struct.pack("<Q", 64) + b'{"a": {"dtype": "F32", "shape": [9], "data_offsets": [0, 36]}}  '), "header cannot be read"),
    (lambda place: (place / "model.safetensors").rename(place / "model.safetensors.index.json"), "in several files"),
    (lambda place: (place / "model.safetensors").unlink(), "neither model.safetensors nor pytorch_model.bin"),
    (lambda place: (place / "vocab.txt").unlink(), "neither tokenizer.json nor vocab.txt"),
    (put("vocab.txt", "王\n李\n".encode()), "lacks one of"),
    (put("vocab.txt", b"\xff\n"), "not UTF-8"),
    (put("tokenizer.json", b'{"model": {"type": "BPE"}}'), "neither WordPiece nor Unigram"),
    (put("tokenizer.json", b'{"model": {"type": "Unigram", "vocab": [1]}}'), "cannot be read as a tokeniser"),
]


@pytest.mark.parametrize(("spoil", "said"), WRONG)
def test_a_folder_that_does_not_fit_is_refused_and_it_is_said_why(spoil: Callable[[Path], None], said: str, tmp_path: Path) -> None:
    write(tmp_path, "bert")
    spoil(tmp_path)
    with pytest.raises(ConfigError) as caught:
        module.read(tmp_path)
    assert said in str(caught.value) and "王" not in str(caught.value)


def test_a_pickle_with_more_than_tensors_is_never_run(tmp_path: Path) -> None:
    write(tmp_path, "bert", weights="pickled")
    torch.save({"model": Path("/")}, tmp_path / "pytorch_model.bin")
    with pytest.raises(ConfigError, match="more than tensors"):
        module.read(tmp_path)
    torch.save([1], tmp_path / "pytorch_model.bin")
    with pytest.raises(ConfigError, match="no tensors by name"):
        module.read(tmp_path)


def test_a_wrong_start_is_said_before_texts_are_read(tmp_path: Path) -> None:
    missing = (Source("nowhere.jsonl", "ours"),)
    wrong = Config(Data(missing, missing), Model((0,), start=f"{tmp_path}/none"), Training(1))
    with pytest.raises(ConfigError, match=r"without a config\.json"):
        train(wrong, tmp_path / "run")
    deep = Config(Data(missing, missing), Model((2,), start=f"{write(tmp_path, 'bert')}"), Training(1))
    with pytest.raises(UsageError, match="0 to 1"):
        train(deep, tmp_path / "run")


def test_a_start_is_a_known_word_or_a_path() -> None:
    text = '[model]\nlayers = [0]\nstart = "WORD"\n[training]\nepochs = 1\n[data]\ntrain = [{ files = "a", scheme = "ours" }]\nvalid = [{ files = "a", scheme = "ours" }]'
    assert parse(text.replace("WORD", "./tinybert")).model.is_folder and not parse(text.replace("WORD", "random")).model.is_folder
    with pytest.raises(ConfigError, match=r"model\.start"):
        parse(text.replace("WORD", "tinybert"))
