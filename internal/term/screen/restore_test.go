package screen_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/term/screen"
)

// restored returns a second screen that was brought to the state of the first one.
func restored(t *testing.T, s *screen.Screen, rows, columns int) *screen.Screen {
	t.Helper()
	second := screen.New(rows, columns, nil)
	t.Cleanup(second.Close)
	fmt.Fprint(second, "a shell's prompt $ ")
	if _, err := second.Write(s.Restore()); err != nil {
		t.Fatal(err)
	}
	return second
}

var pieces = []string{
	"text", "a line\r\n", "\x1b[31m", "\x1b[1;38;5;208;48;2;1;2;3m", "\x1b[0m", "日本", "e\u0301\r", "\x1b[4:3m",
	"\x1b[3;7H", "\x1b[H\x1b[2J", "\r\x1b[K",
	"\x1b[2;3r", "\x1b[r", "\r\x1bM", "\n", "\x1b[?25l", "\x1b[?25h", "\x1b[?1049h", "\x1b[?1049l",
	"\x1b7\x1b[2;4H\x1b[32mback\x1b8", "\x1b]2;a title\x07", "\r\x1b[L",
	"\x1b]8;;http://x.example\x1b\\link\x1b]8;;\x1b\\", "\x1b[5X", "\x1b[?2004h", strings.Repeat("full", 5),
	"\x1b[44m\r\x1b[J", "\x1b[20G\x1b[7mend", "\r\x1b[@",
}

// TestRestoredScreenIsEqualAndGoesOnEqually attaches a second screen in the middle of an output, split anywhere, even
// within sequences and characters. The screens are equal cell by cell then, and after all further output.
func TestRestoredScreenIsEqualAndGoesOnEqually(t *testing.T) {
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 1))
		var output []byte
		for range 30 {
			output = append(output, pieces[random.IntN(len(pieces))]...)
		}
		cut := random.IntN(len(output) + 1)
		first := screen.New(6, 20, nil)
		fmt.Fprintf(first, "%s", output[:cut])
		second := restored(t, first, 6, 20)
		for _, next := range [][]byte{nil, output[cut:]} {
			fmt.Fprintf(first, "%s", next)
			fmt.Fprintf(second, "%s", next)
			if diff := cmp.Diff(first.Cells(), second.Cells()); diff != "" {
				t.Fatalf("seed %d, %q\nthen %q:\n%s", seed, output[:cut], next, diff)
			}
		}
		first.Close()
		second.Close()
	}
}

// TestLongOutputIsDrawnAsIfItCameLineByLine compares with a screen that never receives enough at once to skip anything.
func TestLongOutputIsDrawnAsIfItCameLineByLine(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 2))
		var output []byte
		for range 400 {
			output = append(output, []string{"text", "\x1b[31m", "\x1b[0m", "\x1b[1m", "日本", "\r\n", "\r\n", "\r\n",
				"full and more than a line", "\n", "\t"}[random.IntN(11)]...)
		}
		whole, pieces := screen.New(6, 20, nil), screen.New(6, 20, nil)
		whole.Keep(10)
		pieces.Keep(10)
		fmt.Fprintf(whole, "%s", output)
		for part := range bytes.SplitAfterSeq(output, []byte("\n")) {
			fmt.Fprintf(pieces, "%s", part)
		}
		if diff := cmp.Diff(append(pieces.Cells(), pieces.History()...),
			append(whole.Cells(), whole.History()...)); diff != "" {
			t.Fatalf("seed %d, %q:\n%s", seed, output, diff)
		}
		whole.Close()
		pieces.Close()
	}
}

func TestHistoryIsRestored(t *testing.T) {
	s := draw(t, "1\r\n\x1b[31m2\x1b[0m\r\n3\r\n4\r\n5\r\n6")
	second := restored(t, s, 4, 20)
	if got := strings.Join(second.History(), "\n"); !strings.HasPrefix(got, "a shell's prompt $") ||
		!strings.HasSuffix(strings.TrimRight(got, "\n"), "1\n2") {
		t.Errorf("history %q", got)
	}
}

func TestModesAreRestored(t *testing.T) {
	s := draw(t, "\x1b[?1049h\x1b[?1;1000;1006;2004h\x1b[?25l\x1b[>7u\x1b[5 q")
	got := s.Restore()
	for _, want := range []string{"\x1b[?1049h", "\x1b[?1h", "\x1b[?1000h", "\x1b[?1006h", "\x1b[?2004h", "\x1b[?25l",
		"\x1b[>7u", "\x1b[5 q"} {
		if !bytes.Contains(got, []byte(want)) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
}

func TestSmallerTerminalSeesThePartAroundTheCursor(t *testing.T) {
	s := draw(t, "one\r\n\x1b[32mtwo\r\nthree and more 日本\r\nfour\x1b[3;18H")
	small := screen.New(2, 8, nil)
	defer small.Close()
	fmt.Fprint(small, "old\r\nold")
	fmt.Fprintf(small, "%s", s.Draw(2, 8))
	if got, want := small.Text(), "\nmore 日"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	full := screen.New(1, 4, nil)
	defer full.Close()
	fmt.Fprint(full, "old")
	if fmt.Fprintf(full, "%s", draw(t, "wide row\x1b[H").Draw(1, 4)); full.Text() != "wide" {
		t.Errorf("%q, want a row that is as wide as the terminal", full.Text())
	}
	large := screen.New(6, 30, nil)
	defer large.Close()
	fmt.Fprintf(large, "%s", s.Draw(6, 30))
	if got, want := large.Text(), s.Text(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
