# make play    a game of yours against the computer (without a terminal: two computer players, printed)
# make test    every test
# make check   style, types, layers
# make bench   speed, beside two peers
# make selfplay GAME=… ARGS="-n 5000"   random games with decks of all cards: faults, and what was never met
# The first of them sets up .venv (this needs python3 3.11 or newer and a package index); later ones use no network.

PYTHON ?= python3
GAME ?= huangdao
ARGS ?=
JOBS ?= 2

BIN := .venv/bin

.PHONY: play test check bench selfplay coverage format clean help

help:
	@sed -n 's/^# //p' Makefile

play: .venv/ready
	@$(BIN)/cardwright play $(GAME) $(ARGS)

test: .venv/ready-dev
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

check: .venv/ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/towncrier build --draft --version next > /dev/null

coverage: .venv/ready-dev
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage report

bench: .venv/ready-bench
	$(BIN)/python tests/benchmarks/bench.py $(ARGS)

selfplay: .venv/ready-dev
	$(BIN)/python tests/selfplay/selfplay.py $(GAME) $(ARGS)

format: .venv/ready-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage

# A stamp is written when all before it has worked, so that a set-up that was broken off is begun again.
# Debian's python3 may come without `ensurepip` (package python3-venv): then a pip it has, if any, fills the new .venv.
.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "cardwright needs Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -m venv --clear .venv \
	  || { $(PYTHON) -m venv --clear --without-pip .venv \
	       && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } \
	  || { echo "Python's venv is missing: install the package python3-venv" >&2; exit 1; }
	@touch $@

.venv/ready: pyproject.toml .venv/made
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/ready-dev: pyproject.toml .venv/made
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch .venv/ready $@

.venv/ready-bench: pyproject.toml .venv/made
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch .venv/ready $@
