"""Deliberate breakages of what compares a language model with rules and tagger."""

from __future__ import annotations

from .mutants import Mutant

STUDY = "tests/unit/lab/test_lora_study.py"
ABILITY = "tests/unit/lab/test_ability.py"

STUDIED = (
    Mutant("a killed row begins anew", "lab/evaluate/asking.py", "left = [text for text in texts if text.id not in file.done]", "left = list(texts)", STUDY + " -k killed_row"),
    Mutant("half a line stays", "lab/evaluate/answer_file.py", "file.truncate(end)", "pass", STUDY + " -k killed_row"),
    Mutant("a note that failed is done", "lab/evaluate/answer_file.py", 'if "id" in row and not row.get("failed"))', 'if "id" in row)', STUDY + " -k asked_again"),
    Mutant("other answers are gone on with", "lab/evaluate/answer_file.py", "if not self._is_cheap:", "if False:", STUDY + " -k other_questions"),
    Mutant("replies go to the wrong note", "lab/evaluate/asking.py", "islice(first, sum(not asked.is_again for asked in of.asked))", "islice(first, 9)", STUDY + " -k several_notes"),
    Mutant("before a LoRA examples are shown", "lab/evaluate/lora_rows.py", "yield PROMPT_ONLY, replace(asking, examples=False)", "yield PROMPT_ONLY, asking", STUDY + " -k same_words"),
    Mutant("a union has its first part alone", "lab/evaluate/lora_study.py", "[s for part in row.parts for s in spans_of", "[s for part in row.parts[:1] for s in spans_of", STUDY + " -k union_catches"),
    Mutant("signs are left out of unions", "lab/evaluate/lora_study.py", "for part in (row.name, *row.parts) for said in cautions", "for part in (row.name,) for said in cautions", STUDY + " -k stands_beside"),
    Mutant("sentences say nothing of the model", "lab/evaluate/lora_study.py", "for caution in cautions)])", "for caution in ())])", STUDY + " -k stands_beside"),
    Mutant("a note not read whole is clean", "lab/evaluate/lora_study.py", "is_valid=not unread,", "is_valid=True,", STUDY + " -k thinks_its_budget"),
    Mutant("shared skeletons are not seen", "lab/evaluate/lora_standing.py", "not skeletons.isdisjoint(skeleton_prints([note.meta])) or", "False or", STUDY + " -k saw_the_tests"),
    Mutant("shared texts are not seen", "lab/evaluate/lora_standing.py", "or not texts.isdisjoint(prints(note.text))", "or False", STUDY + " -k saw_the_tests"),
    Mutant("an invalid reply counts as read", "lab/evaluate/article.py", "valid += strings is not None", "valid += 1", STUDY + " -k plain_loops"),
    Mutant("precision forgets what is made up", "lab/evaluate/article.py", "said += len(predicted)", "said += len(predicted & {text for _, text in wanted})", STUDY + " -k plain_loops"),
    Mutant("a row that is not done is told", "lab/evaluate/lora_study.py", "if have < len(notes):", "if have < 1:", STUDY + " -k not_done"),
    Mutant("a sample cuts skeletons", "lab/evaluate/lora_study.py", "return drawn\n", "return drawn[:count]\n", STUDY + " -k whole_skeletons"),
    Mutant("an error of a row is told whole", "lab/evaluate/own_process.py", "kind.__name__ if kind is not None else failure", "str(sys.exc_info()[1]) if kind is not None else failure", STUDY + " -k without_a_word"),
    Mutant("overlapping intervals are a difference", "lab/evaluate/ability.py", "if first.low <= second.high and second.low <= first.high:", "if False:", ABILITY + " -k overlap"),
    Mutant("an answer is any text with a letter", "lab/evaluate/ability.py", "return letter if letter in LETTERS else None", "return letter", ABILITY + " -k no_letter"),
    Mutant("questions are asked without a schema", "lab/evaluate/ability.py", "max_tokens=_MOST_TOKENS, schema=SCHEMA", "max_tokens=_MOST_TOKENS", ABILITY + " -k by_schema"),
)
