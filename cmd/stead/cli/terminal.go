package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"stead/internal/plain"
	"stead/internal/quiet"
)

// width is how many cells a line of standard output has: the terminal's, else what COLUMNS says, else 0 for no limit.
func (a *app) width() int {
	if width := terminalWidth(a.Stdout); width > 0 {
		return width
	}
	width, err := strconv.Atoi(a.getenv("COLUMNS"))
	if err != nil {
		return 0
	}
	return max(0, width)
}

// terminalWidth is how many cells a line of a terminal has; 0 of one that does not say, and of what is no terminal.
func terminalWidth(file *os.File) int {
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return max(0, width)
}

// colored reports whether standard output shows colours, and may (no-color.org).
func (a *app) colored() bool {
	return term.IsTerminal(int(a.Stdout.Fd())) && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}

// draws reports whether standard error is a terminal on which something can be drawn in place.
func (a *app) draws() bool { return term.IsTerminal(int(a.Stderr.Fd())) && a.getenv("TERM") != "dumb" }

// errorWidth is how many cells a line of standard error has.
func (a *app) errorWidth() int {
	width, _, err := term.GetSize(int(a.Stderr.Fd()))
	if err != nil || width <= 0 {
		return 80
	}
	return width
}

// hush keeps what is typed away from what is drawn in place, until the end of the command or of ctx. Redraw is called when stead was stopped and goes on. A terminal
// that another program of a pipe may have taken is left alone.
func (a *app) hush(ctx context.Context, redraw func()) *quiet.Terminal {
	if info, err := a.Stdout.Stat(); err != nil || info.Mode()&os.ModeNamedPipe != 0 {
		return nil
	}
	q := quiet.Begin(a.Stdin, redraw)
	context.AfterFunc(ctx, q.End)
	a.onClose(q.End)
	return q
}

// printing has something written to standard output: to a terminal so that nothing in it is obeyed, into a pipe or a file as it is.
func (a *app) printing(fit func(io.Writer) *plain.Writer, write func(io.Writer) error) error {
	if !term.IsTerminal(int(a.Stdout.Fd())) {
		return write(a.Stdout)
	}
	buffered := bufio.NewWriterSize(a.Stdout, 64<<10)
	w := fit(buffered)
	return errors.Join(write(w), w.Close(), buffered.Flush())
}

// printJSON prints a value for programs, and for a terminal to which it may go.
func (a *app) printJSON(value any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := a.Stdout.Write(plain.JSON(text.Bytes()))
	return err
}

// printLine prints a value as a line of JSON.
func (a *app) printLine(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = a.Stdout.Write(append(plain.JSON(line), '\n'))
	return err
}

func jsonFlag(c *cobra.Command, asJSON *bool, usage string) {
	c.Flags().BoolVar(asJSON, "json", false, usage)
}

// age returns how long ago something was, in the largest unit that fits.
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d < 60*24*time.Hour:
		return fmt.Sprintf("%dd", d/(24*time.Hour))
	case d < 2*365*24*time.Hour:
		return fmt.Sprintf("%dmo", d/(30*24*time.Hour))
	default:
		return fmt.Sprintf("%dy", d/(365*24*time.Hour))
	}
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
