package pane

import (
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"stead/internal/term/screen"
)

// seen returns what a person can read of a picture.
func seen(p *Picture, width, height int) []string {
	var lines []string
	for _, l := range p.View(width, height) {
		lines = append(lines, ansi.Strip(l))
	}
	return lines
}

// TestPictureKeepsItsBottomAndItsLeft shows pictures in a pane of 6 columns and 2 rows.
func TestPictureKeepsItsBottomAndItsLeft(t *testing.T) {
	for output, want := range map[string][]string{
		"one":                      {"one   "},
		"one\r\ntwo\r\nthree":      {"two   ", "three "},
		"abcdefgh":                 {"abcde…"},
		"abcdef":                   {"abcdef"},
		"日本語":                      {"日本語"},
		"日本語語":                     {"日本 …"},
		"a\x1b[31mb\x1b[0mc":       {"abc   "},
		"\x1b[4Cxy":                {"    xy"},
		"a\x1b[44m        \x1b[0m": {"a    …"},
	} {
		s := screen.New(5, 20, nil)
		_, _ = s.Write([]byte(output))
		rows := s.Spans()
		s.Close()
		for len(rows) > 0 && len(rows[len(rows)-1]) == 0 {
			rows = rows[:len(rows)-1]
		}
		var p Picture
		p.Set(rows)
		if got := seen(&p, 6, 2); !slices.Equal(got, want) {
			t.Errorf("%q is shown as %q, want %q", output, got, want)
		}
	}
}

// TestStylesOfAPictureAreMadeAnew checks the sequences of each style.
func TestStylesOfAPictureAreMadeAnew(t *testing.T) {
	for output, want := range map[string]string{
		"\x1b[1;31mx":           "\x1b[1;31mx\x1b[m",
		"\x1b[38;2;1;2;3mx":     "\x1b[38;2;1;2;3mx\x1b[m",
		"\x1b[7mx\x1b[0m":       "\x1b[7mx\x1b[m",
		"\x1b[7;31mx\x1b[0m":    "\x1b[7;31mx\x1b[m",
		"\x1b]8;;http://x\x07x": "x",
	} {
		s := screen.New(1, 1, nil)
		_, _ = s.Write([]byte(output))
		var p Picture
		p.Set(s.Spans())
		s.Close()
		if got := p.View(1, 1)[0]; got != want {
			t.Errorf("%q is drawn as %q, want %q", output, got, want)
		}
	}
}
