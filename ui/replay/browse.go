package replay

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// Browse shows a session until the user quits or ctx ends.
func Browse(ctx context.Context, console Console, v *Viewer) error {
	for {
		v.Resize(console.Size())
		for again := true; again; {
			if err := draw(console.Out, v.Frame()); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-console.Resized:
				again = false
			case key, open := <-console.Keys:
				if !open || v.Press(key) {
					return nil
				}
			}
		}
	}
}

// draw draws rows over the current screen.
func draw(out io.Writer, rows []string) error {
	var b strings.Builder
	b.WriteString(begin)
	for i, row := range rows {
		fmt.Fprintf(&b, "\x1b[%dH%s%s", i+1, erase, row) // erasing after the row would remove the last cell of a full row
	}
	b.WriteString(present)
	_, err := io.WriteString(out, b.String())
	return err
}
