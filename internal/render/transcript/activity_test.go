package transcript_test

import (
	"testing"

	"stead/internal/render/transcript"
	"stead/timeline"
)

func TestActivityCountsAsTheRecordDoes(t *testing.T) {
	said := func(text string) *timeline.Entry {
		return &timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText(text),
			Usage: &timeline.Usage{Input: 10, Output: 2, Cost: 0.5}}
	}
	called := &timeline.Entry{Type: timeline.ToolCall, Tool: timeline.Bash, Input: []byte(`{"command":"make"}`)}
	asked := &timeline.Entry{Type: timeline.User, Content: timeline.NewText("Go on")}
	hidden := &timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText("unseen"), Hidden: true,
		Usage: &timeline.Usage{Output: 5}}
	for _, c := range []struct {
		name    string
		entries []*timeline.Entry
		want    transcript.Activity
	}{
		{"nothing", nil, transcript.Activity{}},
		{"one answer in two parts", []*timeline.Entry{said("First"), called},
			transcript.Activity{Turns: 1, Tokens: 12, Cost: 0.5, Last: "bash make"}},
		{"two turns", []*timeline.Entry{called, asked, said("Done")},
			transcript.Activity{Turns: 2, Tokens: 12, Cost: 0.5, Last: "Done"}},
		{"what is hidden takes tokens alone", []*timeline.Entry{hidden}, transcript.Activity{Tokens: 5}},
		{"a blank answer says nothing", []*timeline.Entry{called, said(" \n")},
			transcript.Activity{Turns: 1, Tokens: 12, Cost: 0.5, Last: "bash make"}},
	} {
		var got transcript.Activity
		for _, e := range c.entries {
			got.Add(e)
		}
		if got.Turns != c.want.Turns || got.Tokens != c.want.Tokens || got.Cost != c.want.Cost || got.Last != c.want.Last {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestActivityKeepsTheLargerFigures(t *testing.T) {
	a := transcript.Activity{Turns: 3, Tokens: 10, Cost: 1}
	a.AtLeast(2, timeline.Usage{Input: 20, Output: 1}, 0.5)
	if a.Turns != 3 || a.Tokens != 21 || a.Cost != 1 {
		t.Errorf("it has %+v", a)
	}
}
