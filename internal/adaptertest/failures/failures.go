// Package failures holds what real CLIs recorded and showed when a model's service failed, for the tests of drivers and readers. Each is one prompt, a text
// and a finished call of a tool; the second request failed. The name says how.
package failures

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/internal/adaptertest"
	"stead/internal/jsonl"
	"stead/signals"
)

//go:embed testdata
var testdata embed.FS

// Signal is a driver's reading of one line.
type Signal func(line []byte) (signals.Signal, bool)

// Kind is what was recorded: the end of the file's name.
type Kind string

// The kinds of recordings.
const (
	Session Kind = ".jsonl"
	Events  Kind = ".events.jsonl"
	Hooks   Kind = ".hooks.jsonl"
	Rows    Kind = ".rows.jsonl"
	Screen  Kind = ".screen.txt"
)

// Read returns a recording, by the CLI and the name of its file: "kimi/429-rate-limit.jsonl".
func Read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Told returns what the recordings of a CLI tell, in order: a line for each signal.
func Told(t testing.TB, cli string, kind Kind, signal Signal) string {
	t.Helper()
	var told strings.Builder
	for _, name := range Names(t, cli, kind) {
		fmt.Fprintln(&told, name)
		for at, line := range adaptertest.Lines(t, Read(t, name)) {
			if s, ok := signal(line); ok {
				fmt.Fprintf(&told, "%4d %s\n", at+1, Describe(s))
			}
		}
	}
	return told.String()
}

// Names returns the names of the recordings of one kind.
func Names(t testing.TB, cli string, kind Kind) []string {
	t.Helper()
	entries, err := testdata.ReadDir("testdata/" + cli)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, entry := range entries {
		if strings.Contains(strings.TrimSuffix(entry.Name(), string(kind)), ".") || !strings.HasSuffix(entry.Name(), string(kind)) {
			continue
		}
		found = append(found, cli+"/"+entry.Name())
	}
	return found
}

// Describe returns a signal as one line.
func Describe(s signals.Signal) string {
	words := []string{string(s.State), describe(s.Limit), strings.ReplaceAll(s.About, "\n", `\n`)}
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
}

func describe(l *signals.Limit) string {
	if l == nil {
		return ""
	}
	words := []string{string(l.Kind)}
	if l.Attempt > 0 {
		words = append(words, fmt.Sprintf("attempt %d", l.Attempt))
	}
	if l.Delay > 0 {
		words = append(words, "again in "+l.Delay.String())
	}
	if !l.Reset.IsZero() {
		words = append(words, "until "+l.Reset.UTC().Format(time.DateTime))
	}
	if l.Near > 0 {
		words = append(words, fmt.Sprintf("%.0f%%", 100*l.Near))
	}
	if l.Final {
		words = append(words, "final")
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// Silent demands that no line of the recorded sessions tells of a failure or a limit: they went well. Patterns are those of [adaptertest.Match].
func Silent(t testing.TB, signal Signal, patterns ...string) {
	t.Helper()
	for _, name := range adaptertest.Match(t, patterns...) {
		for at, line := range strings.Split(string(adaptertest.Read(t, name)), "\n") {
			line, _, ok := jsonl.Clean([]byte(line))
			if !ok {
				continue
			}
			if s, ok := signal(line); ok && (s.Limit != nil || s.State == signals.Failed || s.State == signals.Limited) {
				t.Errorf("%s, line %d: false alarm: %s", name, at+1, Describe(s))
			}
		}
	}
}
