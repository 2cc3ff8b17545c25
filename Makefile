# Every target sets up what it needs in .venv, once: a second run starts at once.
# Needs Python 3.11 or later with pip. A C compiler is used when there is one.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

VENV := .venv
BIN  := $(VENV)/bin

# SIGHTLINE_PURE=1 leaves the compiled kernels out; each flavour has stamps of its own.
FLAVOUR   := $(if $(filter-out 0,$(SIGHTLINE_PURE)),pure,compiled)
INSTALLED := $(VENV)/.installed-$(FLAVOUR)
DEV       := $(VENV)/.dev-$(FLAVOUR)
BENCH     := $(VENV)/.bench-$(FLAVOUR)
KERNELS   := $(shell find src -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.h')
SOURCES   := pyproject.toml setup.py $(KERNELS)

# Extra arguments for pytest: make test ARGS='-k corner -x'
ARGS ?=

.PHONY: help demo test thorough lint format bench sanitize docs-pictures clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: $(INSTALLED) ## see it work
	@mkdir -p build
	@$(BIN)/sightline demo --svg build/demo.svg

test: lint ## style, types and the short form of every test
	$(BIN)/python -m pytest -n auto $(ARGS)

thorough: lint ## the same with many more, random, examples
	SIGHTLINE_THOROUGH=1 $(BIN)/python -m pytest -n auto $(ARGS)

lint: $(DEV) ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEV) ## put the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCH) ## measure, beside the peers
	$(BIN)/python -m benchmarks $(ARGS)

docs-pictures: $(INSTALLED) ## draw the pictures of the docs anew
	$(BIN)/python docs/pictures.py

clean: ## take away all that was made, .venv too
	rm -rf $(VENV) .venv-boot build dist .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.so' -delete

# --- sanitizers ---------------------------------------------------------------------------------
# The kernels built with bounds checks, ASan and UBSan, apart from the everyday ones.

SANITIZED      := build/sanitized
SANITIZE_TESTS ?= tests/safety tests/kernels tests/laws tests/unit
ALARM          := log_path=$(SANITIZED)/alarm

sanitize: $(DEV) ## the kernels' tests under gcc's address and overflow checks
	rm -rf $(SANITIZED) build/debug
	SIGHTLINE_DEBUG=1 $(BIN)/pip install --quiet --no-deps --target $(SANITIZED) .
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:$(ALARM) UBSAN_OPTIONS=print_stacktrace=1:$(ALARM) \
	PYTHONPATH=$(SANITIZED) $(BIN)/python -m pytest -n auto -p no:cacheprovider $(SANITIZE_TESTS) $(ARGS) \
	|| { cat $(SANITIZED)/alarm.* 2>/dev/null; exit 1; }

# --- environment --------------------------------------------------------------------------------

comma := ,
# $(call install,WHAT): an editable installation, and a word about the kernels.
define install
	@echo "installing $(1) into $(VENV) ..."
	@find src -name '*.so' -delete
	@rm -f $(VENV)/.installed-* $(VENV)/.dev-* $(VENV)/.bench-*
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '$(1)'
	@test $(FLAVOUR) = pure || for kernel in $$(find src -name '*.pyx'); do \
	    ls $${kernel%.pyx}.*.so >/dev/null 2>&1 || \
	    echo "note: $$kernel is not compiled: pure Python answers in its place, slower but equal." \
	         "A C compiler and Python's headers (Debian: gcc, python3-dev) would change that."; \
	done
	@touch $(INSTALLED)
endef

$(INSTALLED): $(SOURCES) | $(BIN)/pip
	$(call install,.)

$(DEV): $(SOURCES) | $(BIN)/pip
	$(call install,.[dev])
	@touch $@

$(BENCH): $(SOURCES) | $(BIN)/pip
	$(call install,.[dev$(comma)bench])
	@touch $(DEV) $@

# Debian leaves ensurepip to the package python3-venv. Where that is missing, virtualenv brings a
# pip of its own; it goes into a folder beside, since Debian's Python refuses to be installed into.
$(BIN)/pip:
	@python=; for each in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	    if $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        python=$$each; break; \
	    fi; \
	done; \
	test -n "$$python" || { echo "sightline needs Python 3.11 or later" >&2; exit 1; }; \
	if $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	    $$python -m venv $(VENV); \
	else \
	    echo "no ensurepip here (Debian: python3-venv): using virtualenv instead"; \
	    $$python -m pip install --quiet --target .venv-boot virtualenv && \
	    PYTHONPATH=.venv-boot $$python -m virtualenv --quiet $(VENV); \
	fi
