# The verbs of this project. `make demo` and `make test` set up all they need.
PYTHON ?= python3
BIN := .venv/bin
.PHONY: setup check test model demo corpora results bench bench-peers bars clean

setup: .venv/ready ## install into .venv

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 to 3.13 is needed, this is %d.%d" % sys.version_info[:2] if not (3, 11) <= sys.version_info[:2] <= (3, 13) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

demo: setup ## the main job on the notes in examples/
	$(BIN)/python examples/demo.py

check: setup ## lint, types, spelling of the pages
	$(BIN)/ruff check src tests benchmarks scripts examples
	$(BIN)/mypy
	$(BIN)/codespell docs README.md CONTRIBUTING.md STYLE.md CHANGELOG.md

test: setup ## everything but long benchmarks; PostgreSQL tests run where a server is named
	$(BIN)/python -m pytest -n 2 --dist worksteal

model: setup ## the small language model that some tests need, into the user's cache; nothing to do where it is there
	$(BIN)/incognote models pull qwen2.5-coder-0.5b-instruct-q4_k_m

bars: setup ## the detection and verification bars on ../shared/data
	$(BIN)/python benchmarks/bars.py
	$(BIN)/python benchmarks/verifier.py

corpora: setup ## make, check and lock the synthetic sets
	$(BIN)/python scripts/make_corpora.py

results: setup ## remake docs/results.md from the sets in corpora/
	$(BIN)/python benchmarks/results.py

bench: setup ## speed, memory and flat vault cost against the budgets
	$(BIN)/python benchmarks/speed.py

bench-peers: setup ## other tools on the same notes, each in an environment of its own
	$(BIN)/python benchmarks/peers.py

clean: ## throw away what `make setup` and the tests made
	rm -rf .venv .demo .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
