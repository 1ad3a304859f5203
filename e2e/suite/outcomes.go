package main

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"stead/e2e/harness"
)

// result is how one test came out.
type result struct {
	pkg, test string
	// outcome is pass, fail or skip, and empty for what did not end or did not begin.
	outcome  string
	hasBegun bool
	said     strings.Builder
	// isParent says that it has tests of its own, hasFailed that one of them did not pass.
	isParent, hasFailed bool
}

// read reads what go test -json wrote, of any number of runs one behind the other. What belongs to no test is that of
// its package.
func read(run io.Reader) ([]*result, error) {
	var all []*result
	byName := map[string]*result{}
	of := func(pkg, test string) *result {
		r, ok := byName[pkg+" "+test]
		if !ok {
			r = &result{pkg: pkg, test: test}
			byName[pkg+" "+test] = r
			all = append(all, r)
		}
		return r
	}
	if err := readEvents(run, func(e event) {
		pkg, _, _ := strings.Cut(e.Package+e.ImportPath, " ")
		of(pkg, e.Test).take(e)
	}); err != nil {
		return nil, err
	}
	for _, r := range slices.Backward(all) { // a test begins before those that it has
		if r.test == "" {
			continue
		}
		parent, _, isNested := cutLast(r.test)
		if !isNested {
			parent = ""
		}
		up := of(r.pkg, parent)
		up.isParent = true
		up.hasFailed = up.hasFailed || r.hasFailed || r.failed()
	}
	return all, nil
}

func cutLast(test string) (parent, name string, ok bool) {
	at := strings.LastIndexByte(test, '/')
	if at < 0 {
		return "", test, false
	}
	return test[:at], test[at+1:], true
}

func (r *result) take(e event) {
	switch e.Action {
	case "start", "run":
		r.hasBegun = true
	case "pass", "fail", "skip":
		r.outcome = e.Action
	case "build-fail":
		r.outcome = "fail"
	case "output", "build-output":
		if !strings.HasPrefix(strings.TrimLeft(e.Output, " "), "--- ") && !strings.HasPrefix(e.Output, "=== ") {
			r.said.WriteString(e.Output)
		}
	}
}

// counts says that a result stands for itself: a test that failed because one of its own did is not counted twice.
func (r *result) counts() bool {
	if r.isParent {
		return r.failed()
	}
	return r.test != "" || r.failed()
}

func (r *result) failed() bool {
	return !r.hasFailed && (r.outcome == "fail" || r.hasBegun && r.outcome == "")
}

var names = func() *regexp.Regexp {
	all := harness.With(harness.CLI.IsTarget)
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) }) // kimi-cli before kimi
	return regexp.MustCompile(`(?:^|[/_])(` + strings.Join(all, "|") + `)(?:$|[/_])`)
}()

// cli is the one that a test is about: the last that its name has, as a session goes from one CLI to another. It is
// empty for tests of no CLI or of all.
func (r *result) cli() string {
	last, rest := "", r.test
	for {
		at := names.FindStringSubmatchIndex(rest)
		if at == nil {
			return last
		}
		last, rest = rest[at[2]:at[3]], rest[at[3]:]
	}
}

// first is the first line that a test said, for a reader who will run it again.
func (r *result) first() string {
	if r.outcome == "" {
		return "did not end"
	}
	for line := range strings.Lines(r.said.String()) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return "failed without a word"
}
