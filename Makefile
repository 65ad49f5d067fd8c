# Each target installs what it lacks (scripts/setup.sh) and needs only Rust beforehand; `check` installs nothing.

SHELL := /bin/sh

# Found even in a shell that was open while Rust was installed.
CARGO_HOME ?= $(HOME)/.cargo
export PATH := $(PATH):$(CARGO_HOME)/bin

CARGO_TARGET_DIR ?= target

.DEFAULT_GOAL := help
.PHONY: help setup demo check test attack lint bench counts fuzz fmt deb deb-test

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

demo: ## Screen the bundled event with a real engine and write its sheet
	@scripts/setup.sh demo
	cargo build --release -p cli --no-default-features --locked
	"$(CARGO_TARGET_DIR)/release/fairplay" demo

setup: ## Install what the demo and the tests need, asking before it uses sudo
	@scripts/setup.sh test

check: ## Formatting, lints and unit tests, without browser, PDF and Parquet
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --no-default-features --locked -- -D warnings
	cargo test --workspace --lib --bins --no-default-features --locked
	cargo test -p benches --test structure --test wording --no-default-features --locked

test: ## Run every test
	@scripts/setup.sh test
	cargo test --workspace --locked
	cargo test -p reports --lib --no-default-features --locked

attack: ## Attack the program on this machine and print what was tried and what failed
	@scripts/setup.sh test
	FAIRPLAY_ATTACKS=all cargo test --workspace --test attack --locked

lint: ## Check formatting, lints with and without default features, licences and known weaknesses of dependencies
	@scripts/setup.sh lint
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo clippy --workspace --all-targets --no-default-features --locked -- -D warnings
	cargo deny --locked check licenses bans sources
	scripts/advisories.sh

bench: ## Run the benchmarks
	@scripts/setup.sh bench
	cargo bench -p benches --locked

# FUZZ_SECONDS=60 make fuzz TARGET=pgn
FUZZ_SECONDS ?= 600
TARGET ?=

counts: ## Count the instructions of the statistics and compare with the last figures
	@scripts/setup.sh counts
	benches/counts/run.sh

fuzz: ## Feed the readers damaged input, ten minutes each; FUZZ_SECONDS and TARGET choose
	@scripts/setup.sh fuzz
	cargo build --profile fuzz -p fuzz --locked
	"$(CARGO_TARGET_DIR)/fuzz/fuzz" run --seconds $(FUZZ_SECONDS) $(TARGET)

fmt: ## Format the code
	@scripts/setup.sh lint
	cargo fmt --all

deb: ## Build the Debian package
	packaging/deb.sh

deb-test: ## Install the Debian package in a bare Debian 12 and screen an event there (as root)
	packaging/test-deb.sh "$(CARGO_TARGET_DIR)"/debian/fairplay_*.deb
