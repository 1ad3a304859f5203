package corpus_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"stead/internal/testkit/corpus"
)

const id = "00000000-0000-4000-8000-000000000001"

func TestTheSameSeedMakesTheSameSession(t *testing.T) {
	if !bytes.Equal(session(t, 1), session(t, 1)) {
		t.Error("two sessions of one seed differ")
	}
	if bytes.Equal(session(t, 1), session(t, 2)) {
		t.Error("two seeds make the same session")
	}
}

func TestLinesHaveTheShapeOfRealOnes(t *testing.T) {
	var lengths []int
	for line := range bytes.Lines(session(t, 1)) {
		if !json.Valid(line) {
			t.Fatalf("no JSON: %.200s", line)
		}
		lengths = append(lengths, len(line))
	}
	slices.Sort(lengths)
	median, high, most := lengths[len(lengths)/2], lengths[len(lengths)*99/100], lengths[len(lengths)-1]
	if median < 1000 || median > 2000 || high < 15_000 || high > 35_000 || most > 125_000+1000 {
		t.Errorf("lines have %d bytes in the median, %d at the 99th percentile, %d at most", median, high, most)
	}
}

func session(t *testing.T, seed uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := corpus.Write(&out, id, 8<<20, seed); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
