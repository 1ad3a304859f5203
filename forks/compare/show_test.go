package compare_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters"
	"stead/forks/compare"
	"stead/internal/term/plain"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

// named compares two sessions as they are shown.
func named(t *testing.T, left, right timeline.Stream, o compare.Options) compare.Comparison {
	t.Helper()
	c, err := compare.Compare(t.Context(), left, right, o)
	if err != nil {
		t.Fatal(err)
	}
	c.Left.Name, c.Right.Name = "claude:left", "codex:right"
	return c
}

// parted is a comparison in which there is something of everything.
func parted(t *testing.T, o compare.Options) compare.Comparison {
	t.Helper()
	begin := []string{"> Add a --json flag to list", "$ grep -rn flag . = list.go:12", "The flags are in list.go.",
		"> Do it"}
	left := append(begin[:4:4], "+ /home/user/demo-x/list.go json",
		"$ go test ./... = error: list_test.go:8: want an array", "+ /home/user/demo-x/list_test.go array",
		"$ go test ./... = ok", "Done: `list --json` prints **an array**.\n\n- tests pass", "> Document it", "+ /home/user/demo-x/README.md json", "It is documented.", "> Thanks", "You're welcome.")
	right := append(begin[:4:4], "+ /home/user/demo-x/list.go lines",
		"Done, "+strings.Repeat("as JSON Lines, ", 40)+"and not an array.", "> Why lines?", "They can be streamed. 行は流せる。",
		"> Thanks", "You're welcome.")
	one, other := talk("l", "/home/user/demo-x", left...), talk("r", "/home/user/demo-x", right...)
	one.Header.Model.Model, other.Header.Model.Model, other.Header.Source.CLI = "opus-x", "gpt-x", "codex"
	return named(t, one, other, o)
}

// forked compares a session of Claude Code with the fork that it made of it.
func forked(t *testing.T) compare.Comparison {
	t.Helper()
	folder := t.TempDir()
	fixtures.Copy(t, "claude/fork-child.jsonl", filepath.Join(folder, "child.jsonl"))
	fixtures.Copy(t, "claude/text.jsonl", filepath.Join(folder, "text.jsonl"))
	return named(t, open(t, filepath.Join(folder, "text.jsonl")), open(t, filepath.Join(folder, "child.jsonl")),
		compare.Options{Most: 1000})
}

// converted compares a session with what was delivered of it to another CLI.
func converted(t *testing.T) compare.Comparison {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tools.jsonl")
	fixtures.Copy(t, "claude/tools.jsonl", path)
	s := open(t, path)
	for _, w := range adapters.Writers() {
		if w.Info().Name == "codex" {
			c := named(t, s, delivered(t, s, w), compare.Options{})
			c.Right.First, c.Right.Last = "", "" // when it was delivered
			return c
		}
	}
	t.Fatal("there is no writer for codex")
	return compare.Comparison{}
}

func hostile(t *testing.T) compare.Comparison {
	t.Helper()
	bad := "\x1b[31m\x1b]0;x\x07\u009b1m ow\u202ened </main><script>alert(1)</script> " + strings.Repeat("long", 200) +
		strings.Repeat("日本", 90)
	c := named(t, talk("l", "/home/"+bad, "> "+bad, "+ "+bad+" x", "$ "+bad+" = error "+bad, bad),
		talk("r", "", "> other"+bad, bad), compare.Options{})
	c.Left.Name, c.Left.Model, c.Left.CLI = "claude:"+bad, bad, bad
	return c
}

func onTerminal(t *testing.T, c compare.Comparison, o compare.TerminalOptions) string {
	t.Helper()
	var b strings.Builder
	if err := compare.WriteTerminal(&b, c, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestComparisonOnTheTerminal(t *testing.T) {
	short := compare.Options{Most: 300}
	for name, shown := range map[string]string{
		"forked":    onTerminal(t, forked(t), compare.TerminalOptions{Width: 80}),
		"converted": onTerminal(t, converted(t), compare.TerminalOptions{}),
		"parted":    onTerminal(t, parted(t, short), compare.TerminalOptions{Width: 80}),
		"narrow":    onTerminal(t, parted(t, short), compare.TerminalOptions{Width: 44}),
		"colored":   onTerminal(t, parted(t, compare.Options{}), compare.TerminalOptions{Width: 110, Color: true, Full: true}),
	} {
		testkit.Golden(t, "testdata/"+name+".txt", []byte(shown))
	}
}

func TestNothingIsWiderThanTheTerminalNorObeyedByIt(t *testing.T) {
	c := hostile(t)
	for _, width := range []int{20, 40, 58, 59, 80, 133} {
		for line := range strings.SplitSeq(onTerminal(t, c, compare.TerminalOptions{Width: width}), "\n") {
			if plain.Width(line) > width || strings.ContainsFunc(line,
				func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u202e' }) {
				t.Errorf("width %d: %q", width, line)
			}
		}
	}
}

func TestErrorOfTheWriterIsHandedOn(t *testing.T) {
	c := parted(t, compare.Options{})
	if err := compare.WriteTerminal(full{}, c, compare.TerminalOptions{}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
