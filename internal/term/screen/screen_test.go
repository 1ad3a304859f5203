package screen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"stead/internal/term/screen"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// draw displays output on a screen of 4 rows and 20 columns.
func draw(t *testing.T, output string) *screen.Screen {
	t.Helper()
	s := screen.New(4, 20, nil)
	t.Cleanup(s.Close)
	fmt.Fprint(s, output)
	return s
}

func TestTextIsWhatAPersonSees(t *testing.T) {
	cases := []struct{ name, output, want string }{
		{"words placed by column, without blanks between", "\x1b[1Gone\x1b[6Gtwo\x1b[12Gthree", "one  two   three"},
		{"colours are not text", "\x1b[1;31mred\x1b[0m \x1b[48;5;7mback\x1b[0m   ", "red back"},
		{"rows, blank ones at the end left out", "a\r\n\r\nb\r\n", "a\n\nb"},
		{"overwritten", "old text\rnew", "new text"},
		{"erased to the end of the line", "old text\x1b[4D\x1b[K", "old"},
		{"wide letters take two cells and no blank", "日本|x", "日本|x"},
		{"placed behind wide letters", "日本\x1b[6Gx", "日本 x"},
		{"accent of its own", "e\u0301x", "e\u0301x"},
		{"scrolled", "1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5"},
		{"wrapped", strings.Repeat("x", 21), strings.Repeat("x", 20) + "\nx"},
		{"title and other strings are not text", "\x1b]0;a title\x07\x1bP>|x\x1b\\text", "text"},
		{"a title with the byte of a terminator is not text", "\x1b]0;✳ a title\x07te\x1b]2;✳ another\x1b\\xt", "text"},
		{"a link with that byte", "\x1b]8;;http://x/✳\x1b\\te\x1b]8;;\x1b\\xt“”", "text“”"},
		{"synchronized output", "\x1b[?2026htext\x1b[?2026l", "text"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, draw(t, c.output).Text()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTitleWithAStarIsRestored tests the title that Claude Code sets while it waits (2.1.197).
func TestTitleWithAStarIsRestored(t *testing.T) {
	for output, want := range map[string]string{
		"\x1b]0;⠂ work\a\x1b]0;✳ Claude Code\a": "✳ Claude Code", "\x1b]0;✳ Claude Code\a\x1b]0;⠂ work\a": "⠂ work",
		"\x1b]2;✳✳\x1b\\": "✳✳",
	} {
		if got := string(draw(t, output).Restore()); !strings.Contains(got, "\x1b]2;"+want+"\a") {
			t.Errorf("%q is restored as %q", want, got)
		}
	}
}

func TestOutputMayBeCutAnywhere(t *testing.T) {
	const output = "\x1b[31mré日\x1b[0m\x1b]0;✳ a title\a\x1b[10Gend"
	want := draw(t, output).Text()
	for cut := range len(output) {
		s := draw(t, output[:cut])
		fmt.Fprint(s, output[cut:])
		if got := s.Text(); got != want {
			t.Errorf("cut at %d: %q, want %q", cut, got, want)
		}
	}
}

func TestHistoryHoldsWhatScrolledAway(t *testing.T) {
	s := draw(t, "1\r\n2 x\r\n3\r\n4\r\n5\r\n6")
	if diff := cmp.Diff([]string{"1", "2 x"}, s.History()); diff != "" {
		t.Error(diff)
	}
	if got, want := s.Transcript(), "1\n2 x\n3\n4\n5\n6"; got != want {
		t.Errorf("transcript %q, want %q", got, want)
	}
}

func TestAlternateScreenHidesTheMainOneAndGivesItBack(t *testing.T) {
	s := draw(t, "shell\x1b[?1049h\x1b[Hdrawn")
	if !s.Alternate() || s.Text() != "drawn" {
		t.Errorf("alternate %v, text %q", s.Alternate(), s.Text())
	}
	fmt.Fprint(s, "\x1b[?1049l")
	if s.Alternate() || s.Text() != "shell" {
		t.Errorf("afterwards alternate %v, text %q", s.Alternate(), s.Text())
	}
}

func TestCursorCountsFromZero(t *testing.T) {
	if row, column := draw(t, "\x1b[3;5H").Cursor(); row != 2 || column != 4 {
		t.Errorf("cursor at %d, %d, want 2, 4", row, column)
	}
}

func TestResizeKeepsTheText(t *testing.T) {
	s := draw(t, "kept")
	s.Resize(10, 40)
	if got := s.Lines(); len(got) != 10 || got[0] != "kept" {
		t.Errorf("lines %q", got)
	}
}

func TestQueriesAreAnsweredBeforeWriteReturns(t *testing.T) {
	cases := []struct{ name, query, want string }{
		{"cursor position", "\x1b[2;3H\x1b[6n", "\x1b[2;3R"},
		{"two in one write", "\x1b[6n\x1b[6n", "\x1b[1;1R\x1b[1;1R"},
		{"unanswered: XTVERSION and kitty keyboard", "\x1b[>0q\x1b[?u", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got strings.Builder
			s := screen.New(4, 20, func(answer []byte) { got.Write(answer) })
			defer s.Close()
			fmt.Fprint(s, c.query)
			if got.String() != c.want {
				t.Errorf("answer %q, want %q", got.String(), c.want)
			}
		})
	}
}

func TestDeviceAttributesAreAnswered(t *testing.T) {
	var got strings.Builder
	s := screen.New(4, 20, func(answer []byte) { got.Write(answer) })
	defer s.Close()
	fmt.Fprint(s, "\x1b[c")
	if !strings.HasPrefix(got.String(), "\x1b[?") || !strings.HasSuffix(got.String(), "c") {
		t.Errorf("answer %q to DA1", got.String())
	}
}

func TestQueryAfterCloseDoesNotBlock(t *testing.T) {
	s := draw(t, "")
	s.Close()
	s.Close()
	fmt.Fprint(s, "\x1b[6ntext")
	if s.Text() != "text" {
		t.Errorf("text %q", s.Text())
	}
}
