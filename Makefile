# Everything here sets itself up: a fresh clone needs Go, Node with npm, git.
.DEFAULT_GOAL := build
.PHONY: help packages build check test-times prove flaky mutants kinds docs licences cross windows upgrade release release-check release-test demo picture web web-tools types test matrix forks chains kills sync soak e2e-all drift chaos bench lint fmt clis kimi-cli schemathesis clients postgres tmux

# A clone in another folder finds what this one has compiled.
export GOFLAGS := -trimpath

golangci_version := v2.15.0
golangci := .cache/bin/golangci-lint-$(golangci_version)

help: ## what can be made
	@awk -F':.*## ' '/^[a-z][a-z0-9-]*:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

packages: ## every package with its first sentence
	@go list -f '{{if .Doc}}{{.ImportPath}}{{"\n\t"}}{{.Doc}}{{end}}' ./...

# Static, so that it runs on any Linux, and without the tables that only debuggers read: a third of it.
build: ## the programs, as bin/stead and bin/stead-hub
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o bin/ ./cmd/stead ./cmd/stead-hub

demo: build clis ## continue a recorded Claude Code session in the real Codex
	scripts/demo

web: ## the browser's pages, bundled into ui/web/dist
	go run -C ui/web/bundle .

types: web-tools ## check the types of the browser's pages
	scripts/types

picture: clis ## record the terminal picture of README.md anew
	go run ./e2e/picture

# A module of its own comes first: Go does not see that files outside of it have changed, so nothing is taken from its cache.
test: clis kimi-cli schemathesis clients postgres tmux web-tools ## all tests, with the real CLIs
	go test -C ui/web/bundle -count 1 ./...
	@if [ -e .cache/web/lock ]; then scripts/types; else echo "the types of the pages are not checked" >&2; fi
	go run ./e2e/suite

prove: clis kimi-cli ## all that real CLIs have to show, whatever was proven before; if all of it holds, that is written down
	go run ./e2e/suite -prove

flaky: clis ## the tests of a package again and again beside a load: make flaky PKG=./reach/worker N=20 LOAD=4 RUN=TestName
	go run ./e2e/suite -rounds $(or $(N),20) -load $(or $(LOAD),4) -run '$(RUN)' $(PKG)

mutants: ## which small changes of a package its own tests do not notice: make mutants PKG=./reach/seal
	scripts/mutants $(PKG)

check: $(golangci) clis ## before a commit, in a minute: what has changed since main, and one run with real CLIs
	@go run ./e2e/check $(golangci)

test-times: clis ## the ten slowest packages and tests, all of them run anew
	go run ./e2e/suite -fresh

docs: ## man pages and shell completions, into bin/docs
	go run ./cmd/manual bin/docs

licences: ## the licences of the modules in the program, into bin/docs
	scripts/licences bin/docs/LICENCES.txt

release: ## archives, packages and checksums of this commit, into bin/release: some minutes
	scripts/release

release-check: ## make release twice, in two folders: all files are the same
	scripts/release-check

# dpkg is there where apt-get is.
release-test: release clis ## install the packages into empty roots, and continue a session there: needs root
	@command -v rpm >/dev/null || scripts/debian rpm
	STEAD_RELEASE=$(CURDIR)/bin/release go test -count 1 ./e2e/release

cross: ## compile for the systems on which no tests run: Windows without what only tests use, macOS, Linux on arm64
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go build $$(go list ./... | grep -v -e '^stead/e2e' -e testkit)
	GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 go build ./cmd/...
	GOOS=linux GOARCH=arm64 CGO_ENABLED=0 go build ./cmd/...

windows: ## the tests that can run on Windows, under wine: some minutes; needs root
	scripts/windows install
	scripts/windows test

upgrade: clis ## what earlier releases have left on a machine is read and continued; part of make test
	go test -count 1 ./e2e/upgrade

matrix: clis kimi-cli ## every recorded session into every CLI; with update=-update what arrives is written down
	STEAD_MATRIX=full STEAD_PROVE=all go test -timeout 60m -count 1 ./e2e/matrix -run '^(TestCLIsResumeTheirOwnSessions|TestEverySessionArrives|TestFidelityIsWrittenDown)$$' $(update)

kinds: clis ## every kind of record of each CLI: what its own model is told, and what stead passes on
	STEAD_PROVE=all go test -timeout 60m -count 1 ./e2e/kinds -update

forks: clis ## a fork at every entry of the recorded sessions, in the real CLIs
	STEAD_FORKS=full STEAD_PROVE=all go test -timeout 90m -count 1 ./forks ./e2e/fork -run '^(TestForkAtEveryEntryArrives|TestCutAtEveryEntryIsWhatIsBeforeIt)$$'

chains: clis ## a chain of three CLIs is killed at twelve moments, and goes on
	STEAD_CHAINS=full STEAD_PROVE=all go test -timeout 30m -count 1 ./e2e/chain -run '^TestChainKilled' -v

kills: clis ## stead is killed at 200 random moments, and loses nothing
	STEAD_KILLS=67 STEAD_PROVE=all go test -timeout 60m -count 1 ./e2e/run -run '^TestKilledRunLosesNothing$$' -v

sync: clis ## turns go both ways between a run and its mirror, with every CLI that can be followed and added to
	STEAD_SYNC=full STEAD_PROVE=all go test -timeout 60m -count 1 ./e2e/sync -run '^(TestTurnsGoBothWaysWhileARunGoesOn|TestWhatWasSaidInTheMirrorComesFirst)$$' -v

soak: clis ## eight runs at once, for ten minutes
	STEAD_SOAK=10m STEAD_PROVE=all go test -timeout 30m -count 1 -parallel 8 ./e2e/run -run '^TestManyRunsAtOnceStayWhole$$' -v

e2e-all: clis ## the matrix with clido too, where it can be had
	scripts/e2e-all $(update)

drift: clis ## the newest CLIs of the registry: what of stead works with each, and what broke
	scripts/drift

chaos: clis ## N rounds of each fault of hubs, machines and networks: make chaos rounds=200
	@# A round mostly waits, so many go on at once, of one package at a time. The race detector would make a hub five times as slow; make test has it.
	STEAD_CHAOS=$(or $(rounds),200) go test -vet=off -count 1 -timeout 24h -p 1 -parallel 16 ./reach/...
	STEAD_CHAOS=$(or $(rounds),200) go test -vet=off -count 1 -timeout 24h ./e2e/reach -run '^TestPromptStandsOnce'

bench: build ## benchmarks; never part of the tests
	scripts/bench

scale: build ## how far one hub goes: a thousand machines, ten thousand runs; some three minutes
	go run ./e2e/scale -hub bin/stead-hub

lint: $(golangci) ## the linter with the layering rules
	$(golangci) run ./...

fmt: ## format every Go file
	gofmt -w $$(git ls-files '*.go')

clis: ## the pinned CLIs, into .cache/clis
	scripts/clis

kimi-cli: ## Kimi CLI, which npm does not have, into .cache/kimi-cli: a minute, once
	@scripts/kimi-cli || echo "the tests go on without Kimi CLI" >&2

schemathesis: ## what tries the API by its OpenAPI document, into .cache/schemathesis: once; it needs Python
	@scripts/python schemathesis 4.32.5 3.11 schemathesis || echo "the tests go on without schemathesis" >&2

clients: ## the official clients of MCP, and a generator of clients of the API, into .cache/clients: once; it needs Python
	@scripts/clients || echo "the tests go on without the clients" >&2

postgres: ## Debian's PostgreSQL, for the tests of its copy: once
	@scripts/postgres install || echo "the tests go on without PostgreSQL" >&2

tmux: ## tmux, for the test that walks through the browser: once
	@command -v tmux >/dev/null || scripts/debian tmux || echo "the tests go on without tmux" >&2

web-tools: ## what checks the pages: TypeScript, Playwright, axe into .cache/web, and Debian's Chromium: once
	@scripts/web || echo "the tests go on without the tools of the pages" >&2

# Built from the module proxy, checked against the checksum database.
$(golangci):
	@echo "building golangci-lint $(golangci_version), once (two minutes on two cores)" >&2
	GOBIN=$(CURDIR)/.cache/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(golangci_version)
	mv .cache/bin/golangci-lint $@
