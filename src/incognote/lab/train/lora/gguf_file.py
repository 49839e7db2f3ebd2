"""Adapters and merged models as GGUF, the files of llama.cpp.

An adapter's tensors are named as the base's with `.lora_a` and `.lora_b` behind; llama.cpp multiplies by alpha / rank, rank
read from the tensors. Llama's and Mistral's q and k have their rows in another order there (halves of a rotation side by side),
so B's rows are put in it too. Source: `convert_lora_to_gguf.py` and `gguf` of llama.cpp (MIT), the format's own page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognote.errors import ConfigError, FormatError, UsageError

Floats = NDArray[np.float32]
FAMILIES: Final[Mapping[str, tuple[str, bool]]] = {
    "qwen2": ("qwen2", False), "qwen3": ("qwen3", False), "llama": ("llama", True), "mistral": ("llama", True),
}  # fmt: skip
"""The architecture's name there by transformers' name, and whether q and k have another order."""
_TURNED: Final = ("q_proj", "k_proj")


class Pair(NamedTuple):
    """The two matrices of one module: A is rank by inputs, B is outputs by rank."""

    a: Floats
    b: Floats


class Shape(NamedTuple):
    """What is needed of the base: its family (`model_type` of transformers), layers, heads."""

    family: str
    layers: int
    heads: int
    key_heads: int

    def __repr__(self) -> str:
        return f"Shape({self.layers} layers, {self.heads} and {self.key_heads} heads)"


def shape_of(config: Mapping[str, Any]) -> Shape:
    """The shape by a configuration of transformers. ConfigError where it does not say."""
    try:
        heads = int(config["num_attention_heads"])
        return Shape(str(config["model_type"]), int(config["num_hidden_layers"]), heads, int(config.get("num_key_value_heads") or heads))
    except (KeyError, TypeError, ValueError):
        raise ConfigError("the base model's configuration does not say its layers and heads") from None


def tensor_names(pairs: Mapping[str, Pair], shape: Shape) -> dict[str, Pair]:
    """The pairs by the base tensor's name in GGUF (`blk.0.attn_q.weight`), rows of B in the order of that file.

    Raises:
        UsageError: the family's names or orders are not known here.
    """
    import gguf

    if shape.family not in FAMILIES:
        raise UsageError(f"adapters for llama.cpp are written for {', '.join(FAMILIES)}; for {shape.family}, convert the transformers' adapter by llama.cpp's own program")
    architecture, is_turned = FAMILIES[shape.family]
    number = next(key for key, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture)
    names = gguf.get_tensor_name_map(number, shape.layers)
    found = {}
    for module, pair in pairs.items():
        name = names.get_name(module)
        if name is None:
            raise UsageError(f"a module of the adapter has no name in llama.cpp: {module}")
        heads = shape.heads if module.endswith(_TURNED[0]) else shape.key_heads
        found[f"{name}.weight"] = Pair(pair.a, turned(pair.b, heads)) if is_turned and module.endswith(_TURNED) else pair
    return found


def turned(rows: Floats, heads: int) -> Floats:
    """Rows of a query or key matrix from the order of transformers to that of llama.cpp.

    >>> turned(np.arange(4, dtype=np.float32).reshape(4, 1), 1).ravel().tolist()
    [0.0, 2.0, 1.0, 3.0]
    """
    return rows.reshape(heads, 2, rows.shape[0] // heads // 2, -1).swapaxes(1, 2).reshape(rows.shape)


def write_adapter(path: Path, pairs: Mapping[str, Pair], shape: Shape, *, alpha: float, name: str) -> None:
    """Write an adapter for a base of this shape; raises as `tensor_names`."""
    import gguf

    named = tensor_names(pairs, shape)
    writer = gguf.GGUFWriter(str(path), FAMILIES[shape.family][0])
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(alpha))
    writer.add_name(name)
    for tensor, pair in named.items():
        writer.add_tensor(f"{tensor}.lora_a", np.ascontiguousarray(pair.a, np.float32))
        writer.add_tensor(f"{tensor}.lora_b", np.ascontiguousarray(pair.b, np.float32))
    _close(writer)


def write_merged(path: Path, base: Path, pairs: Mapping[str, Pair], shape: Shape, *, scale: float, name: str) -> None:
    """Write a GGUF base with the adapter in it: `W + scale * B A` in eight bits where it is changed, the rest byte by byte.

    Raises:
        FormatError: the base is no GGUF file, or has no such tensor.
        UsageError: as `tensor_names`.
    """
    import gguf
    from gguf.quants import dequantize, quantize

    named = tensor_names(pairs, shape)
    reader = _reader(base)
    writer = gguf.GGUFWriter(str(path), FAMILIES[shape.family][0])
    for key, value, kind, inner in _fields(reader):
        writer.add_key_value(key, value, kind, sub_type=inner)
    writer.add_name(name)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    if missing := set(named) - {tensor.name for tensor in reader.tensors}:
        raise FormatError(f"the base model has no tensor {min(missing)}")
    for tensor in reader.tensors:
        pair = named.get(tensor.name)
        if pair is None:
            writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
            continue
        whole = dequantize(tensor.data, tensor.tensor_type) + np.float32(scale) * (pair.b @ pair.a)
        fits = whole.shape[-1] % gguf.GGML_QUANT_SIZES[gguf.GGMLQuantizationType.Q8_0][0] == 0
        kind = gguf.GGMLQuantizationType.Q8_0 if fits else gguf.GGMLQuantizationType.F32
        writer.add_tensor(tensor.name, quantize(whole.astype(np.float32), kind), raw_dtype=kind)
    _close(writer)


def _fields(reader: Any) -> Iterator[tuple[str, Any, Any, Any]]:
    """Key, value, type and type of a list's items of all that a file says of itself, but what the writer says anew."""
    import gguf

    anew = {gguf.Keys.General.ARCHITECTURE, gguf.Keys.General.NAME, gguf.Keys.General.FILE_TYPE}
    for key, field in reader.fields.items():
        if not key.startswith("GGUF.") and key not in anew:
            is_list = field.types[0] == gguf.GGUFValueType.ARRAY
            yield key, field.contents(), field.types[0], field.types[-1] if is_list else None


def _reader(path: Path) -> Any:
    import gguf

    try:
        return gguf.GGUFReader(str(path))
    except (ValueError, OSError, IndexError):
        raise FormatError("the base model's file is no GGUF file") from None


def _close(writer: Any) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
