package opencode

import (
	"reflect"
	"testing"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// The CLI's output count excludes the reasoning, whereas that of a timeline includes it.
func TestReasoningIsAPartOfTheOutput(t *testing.T) {
	info := jsonl.Value(`{"cost":0.5,"tokens":{"input":10,"output":20,"reasoning":5,"cache":{"read":60,"write":30}}}`)
	want := timeline.Usage{Input: 10, CacheRead: 60, CacheWrite: 30, Output: 25, Reasoning: 5, Cost: 0.5}
	if got := usage(info).Add(timeline.Usage{}); !reflect.DeepEqual(got, want) {
		t.Errorf("counted %+v, want %+v", got, want)
	}
}
