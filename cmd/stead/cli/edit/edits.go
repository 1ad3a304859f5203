package edit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/forks/draft"
	"stead/forks/draft/blocks"
	"stead/timeline"
)

// edits are the flags that change a copy. All numbers refer to the copy before the changes.
type edits struct {
	drop, cut, rewrite, move []string
	before, after            string
	role, text               string
	hasText                  bool
	// apply is a file with the edited text of the copy.
	apply string
}

func (o *edits) register(c *cobra.Command) {
	set := c.Flags()
	set.StringArrayVar(&o.drop, "drop", nil, "drop these `ENTRIES`: 3,5-7")
	set.StringArrayVar(&o.cut, "cut", nil, "cut out a `RANGE`: N-M, or N- for all from N on")
	set.StringArrayVar(&o.rewrite, "rewrite", nil,
		"give an entry another text, a call other arguments (JSON): `N=TEXT`, N=@FILE or N=@-")
	set.StringArrayVar(&o.move, "move", nil, "move entries before another one: `N:M`, N-M:K, or N:end")
	set.StringVar(&o.before, "insert-before", "", "insert --text before entry `N`, or end")
	set.StringVar(&o.after, "insert-after", "", "insert --text after entry `N`")
	set.StringVar(&o.role, "role", string(timeline.User), "whose message is inserted: `ROLE` user, assistant")
	set.Func("text", "the message to insert: `TEXT`, @FILE or @-", func(text string) error {
		o.text, o.hasText = text, true
		return nil
	})
	set.StringVar(&o.apply, "apply", "", "make of the copy what an edited text of --print says: `FILE`, or -")
	flags.Exclude(c, "insert-before", "insert-after")
	_ = c.RegisterFlagCompletionFunc("role", cobra.FixedCompletions(
		[]string{string(timeline.User), string(timeline.Assistant)}, cobra.ShellCompDirectiveNoFileComp))
}

// any reports whether flags ask for a change.
func (o *edits) any() bool {
	return len(o.drop)+len(o.cut)+len(o.rewrite)+len(o.move) > 0 || o.inserts() || o.hasText
}

func (o *edits) inserts() bool { return o.before != "" || o.after != "" }

// check rejects flags that do not belong together.
func (o *edits) check() error {
	if o.inserts() != o.hasText {
		return errors.New("--text needs --insert-before or --insert-after, and they need --text")
	}
	return nil
}

// changes returns a function that makes the changes in a copy. It reads texts immediately. Errors are those of files.
func (o *edits) changes(ctx context.Context, p *setup.Process, newID func() string) (draft.Edits, error) {
	if o.apply != "" {
		text, err := o.source(ctx, p)
		if err != nil {
			return nil, err
		}
		return func(c *draft.Copy) ([]draft.Change, error) {
			defer text.Close()
			return blocks.Read(ctx, text, c, newID)
		}, nil
	}
	texts := map[string]string{}
	for _, rewrite := range o.rewrite {
		number, text, ok := strings.Cut(rewrite, "=")
		if !ok {
			return nil, fmt.Errorf("%w: --rewrite %q: write N=TEXT, such as 3='Use tabs'", draft.ErrEdit, rewrite)
		}
		var err error
		if texts[number], err = textOf(ctx, p, text); err != nil {
			return nil, err
		}
	}
	inserted, err := textOf(ctx, p, o.text)
	return func(c *draft.Copy) ([]draft.Change, error) { return o.in(c, texts, inserted, newID()) }, err
}

// source opens the text to apply.
func (o *edits) source(ctx context.Context, p *setup.Process) (io.ReadCloser, error) {
	if o.apply == "-" {
		text, err := p.Term.ReadAll(ctx)
		return io.NopCloser(strings.NewReader(text)), err
	}
	file, err := os.Open(p.Path(o.apply)) // a pipe works, too
	if err != nil {
		return nil, fmt.Errorf("read the edited text: %w", err)
	}
	return file, nil
}

// textOf returns a text of the command line: the text itself, or the content of a file or of standard input. Two @
// begin a text that starts with one.
func textOf(ctx context.Context, p *setup.Process, text string) (string, error) {
	name, isFile := strings.CutPrefix(text, "@")
	switch {
	case !isFile:
		return text, nil
	case strings.HasPrefix(name, "@"):
		return name, nil
	case name == "-":
		return p.Term.ReadAll(ctx)
	}
	content, err := os.ReadFile(p.Path(name))
	if err != nil {
		return "", fmt.Errorf("read the text: %w (a text that begins with @ is written with @@)", err)
	}
	return string(content), nil
}

// in returns the changes that the flags ask for in a copy: first new texts, then insertions, then moves, and finally
// removals.
func (o *edits) in(c *draft.Copy, texts map[string]string, inserted, id string) ([]draft.Change, error) {
	var all []draft.Change
	var wrong error
	add := func(change draft.Change, err error) {
		all, wrong = append(all, change), errors.Join(wrong, err)
	}
	for _, rewrite := range o.rewrite {
		number, _, _ := strings.Cut(rewrite, "=")
		n, err := draft.ParseNumber(number)
		if err == nil {
			add(c.Rewrite(n, texts[number]))
		}
		wrong = errors.Join(wrong, err)
	}
	if o.inserts() {
		at, err := o.place(c)
		if err == nil {
			add(c.Insert(at, timeline.EntryType(o.role), inserted, id))
		}
		wrong = errors.Join(wrong, err)
	}
	for _, move := range o.move {
		add(moved(c, move))
	}
	for _, cut := range o.cut {
		r, err := draft.ParseRange(cut)
		if err == nil {
			add(c.Cut(r))
		}
		wrong = errors.Join(wrong, err)
	}
	for _, drop := range o.drop {
		ranges, err := draft.ParseRanges(drop)
		if err == nil {
			add(c.Drop(ranges...))
		}
		wrong = errors.Join(wrong, err)
	}
	return all, wrong
}

// place returns the number of the entry before which the message is inserted.
func (o *edits) place(c *draft.Copy) (int, error) {
	if o.after == "" {
		return target(c, o.before)
	}
	n, err := draft.ParseNumber(o.after)
	return n + 1, err
}

// end is the word for the place after the last entry.
const end = "end"

func target(c *draft.Copy, text string) (int, error) {
	if text == end {
		return c.Len() + 1, nil
	}
	return draft.ParseNumber(text)
}

// moved parses a move: N:M, N-M:K, N:end.
func moved(c *draft.Copy, text string) (draft.Change, error) {
	what, where, ok := strings.Cut(text, ":")
	if !ok {
		return draft.Change{}, fmt.Errorf("%w: --move %q: write N:M to move entry N before entry M", draft.ErrEdit, text)
	}
	r, err := draft.ParseRange(what)
	if err != nil {
		return draft.Change{}, err
	}
	before, err := target(c, where)
	if err != nil {
		return draft.Change{}, err
	}
	return c.Move(r, before)
}
