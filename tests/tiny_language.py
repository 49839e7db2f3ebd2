"""A small random language model as a folder (Hugging Face) and as a GGUF file: it knows nothing, but it can be taught and run."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
_SPLIT = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
_SIZES = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 4096}


class Tiny(NamedTuple):
    """The same weights twice."""

    folder: Path
    gguf: Path


def make(where: Path, *, family: str = "qwen2") -> Tiny:
    """Write both forms of a model of a family, qwen2 or llama."""
    import torch
    from transformers import AutoModelForCausalLM, LlamaConfig, PreTrainedTokenizerFast, Qwen2Config

    pieces = _pieces()
    tokeniser = PreTrainedTokenizerFast(tokenizer_object=pieces, eos_token=_MARKS[2], pad_token=_MARKS[0], chat_template=TEMPLATE)
    torch.manual_seed(5)
    kind = {"qwen2": Qwen2Config, "llama": LlamaConfig}[family]
    config = kind(vocab_size=pieces.get_vocab_size(), tie_word_embeddings=False, initializer_range=0.1, eos_token_id=2, bos_token_id=None, pad_token_id=0, **_SIZES)
    model = AutoModelForCausalLM.from_config(config)
    folder = where / family
    model.save_pretrained(folder)
    tokeniser.save_pretrained(folder)
    write_gguf(where / f"{family}.gguf", model, pieces, family)
    return Tiny(folder, where / f"{family}.gguf")


def _pieces() -> Any:
    """Byte pairs of the prompts themselves, so that a prompt is not too long."""
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

    from incognote.detect.llm_prompt import SYSTEM

    found = Tokenizer(models.BPE())
    found.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(_SPLIT), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ])  # fmt: skip
    found.decoder = decoders.ByteLevel()
    marks = [AddedToken(mark, special=True, normalized=False) for mark in _MARKS]
    found.train_from_iterator([*SYSTEM.values()] * 3, trainers.BpeTrainer(vocab_size=960, special_tokens=marks, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    return found


def write_gguf(path: Path, model: Any, pieces: Any, family: str) -> None:
    """The form of llama.cpp, in 32 bits."""
    import json

    import gguf

    from incognote.lab.train.lora.gguf_file import FAMILIES, turned

    architecture, is_turned = FAMILIES[family]
    config = model.config
    writer = gguf.GGUFWriter(str(path), architecture)
    writer.add_name("tiny")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
    told = json.loads(pieces.to_str())["model"]
    words = [word for word, _ in sorted(told["vocab"].items(), key=lambda item: item[1])]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(words)
    writer.add_token_types([gguf.TokenType.CONTROL if word in _MARKS else gguf.TokenType.NORMAL for word in words])
    writer.add_token_merges([" ".join(pair) for pair in told["merges"]])
    writer.add_eos_token_id(2)
    writer.add_pad_token_id(0)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    number = next(key for key, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture)
    names = gguf.get_tensor_name_map(number, config.num_hidden_layers)
    for name, tensor in model.state_dict().items():
        rows = tensor.detach().float().numpy()
        if is_turned and ".q_proj." in name:
            rows = turned(rows, config.num_attention_heads)
        elif is_turned and ".k_proj." in name:
            rows = turned(rows, config.num_key_value_heads)
        writer.add_tensor(names.get_name(name, try_suffixes=(".weight", ".bias")), rows)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
