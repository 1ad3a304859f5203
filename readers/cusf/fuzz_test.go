package cusf_test

import (
	"bytes"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/adaptertest"
	"stead/readers/cusf"
	"stead/timeline"
	"stead/writers"
	writer "stead/writers/cusf"
)

func FuzzReader(f *testing.F) {
	seeds := adaptertest.Seeds(f, "cusf/valid/*.jsonl", "cusf/invalid/*.jsonl")
	adaptertest.FuzzLines(f, cusf.Reader{}, "export.jsonl", seeds, mustBecomeValid)
}

// mustBecomeValid writes the session again, without its own lines. Whatever it contained, the result must conform to
// the standard.
func mustBecomeValid(t *testing.T, location adapter.Location, s timeline.Stream) {
	if _, err := (cusf.Reader{}).Validate(t.Context(), location); err != nil {
		t.Fatal(err)
	}
	plan, err := writer.Writer{}.Plan(adapter.Store{}, s.Filter(withoutRecord), writers.Options{ID: "new"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := (writer.Writer{}).Encode(t.Context(), &out, plan); err != nil {
		t.Fatal(err)
	}
	if v := validate(t, out.Bytes()); !v.Valid() {
		t.Errorf("%v in\n%s", v.Breaches, out.Bytes())
	}
}

func withoutRecord(e *timeline.Entry) (*timeline.Entry, bool) {
	bare := *e
	bare.Native = nil
	return &bare, true
}
