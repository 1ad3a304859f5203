package term_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/cmd/stead/cli/term"
)

// typed returns a terminal on which something was typed, and what it has said so far.
func typed(t *testing.T, input string) (*term.Terminal, func() string) {
	t.Helper()
	in, keys, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	said, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = io.WriteString(keys, input)
		keys.Close()
	}()
	t.Cleanup(func() { in.Close(); said.Close() })
	return term.New(in, said, said, nil), func() string {
		content, err := os.ReadFile(said.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
}

func TestLineIsReadAndNothingBehindIt(t *testing.T) {
	terminal, _ := typed(t, " one \r\ntwo\nthree")
	for _, want := range []string{"one", "two", "three", ""} {
		if got, err := terminal.ReadLine(t.Context()); err != nil || got != want {
			t.Errorf("read %q, error %v, want %q", got, err, want)
		}
	}
}

func TestOnlyYesConfirms(t *testing.T) {
	for answer, want := range map[string]bool{"y\n": true, "YES\n": true, "n\n": false, "\n": false, "": false,
		"yes please\n": false} {
		terminal, said := typed(t, answer)
		if got, err := terminal.Confirm(t.Context(), "Start it?"); err != nil || got != want {
			t.Errorf("%q is %v, error %v", answer, got, err)
		}
		if said() != "Start it? [y/N] " {
			t.Errorf("it asked %q", said())
		}
	}
}

func TestInputIsReadUpToAPromptsLength(t *testing.T) {
	terminal, _ := typed(t, "a\nb\n")
	if got, err := terminal.ReadAll(t.Context()); err != nil || got != "a\nb\n" {
		t.Errorf("read %q, error %v", got, err)
	}
	terminal, _ = typed(t, strings.Repeat("x", 16<<20+1))
	if _, err := terminal.ReadAll(t.Context()); !errors.Is(err, term.ErrTooLong) {
		t.Errorf("too much gives %v", err)
	}
}

func TestInterruptionEndsAQuestion(t *testing.T) {
	in, keys, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	terminal, _ := typed(t, "")
	terminal.In = in
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := terminal.ReadAll(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("reading all gives %v", err)
	}
	if _, err := terminal.Ask(ctx, "? "); !errors.Is(err, context.Canceled) {
		t.Errorf("a question gives %v", err)
	}
}
