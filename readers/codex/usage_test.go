package codex

import (
	"reflect"
	"testing"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// The CLI's input holds what the cache has and takes; a timeline's does not, so that each token has one price.
func TestEachTokenIsCountedOnce(t *testing.T) {
	count := jsonl.Value(
		`{"input_tokens":100,"cached_input_tokens":60,"cache_write_input_tokens":30,"output_tokens":20,"reasoning_output_tokens":5}`)
	want := timeline.Usage{Input: 10, CacheRead: 60, CacheWrite: 30, Output: 20, Reasoning: 5}
	if got := newUsage(count, nil, true).Add(timeline.Usage{}); !reflect.DeepEqual(got, want) {
		t.Errorf("counted %+v, want %+v", got, want)
	}
}
