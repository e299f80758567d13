# Everything a person types here. Needs make and Python 3.11 or newer with venv and pip; nothing else.
# `make` alone prints this list. PYTHON=… chooses the interpreter, VENV=… another environment.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV ?= .venv
BIN := $(VENV)/bin
LLM_VENV ?= .venv-llm

# The newest Python that can make an environment. Each candidate is tried, not only looked up: a
# version manager's stand-in may exist for a version that is not switched on.
PYTHON ?= $(shell for python in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$python; break; fi; done)

# The lock decides what is installed: a constraint of the machine's pip must not fight its hashes,
# and modules on a PYTHONPATH must not hide what was installed.
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_CONSTRAINT := /dev/null
export PIP_USER := 0
unexport PYTHONPATH

QUICK_TESTS := tests/unit tests/contracts tests/properties tests/architecture
SLOW_TESTS := tests/acceptance
BROWSER_TESTS := tests/browser
ALL_TESTS := $(QUICK_TESTS) $(SLOW_TESTS) $(BROWSER_TESTS)

.PHONY: help run check test test-llm prove bench dashboard screenshots fix lock wheel clean

# help: this list
help:
	@sed -n 's/^# \([a-z-]*\): /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; \
	do printf '  make %-11s %s\n' "$$name" "$$text"; done

# run: install what the daemon needs, start it in the background, print the page's address
run: $(VENV)/.runtime-installed
	@$(call dashboard) || echo "Perspective starts without this build of it." >&2
	@$(BIN)/perspective start

# check: format, lint, types, import contracts and the quick tests (unit, contracts, properties, architecture)
check: $(VENV)/.dev-installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(call dashboard)
	$(BIN)/pytest $(QUICK_TESTS)

# test: check, then a real daemon, every proof at small size, and the dashboard in a Chromium
test: check
	$(BIN)/pytest $(SLOW_TESTS)
	@$(call dashboard,--modules)
	CHROMIUM_INSTALL=yes $(BIN)/pytest $(BROWSER_TESTS)

# test-llm: a real language model, in an environment of its own; compiles llama.cpp the first time
test-llm: $(LLM_VENV)/.llm-installed
	$(LLM_VENV)/bin/pytest tests/llm

# prove: every proof at full size, reported in build/prove; ROW=name runs one row of it
prove: $(VENV)/.dev-installed
	@$(call dashboard,--modules)
	CHROMIUM_INSTALL=yes $(BIN)/pytest --full --report build/prove -m proof $(if $(ROW),--row '$(ROW)') $(ALL_TESTS)

# bench: timing and recall quality on DATA=folder, with SCALE=1000,10000,100000 memories; never a gate
bench: $(VENV)/.dev-installed
	$(if $(DATA),,$(error make bench needs DATA=folder))
	$(BIN)/python -m tests.bench --data $(DATA) $(if $(SCALE),--scale $(SCALE))

# dashboard: build the web page into dashboard/dist; takes Node and npm from a package where there are none
dashboard: $(BIN)/python
	@$(call dashboard)

# screenshots: each page of the dashboard, light and dark, large and small, into build/screenshots
screenshots: $(VENV)/.dev-installed
	@$(call dashboard)
	CHROMIUM_INSTALL=yes $(BIN)/python -m tests.browser.screenshots

# fix: format, and repair what ruff can repair
fix: $(VENV)/.dev-installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# lock: write requirements/ from pyproject.toml; UPGRADE=1 takes newer versions
lock: $(VENV)/.lock-tool
	$(call compile,--group build,runtime)
	$(call compile,--group dev --constraints requirements/runtime.txt,dev)
	$(call compile_group,llm)
	$(call compile_group,llm-build)
	$(call compile_group,node)

# wheel: build the distribution into dist/
wheel: $(VENV)/.dev-installed
	@$(call dashboard)
	$(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --no-index --wheel-dir dist .

# clean: remove the environments and what the tools left behind; memories are not touched
clean:
	rm -rf .venv .venv-llm .venv-ci .venv-ci-llm build dist dashboard/dist dashboard/node_modules .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find dashboard perspective tests -name __pycache__ -type d -prune -exec rm -rf {} +

# ── Environments: made once, installed again only when the lock or pyproject.toml changed ──────────

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Perspective needs Python 3.11 or newer with its venv and ensurepip modules; \
	none was found as python3.x, python3 or python. Install one, or name one: make PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.runtime-installed: requirements/runtime.txt pyproject.toml $(BIN)/python
	$(call install,runtime)
	@touch $@

$(VENV)/.dev-installed: requirements/dev.txt pyproject.toml $(BIN)/python
	$(call install,dev)
	@touch $@ $(VENV)/.runtime-installed

# A venv of its own: `make` is called again with it, so that the rules above make it.
$(LLM_VENV)/.llm-installed: requirements/llm.txt requirements/llm-build.txt requirements/dev.txt \
		pyproject.toml tests/llm/llama_wheel.sh
	$(MAKE) VENV=$(LLM_VENV) $(LLM_VENV)/.dev-installed
	sh tests/llm/llama_wheel.sh $(LLM_VENV)/bin/python
	@touch $@

$(VENV)/.lock-tool: $(BIN)/python
	$(BIN)/python -m pip install --quiet 'uv>=0.9'
	@touch $@

# Wheels only: no package's build script runs, and no compiler is needed. Our own modules are
# compiled like those of a wheel, so that the first start is as quick as the next.
define install
$(BIN)/python -m pip install --quiet --require-hashes --only-binary :all: --requirement requirements/$(1).txt
$(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --no-index --editable .
$(BIN)/python -m compileall -q perspective
endef

# A quick look where nothing changed.
define dashboard
$(BIN)/python -m dashboard.build $(1)
endef

# Only the packages of a group themselves, into a file of their own.
define compile_group
$(BIN)/uv pip compile --quiet --group $(1) --no-deps --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command 'make lock' \
	$(if $(UPGRADE),--upgrade) --output-file requirements/$(1).txt
endef

define compile
$(BIN)/uv pip compile --quiet pyproject.toml $(1) --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade) \
	--output-file requirements/$(2).txt
endef
