// Package writertest runs writers in tests, and finds the losses that their reports declare.
package writertest

import (
	"bytes"
	"fmt"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
	"stead/writers"
)

// Options returns the default options for writing. The new ids count up.
func Options() writers.Options {
	n := 0
	return writers.Options{Now: fixtures.Now, NewID: func() string {
		n++
		return fmt.Sprintf("%08x-0000-4000-8000-0000feedbeef", n)
	}}
}

// Encode returns the main file that a stream is converted to, and the report.
func Encode(t testing.TB, w writers.Writer, s timeline.Stream, o writers.Options) ([]byte, writers.Report) {
	t.Helper()
	plan, err := w.Plan(adapter.Store{}, s, o)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	report, err := w.Encode(t.Context(), &out, plan)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), report
}

// EncodeLines is like [Encode] and returns the file's lines. See [Lines].
func EncodeLines(t testing.TB, w writers.Writer, s timeline.Stream, o writers.Options) ([]jsonl.Value, writers.Report) {
	t.Helper()
	content, report := Encode(t, w, s, o)
	return Lines(t, content), report
}

// Lines returns a file's lines. The last one must end like the others: a CLI would append to it, and lose both.
func Lines(t testing.TB, content []byte) []jsonl.Value {
	t.Helper()
	if !bytes.HasSuffix(content, []byte("\n")) {
		t.Error("the file has no last line feed")
	}
	var lines []jsonl.Value
	for _, line := range bytes.Split(bytes.TrimSuffix(content, []byte{'\n'}), []byte{'\n'}) {
		lines = append(lines, line)
	}
	return lines
}

// Write creates a session in a store.
func Write(t testing.TB, w writers.Writer, store adapter.Store, s timeline.Stream, o writers.Options) writers.Receipt {
	t.Helper()
	plan, err := w.Plan(store, s, o)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := w.Write(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

// Lost returns how often a report declares a loss that has a reason.
func Lost(r writers.Report, what string) int {
	for _, loss := range r.Losses {
		if loss.What == what && loss.Why != "" {
			return loss.Count
		}
	}
	return 0
}

// LossNames returns the names of the losses that a report declares.
func LossNames(r writers.Report) []string {
	var names []string
	for _, loss := range r.Losses {
		names = append(names, loss.What)
	}
	return names
}
