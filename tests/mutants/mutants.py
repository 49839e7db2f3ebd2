"""Deliberate breakages: each replaces one piece of code and must turn one of its tests red."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """`old` occurs in `file` (under src/incognote) exactly once."""

    name: str
    file: str
    old: str
    new: str
    tests: str


CASES = "tests/test_cases.py"
LINKING = "tests/unit/test_linking.py"
EXAMPLES = "tests/test_examples.py"
TEXT = "tests/properties/test_text_and_edits.py"
RESOLVE = "tests/properties/test_resolve.py"
KNOWN = "tests/unit/test_verify_known.py"
SHAPES = "tests/unit/test_verify_shapes.py"
VAULT = "tests/contract/test_vault.py"
DECODE = "tests/unit/test_decode.py"
CONFIG = "tests/unit/test_config.py"
COMMANDS = "tests/doors/test_commands.py"
FORMATS = "tests/contract/test_formats.py"
UNPACK = "tests/unit/formats/test_unpack.py"
FHIR = "tests/unit/formats/test_fhir.py"
NAMES = "tests/unit/test_names_in_all_writings.py"
CALENDAR = "tests/unit/test_calendar.py"
MEASURES = "tests/unit/lab/test_measures.py"
SHARES = "tests/unit/lab/test_classes_and_shares.py"
TITLED = "tests/unit/lab/test_titled_names.py"
CLINICAL = "tests/unit/lab/test_clinical_strings.py"
ARTICLE = "tests/unit/lab/test_article_figures.py"
SYNTH = "tests/unit/lab/test_synth.py"
SKELETONS = "tests/unit/lab/test_skeletons.py"
TAGGER = "tests/unit/test_tagger.py"
LLM = "tests/unit/detect/test_llm_"
WITHHELD = "tests/unit/test_clinical_text_is_not_withheld.py"
REPLY = "tests/unit/llm/test_json_reply.py"
ADDRESS = "tests/unit/llm/test_address.py"
SERVER = "tests/unit/llm/test_server.py"
MODELS = "tests/unit/llm/test_models.py"

MUTANTS = (
    # text
    Mutant("zero-width characters are kept", "text/view.py", "table.update({ord(c): None for c in _INVISIBLE})", "pass", EXAMPLES + " tests/test_reported.py"),
    Mutant("full width is not folded", "text/view.py", "Folding({code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)})", "Folding({})", CASES + " -k email"),
    Mutant("a folded range ends one early", "text/view.py", "return self.offsets[start], stop", "return self.offsets[start], stop - 1", TEXT),
    Mutant("overlapping edits are applied", "text/edits.py", "if edit.start < position or edit.end < edit.start", "if edit.end < edit.start", "tests/unit/test_edits.py"),
    Mutant("edits are applied in the order given", "text/edits.py", "sorted(edits, key=lambda e: (e.start, e.end))", "list(edits)", "tests/unit/test_edits.py"),
    Mutant("a number may hold a comma", "text/squeeze.py", 'frozenset(" \\t\\r\\n-.()_/")', 'frozenset(" \\t\\r\\n-.()_/,")', "tests/unit/test_squeeze.py"),
    Mutant("a name is found inside a longer word", "text/squeeze.py", "if start and _is_token(text[start - 1]) and _is_token(text[start]):", "if False:", "tests/unit/test_squeeze.py"),
    Mutant("ROC years are off by one", "text/calendar.py", "return number + 1911 if number <= 200 else number", "return number + 1912 if number <= 200 else number", "tests/unit/test_date_rules.py tests/quality/test_promises.py -k 'calendar or date'"),
    Mutant("a birthday counts before it comes", "text/calendar.py", "years -= 1", "pass", CALENDAR),
    Mutant("a month and day go to the past only", "text/calendar.py", "for year in (anchor.year - 1, anchor.year, anchor.year + 1)", "for year in (anchor.year - 1, anchor.year)", CALENDAR),
    Mutant("Big5 is read as GB18030", "text/decode.py", 'CANDIDATES: Final = ("cp950", "big5", "big5hkscs", "gb18030")', 'CANDIDATES: Final = ("gb18030",)', DECODE),
    # resolve
    Mutant("a loser loses all its text", "resolve/overlap.py", "        elif at < span.end:\n            here.append(span._replace(start=at))\n", "", RESOLVE),
    Mutant("the longest wins over what is vouched for", "resolve/overlap.py", "score < VOUCHED,", "False,", "tests/unit/test_resolving.py"),
    Mutant("nothing is spread", "resolve/__init__.py", "more = spread(settled, document) if is_spread and settled else []", "more = []", "tests/unit/test_resolving.py"),
    Mutant("a clinical word is masked without a cue", "resolve/allow.py", "is_clinical(text[start:end])", "False", "tests/unit/test_resolving.py"),
    Mutant("a vouched name that is a word is let go", "resolve/allow.py", "(score < _sure(source) and is_open and", "(is_open and", "tests/unit/test_resolving.py"),
    Mutant("our own marks are scrubbed again", "resolve/allow.py", 'marks = list(_marks(text, operators)) if "[" in text else []', "marks: list[re.Match[str]] = []", EXAMPLES),
    Mutant("a month in brackets is a mark everywhere", "resolve/allow.py", "if m.lastgroup not in told)", ")", CONFIG + " -k brackets"),
    Mutant("a standard is told of as a code", "resolve/allow.py", "elif not code.startswith(_STANDARDS):", "else:", "tests/unit/test_codes_and_ages_of_ours.py"),
    # link
    Mutant("a second number cuts the note", "link/subject.py", "if not header.is_at_line_start or header.start", "if header.start", LINKING),
    Mutant("the second patient is not told from the first", "link/subject.py", "return is_paste or bool(numbers) or not known", "return False", LINKING),
    Mutant("a wife is the patient", "link/subject.py", "if span.label == \"DOCTOR\" or span.kind in OTHER_KINDS:", "if False:", LINKING),
    Mutant("a name alone links to a batch's patient", "link/link.py", "if names and day is None and all(is_partial(number.label, number.value) for number in values):", "if False:", LINKING),
    Mutant("an unowned line passes", "link/link.py", "if len(found) > 1 and text[: found[0].start].strip():", "if False:", LINKING),
    Mutant("a short year is born after the visit", "link/dates.py", "before=anchor", "before=None", "tests/reported/test_dates.py -k short_year"),
    Mutant("a number anywhere is the patient's", "link/subject.py", "limit = _end_of_header(text, max(s.end for s in opening), segment, spans)", "limit = segment.end", LINKING + " -k identity_number"),
    Mutant("birth dates date the note", "link/dates.py", 'span.kind in {"dob", "year", "holiday", "lunar", "zodiac", "weekday"}', 'span.kind in {"year"}', EXAMPLES),
    # policy
    Mutant("ninety-year-olds keep their age", "labels.py", "if years > OLDEST_TOLD else", "if years > 900 else", "tests/quality/test_promises.py -k labels"),
    Mutant("a birth year shows an age of ninety", "policy/operators/year.py", "> OLDEST_TOLD:", "> 900:", CONFIG),
    Mutant("bands of ages overlap", "labels.py", "{low + _BAND - 1}", "{low + _BAND}", CONFIG + " -k coarser"),
    Mutant("the mark of a year is scrubbed again", "labels.py", 'dates = rf"(?P<year>{year})|(?P<month>', 'dates = rf"(?P<year>{year}x)|(?P<month>x', CONFIG + " -k 'twice or coarser'"),
    Mutant("dates count from the wrong side", "policy/operators/date_offset.py", "(day - zero).days", "(zero - day).days", EXAMPLES),
    Mutant("everybody gets the patient's code", "policy/operators/pseudonym.py", "if context.is_subject and context.code is not None:", "if context.code is not None:", EXAMPLES),
    Mutant("the first date is day 0", "policy/decide.py", '(e.role != "visit", e.mentions[0].start)', "e.mentions[0].start", LINKING + " -k day_0"),
    Mutant("an impossible birth date hides the stated age", "policy/decide.py", "years = told if told is not None else years", "years = told", LINKING + " -k stated_age"),
    Mutant("the header has a line end of its own", "policy/decide.py", 'return found[0] if found else "\\n"', 'return "\\n"', LINKING),
    # pipeline
    Mutant("residue is handed out", "pipeline.py", 'status in {"residue", "failed"} and not pipeline.keep_residue', "False", "tests/unit/test_pipeline.py"),
    Mutant("residue is called clean", "pipeline.py", 'return "residue"', 'return "clean"', "tests/unit/test_pipeline.py"),
    Mutant("the stored are not looked for", "values.py", "c for c in candidates(view(text)) if c.label", "c for c in () if c.label", "tests/unit/test_pipeline.py -k stored"),
    Mutant("a batch is not enrolled first", "pipeline.py", "replace(steady, batch=everybody, memory={})", "replace(steady, memory={})", LINKING),
    Mutant("known facts are not looked for", "detect/known.py", "if document.known:", "if False:", LINKING),
    # verify
    Mutant("known values are not looked for", "verify/verify.py", 'if "known" in probes:', "if False:", KNOWN),
    Mutant("every short number may be something else", "verify/known_values.py", "    if short and (", "    if short or (", KNOWN),
    Mutant("shapes are not looked for", "verify/verify.py", "if name in probes:", "if False:", SHAPES),
    Mutant("written ranges are searched for shapes", "verify/reading.py", "return _filled(text, sorted(ours)), whole", "return text, whole", SHAPES + " " + EXAMPLES),
    # vault
    Mutant("a name alone links", "vault/identity.py", "    if person.birth is None:\n        return ()\n", "", VAULT),
    Mutant("leading zeros make two people", "vault/identity.py", 'return text.lstrip("0") or text[:1]', "return text", VAULT),
    Mutant("day 0 moves", "vault/memory.py", "if record.day_zero is None and day is not None:", "if day is not None:", VAULT),
    Mutant("a merge moves day 0", "vault/matching.py", "kept.day_zero or other.day_zero", "other.day_zero or kept.day_zero", "tests/unit/test_vault_matching.py -k day_0"),
    Mutant("a wrong passphrase opens", "vault/seal.py", "        raise KeyRefused(\"the passphrase does not open this vault: check it and try again\") from None", "        return", "tests/contract/test_vault_stored.py"),
    Mutant("writers do not lock", "vault/sql/database.py", '"BEGIN IMMEDIATE"', '"BEGIN"', "tests/contract/test_vault_stored.py"),
    # names
    Mutant("another given name is the same person", "names/compare.py", "return first[0] == second[0]", "return True", NAMES),
    Mutant("initials of a name are looked for alone", "names/writings.py", "if not any(len(w.strip(\".\")) > 1 for w in re.split(r\"[ -]\", given)):", "if False:", "tests/unit/test_linking.py " + NAMES),
    Mutant("a masked character is a character", "names/compare.py", 'x == y or _MASK.match(x.upper()) or _MASK.match(y.upper())', "x == y", NAMES),
    # gazetteer
    Mutant("a word is found inside a longer word", "gazetteer/matcher.py", "if start >= 0 and startswith(word, start) and not _runs_on(text, start + len(word)):", "if start >= 0 and startswith(word, start):", "tests/unit/test_matcher.py"),
    Mutant("a list's comments are words", "gazetteer/loader.py", 'if not line.strip() or line.startswith("#"):', "if not line.strip():", "tests/unit/test_matcher.py"),
    # formats
    Mutant("an id keeps a given name", "formats/naming.py", "    yield from _texts(document.known)\n", "", FORMATS + " -k an_id"),
    Mutant("what was written is not checked", "formats/output.py", "            check(source)\n", "            pass\n", FORMATS + " -k whole"),
    Mutant("a table loses its mark", "formats/csv_.py", '"utf-8-sig" if table.has_mark else "utf-8"', '"utf-8"', FORMATS + " -k table_of_tabs"),
    Mutant("half a character is written", "formats/jsonl.py", 'return _SURROGATE.sub("\\ufffd", value)', "return value", FORMATS + " -k surrogates"),
    # formats
    Mutant("what stands beside the root of XML is not looked at", "formats/unpack.py", "if beside or len(parser.error_log)", "if len(parser.error_log)", UNPACK + " -k readable"),
    Mutant("a part of a file is called by its own name", "formats/unpack.py", "entry.filename if _OWN.fullmatch(entry.filename) else", "entry.filename if True else", UNPACK),
    Mutant("a bomb is unpacked to be measured", "formats/unpack.py", "return stream.read(most)", "return stream.read()", UNPACK + " -k bomb"),
    Mutant("a replacement stands in every stretch", "formats/laid.py", '[edit.replacement] + [""] * (len(touched) - 1)', "[edit.replacement] * len(touched)", "tests/unit/formats/test_laid.py"),
    Mutant("XML may declare entities", "formats/xml_.py", "    if root.getroottree().docinfo.internalDTD is not None:\n        raise ValueError\n", "", "tests/unit/formats/test_docx.py -k declares"),
    Mutant("a code keeps what was removed", "formats/fhir/format.py", "and _holds(squeezed(value), forms):", "and False:", FHIR + " -k what_was_removed"),
    Mutant("a withheld patient stays in the Bundle", "formats/fhir/format.py", "if id(held) not in gone]", "]", FHIR + " -k withheld"),
    Mutant("one masked date leaves the others", "formats/fhir/format.py", "if slot.value == before and len(before) > _YEAR:", "if False:", FHIR + " -k one_date_is_masked"),
    Mutant("kept cells outlive the text of their row", "formats/columns.py", '"" if is_withheld else row[i]', "row[i]", "tests/unit/formats/test_columns.py"),
    Mutant("a check digit outlives its number", "formats/hl7/values.py", "            put(text)\n            self._clear(check)", "            put(text)", "tests/unit/formats/test_hl7.py -k check_digit"),
    # batch
    Mutant("a worker sets a first day", "batch/settled.py", "if stored is None and day is not None:", "if False:", "tests/unit/batch/test_settled.py"),
    Mutant("a worker adds people", "batch/settled.py", "if not self._vault.knows(person):", "if False:", "tests/unit/test_batch.py -k adds_nobody"),
    Mutant("nobody is looked at again", "batch/apart.py", "if self._changed and not self._changed.isdisjoint(array(_KEY, look.asked)):", "if False:", "tests/unit/batch/test_apart.py -k again"),
    # config
    Mutant("an unknown operator is taken", "config.py", "if operator not in known:", "if False:", CONFIG + " -k refused"),
    Mutant("a site's rules leave no print", "config.py", ", *map(repr, site_rules))", ")", CONFIG + " -k fingerprint"),
    # cli
    Mutant("a failed item hides residue", "cli/tally.py", '_WORST = ("residue", "failed",', '_WORST = ("failed", "residue",', "tests/unit/test_tally.py"),
    Mutant("what is known of lines is no reason to do them again", "batch/due.py", "unit.facts.encode(), ", "", "tests/doors/test_batch.py -k known"),
    Mutant("an argument is quoted", "cli/main.py", 'said = f" {name}; {close}?" if sign and _OPTION.match(name) else ""', 'said = f" {name}"', COMMANDS + " -k usage"),
    Mutant("residue is no reason to fail", "cli/verifying.py", "        return RESIDUE\n", "        return OK\n", COMMANDS + " -k verify"),
    Mutant("nobody around the patient is looked for", "cli/verifying.py", "for person in (known, *(known.get(\"people\") or ())):", "for person in (known,):", COMMANDS + " -k given"),
    Mutant("a character that cannot be shown ends the command", "cli/main.py", 'stream.reconfigure(errors="replace")', 'stream.reconfigure(errors="strict")', "tests/doors/test_terminal.py -k character"),
    # laboratory
    Mutant("a span is covered by its first character", "lab/evaluate/measures.py", "masked[needed].all() if needed.any()", "masked[needed].any() if needed.any()", MEASURES),
    Mutant("an entity is caught with one mention", "lab/evaluate/measures.py", "whole.get(fate.span.entity, True) and fate.covered", "whole.get(fate.span.entity, False) or fate.covered", MEASURES),
    Mutant("labels a scheme lacks are false alarms", "lab/evaluate/laying.py", "return to(label) if label in LABELS else to(label) or UNSAID", "return label", MEASURES),
    Mutant("what an unscored label masks is not masked", "lab/evaluate/measures.py", "said.masked & truth.core & ~truth.under", "truth.free & truth.core & ~truth.under", MEASURES),
    Mutant("a note that was not answered is clean", "lab/evaluate/measures.py", '"clean": answer.is_valid and all(', '"clean": all(', MEASURES),
    Mutant("classes forget the skeletons", "lab/evaluate/figures.py", "by_group(table, of.groups) if by_skeleton else table", "table", MEASURES),
    Mutant("a title has to be in the span", "lab/evaluate/laying.py", "(found.core, found.places) if found is not None", "(at, (at,)) if found is not None", TITLED),
    Mutant("a title is masked for nothing", "lab/evaluate/measures.py", "& ~truth.free & ~truth.beside", "& ~truth.free", TITLED),
    Mutant("a nickname is a surname with a title", "lab/evaluate/titled.py", "return word is part and name.translate(to_base()) in SURNAMES", "return True", TITLED),
    Mutant("a note without an answer is covered whole", "lab/evaluate/measures.py", '"whole": answer.is_valid and all(', '"whole": all(', SHARES),
    Mutant("mentions of other labels are other entities", "lab/evaluate/measures.py", "if fate.span.entity is not None:", "if fate.span.entity is not None and fate.span.label == 'NAME':", SHARES),
    Mutant("a class is caught by any class", "lab/evaluate/measures.py", "_is_covered(same[where], needed)", "_is_covered(said.masked[where], needed)", SHARES),
    Mutant("a prediction is right on any span", "lab/evaluate/measures.py", "w.label == label and w.needed[0] < end", "w.needed[0] < end", SHARES),
    Mutant("the mean over classes is weighted", "lab/evaluate/per_class.py", "float(np.nanmean(whole[figure]))", "float(together[figure])", SHARES),
    Mutant("figures by class forget the skeletons", "lab/evaluate/per_class.py", "by_group(table, of.groups) if by_skeleton else table", "table", SHARES),
    Mutant("shares of notes forget the skeletons", "lab/evaluate/figures.py", '[AT[top], AT["notes"]]]) if by_skeleton else', '[AT[top], AT["notes"]]]) if False else', SHARES),
    Mutant("one unit is certain", "lab/evaluate/intervals.py", "if low < high:", "if low <= high:", SHARES),
    Mutant("pairs of one person are apart", "lab/evaluate/links.py", "outcomes = [(person, ok) for (person, _, _), ok", 'outcomes = [(a["id"] + b["id"], ok) for (_, a, b), ok', SHARES),
    Mutant("times alter a decoy", "lab/evaluate/decoys.py", "if s.label not in TIER_C for at", "if s.label for at", SHARES),
    Mutant("who was not asked altered nothing", "lab/evaluate/decoys.py", "and answers[decoy.id].is_valid and", "and", SHARES),
    Mutant("identifiers are clinical strings", "lab/evaluate/clinical.py", "if not _is_gold(c, note)", "if True", CLINICAL),
    Mutant("half a string is not touched", "lab/evaluate/utility.py", "masked[span.start : span.end].any()", "masked[span.start : span.end].all()", CLINICAL),
    Mutant("a class's entity is caught with its last mention", "lab/evaluate/figures.py", "whole[unit] = whole.get(unit, True) and fate.covered", "whole[unit] = fate.covered or whole.get(unit, False)", SHARES),
    Mutant("the interval is one element off", "lab/evaluate/intervals.py", "LOW, HIGH = 49, 1949", "LOW, HIGH = 0, 1999", ARTICLE),
    Mutant("another generator draws the notes", "lab/evaluate/intervals.py", "random.Random(seed).getstate()", "random.Random(seed + 1).getstate()", MEASURES),
    Mutant("overlapping intervals are an improvement", "lab/evaluate/compare.py", "if low > 0 or high < 0:", "if value:", MEASURES),
    Mutant("a margin is measured from the middle", "lab/evaluate/compare.py", "worst = low if sign > 0 else -high", "worst = value", MEASURES),
    Mutant("gold offsets are believed", "lab/evaluate/gold.py", "0 <= start < end <= len(text)", "0 <= start < end", MEASURES),
    Mutant("a crash stops the evaluation", "lab/evaluate/systems.py", "    except Exception as error:", "    except IncognoteError as error:", MEASURES),
    Mutant("all pools are one", "lab/synth/pools.py", "return self.split is None or split_of(key) == self.split", "return True", SYNTH),
    Mutant("noise forgets to move a span", "lab/synth/noise.py", '"end": at(span["end"])}', '"end": span["end"]}', SYNTH),
    Mutant("a title is inside a compound surname's span", "lab/synth/written_names.py", "return Piece(stem + title, tail=len(title))", "return Piece(stem + title)", SYNTH),
    Mutant("identity numbers may be valid", "lab/synth/numbers.py", "if not tw_id_is_valid(head + d)", "if True", SYNTH),
    Mutant("the gate lets valid numbers pass", "lab/synth/gate.py", "if any(tw_id_is_valid(m[0].upper())", "if any(False and tw_id_is_valid(m[0].upper())", SYNTH),
    Mutant("the gate looks at no text outside spans", "lab/synth/gate.py", "for found in LEFT_OVER.finditer(text):", "for found in ():", SYNTH),
    Mutant("a family is parted by its notes", "lab/synth/sets.py", "bucket = _hash(recipe, skeleton.family) % 100", "bucket = _hash(recipe, skeleton.id) % 100", SKELETONS),
    Mutant("a clinical word is a find", "detect/nobody.py", "    if is_thing(text, start, end, score):", "    if False:", TAGGER + " -k left_to_the_term"),
    Mutant("rare surnames are as good as others", "verify/han_names.py", "return weight is None or weight < RARE_SURNAME", "return False", WITHHELD + " -k rare_surname"),
    Mutant("any four digits behind a birth are a date", "verify/shapes_dates.py", "len(value[1]) in (6, 7, 8) or", "len(value[1]) in (4, 6, 7, 8) or", WITHHELD + " -k rare_surname"),
    # llm
    Mutant("thinking is read as the answer", "llm/json_reply.py", "if entries is None and (said := without_thinking(said)):", "if False:", REPLY),
    Mutant("thinking that never ends is an answer", "llm/json_reply.py", "        if stop < 0:\n            return\n", "        if stop < 0:\n            break\n", REPLY),
    Mutant("a cut reply is an empty one", "llm/json_reply.py", "_before_the_cut(said)", "iter(())", REPLY),
    Mutant("a cut reply is invalid", "llm/json_reply.py", 'if finish == "length":', "if False:", REPLY),
    Mutant("no answer is nothing found", "llm/json_reply.py", 'Answer("invalid" if said else "empty")', 'Answer("invalid" if said else "valid")', REPLY),
    Mutant("a loop goes on", "llm/json_reply.py", "or count[item] > repeats", "", REPLY),
    Mutant("a reply has no end of items", "llm/json_reply.py", "len(items) == most or", "", REPLY),
    Mutant("a key that comes twice loses the first", "llm/json_reply.py", "if isinstance(before, list) and isinstance(one, list):", "if False:", REPLY),
    Mutant("half a character is a find", "llm/json_reply.py", ' or any("\\ud800" <= c <= "\\udfff" for c in text)', "", REPLY),
    Mutant("deep nesting breaks the reading", "llm/json_reply.py", "        value = _DECODER.decode(text[start : end + 1])\n    except (ValueError, RecursionError):", "        value = _DECODER.decode(text[start : end + 1])\n    except ValueError:", REPLY),
    Mutant("what is no item is not counted", "llm/json_reply.py", "dropped += 1", "dropped += 0", REPLY),
    Mutant("one private number is enough", "llm/address.py", "if not all(is_of_the_house(", "if not any(is_of_the_house(", ADDRESS),
    Mutant("public addresses are allowed", "llm/address.py", "if not allow_public:", "if False:", ADDRESS),
    Mutant("notes go to public addresses in clear", "llm/address.py", 'if parts.scheme != "https":', "if False:", ADDRESS),
    Mutant("link-local is the house", "llm/address.py", '"192.168.0.0/16", "::1/128"', '"192.168.0.0/16", "169.254.0.0/16", "::1/128"', ADDRESS),
    Mutant("an IPv4 number in an IPv6 one is not looked at", "llm/address.py", "        address = address.ipv4_mapped\n", "        pass\n", ADDRESS),
    Mutant("a key in the address is taken", "llm/address.py", "if parts.username is not None or parts.password is not None:", "if False:", ADDRESS),
    Mutant("the name is called, not the number", "llm/exchange.py", "sock.connect((number, address.port))", "sock.connect((address.host, address.port))", ADDRESS + " -k asked_for_once"),
    Mutant("a drip is waited for", "llm/exchange.py", "until = min(self._until, time.monotonic() + self._limit)", "until = time.monotonic() + self._limit", SERVER + " -k byte_at_a_time"),
    Mutant("a reply is read to its end", "llm/exchange.py", "        if len(blocks) > MOST:\n", "        if False:\n", SERVER + " -k long_reply"),
    Mutant("fewer bytes than told are enough", "llm/exchange.py", "    if response.length:  # fewer", "    if False:  # fewer", SERVER + " -k broken_answer"),
    Mutant("a dead server is asked for ever", "llm/server.py", "not self._spend()", "not (self._spend() or True)", SERVER + " -k stays_dead"),
    Mutant("what is refused is asked again each time", "llm/server.py", "                self._remember(left_out)\n", "", SERVER + " -k refused_is_left_out"),
    Mutant("a wrong hash is a model", "llm/models.py", "if file_hash(path) != one.sha256:", "if False:", MODELS),
    Mutant("what was fetched is a model", "llm/pull.py", "if digest == model.sha256:", "if True:", MODELS),
    Mutant("a note may begin a turn", "llm/turns.py", "content = _MARK.sub(", "_MARK.sub(", SERVER + " -k marks_of_turns"),
    # detect/llm
    Mutant("a model's number cuts a longer one", "detect/llm_places.py", "return left.isdigit() == right.isdigit() or sum(map(str.isalnum, needle)) < _LONG_NUMBER", "return False", LLM + "places.py"),
    Mutant("a model's day is cut out of a date", "detect/llm_places.py", "and _joins(before, needle)", "and False", LLM + "places.py"),
    Mutant("an invention is taken for a thing", "detect/llm_asking.py", "            invented += 1", "            dropped += 1", LLM + "asking.py -k not_in_the_note"),
    Mutant("a window that failed is not told", "detect/llm_asking.py", "            notes.unread[window.number].append(window.range)", "            pass", LLM + "asking.py -k unread"),
    Mutant("a whole note is an identifier", "detect/llm_asking.py", "if _is_whole(value, window):", "if False:", LLM + "asking.py -k whole_note"),
    Mutant("a cut answer is never asked for again", "detect/llm_asking.py", "if not is_last and outcome", "if is_last and outcome", LLM + "asking.py -k halves_once"),
    Mutant("any word that some are called is a name", "detect/llm_people.py", " and vouched_margin(text, start, end) >= _WORD", "", LLM + "perfect.py -k look_alikes_are_not"),
    Mutant("a bracket is cut off a number", "detect/llm_places.py", "core = opening + core", "pass", LLM + "places.py -k drift"),
    Mutant("a day of each week is a date", "detect/llm_numbers.py", " and not _EACH_BEFORE.search(text, max(0, start - 8), start)", "", LLM + "perfect.py -k look_alikes_are_not"),
    Mutant("a list that is full is an answer", "detect/llm_asking.py", '"cut" if is_full and answer', '"cut" if False and answer', LLM + "asking.py -k ends_by_construction"),
    Mutant("a model may say more than its tokens hold", "detect/llm_prompt.py", "min(MOST_ITEMS, _FEW + len(part) // _DENSE)", "2 * MOST_ITEMS", LLM + "prompt.py -k fits_its_tokens"),
    Mutant("a dose is a number of a person", "detect/llm_numbers.py", "_SERIES.fullmatch(value) or ", "", LLM + "types.py -k nobody"),
    Mutant("a model's words are people unasked", "detect/llm_people.py", "return margin >= (_SURNAMED if is_surnamed else _LIKELIER)\n", "return True\n", LLM + "types.py -k look_alikes"),
    Mutant("what a model did not read is clean", "pipeline.py", '"other_script", "model_unread",', '"other_script",', LLM + "detector.py -k never_clean"),
    Mutant("a strict profile lets an unread note pass", "detect/llm_spans.py", '"failure" if is_strict else "warning"', '"warning"', LLM + "detector.py -k never_clean"),
    Mutant("notes go to public servers unasked", "detect/llm_choice.py", 'table.get("allow_public", False)', 'table.get("allow_public", True)', LLM + "detector.py -k in_so_many_words"),
    Mutant("a model of the command line inherits the leave to go out", "cli/choosing.py", "asked = replace(asked, allow_public=False)", "pass", LLM + "detector.py -k in_so_many_words"),
    Mutant("two models have one fingerprint", "detect/llm_choice.py", 'return f"{client(llm).name} {llm!r}"', "return repr(llm)", LLM + "detector.py -k fingerprint"),
)  # fmt: skip
