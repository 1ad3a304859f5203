// Package edit implements the verb session edit, which edits copies of sessions.
package edit

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/forks/draft"
)

// options are the flags of the verb.
type options struct {
	edits                       edits
	undo, redo                  bool
	show, diff, tokens, asBlock bool
	list, remove, asJSON        bool
	to                          string
}

// Command returns the verb, a subcommand of session.
func Command(p *setup.Process) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "edit [SESSION | draft:ID]", Short: "Edit a copy of a session",
		Long: "Edit a copy of a session and continue it in any CLI. The original is never changed. A session's reference begins a\n" +
			"draft, draft:ID continues one; the output is its reference, which works wherever a session is named.\n\n" +
			"Entries have the numbers that `stead show --numbers` prints, all of them as before the command. A call and its results\n" +
			"go together. Each command is one step for --undo. Without flags, on a terminal, the copy opens in $VISUAL or $EDITOR:\n" +
			"delete, change, move or add blocks there.",
		Example: "  stead session edit claude:5f2a                 in your editor\n" +
			"  stead session edit claude:5f2a --drop 5-7 --rewrite 3='Use tabs'\n" +
			"  stead session edit draft:9c1e --insert-before 4 --text @note.txt\n" +
			"  stead session edit draft:9c1e --move 7:2 --diff\n" +
			"  stead session edit draft:9c1e --tokens --to codex\n" +
			"  stead run --from draft:9c1e --to codex",
		Args: func(c *cobra.Command, args []string) error {
			if o.list && len(args) == 0 {
				return nil
			}
			return flags.OneReference(c, args)
		},
		RunE:              func(c *cobra.Command, args []string) error { return run(c.Context(), p, flags.First(args), o) },
		ValidArgsFunction: flags.CompleteReference(p),
	}
	o.register(c)
	return c
}

func (o *options) register(c *cobra.Command) {
	set := c.Flags()
	o.edits.register(c)
	set.BoolVar(&o.undo, "undo", false, "take back the last step")
	set.BoolVar(&o.redo, "redo", false, "repeat the step that was undone last")
	set.BoolVar(&o.show, "show", false, "show the copy, with numbers")
	set.BoolVar(&o.diff, "diff", false, "show what is different from the original")
	set.BoolVar(&o.tokens, "tokens", false, "estimate how much of the window of --to it takes")
	set.BoolVar(&o.asBlock, "print", false, "print the text that the editor would get (see --apply)")
	set.StringVar(&o.to, "to", "", "the `CLI` whose window --tokens measures against (default: the session's own)")
	set.BoolVar(&o.list, "list", false, "list the drafts")
	set.BoolVar(&o.remove, "delete", false, "delete the draft, not the original")
	flags.JSON(c, &o.asJSON, "print the draft and its difference to the original as JSON")
	flags.Exclude(c, "undo", "redo", "list", "delete", "apply")
	flags.Exclude(c, "show", "diff", "tokens", "print", "json", "delete")
	_ = c.RegisterFlagCompletionFunc("to", flags.CompleteDrivers)
}

// editing is a running verb.
type editing struct {
	options
	p      *setup.Process
	s      *setup.Setup
	drafts draft.Editor
	// reference is the user's argument.
	reference string
}

// isDraft reports whether the user named a draft and not a session.
func (e *editing) isDraft() bool { return strings.HasPrefix(e.reference, draft.Prefix+":") }

func run(ctx context.Context, p *setup.Process, reference string, o options) error {
	if err := o.check(reference); err != nil {
		return failure.Usage(err)
	}
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	cleanUp(func(reference, path string) {
		p.Term.Err.Message("stead was killed while you edited %s; %s", reference, keptLine(reference, path))
	})
	e := &editing{options: o, p: p, s: s, drafts: s.Drafts(), reference: reference}
	switch {
	case o.list:
		return e.printList(ctx)
	case o.remove:
		return e.delete(ctx)
	}
	copied, err := e.edited(ctx)
	if err != nil || copied == nil {
		return err
	}
	return e.tell(ctx, copied)
}

// check rejects invalid combinations before anything is read.
func (o *options) check(reference string) error {
	isDraft := strings.HasPrefix(reference, draft.Prefix+":")
	changes := o.edits.any() || o.edits.apply != ""
	switch {
	case (o.undo || o.redo || o.remove) && !isDraft:
		return errors.New("--undo, --redo and --delete work on a draft: name it as draft:ID (--list shows the drafts)")
	case changes && (o.undo || o.redo || o.remove || o.list):
		return errors.New("--undo, --redo, --delete and --list cannot be combined with edits")
	case o.edits.any() && o.edits.apply != "":
		return errors.New("--apply brings all edits: it goes without others")
	case o.to != "" && !o.tokens:
		return errors.New("--to is for --tokens; `stead run --from draft:ID --to CLI` continues the copy")
	case reference == "-":
		return errors.New("a session from standard input cannot be found again: write it into a file first")
	}
	return o.edits.check()
}

// edited makes the requested changes. It does not save a copy of a session if nothing has changed in it. It returns nil
// if the user made no change.
func (e *editing) edited(ctx context.Context) (*draft.Copy, error) {
	isLook := e.show || e.diff || e.tokens || e.asBlock || e.asJSON
	switch {
	case e.undo:
		return e.drafts.Undo(ctx, e.reference, "")
	case e.redo:
		return e.drafts.Redo(ctx, e.reference, "")
	case e.edits.any() || e.edits.apply != "":
		return e.change(ctx)
	case isLook:
		return e.present(ctx)
	}
	return e.inEditor(ctx)
}

// present returns the copy in its current state. A copy of a session is not saved.
func (e *editing) present(ctx context.Context) (*draft.Copy, error) {
	if e.isDraft() {
		return e.drafts.Open(ctx, e.reference)
	}
	return e.drafts.Preview(ctx, e.reference)
}

// change makes the edits of the command line.
func (e *editing) change(ctx context.Context) (*draft.Copy, error) {
	changes, err := e.edits.changes(ctx, e.p, e.drafts.NewEntryID)
	if err != nil {
		return nil, err
	}
	if e.isDraft() {
		return e.drafts.Edit(ctx, e.reference, "", changes)
	}
	copied, err := e.drafts.Begin(ctx, e.reference, changes)
	if err == nil && copied.Draft.ID == "" {
		e.p.Term.Err.Message("nothing was changed")
		return nil, nil
	}
	return copied, err
}
