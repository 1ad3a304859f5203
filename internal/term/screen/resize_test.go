package screen_test

import (
	"fmt"
	"strings"
	"testing"

	"stead/internal/term/screen"
)

func TestLowerScreenKeepsTheRowsAroundTheCursor(t *testing.T) {
	s := draw(t, "1\r\n2\r\n3\r\n4")
	s.Resize(2, 20)
	if got, want := s.Transcript(), "1\n2\n3\n4"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	fmt.Fprint(s, "\x1b[1A\rx")
	if got, want := s.Text(), "x\n4"; got != want {
		t.Errorf("%q, want %q: the cursor has not come along", got, want)
	}
}

// TestProgramThatEndsDrawsBelowWhatStoodThere has a program save the cursor, query the terminal and restore the cursor,
// as OpenCode 1.18.33 does before it switches to the alternate screen. A terminal attaches, with or without another
// size, and the program ends.
func TestProgramThatEndsDrawsBelowWhatStoodThere(t *testing.T) {
	for _, rows := range []int{6, 4, 9} {
		s := screen.New(6, 20, nil)
		t.Cleanup(s.Close)
		fmt.Fprint(s, "delivered\r\nlost\r\n\x1b[s\x1b[6n\x1b[H\x1b[6n\x1b[u\x1b[s\x1b[?1049h\x1b[Hall of\x1b[6Hthe screen")
		s.Resize(rows, 20)
		joined := restored(t, s, rows, 20)
		for name, s := range map[string]*screen.Screen{"the screen": s, "the terminal": joined} {
			if fmt.Fprint(s, "\x1b[?1049lThe end."); s.Text() != "delivered\nlost\nThe end." {
				t.Errorf("of %d rows, %s shows %q", rows, name, s.Text())
			}
		}
	}
}

func TestMainScreenIsFittedUnderTheAlternateOne(t *testing.T) {
	s := screen.New(6, 20, nil)
	t.Cleanup(s.Close)
	fmt.Fprint(s, "1\r\n2\r\n3\r\n4\r\n5\r\n6\x1b[?1049h")
	s.Resize(3, 20)
	joined := restored(t, s, 3, 20)
	if fmt.Fprint(joined, "\x1b[?1049l\r\nend"); joined.Text() != "5\n6\nend" {
		t.Errorf("the terminal shows %q", joined.Text())
	}
	if fmt.Fprint(s, "\x1b[?1049l\r\nend"); !strings.HasSuffix(s.Text(), "end") {
		t.Errorf("the screen shows %q", s.Text())
	}
}

// TestWhatStoodOnATerminalIsInItsHistoryWithoutBlankRows attaches a terminal with little content.
func TestWhatStoodOnATerminalIsInItsHistoryWithoutBlankRows(t *testing.T) {
	terminal := screen.New(10, 20, nil)
	t.Cleanup(terminal.Close)
	fmt.Fprintf(terminal, "$ stead attach\r\n\x1b[2;5r\x1b[2H")
	s := screen.New(10, 20, nil)
	t.Cleanup(s.Close)
	fmt.Fprint(s, "first\r\nsecond")
	fmt.Fprintf(terminal, "%s", s.Restore())
	if got, want := terminal.Transcript(), "$ stead attach\n\nfirst\nsecond"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
