# Everything a player or a maintainer starts from here; each target sets up what it needs in .venv.
# Windows without make: see README.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Installs what uv.lock names, and keeps what an earlier target has installed.
SYNC := UV_PROJECT_ENVIRONMENT=$(VENV) UV_PYTHON_DOWNLOADS=never $(BIN)/uv sync \
  --quiet --frozen --inexact --no-install-project --compile-bytecode
TESTS ?= tests extras
SOAK_SCALE ?= 20
PACKED := $(CURDIR)/dist/sock-drawer/sock-drawer
# Tests start many processes: without bytecode each of them compiles the whole game again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test deep core check bench research soak dist wheel lock shots pictures locale playthroughs clean

play: $(VENV)/play.done
	@$(BIN)/python main.py

test: $(VENV)/dev.done
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/house -m "not deep" $(TESTS)

# With all cases of the tests that tests/deep.txt lists, and random examples.
deep: $(VENV)/dev.done
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/house --hypothesis-profile deep $(TESTS)

# The core alone, as someone without the extras has it; import contracts keep the other folders apart from them.
core: $(VENV)/dev.done
	SOCK_DRAWER_EXTRAS= $(BIN)/python -m pytest -n auto --dist worksteal -m "not costly and not risk" \
	  tests/contract tests/core tests/match tests/party tests/scenes tests/test_*.py

# What the house promises of its code, guides and tools is looked at once, here.
check: $(VENV)/dev.done
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	PYTHONPATH=extras $(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/house

bench: $(VENV)/dev.done
	$(BIN)/python -m tools.bench
	@SDL_VIDEODRIVER=dummy $(BIN)/python -m tools.bench_party
	@PYTHONPATH=extras $(BIN)/python -m sockdrawer_research.tools.bench_env
	@$(BIN)/python -m tools.bench_film
	@if [ -n "$$DISPLAY" ]; then $(BIN)/python -m tools.bench_window; \
	  elif command -v xvfb-run >/dev/null; then xvfb-run -a $(BIN)/python -m tools.bench_window; \
	  else echo "No display and no xvfb-run: the window was not measured."; fi

# OpenSpiel takes half a minute to install, so what stands on it is tested and measured here.
research: $(VENV)/dev.done $(VENV)/research.done
	$(BIN)/python -m pytest -n auto --dist worksteal extras/sockdrawer_research/tests
	PYTHONPATH=extras $(BIN)/python -m sockdrawer_research.tools.bench_env

# A part of it, as TESTS=tests/core, leaves the packed program out.
soak: $(VENV)/dev.done $(VENV)/research.done $(filter dist,$(TESTS:tests=dist))
	SOAK_SCALE=$(SOAK_SCALE) $(BIN)/python -m pytest -n auto --dist worksteal --hypothesis-profile deep --durations 20 --ignore tests/house $(TESTS)
ifneq ($(filter tests,$(TESTS)),)
	$(BIN)/python -m tools.mutants
	SOAK_SCALE=$(SOAK_SCALE) SOCK_DRAWER_PROGRAM="$(PACKED)" $(BIN)/python -m pytest tests/test_program.py
endif

# The packed program is played from outside before anybody gets it.
dist: $(VENV)/dist.done $(VENV)/dev.done
	$(BIN)/python -m tools.build_dist dist
	SOCK_DRAWER_PROGRAM="$(PACKED)" $(BIN)/python -m pytest tests/test_program.py

wheel: $(VENV)/made
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

# After a change of any dependency in pyproject.toml.
lock: $(VENV)/uv.done
	$(BIN)/uv lock --default-index https://pypi.org/simple
	$(BIN)/uv export --quiet --frozen --only-group uv --no-annotate --output-file tools/uv.txt

shots: $(VENV)/play.done
	$(BIN)/python -m tools.shots

pictures: $(VENV)/dev.done
	$(BIN)/python -m tools.pictures

locale: $(VENV)/dev.done
	$(BIN)/python -m tools.build_locale

playthroughs: $(VENV)/dev.done
	$(BIN)/python -m tools.playthroughs

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Sock Drawer needs Python 3.11 or later; set it with: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "Python could not make a virtual environment; on Debian: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/uv.done: tools/uv.txt $(VENV)/made
	$(PIP) --require-hashes -r tools/uv.txt
	@touch $@

$(VENV)/dev.done: WITH := $(addprefix --group ,test check peers cluster) $(addprefix --extra ,far relay env)
$(VENV)/research.done: WITH := --group research
$(VENV)/dist.done: WITH := --group dist

# Each of these holds what it takes to play, too.
$(VENV)/%.done: uv.lock $(VENV)/uv.done
	$(SYNC) $(WITH)
	@touch $(VENV)/play.done $@
