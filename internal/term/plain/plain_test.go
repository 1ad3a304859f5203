package plain

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestTextCannotReachTheTerminal(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "two\nlines", "two\nlines"},
		{"letters of all kinds", "Grüße, 世界 👋", "Grüße, 世界 👋"},
		{"colours", "\x1b[31mred\x1b[0m", "red"},
		{"the window's title", "a\x1b]0;owned\x07b", "ab"},
		{"the clipboard", "a\x1b]52;c;b3duZWQ=\x1b\\b", "ab"},
		{"an unfinished sequence", "a\x1b[31", "a"},
		{"8-bit controls", "a\u009b31mb", "a31mb"},
		{"bell and backspace", "a\ab\bc\x7f", "abc"},
		{"a line written over", "secret\rshown", "secret\nshown"},
		{"DOS line ends", "a\r\nb", "a\nb"},
		{"tab", "a\tb", "a    b"},
		{"turned text", "a\u202egnp.exe", "agnp.exe"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Text(c.text); got != c.want {
				t.Errorf("Text(%q) = %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func FuzzTextHoldsNoControls(f *testing.F) {
	f.Add("\x1b[31mred\x1b[0m\x9b\u009b\x00")
	f.Fuzz(func(t *testing.T, s string) {
		if got := Text(s); strings.ContainsFunc(got, func(r rune) bool {
			return r < ' ' && r != '\n' || r >= 0x7f &&
				r < 0xa0
		}) {
			t.Errorf("Text(%q) = %q", s, got)
		}
	})
}

func TestFitting(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"short enough", Fit("abc", 3), "abc"},
		{"too long", Fit("abcd", 3), "ab…"},
		{"wide letters", Fit("世界世界", 5), "世界…"},
		{"no limit", Fit("abcd", 0), "abcd"},
		{"the end, short enough", FitEnd("abc", 3), "abc"},
		{"the end, too long", FitEnd("abcd", 3), "…cd"},
		{"one line", Line(" a\n\n b\t\x1b[1mc "), "a b c"},
		{"wrapped", Wrap("one two three", 8), "one two\nthree"},
		{"wrapped long word", Wrap("abcdefgh", 3), "abc\ndef\ngh"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}

// TestShortcutsChangeNothing compares the code paths for plain ASCII with the general ones.
func TestShortcutsChangeNothing(t *testing.T) {
	for _, s := range []string{"", " ", "a", "a b", " a", "a ", "a  b", "a\tb", "a\nb", "\x1b[31ma", "a\x7f", "für",
		"世界", strings.Repeat("long ", 40)} {
		if got, want := Line(s), strings.Join(strings.Fields(Text(s)), " "); got != want {
			t.Errorf("the line of %q is %q, want %q", s, got, want)
		}
		if got, want := Width(s), ansi.StringWidth(s); got != want {
			t.Errorf("%q is %d cells wide, want %d", s, got, want)
		}
		for _, width := range []int{1, 3, 80} {
			if got, want := Fit(s, width), ansi.Truncate(s, width, "…"); got != want {
				t.Errorf("%q in %d cells is %q, want %q", s, width, got, want)
			}
		}
	}
}
