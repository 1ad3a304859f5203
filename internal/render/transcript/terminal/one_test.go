package terminal_test

import (
	"errors"
	"strings"
	"testing"

	"stead/internal/render/transcript/terminal"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

// TestOneStepIsShownAsItIsAmongAllOthers opens each step alone: it begins with the same heading as among the others,
// and no line is wider than allowed.
func TestOneStepIsShownAsItIsAmongAllOthers(t *testing.T) {
	o := terminal.Options{Width: 60, Brief: true}
	for b, err := range terminal.Blocks(sample.Session(), o) {
		if err != nil {
			t.Fatal(err)
		}
		whole, err := terminal.One(sample.Session(), b.Entry, o)
		if err != nil {
			t.Fatal(err)
		}
		if whole.Turn != b.Turn || len(whole.Lines) < len(b.Lines) || (b.Lines[0] == "") != (whole.Lines[0] == "") {
			t.Errorf("step %s of turn %d is %q, opened in turn %d it is %q", b.Entry, b.Turn, b.Lines, whole.Turn, whole.Lines)
		}
		if b.Lines[0] == "" && b.Lines[1] != whole.Lines[1] {
			t.Errorf("the heading %q becomes %q", b.Lines[1], whole.Lines[1])
		}
	}
	if _, err := terminal.One(sample.Session(), "none", o); !errors.Is(err, terminal.ErrNoStep) {
		t.Errorf("a step that is not there: %v", err)
	}
}

func TestBriefCallIsOneLine(t *testing.T) {
	for b, err := range terminal.Blocks(sample.Session(), terminal.Options{Width: 60, Brief: true}) {
		if err != nil {
			t.Fatal(err)
		}
		if b.IsChange && (len(b.Lines) != 1 || !strings.Contains(b.Lines[0], "+")) {
			t.Errorf("a change is %q", b.Lines)
		}
	}
}

func TestRawRecordIsShownAsText(t *testing.T) {
	s := sample.Conversation(sample.User("hello"))
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range entries {
			e.Native = &timeline.Record{CLI: "claude", Line: 7, Raw: []byte("{\"a\":\"\u202e\u009b2J\",\"b\":[1]}")}
			if !yield(e, err) {
				return
			}
		}
	}
	var id string
	for b, err := range terminal.Blocks(s, terminal.Options{Width: 40}) {
		if err != nil {
			t.Fatal(err)
		}
		id = b.Entry
	}
	lines, err := terminal.Raw(s, id, terminal.Options{Width: 40})
	text := strings.Join(lines, "\n")
	if err != nil || strings.ContainsAny(text, "\u009b\u202e") || !strings.Contains(text, "record 7 of claude") ||
		!strings.Contains(text, `"b": [`) {
		t.Errorf("%v\n%s", err, text)
	}
}
