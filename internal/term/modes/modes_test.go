package modes_test

import (
	"testing"

	"stead/internal/term/modes"
)

func TestModesUndo(t *testing.T) {
	cases := []struct{ name, output, want string }{
		{"nothing changed", "text \x1b[31mred\x1b[0m \x1b[2J\x1b[10G", ""},
		{"set and reset", "\x1b[?2004h\x1b[?2004l", ""},
		{"hidden cursor", "\x1b[?25l", "\x1b[?25h\x1b[0m"},
		{"several in one sequence", "\x1b[?1000;1006;25h", "\x1b[?1000l\x1b[?1006l\x1b[0m"},
		{"alternate screen is left last, behind its keyboard", "\x1b[?1049h\x1b[?2026h\x1b[>1u\x1b[>7u",
			"\x1b[<2u\x1b[?2026l\x1b[?1049l\x1b[0m"},
		{"popped by count", "\x1b[>1u\x1b[>1u\x1b[<2u", ""},
		{"popped more than pushed", "\x1b[<u\x1b[>1u\x1b[<u\x1b[<u", ""},
		{"modifyOtherKeys", "\x1b[>4;2m", "\x1b[>4m\x1b[0m"},
		{"modifyOtherKeys off again", "\x1b[>4;2m\x1b[>4m", ""},
		{"query is no change", "\x1b[?u\x1b[?25$p\x1b[>0q\x1b[?6n", ""},
		{"broken off sequence", "\x1b[?25\x1b[?7l", "\x1b[?7h\x1b[0m"},
		{"unfinished for ever", "\x1b[?1000;" + string(make([]byte, 200)), ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for cut := range len(c.output) + 1 {
				var m modes.Set
				m.Watch([]byte(c.output[:cut]))
				m.Watch([]byte(c.output[cut:]))
				if got := string(m.Undo()); got != c.want {
					t.Fatalf("cut at %d: %q, want %q", cut, got, c.want)
				}
				if again := m.Undo(); len(again) > 0 {
					t.Fatalf("undone twice: %q", again)
				}
			}
		})
	}
}

func TestModesAreSetAgainOnATerminalThatComesLater(t *testing.T) {
	const output = "\x1b[?1049h\x1b[?25l\x1b[?1000;1006h\x1b[?2026h\x1b[>1u\x1b[>7u\x1b[>4;2m"
	var first, second modes.Set
	first.Watch([]byte(output))
	again := first.Redo()
	if want := "\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[>1u\x1b[>7u\x1b[>4;2m"; string(again) != want {
		t.Errorf("%q, want %q", again, want)
	}
	second.Watch(again)
	if got, want := string(second.Reset()), "\x1b[>4m\x1b[<2u\x1b[?25h\x1b[?1000l\x1b[?1006l\x1b[0m"; got != want {
		t.Errorf("undone by %q, want %q", got, want)
	}
	if got := second.Undo(); string(got) == "" {
		t.Error("Reset has forgotten what is to be undone")
	}
}

// FuzzModes checks that the boundaries of chunks do not matter, whatever a program writes.
func FuzzModes(f *testing.F) {
	f.Add("\x1b[?1049h\x1b[>1u\x1b[?25", 3)
	f.Fuzz(func(t *testing.T, output string, cut int) {
		if cut < 0 || cut > len(output) || len(output) > 64 {
			return
		}
		var whole, halves modes.Set
		whole.Watch([]byte(output))
		halves.Watch([]byte(output[:cut]))
		halves.Watch([]byte(output[cut:]))
		if a, b := string(whole.Undo()), string(halves.Undo()); a != b {
			t.Errorf("%q in one, %q in two", a, b)
		}
	})
}
