package term_test

import (
	"io"
	"testing"

	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
)

func TestProgramsGetJSON(t *testing.T) {
	for want, print := range map[string]func(*term.Output) error{
		"{\n  \"a\": \"<b>\"\n}\n": func(o *term.Output) error { return o.JSON(map[string]string{"a": "<b>"}) },
		"{\"a\":1}\n":              func(o *term.Output) error { return o.JSONLine(map[string]int{"a": 1}) },
		"as \x1b[31mit is": func(o *term.Output) error {
			return o.Print(plain.NewTextWriter, func(w io.Writer) error {
				_,
					err := io.WriteString(w, "as \x1b[31mit is")
				return err
			})
		},
	} {
		terminal, written := typed(t, "")
		if err := print(terminal.Out); err != nil || written() != want {
			t.Errorf("written is %q, error %v, want %q", written(), err, want)
		}
	}
}

func TestMessagesAreHarmless(t *testing.T) {
	terminal, said := typed(t, "")
	terminal.Err.Note("run %s", "\x1b]0;x\x07one")
	terminal.Err.Messages([]string{"100 %", "two"})
	terminal.Err.Warn([]error{io.EOF})
	if want := "note: run one\n100 %\ntwo\nnote: EOF\n"; said() != want {
		t.Errorf("it says %q, want %q", said(), want)
	}
}

func TestWidthIsTheTerminalsOrWhatColumnsSays(t *testing.T) {
	for columns, want := range map[string]int{"": 0, "COLUMNS=72": 72, "COLUMNS=-5": 0, "COLUMNS=wide": 0} {
		terminal, _ := typed(t, "")
		terminal.Out.Environ = []string{columns}
		if got := terminal.Out.Width(); got != want || terminal.Out.OwnWidth() != 0 {
			t.Errorf("%q gives %d and %d", columns, got, terminal.Out.OwnWidth())
		}
	}
}
