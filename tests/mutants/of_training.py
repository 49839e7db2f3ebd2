"""Deliberate breakages of the tagger and of what trains it."""

from __future__ import annotations

from .mutants import Mutant

DISTIL = "tests/unit/train/test_distil.py"
PRELABEL = "tests/unit/train/test_prelabel.py"
AUGMENT = "tests/unit/train/test_augment.py"
FOLDER = "tests/unit/train/test_folder.py"
HELD_OUT = "tests/unit/train/test_held_out.py"
TAGGER = "tests/unit/test_tagger.py"
FIT = "tests/unit/train/test_fit.py"
WINDOWS = "tests/unit/train/test_windows.py"
EXAMPLES = "tests/unit/train/test_examples.py"
TUNE = "tests/unit/train/test_tune.py"
TEXTS = "tests/unit/train/test_texts.py"
COMMANDS = "tests/unit/train/test_commands.py"

TRAINING = (
    Mutant("scores of padding are learnt", "lab/train/distil.py", "gap = mine.masked_fill(mine <= _MASKED, 0.0) - wanted.masked_fill(wanted <= _MASKED, 0.0)", "gap = mine - wanted", DISTIL + " -k scores_of_padding"),
    Mutant("a layer learns the scores of the next", "lab/train/distil.py", "theirs.scores[level - 1]", "theirs.scores[level % len(theirs.scores)]", DISTIL + " -k its_own"),
    Mutant("soft tags of padding count", "lab/train/distil.py", "< lengths[:, None]", "< lengths.max()", DISTIL + " -k padding_counts"),
    Mutant("the map is forgotten behind the first stage", "lab/train/distil.py", "weight, bias = weight @ self.widen.weight, bias + weight @ self.widen.bias", "weight = weight[:, : self.widen.in_features]", DISTIL + " -k into_the_head"),
    Mutant("changed words become gold", "lab/train/prelabel/corrections.py", "if _digest(text) != digest:", "if len(text) != characters:", PRELABEL + " -k changed_text"),
    Mutant("a bar set is pre-labelled", "lab/train/barred.py", "if aside and aside >= MOST", "if False and aside >= MOST", PRELABEL + " -k held_out_text"),
    Mutant("held-out texts are trained on", "lab/train/texts.py", "if barred.isdisjoint(each.prints)", "if True", HELD_OUT + " -k that_is_held_out"),
    Mutant("a held-out file is augmented", "lab/train/notes.py", "if silent else set()", "if False else set()", AUGMENT + " -k is_a_held_out_set"),
    Mutant("positions begin at the padding", "lab/train/folder.py", "[sizes.skipped :]", "[:sizes.positions]", FOLDER + " -k positions"),
    Mutant("unread suggestions become gold", "lab/train/prelabel/corrections.py", 'if not takes_all and not row["done"]:', "if False:", PRELABEL + " -k somebody_has_read"),
    Mutant("the last tag costs nothing", "detect/viterbi.py", "tag = int((score + crf.end).argmax())", "tag = int(score.argmax())", TAGGER + " -k by_hand"),
    Mutant("backward goes the way of forward", "detect/viterbi.py", "both = np.stack([follow, follow.T])", "both = np.stack([follow, follow])", TAGGER + " -k by_hand"),
    Mutant("likelihoods are never brought back", "detect/viterbi.py", "if not at % _RESCALED:", "if False:", TAGGER + " -k long_texts"),
    Mutant("the leaning is part of a score", "detect/tagger_model.py", "marginals(emissions, self.crf)[:, OUTSIDE]", "marginals(emissions + self._leaning, self.crf)[:, OUTSIDE]", TAGGER + " -k leaning_is_not_in_it"),
    Mutant("a window's edge is kept", "text/windows.py", "seams = [(before[1] + after[0]) // 2", "seams = [after[0]", "tests/unit/train/test_windows.py"),
    Mutant("doubtful spans count", "detect/tagger_model.py", "if score >= self.settings.thresholds.get(name, 0.0):", "if True:", TAGGER + " -k thresholds"),
    Mutant("two lines are one name", "detect/tagger.py", "for line in _LINE.finditer(text, whole_start, whole_end):", "for line in [re.compile('(?s:.+)').match(text, whole_start, whole_end)]:", TAGGER + " tests/unit/train/test_tune.py"),
    Mutant("norms decay", "lab/train/fit.py", "plan.decay if is_wide else 0.0", "plan.decay", FIT + " -k do_not_decay"),
    Mutant("the last of equal epochs is the best", "lab/train/fit.py", 'row["f_beta"] > _best(standing.rows)["f_beta"]', 'row["f_beta"] >= _best(standing.rows)["f_beta"]', FIT + " -k first_is_the_best"),
    # borders
    Mutant("a sentence of the first half ends a window", "text/windows.py", "start + longest // 2 + 1, -1)", "start + longest // 2, -1)", WINDOWS + " -k first_half"),
    Mutant("a sentence that fills a window does not end it", "text/windows.py", "for end in range(full, start", "for end in range(full - 1, start", WINDOWS + " -k first_half"),
    Mutant("a full text has a window too many", "text/windows.py", "if full >= len(pieces):", "if full > len(pieces):", WINDOWS + " -k piece_more"),
    Mutant("a score at its threshold does not count", "detect/tagger_model.py", "if score >= self.settings", "if score > self.settings", TAGGER + " -k is_the_threshold"),
    Mutant("what is as likely right as wrong does not count", "lab/train/tune.py", ">= lowest)", "> lowest)", TUNE + " -k as_likely"),
    Mutant("what counts is what is likely wrong", "lab/train/tune.py", ">= lowest)", "< lowest)", TUNE + " -k silent"),
    Mutant("a likelier span may score less", "lab/train/tune.py", "max(float(learnt.coef_[0][0]), 0.0)", "float(learnt.coef_[0][0])", TUNE + " -k likelier"),
    Mutant("four spans make a curve", "lab/train/tune.py", "if len(found) < LEAST:", "if not found:", TUNE + " -k forty_spans"),
    # losses and steps
    Mutant("labels teach what they forbid", "lab/train/crf.py", "(~possible) * FORBIDDEN", "possible * FORBIDDEN", "tests/unit/train/test_crf.py -k partial"),
    Mutant("the first padding is decoded", "lab/train/crf.py", "best = torch.where((at < lengths)", "best = torch.where((at <= lengths)", "tests/unit/train/test_crf.py -k best_of_all"),
    Mutant("the student's tags are the teacher's", "lab/train/distil.py", "-(wanted * said).sum(dim=-1)", "-(said.exp() * wanted.log()).sum(dim=-1)", DISTIL + " -k logs_the_student"),
    Mutant("the loss is that of a text", "lab/train/model.py", ".sum() / lengths.sum()", ".sum() / len(lengths)", FIT + " -k of_a_piece"),
    Mutant("every step drops the same values", "lab/train/fit.py", "job.seed * _SEEDS + step)", "job.seed * _SEEDS)", FIT + " -k drops_other"),
    Mutant("every epoch has one order", "lab/train/fit.py", "seed=job.seed * _SEEDS + epoch)", "seed=job.seed * _SEEDS)", FIT + " -k drops_other"),
    Mutant("steep steps are taken whole", "lab/train/fit.py", "job.plan.clip)", "1e9)", FIT + " -k clipped"),
    Mutant("a class nobody labelled is held against the model", "lab/train/examples.py", "sum(3 << begin(name) for name in labelled.free)", "0", EXAMPLES + " -k nobody_labelled"),
    # other mentions
    Mutant("half a person is replaced", "lab/train/mention.py", "chosen = [picked[g] and", "chosen = [rng.random() < chance and", AUGMENT + " -k or_in_none"),
    Mutant("a person is one by each writing", "lab/train/mention.py", "str(mention.entity) if is_one else text)", "text)", AUGMENT + " -k one_person"),
    Mutant("one job becomes two", "lab/train/mention.py", "if group not in made:", "if True:", AUGMENT + " -k no_pool_has"),
    Mutant("no sign is Taiwan", "lab/train/notes.py", 'return other if usual["zh-CN"] > usual["zh-TW"] else one', "return one", AUGMENT + " -k without_a_sign"),
    # what may be trained on, and where a model goes
    Mutant("a locked set may say that it is none", "lab/train/texts.py", "    check_share([each.prints for each in printed], held_out_prints(), refusal=_REFUSAL)\n", "", TEXTS + " -k locked_set"),
    Mutant("a file's name says nothing", "lab/train/texts.py", "for path in () if is_said else _named(source):", "for path in ():", TEXTS + " -k named_as"),
    Mutant("a document is on both sides", "lab/train/texts.py", "authors = [text.author or text.text for", "authors = [text.text for", TEXTS + " -k whole_documents"),
    Mutant("copies of what measures are trained on", "lab/train/texts.py", "if own.isdisjoint(each.prints)", "if True", TEXTS + " -k kept_apart"),
    Mutant("files of two models are one", "detect/tagger_model.py", "if digests(folder) != self.settings.sha256:", "if False:", TAGGER + " -k another_model"),
    Mutant("an export clears a folder", "lab/train/export.py", "target.is_dir() and {path.name for path in target.iterdir()} <= set(FILES)", "target.is_dir()", COMMANDS + " -k anything_else"),
    Mutant("a language model trains its epoch to the end", "lab/train/daga.py", "            if limit.is_over():", "            if False:", AUGMENT + " -k within_an_epoch"),
    Mutant("a resumed epoch has other dropout", "lab/train/daga.py", "        _set_dice(self.dice)\n", "", AUGMENT + " -k within_an_epoch"),
)
