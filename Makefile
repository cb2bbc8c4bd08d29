# Thin names over scripts/; each script also runs by itself, from anywhere.
.DEFAULT_GOAL := help
.PHONY: help setup play test test-long lint format lock bench clean

help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile

setup: ## Make .venv with bin/atout (does nothing when it is up to date)
	@scripts/setup

play: ## Set up what is missing, then play
	@scripts/play

test: ## Set up what is missing, then every check and test
	@scripts/test

test-long: ## The proofs that take minutes
	@scripts/test-long

lint: ## Style, types and layers only
	@scripts/lint

format: ## Rewrite the code in the house's style
	@scripts/format

lock: ## Recompile the requirements*.lock files
	@scripts/lock

bench: ## Measure against OpenSpiel, in an environment of its own
	@scripts/bench

clean: ## Remove the environments and all that tools leave behind
	@scripts/clean
