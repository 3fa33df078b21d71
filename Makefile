# Fivesight. `make demo` and `make test` do all the set-up by themselves, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A Raspberry Pi's camera comes as a Debian package tied to the system's Python: let the environment see it.
SITE := $(shell $(PYTHON) -c "import picamera2" 2>/dev/null && echo --system-site-packages)
PORT ?= 8000

.PHONY: help demo test load special words lint format train evaluate accuracy soak clean

help:
	@echo "make demo      install, and start the dashboard following a sample game"
	@echo "make test      install what tests need, and run them all"
	@echo "make load      twenty phones at one table, measured (two minutes)"
	@echo "make soak      watch a table for ten minutes while its camera goes and comes; then make and follow 20 films"
	@echo "make special   films of games with special layouts, made and followed (minutes)"
	@echo "make words     bring the catalogues of the page's languages up to date, and say what is not translated"
	@echo "make lint      ruff, mypy, import rules"
	@echo "make format    let ruff put the code in order"
	@echo "make train     train both networks from nothing and calibrate them (hours; installs gigabytes)"
	@echo "make evaluate  measure on what is labelled in ../shared, and on clutter of our own"
	@echo "make accuracy  write docs/ACCURACY.md from the same"
	@echo "make clean     remove .venv and what was built"

demo: $(VENV)/base
	$(BIN)/fivesight demo --port $(PORT)

test: lint
	$(BIN)/python -m pytest

# Long checks of the live table: what it costs, and what it finds in films of whole matches of our own making.
FILMS ?= runs/films
soak: $(VENV)/dev
	$(BIN)/python -m pytest -s tests/vision/soak.py
	test -d $(FILMS) || $(BIN)/python -m datasets.films $(FILMS) --films 20
	$(BIN)/fivesight eval films $(FILMS)

# The same for the games whose layouts are special, a film each.
SPECIAL := osel hungarian_four_arm matador koza
SPECIAL_FILMS ?= runs/special
special: $(VENV)/dev
	for game in $(SPECIAL); do \
		test -d $(SPECIAL_FILMS)/$$game || $(BIN)/python -m datasets.films $(SPECIAL_FILMS)/$$game --films 1 --game $$game; \
		$(BIN)/fivesight eval films $(SPECIAL_FILMS)/$$game || exit 1; \
	done

load: $(VENV)/dev
	$(BIN)/python tests/web/load.py

words: $(VENV)/base
	$(BIN)/python -m web.catalogue

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

evaluate: $(VENV)/base
	$(BIN)/fivesight eval photos ../shared/photos
	$(BIN)/fivesight eval films ../shared/films
	$(BIN)/fivesight eval sequence ../shared/sequence
	$(BIN)/fivesight eval clutter
	$(BIN)/fivesight eval rules ../shared/rules/vectors

accuracy: $(VENV)/base
	$(BIN)/fivesight eval report ../shared --write docs/ACCURACY.md

train: $(VENV)/train
	$(BIN)/python -m models.train_detector
	$(BIN)/python -m models.export detector runs/detector/checkpoint.pt
	$(BIN)/python -m models.train_reader
	$(BIN)/python -m models.export reader runs/reader/checkpoint.pt
	$(BIN)/python -m models.calibrate --store

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
		|| { echo "Fivesight needs Python 3.11 to 3.13; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(SITE) $(VENV) \
		|| { echo "No virtual environment could be made. On Debian: sudo apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/base: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -c "import cv2" 2>/dev/null || $(MAKE) --no-print-directory system-libraries
	@touch $@

$(VENV)/dev: pyproject.toml | $(VENV)/base
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(VENV)/train: pyproject.toml | $(VENV)/base
	$(BIN)/python -m pip install --disable-pip-version-check --editable '.[train]'
	@touch $@

# What opencv-python needs on a bare Debian.
LIBRARIES := libgl1 libglib2.0-0
.PHONY: system-libraries
system-libraries:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends $(LIBRARIES); \
	else \
		echo "OpenCV needs two system libraries. On Debian: sudo apt-get install $(LIBRARIES)"; \
	fi
	@$(BIN)/python -c "import cv2"

clean:
	rm -rf $(VENV) build dist *.egg-info
