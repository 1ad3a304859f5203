package screen

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

// TestSpansFollowTheStyle splits rows where the style changes, leaves blank cells out and swaps reversed colors.
func TestSpansFollowTheStyle(t *testing.T) {
	s := New(3, 20, nil)
	defer s.Close()
	_, _ = s.Write([]byte("a \x1b[1;31mred\x1b[0m 目x\r\n\r\n\x1b[7;32m!\x1b[0m   \x1b[44m \x1b[0m"))
	want := [][]Span{
		{
			{Column: 0, Width: 2, Text: "a "},
			{Column: 2, Width: 3, Text: "red", Style: Style{Foreground: ansi.Red, Bold: true}},
			{Column: 5, Width: 15, Text: " 目x           "},
		},
		nil,
		{
			{Column: 0, Width: 1, Text: "!", Style: Style{Background: ansi.Green, Reversed: true}},
			{Column: 4, Width: 1, Text: " ", Style: Style{Background: ansi.Blue}},
		},
	}
	if diff := cmp.Diff(want, s.Spans()); diff != "" {
		t.Error(diff)
	}
}
