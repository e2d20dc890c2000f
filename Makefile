# Targets for players and maintainers; each sets up what it needs in .venv.
# Windows without make: see README.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Installs the packages of uv.lock, and keeps those of earlier targets.
SYNC := UV_PROJECT_ENVIRONMENT=$(VENV) UV_PYTHON_DOWNLOADS=never $(BIN)/uv sync \
  --quiet --frozen --inexact --no-install-project --compile-bytecode
TESTS ?= tests extras
SOAK_SCALE ?= 20
PACKED := $(CURDIR)/dist/sock-drawer/sock-drawer
# Tests start many processes, and without bytecode each would compile the whole game again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test deep core check bench research soak dist wheel lock shots pictures locale playthroughs clean

play: $(VENV)/play.done
	@$(BIN)/python main.py

test: $(VENV)/dev.done
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/house -m "not deep" $(TESTS)

# With all cases of the tests in tests/deep.txt, and random examples.
deep: $(VENV)/dev.done
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/house --hypothesis-profile deep $(TESTS)

# The game without extras; import contracts keep the other folders independent of them.
core: $(VENV)/dev.done
	SOCK_DRAWER_EXTRAS= $(BIN)/python -m pytest -n auto --dist worksteal -m "not costly and not risk" \
	  tests/contract tests/core tests/match tests/party tests/scenes tests/test_*.py

# Only this runs tests/house, which checks the rules for code, guides and tools.
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

# OpenSpiel takes half a minute to install, so only this tests and measures what needs it.
research: $(VENV)/dev.done $(VENV)/research.done
	$(BIN)/python -m pytest -n auto --dist worksteal extras/sockdrawer_research/tests
	PYTHONPATH=extras $(BIN)/python -m sockdrawer_research.tools.bench_env

# With a part of the tests, such as TESTS=tests/core, it skips the packed program.
soak: $(VENV)/dev.done $(VENV)/research.done $(filter dist,$(TESTS:tests=dist))
	rm -rf build/soak
	SOAK_SCALE=$(SOAK_SCALE) $(BIN)/python -m pytest -n auto --dist worksteal --hypothesis-profile deep --durations 20 \
	  -o faulthandler_timeout=0 --ignore tests/house $(TESTS)
ifneq ($(filter tests,$(TESTS)),)
	$(BIN)/python -m tools.mutants
	SOAK_SCALE=$(SOAK_SCALE) SOCK_DRAWER_PROGRAM="$(PACKED)" $(BIN)/python -m pytest tests/test_program.py
endif

# Plays the packed program from outside before its release.
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
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build/soak

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

# Each of these includes what the game needs.
$(VENV)/%.done: uv.lock $(VENV)/uv.done
	$(SYNC) $(WITH)
	@touch $(VENV)/play.done $@
