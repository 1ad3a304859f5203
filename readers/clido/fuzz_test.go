package clido_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"stead/adapters/adapter"
	format "stead/adapters/clido"
	"stead/internal/testkit/adaptertest"
	"stead/readers/clido"
	"stead/timeline"
	"stead/writers"
	writer "stead/writers/clido"
)

func FuzzReader(f *testing.F) {
	seeds := adaptertest.Seeds(f, "clido/*-layout/sessions/*/*.jsonl", "clido/invalid/*.jsonl")
	adaptertest.FuzzLines(f, clido.Reader{}, "id.jsonl", seeds, mustBeLoadable)
}

// mustBeLoadable writes the session under a new id. Whatever it contained, clido must be able to load the result.
func mustBeLoadable(t *testing.T, _ adapter.Location, s timeline.Stream) {
	plan, err := writer.Writer{}.Plan(adapter.Store{}, s, writers.Options{ID: "new", Dir: "/home/user/demo"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := (writer.Writer{}).Encode(t.Context(), &out, plan); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out.Bytes()) {
		if line = bytes.TrimSpace(line); len(line) > 0 && (!json.Valid(line) || !format.Loads(line)) {
			t.Errorf("clido would not load %q", line)
		}
	}
}
