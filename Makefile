# The commands of the project. Each installs what it lacks (tools/install-deps), builds, and does its job.
# TRM_NO_INSTALL=1 leaves the machine's packages alone; JOBS=n sets how many processes run at once (default: all cores).
JOBS ?= $(shell nproc)
export JOBS
MAKEFLAGS += --no-print-directory

.PHONY: help build demo test test-all findings coverage fuzz mutants bench bench-scenes bench-compare work-precision counts pictures published install dist deb reproducible clean-root verification analyse builds format reference clean
.DEFAULT_GOAL := build

build:
	@tools/install-deps core
	@# a first configuration leaves the tests out, so that the tier core suffices; make test switches them on
	@test -f build/Makefile || tools/build release -DTRM_TESTS=OFF
	@tools/build-viewer
	@tools/build release
	@test -x build/trammel || { echo 'make build: the build gave no program' >&2; exit 1; }

demo: build
	@tools/demo build/trammel

test:
	@tools/install-deps core test viewer
	@tools/build-viewer
	@tools/run-tests

# the same with every random model that the tests can draw (tests/test_all.h); an hour and more
test-all:
	@tools/install-deps core test viewer
	@tools/build-viewer
	@TRM_TEST_ALL=1 tools/run-tests

# models that once showed a fault: what is right and what is found, side by side
findings: build
	@tests/findings/run_findings.py build/trammel build/findings

# lines and branches of src that the tests run, but for those that take long: a lower bound, in half an hour or so.
# COVERAGE="--all", "--dear 20", "-L unit": all tests, those of up to 20 s, some of them (options of ctest)
coverage:
	@tools/install-deps core test viewer
	@tools/build-viewer
	@tools/coverage $(COVERAGE)

# random mechanisms in all schemes and forms, and mutated input of every kind (tests/fuzz): SECONDS for each, from SEED on;
# what is found is in build/fuzz, made small
SECONDS ?= 60
SEED ?= 1
fuzz:
	@tools/install-deps core test
	@tests/fuzz/run-fuzz $(SECONDS) $(SEED)

# PREFIX: where to (default /usr/local); DESTDIR: a folder that stands for the root
PREFIX ?= /usr/local
install: build
	@tools/install $(PREFIX)

# the sources as they are released: build/trammel-VERSION.tar.gz, which builds without git
dist:
	@tools/dist build

deb: build
	@tools/deb build

# two builds of the tarball in different folders: the same bytes? Twice the time of make build
reproducible:
	@tools/install-deps core
	@tools/reproducible

# README's two commands in a system that has nothing but Debian's base, with a stopwatch; needs root. CLEAN_ROOT=demo: the first alone
clean-root:
	@tools/clean-root $(CLEAN_ROOT)

# does the suite notice faults? Breaks the sources in 100 small ways, one at a time; hours. MUTANTS="--count 20 --seed 7"
mutants:
	@tools/install-deps core test
	@tools/mutants $(MUTANTS)

# the scenes of bench/scenes.txt, some minutes; BENCH=all: the large ones too; SCENES="chain beam", SCHEMES="ep ed": these alone; REPEAT=1;
# KEEP=1: the table also to bench/results, by the kind of machine
bench: build
	@tools/install-deps bench
	@BENCH="$(BENCH)" SCENES="$(SCENES)" SCHEMES="$(SCHEMES)" bench/run build/trammel
	@test -n "$(SCENES)$(SCHEMES)" || bench/kinematic build/trammel

# the same scenes as models: bench/scenes/chain-1000.yaml
bench-scenes:
	@SCENES="$(SCENES)" bench/write-scenes

# ratios of times, scaled by the calibration, and what is counted; also instructions, where make counts has made its table
bench-compare:
	@bench/compare $(or $(BEFORE),bench/results/$(shell bench/machine).csv) $(or $(AFTER),build/bench.csv)
	@kept=bench/results/counts-$$(bench/machine).csv; test -n "$(BEFORE)$(AFTER)" -o ! -f build/counts.csv -o ! -f $$kept || bench/compare $$kept build/counts.csv

# what accuracy costs: figures of five scenes, beside SUNDIALS; half an hour. SCENES="pendulum andrews": these alone
work-precision: build
	@tools/install-deps bench sundials
	@bench/work-precision build/trammel $(SCENES)

# instructions of starts and steps, by functions, which a busy machine does not change; some minutes. KEEP=1: also to bench/results
counts: build
	@tools/install-deps bench
	@bench/counts build/trammel

pictures: build
	@tools/install-deps viewer
	@docs/images/make-pictures build/trammel
	@/usr/bin/python3 tests/docs/run_pages.py --pictures docs/images build/trammel build/python docs/tutorial.md docs/howto/*.md

# figures and tables of the published examples; fails where a table is not as its README says
published: build
	@set -e; for name in universal-shaft beam-deployment quick-return telescoping; do \
	  for script in figures table readings; do \
	    if [ -x examples/$$name/$$script ]; then \
	      case $$script in figures) check= ;; *) check=--check ;; esac; \
	      examples/$$name/$$script build/trammel build/published/$$name $$check; \
	    fi; \
	  done; \
	done
	@examples/two-bars/check build/trammel

# docs/verification.md anew: every benchmark with source, reference, our number and command; some minutes. NEW=1: where expectations changed
verification:
	@tools/install-deps core test
	@TARGETS=run_example tools/build release -DTRM_TESTS=ON
	@tools/verification $(if $(NEW),--new) build/run_example docs/verification.md

# clang-tidy, gcc -fanalyzer and the warnings of clang; findings that are none have reasons (tools/analyse.txt). ANALYSE="tidy --files src/math"
analyse:
	@tools/install-deps core test analysis
	@tools/build release -DTRM_TESTS=ON
	@tools/analyse $(ANALYSE)

# gcc and clang, -O0 to -O3, compiled and linked without a warning; BUILDS="clang-O2 gcc-O0": these alone
builds:
	@tools/install-deps core test analysis
	@tools/builds $(BUILDS)

format:
	@tools/install-deps test
	@tools/check-format --write

reference:
	@tools/install-deps core test
	@tools/build release -DTRM_TESTS=ON
	@mkdir -p docs/reference
	@build/reference_pages --write docs/reference

clean:
	@rm -rf build build-dev build-coverage bench/scenes

help:
	@echo 'make build      the program, at build/trammel'
	@echo 'make demo       build, run the trammel of Archimedes, show its ellipse'
	@echo 'make test       all tests and checks; unit and conformance tests also under sanitizers'
	@echo 'make test-all   the same with all that random tests can draw; an hour and more'
	@echo 'make findings   models that once showed a fault: what is right and what is found, side by side'
	@echo 'make fuzz       random mechanisms and mutated input: SECONDS=60 for each kind, from SEED=1 on; finds go to build/fuzz'
	@echo 'make coverage   lines and branches of src that all but the longest tests run, by layer (COVERAGE=--all: all)'
	@echo 'make install    program, library, headers, manual page, Python package to PREFIX (default /usr/local)'
	@echo 'make dist       the sources as they are released, build/trammel-VERSION.tar.gz'
	@echo 'make deb        a Debian package of the same, build/trammel_VERSION_ARCHITECTURE.deb'
	@echo 'make reproducible  two builds of the tarball in different folders: the same bytes?'
	@echo 'make clean-root    the two commands of README in a fresh Debian, with a stopwatch'
	@echo 'make verification  docs/verification.md anew: every benchmark with source, reference, number, command'
	@echo 'make analyse    clang-tidy, gcc -fanalyzer, warnings of clang (ANALYSE=options)'
	@echo 'make builds     gcc and clang, -O0 to -O3, without a warning (BUILDS=names)'
	@echo 'make mutants    break the sources in 100 small ways: which do the tests not notice? (MUTANTS=options)'
	@echo 'make bench      time the scenes of bench/scenes.txt, some minutes: BENCH=all the large ones too, SCENES="chain beam" some, KEEP=1 keeps the table'
	@echo 'make bench-scenes   the same scenes as models, to bench/scenes'
	@echo 'make bench-compare  two tables of make bench, scaled by their calibration, or of make counts: BEFORE=file AFTER=file'
	@echo 'make counts     count the instructions of starts and steps, by functions (valgrind)'
	@echo 'make work-precision  what accuracy costs: figures of five scenes beside SUNDIALS; half an hour'
	@echo 'make pictures   make the pictures of the manual anew (docs/images)'
	@echo 'make published  figures and tables of the published examples, compared with their pages; half an hour'
	@echo 'make format     put all sources into the shape of .clang-format'
	@echo 'make reference  write docs/reference anew from the tables in the code'
	@echo 'make clean      remove build, build-dev, build-coverage and bench/scenes'
