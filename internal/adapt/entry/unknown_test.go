package entry_test

import (
	"testing"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

func TestTextIsFoundInWhatIsNotKnown(t *testing.T) {
	for value, want := range map[string]string{
		`{"type":"fork_briefing","text":"MARK"}`:                                                   "MARK",
		`{"type":"sections","sections":[{"name":"notes","text":"one"},{"name":"x","text":"two"}]}`: "one\ntwo",
		`{"type":"x","reason":"it waits for the tests","path":"/home/a b c/d","count":3}`:          "it waits for the tests",
		`{"type":"x","cwd":"a b c","signature":"s t u","data":"aGVs bG8 hi","name":"x"}`:           "",
		`{"type":"x","content":"  \n"}`:                                                            "",
		`["one two three",{"content":["four"]}]`:                                                   "one two three\nfour",
		`17`:                                                                                       "",
	} {
		if got := entry.TextIn(jsonl.Value(value)).String(); got != want {
			t.Errorf("in %s it finds %q, want %q", value, got, want)
		}
		if has := entry.HasText(jsonl.Value(value)); has != (want != "") {
			t.Errorf("of %s it says that there is text: %v", value, has)
		}
	}
}

func TestUnknownRecordIsKeptNamedAndTold(t *testing.T) {
	entries := entry.Unknown("fork_briefing", jsonl.Value(`{"text":"the plan"}`))
	if len(entries) != 2 || !entries[0].IsUnknown() || entries[0].IsRebuilt() ||
		entries[0].Origin.Name != "fork_briefing" {
		t.Fatalf("it becomes %+v", entries)
	}
	if e := entries[1]; !e.Active() || !e.IsContext() || e.Origin.Kind != timeline.Unsorted ||
		e.Content.String() != "the plan" {
		t.Errorf("its text becomes %+v", e)
	}
	if entries := entry.Unknown("ping", jsonl.Value(`{"n":1}`)); len(entries) != 1 || !entries[0].IsUnknown() {
		t.Errorf("one without text becomes %+v", entries)
	}
}

func TestLineThatCannotBeReadSaysItsKind(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"user","message":{"role":"user","content":"cut o`: "user", `{"role": "assistant","con`: "assistant",
		`nothing like that`: "",
	} {
		if e := entry.Unreadable([]byte(line)); !e.IsUnknown() || e.Origin.Name != want {
			t.Errorf("of %s it says %+v, want %q", line, e.Origin, want)
		}
	}
	for _, blank := range []string{"", "\x00\x00\x00 \x00"} {
		if e := entry.Unreadable([]byte(blank)); e.IsUnknown() || !e.Hidden {
			t.Errorf("%q, into which nobody wrote, becomes %+v", blank, e)
		}
	}
}
