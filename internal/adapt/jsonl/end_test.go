package jsonl_test

import (
	"strings"
	"testing"

	"stead/internal/adapt/jsonl"
)

func TestLastLineEndIsBehindTheLastLineFeed(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for content, want := range map[string]int64{
		"": 0, "half": 0, "\n": 1, "one\n": 4, "one\nhalf": 4, long: 0, "one\n" + long: 4, long + "\n": 200_001,
	} {
		got, err := jsonl.LastLineEnd(strings.NewReader(content), int64(len(content)))
		if err != nil || got != want {
			t.Errorf("%.10q of %d bytes: %d, %v; want %d", content, len(content), got, err, want)
		}
	}
}
