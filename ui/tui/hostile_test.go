package tui

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"stead/catalog/listing"
	"stead/catalog/piece"
	"stead/catalog/search"
	"stead/inject/signals"
	"stead/internal/testkit/sample"
)

// bad is what a stranger would have a terminal do, in a line that no terminal is wide enough for.
var bad = "\x1b]0;renamed\x07\x1b[2J\x1bP\u202eback\u2066\u200f\x9b31m\x85\r\nx" + strings.Repeat("word ", 20_000)

// stranger is a machine whose every text is a stranger's.
type stranger struct{ *fake }

func (m stranger) Entries(context.Context, View) ([]Entry, error) {
	return []Entry{
		{Heading: bad},
		{
			Key: bad, Text: bad, Waits: true, Head: []string{bad}, Show: []string{"show", bad},
			Acts: []Act{{Key: "P", Does: "pick", Line: []string{bad}, Asks: bad}},
		},
	}, nil
}

func (m stranger) Runs(ctx context.Context) (listing.Result, error) {
	r, err := m.List(ctx)
	r.Warnings = []error{errors.New(bad)}
	return r, err
}

func (m stranger) Say(context.Context, ...string) ([]string, error) {
	return []string{bad, "+" + bad, "lost       " + bad}, nil
}
func (m stranger) Changes(context.Context, string) (Changes, error) {
	return Changes{Files: 1, Lines: []string{bad, "+" + bad}}, nil
}
func (m stranger) Places(context.Context) []string { return []string{bad} }
func (m stranger) Targets(context.Context) []Target {
	return []Target{{Name: "codex"}, {Name: bad}, {Name: bad, Missing: true}}
}
func (m stranger) Tilde(path string) string { return path }

func (m stranger) Question(context.Context, string) (Question, error) {
	return Question{ID: "q", Title: bad, Lines: []string{bad, "+" + bad},
		Options: []signals.Option{{Name: signals.Allow, Label: bad}}}, nil
}

func (m stranger) Search(context.Context, string, func(done, total int64)) (search.Result, error) {
	r := m.rows[0]
	h := search.Hit{Session: r.Summary, Reference: r.Reference, Turn: 1, Kind: piece.Answer,
		Context: []search.Span{{Text: bad}, {Text: bad, Match: true}, {Text: bad}}}
	return search.Result{Sessions: 1, Hits: 1, Rows: []search.Hit{h}}, nil
}

func strangers() stranger {
	m := stranger{some()}
	for i := range m.rows {
		r := &m.rows[i]
		r.Title, r.Project, r.Branch, r.CLI, r.Reference, r.Model = bad, "/home/user/"+bad, bad, "a"+bad, "b"+bad, bad
	}
	m.session = recorded(sample.Conversation(
		sample.User(bad), sample.Assistant(bad), sample.Call("c", "bash", "Bash", `{"command":"\u001b[2J\u202e\u009b31m"}`),
		sample.Result("c", bad),
		sample.Call("d", "edit", bad, `{"path":"\u001b]0;x\u0007","old":"\u202e","new":"\u001b[31m"}`),
		sample.Result("d", bad),
	))
	return m
}

// TestStrangersTextIsSeenAsTextEverywhere goes through all views, boxes and dialogs, at both sizes.
func TestStrangersTextIsSeenAsTextEverywhere(t *testing.T) {
	walks := map[string][]string{
		"list": nil, "timeline": {"enter"}, "opened": {"enter", "g", "space"}, "raw": {"enter", "g", "v"},
		"find":   {"enter", "/", "w", "o", "r", "d", "enter"},
		"filter": {"/", "w", "o", "r", "d"}, "continue": {"c"}, "fork": {"enter", "f"}, "contest": {"b"},
		"chain":    {"h", "x", "enter"},
		"question": {"p"}, "stop": {"S"}, "send": {"s"}, "copied": {"y"}, "marked": {"m"}, "help": {"?"}, "runs": {"2"},
		"changes": {"d"}, "new": {"n"},
		"contests": {"3"}, "chains": {"4", "enter"},
		"statistics": {"5"}, "knowledge": {"6", "enter"}, "asks": {"3", "P"},
	}
	for name, keys := range walks {
		for _, size := range sizes {
			s := newScreen(t, strangers(), size.width, size.height)
			s.until("the sessions are listed", s.isListed)
			for _, key := range keys {
				if key == "enter" || key == "P" {
					s.until("there are lines", func() bool { return len(s.items()) > 0 })
				}
				s.keys(key)
			}
			s.rests(name)
		}
	}
	s := newScreen(t, strangers(), 80, 24)
	s.until("the sessions are listed", s.isListed)
	s.tells(done{err: errors.New(bad)})
	s.rests("error")
	s.tells(listed{number: s.lists.number, err: errors.New(bad)})
	s.rests("list that failed")
}

// rests looks at each frame until nothing comes any more.
func (s *screen) rests(name string) {
	s.t.Helper()
	s.until(name+" is there", func() bool {
		s.isHarmless(name)
		return s.isSettled()
	})
}

// isHarmless checks that a frame has nothing that a terminal obeys but colours, and fills the terminal.
func (s *screen) isHarmless(name string) {
	s.t.Helper()
	frame := s.frame()
	lines := strings.Split(frame, "\n")
	if len(lines) != s.height {
		s.t.Fatalf("%s: a frame of %d lines of %d", name, len(lines), s.height)
	}
	for _, text := range append(lines, s.View().WindowTitle) {
		if found := obeyed(text); found != "" {
			s.t.Fatalf("%s: the frame holds %q in %q", name, found, text)
		}
	}
}

// obeyed returns what a terminal would obey in a text, besides the codes of colours.
func obeyed(text string) string {
	if !utf8.ValidString(text) {
		return "what is no UTF-8"
	}
	for i, r := range text {
		switch {
		case r == '\x1b':
			if rest := text[i+1:]; !strings.HasPrefix(rest, "[") || strings.TrimLeft(rest[1:], "0123456789;:")[:1] != "m" {
				return text[i:min(len(text), i+8)]
			}
		case r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e ||
			r == 0x200f:
			return string(r)
		}
	}
	return ""
}
