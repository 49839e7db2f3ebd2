"""Deliberate breakages of what teaches a language model."""

from __future__ import annotations

from .mutants import Mutant

LORA = "tests/unit/train/test_lora.py"
EXAMPLES = "tests/unit/train/test_lora_examples.py"
EXPORT = "tests/unit/train/test_lora_export.py"

TAUGHT = (
    Mutant("the prompt is learnt too", "lab/train/lora/fit.py", "for at in range(each.begin, len(each.ids))]", "for at in range(1, len(each.ids))]", LORA + " -k answer_are_learnt"),
    Mutant("a token is told at its own place", "lab/train/lora/fit.py", "hidden[rows, places - 1]", "hidden[rows, places]", LORA + " -k answer_are_learnt"),
    Mutant("a resumed run forgets the optimiser", "lab/train/lora/fit.py", "optimiser.load_state_dict(standing.optimiser)", "pass", LORA + " -k was_stopped"),
    Mutant("dropout goes on where it likes", "lab/train/lora/fit.py", "torch.manual_seed(job.seed * _SEEDS + at)", "pass", LORA + " -k was_stopped"),
    Mutant("lines of a test split are taught", "lab/train/lora/notes.py", "if any(says_so(note.meta) for note in found):", "if False:", LORA + " -k measures_a_model"),
    Mutant("a held-out note is taught", "lab/train/lora/notes.py", "and barred.isdisjoint(prints(note.text))", "and True", LORA + " -k that_are_held_out"),
    Mutant("one author's notes teach and measure", "lab/train/lora/notes.py", "if _author(note) not in kept", "if note.id not in kept", LORA + " -k one_author"),
    Mutant("cut strings are taught", "lab/train/lora/examples.py", "if start <= span.start and span.end <= end)", "if start < span.end and span.start < end)", EXAMPLES + " -k window_cuts"),
    Mutant("the end of a turn is not taught", "lab/train/lora/examples.py", "(*asked, *self.ids(said), *self._end)", "(*asked, *self.ids(said))", EXAMPLES + " -k as_the_detector"),
    Mutant("an answer need not fit a reply", "lab/train/lora/examples.py", "len(items) < bounds(part).items and ", "", "tests/unit/train/test_lora_examples.py -k more_strings"),
    Mutant("llama's rows stay as they are", "lab/train/lora/gguf_file.py", "turned(pair.b, heads)) if is_turned", "pair.b) if is_turned", EXPORT + " -k what_transformers_says"),
    Mutant("a merge forgets alpha", "lab/train/lora/export.py", "return plan.adapter.alpha / plan.adapter.rank", "return 1.0", EXPORT + " -k the_two"),
)
