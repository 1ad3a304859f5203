package command

import (
	"slices"
	"strings"

	"stead/internal/sys/lazy"
)

// runners are programs to which a further argument gives less to do: of the tests, of the files.
var runners = lazy.Regexp(
	`^(go (test|vet|build)|(npm|pnpm|yarn|bun|deno|cargo|dotnet|mix|swift|gradle|gradlew|mvn|flutter|zig|rake|rails|bazel) test|(npm|pnpm|yarn|bun) run \S+|cargo (build|check|clippy|nextest.*)|pytest|py\.test|unittest|tox|nox|jest|vitest|mocha|ava|playwright|cypress|rspec|phpunit|ctest|eslint|ruff( check)?|mypy|pyright|tsc|flake8|pylint|prettier|golangci-lint run|staticcheck|shellcheck|rubocop|stylelint|biome|black|isort|ansible-lint|terraform validate)$`)

// part are the options that choose a part of what a runner would run.
var part = lazy.Regexp(
	`^(-run|-k|-t|-m|-g|-p|-bench|--package|--test|--tests|--bin|--lib|--filter|--grep|--only|--example|--testNamePattern|--testPathPattern|--project)(=|$)`)

// Same reports whether two lines run the same.
func Same(a, b Line) bool {
	return len(a.Commands) > 0 && slices.EqualFunc(a.Commands, b.Commands, same)
}

func same(a, b Command) bool {
	return a.Program == b.Program && slices.Equal(a.Flags, b.Flags) && slices.Equal(a.Targets, b.Targets)
}

// Narrower reports whether one line runs a part of what another one runs, and names by what it is narrower: a test's
// name, a folder. A line of which another runs further commands is narrower without such a name.
func Narrower(narrow, wide Line) (by []string, is bool) {
	if len(narrow.Commands) == 0 || len(narrow.Commands) > len(wide.Commands) || Same(narrow, wide) {
		return nil, false
	}
	at := 0
	for _, n := range narrow.Commands {
		found := false
		for ; at < len(wide.Commands) && !found; at++ {
			var more []string
			if more, found = narrower(n, wide.Commands[at]); found {
				by = append(by, more...)
			}
		}
		if !found {
			return nil, false
		}
	}
	return by, true
}

// narrower reports whether a command runs all or a part of another one, and by what it is narrower.
func narrower(n, w Command) (by []string, is bool) {
	if same(n, w) {
		return nil, true
	}
	if n.Program != w.Program || !runners().MatchString(n.Program) {
		return nil, false
	}
	for _, f := range n.Flags {
		if slices.Contains(w.Flags, f) {
			continue
		}
		if !part().MatchString(f) {
			return nil, false
		}
		_, value, _ := strings.Cut(f, "=")
		by = append(by, value)
	}
	for _, f := range w.Flags {
		if !slices.Contains(n.Flags, f) {
			return nil, false
		}
	}
	return narrowerTargets(n, w, by)
}

func narrowerTargets(n, w Command, by []string) ([]string, bool) {
	if len(n.Targets) == 0 {
		return by, len(w.Targets) == 0
	}
	for _, t := range n.Targets {
		if len(w.Targets) > 0 && !slices.ContainsFunc(w.Targets, func(wide string) bool { return covers(wide, t) }) {
			return nil, false
		}
		if !slices.Contains(w.Targets, t) {
			by = append(by, t)
		}
	}
	return by, true
}

// covers reports whether an argument stands for another one and more: a folder with what is below it, a file with the
// tests in it.
func covers(wide, narrow string) bool {
	if wide == narrow || wide == "." || wide == "./..." || wide == "..." {
		return true
	}
	wide = strings.TrimSuffix(strings.TrimSuffix(wide, "..."), "/")
	return strings.HasPrefix(narrow, wide+"/") || strings.HasPrefix(narrow, wide+"::") ||
		strings.TrimSuffix(narrow, "/...") == wide
}
