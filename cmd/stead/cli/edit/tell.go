package edit

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/term"
	"stead/forks/draft"
	"stead/forks/draft/blocks"
	"stead/internal/render/transcript"
	"stead/internal/render/transcript/terminal"
	"stead/internal/term/plain"
	"stead/orchestrator/delivery"
)

// told is a draft as --json prints it.
type told struct {
	Draft    string `json:"draft"`
	Source   string `json:"source"`
	Revision string `json:"revision"`
	// Kept says that it is in stead's data folder. Otherwise it is the unchanged session, and nothing was saved.
	Kept    bool `json:"kept"`
	Entries int  `json:"entries"`
	// Steps is the number of steps that can be undone, Undone that of steps that can be redone.
	Steps  int      `json:"steps"`
	Undone int      `json:"undone"`
	Notes  []string `json:"notes,omitempty"`
	draft.Difference
}

// tell reports the state of the copy in the requested form.
func (e *editing) tell(ctx context.Context, c *draft.Copy) error {
	for _, note := range c.Notes() {
		e.p.Term.Err.Note("%s", note)
	}
	name := c.Draft.Name()
	switch {
	case e.asJSON:
		return e.printJSON(ctx, c)
	case e.asBlock:
		return e.p.Term.Out.Print(plain.NewTextWriter, func(w io.Writer) error { return blocks.Write(ctx, w, c) })
	case e.show:
		return e.printCopy(ctx, c, name)
	case e.tokens:
		return e.printFit(ctx, c, name)
	}
	different, err := c.Difference(ctx)
	if err != nil {
		return err
	}
	if e.diff {
		return e.p.Term.Page(func(w io.Writer) error {
			return printDifference(w, different, e.p.Term.Out.Width(),
				e.p.Term.Out.Colored())
		})
	}
	if _, err := fmt.Fprintln(e.p.Term.Out, name); err != nil {
		return err
	}
	e.p.Term.Err.Message("edited     %s; %s now", summary(different), transcript.Count(c.Len(), "entry"))
	e.p.Term.Err.Command("start it   stead run --from %s --to CLI", term.Reference(name))
	return nil
}

func (e *editing) printJSON(ctx context.Context, c *draft.Copy) error {
	different, err := c.Difference(ctx)
	if err != nil {
		return err
	}
	d := c.Draft
	return e.p.Term.Out.JSON(told{
		Draft: d.Name(), Source: d.Source, Revision: d.Revision(), Kept: d.ID != "", Entries: c.Len(), Steps: len(d.Steps),
		Undone: len(d.Undone), Notes: c.Notes(), Difference: different,
	})
}

// printCopy shows the copy with the numbers of its entries.
func (e *editing) printCopy(ctx context.Context, c *draft.Copy, name string) error {
	stream, err := c.Stream(ctx)
	if err != nil {
		return err
	}
	view := terminal.Options{
		Width: e.p.Term.Out.Width(), Color: e.p.Term.Out.Colored(), Markdown: term.IsTerminal(e.p.Term.Out), Numbers: true,
		Zone: time.Local,
	}
	return e.p.Term.Page(func(w io.Writer) error { return terminal.Write(w, name, stream, view) })
}

// printFit reports how much of a CLI's window the copy takes.
func (e *editing) printFit(ctx context.Context, c *draft.Copy, name string) error {
	to := e.to
	if to == "" {
		stream, err := c.Stream(ctx)
		if err != nil {
			return err
		}
		to = stream.Header.Source.CLI
	}
	fit, err := flags.Fit(ctx, e.p, e.s, name, to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.p.Term.Out, fitted(fit, to))
	return err
}

func fitted(f delivery.Fit, to string) string {
	window := "a window of unknown size"
	if f.Window > 0 {
		window = fmt.Sprintf("%s (%d%%)", term.Amount(f.Window), (f.Tokens*100+f.Window-1)/f.Window)
	}
	line := fmt.Sprintf("about %s tokens of %s that %s takes", term.Amount(f.Tokens), window, cmp.Or(f.Model, to))
	if !f.Fits() {
		line += "; stead would shorten it: see `stead run --dry-run`"
	}
	return line
}

// summary describes a difference in a few words.
func summary(d draft.Difference) string {
	var words []string
	for _, count := range []struct {
		of   []draft.Different
		what string
	}{{d.Dropped, "dropped"}, {d.Changed, "changed"}, {d.Inserted, "inserted"}, {d.Moved, "moved"}} {
		if n := len(count.of); n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, count.what))
		}
	}
	if len(words) == 0 {
		return "nothing is different"
	}
	return strings.Join(words, ", ")
}
