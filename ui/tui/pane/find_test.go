package pane

import (
	"context"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"stead/internal/render/transcript/terminal"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

// read is a pane that shows a session which was read.
func read(t *testing.T, stream timeline.Stream, lines int) *Session {
	t.Helper()
	s := NewSession(t.Context(), func(context.Context, string) (timeline.Stream, error) { return stream, nil })
	s.Steps.Window.Resize(lines)
	o := terminal.Options{Width: 60, Brief: true}
	s.reference, s.options = "claude:aaaa", o
	for b, err := range terminal.Blocks(stream, o) {
		if err != nil {
			t.Fatal(err)
		}
		s.Steps.add([]terminal.Block{b})
	}
	s.isDone = true
	return &s
}

// does carries out commands until none is left.
func (s *Session) does(t *testing.T, next func() (msg any)) {
	t.Helper()
	for msg := next(); msg != nil; {
		cmd := s.Take(msg)
		if cmd == nil {
			return
		}
		msg = cmd()
	}
}

func (s *Session) seen() string { return ansi.Strip(strings.Join(s.View(62, true), "\n")) }

// TestFindGoesFromHitToHit searches for a text that occurs in the output of a folded call, in a prompt and in an
// answer.
func TestFindGoesFromHitToHit(t *testing.T) {
	s := read(t, sample.Conversation(
		sample.User("Where is the Needle?"), sample.Call("c", "bash", "Bash", `{"command":"ls"}`),
		sample.Result("c", "one\ntwo\nneedle one\nmore\nneedle two"),
		sample.Assistant("Nothing here."), sample.User("Look again."), sample.Assistant("The needle is in the haystack."),
	), 6)
	s.Steps.Window.Move(-End)
	s.does(t, func() any { return s.Find("NEEDLE")() })
	if got := s.seen(); !strings.Contains(got, "▌   Where is the Needle?") ||
		!strings.Contains(s.Remark(), "“needle” 1 of 3") {
		t.Fatalf("%s\n%s", s.Remark(), got)
	}
	for _, want := range []struct {
		by         int
		line, said string
	}{
		{1, "needle one", "2 of 3"}, // its call is opened for that
		{1, "needle two", "2 of 3"},
		{1, "The needle is in the haystack.", "3 of 3"},
		{1, "Where is the Needle?", "1 of 3"}, // from the last one to the first
		{-1, "The needle is in the haystack.", "3 of 3"},
		{-1, "needle two", "2 of 3"},
		{-1, "needle one", "2 of 3"},
	} {
		if cmd := s.Next(want.by); cmd != nil {
			s.does(t, func() any { return cmd() })
		}
		if got := s.seen(); !strings.Contains(got, want.line) || !strings.Contains(s.Remark(), want.said) {
			t.Errorf("%q is not shown: %s\n%s", want.line, s.Remark(), got)
		}
	}
	s.Find("")
	if s.Finds() || strings.Contains(s.Remark(), "needle") {
		t.Error("the search goes on")
	}
	s.does(t, func() any { return s.Find("nowhere")() })
	if !strings.Contains(s.Remark(), "“nowhere” is not in it") {
		t.Error(s.Remark())
	}
}

// TestHitIsMarkedWhereItStands marks hits after wide characters and inside colours.
func TestHitIsMarkedWhereItStands(t *testing.T) {
	f := find{query: "needle"}
	got := f.marked("\x1b[32m日本 Needle\x1b[0m and needle")
	if plain := ansi.Strip(got); plain != "日本 Needle and needle" {
		t.Errorf("the text becomes %q", plain)
	}
	if n := strings.Count(got, "\x1b[7;33m"); n != 2 {
		t.Errorf("%d hits are marked in %q", n, got)
	}
}

func TestStepIsOpenedRawAndFolded(t *testing.T) {
	s := read(t, sample.Conversation(sample.User("Go"), sample.Call("c", "bash", "Bash", `{"command":"ls"}`),
		sample.Result("c", "one\ntwo")), 20)
	folded := s.seen()
	open := func(how How) {
		if cmd := s.Open(how); cmd != nil {
			if !strings.Contains(s.Remark(), "opening the step") {
				t.Errorf("while it is read, the pane says %q", s.Remark())
			}
			s.does(t, func() any { return cmd() })
		}
		if strings.Contains(s.Remark(), "opening") {
			t.Errorf("when it is open, the pane says %q", s.Remark())
		}
	}
	open(Whole)
	if got := s.seen(); !strings.Contains(got, "▾ bash ls") || !strings.Contains(got, "two") {
		t.Errorf("opened it is\n%s", got)
	}
	open(Raw)
	if got := s.seen(); strings.Contains(got, "▾") || !strings.Contains(got, "no record of its own") {
		t.Errorf("raw it is\n%s", got)
	}
	open(Raw)
	if got := s.seen(); got != folded {
		t.Errorf("folded again it is\n%s\nand was\n%s", got, folded)
	}
}
