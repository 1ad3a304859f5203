package remote

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/reach/errand"
)

func TestWhatAVerbSaysElsewhereIsItsError(t *testing.T) {
	var wrote strings.Builder
	errand.Said{Message: "note: it takes\ntwo lines"}.Write(&wrote)
	errand.Said{Failure: &errand.Failure{Code: 1, Text: "stead: it has\nhint: failed",
		Tip: "follow it: stead logs ab12 --all", Parts: []string{"follow it: stead logs ", "ab12", " --all"}}}.Write(&wrote)
	want := &FailedError{Code: NotFound, Text: "desk: stead: it has\nhint: failed",
		Tip: "follow it: stead logs desk/ab12 --all"}
	if diff := cmp.Diff(want, failedThere("desk", NotFound, wrote.String())); diff != "" {
		t.Error(diff)
	}
}

func TestWordsOfACrashArePassedOn(t *testing.T) {
	want := &FailedError{Code: 2, Text: "desk: panic: x\n{}\ngoroutine 1"}
	if diff := cmp.Diff(want, failedThere("desk", 2, "panic: x\n{}\ngoroutine 1\n")); diff != "" {
		t.Error(diff)
	}
}
