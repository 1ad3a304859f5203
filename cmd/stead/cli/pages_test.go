package cli

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"stead/cmd/stead/cli/setup"
)

// TestCommandLinesOfThePagesAreUnderstood parses each line of a page that calls stead: its verbs and flags exist, and
// it has as many arguments as they take.
func TestCommandLinesOfThePagesAreUnderstood(t *testing.T) {
	pages, err := filepath.Glob("../../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, page := range append(pages, "../../../README.md", "../../../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			words, ok := callOf(t, line)
			if !ok {
				continue
			}
			seen++
			if err := understood(t, words); err != nil {
				t.Errorf("%s:%d: %s: %v", filepath.Base(page), n+1, strings.TrimSpace(line), err)
			}
		}
	}
	if seen < 200 {
		t.Errorf("only %d command lines were found", seen)
	}
}

// callLine is a line of code that calls stead. What follows two blanks explains it.
var callLine = regexp.MustCompile(`^    (?:\$ )?stead(?:$| ([^ ].*?)?)(?:$|  +[^ ].*$)`)

// callOf returns the arguments of stead in a line of a page, up to a pipe or the like.
func callOf(t *testing.T, line string) (words []string, ok bool) {
	t.Helper()
	found := callLine.FindStringSubmatch(line)
	if found == nil {
		return nil, false
	}
	script, err := syntax.NewParser().Parse(strings.NewReader("stead "+found[1]), "")
	if err != nil {
		t.Errorf("%s: %v", line, err)
		return nil, false
	}
	syntax.Walk(script, func(n syntax.Node) bool {
		call, isCall := n.(*syntax.CallExpr)
		if isCall && words == nil {
			words, err = expand.Fields(&expand.Config{Env: expand.ListEnviron()}, call.Args...)
		}
		return words == nil
	})
	if err != nil || len(words) == 0 {
		t.Errorf("%s: %v", line, err)
		return nil, false
	}
	return words[1:], true
}

// understood parses a command line, and does not carry it out.
func understood(t *testing.T, line []string) error {
	t.Helper()
	p := setup.NewProcess(line, []string{"HOME=" + t.TempDir()}, "", os.Stdin, nil, nil)
	verb, rest, err := Tree(p).Find(line)
	if err != nil {
		return err
	}
	if err := verb.ParseFlags(rest); err != nil && !errors.Is(err, pflag.ErrHelp) {
		return err
	}
	return verb.ValidateArgs(verb.Flags().Args())
}
