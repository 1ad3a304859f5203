package edit

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"stead/cmd/stead/cli/term"
	"stead/forks/draft"
)

// listed is a draft as --list --json prints it.
type listed struct {
	Draft   string    `json:"draft"`
	Source  string    `json:"source"`
	Title   string    `json:"title"`
	Steps   int       `json:"steps"`
	Undone  int       `json:"undone"`
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`
}

// printList lists the drafts, or those of one session.
func (e *editing) printList(ctx context.Context) error {
	all, err := e.drafts.Folder.List()
	if err != nil {
		return err
	}
	if e.reference != "" {
		if all, err = e.ofSession(ctx, all); err != nil {
			return err
		}
	}
	if e.asJSON {
		values := make([]listed, 0, len(all))
		for _, d := range all {
			values = append(values, listed{d.Reference(), d.Source, d.Title, len(d.Steps), len(d.Undone), d.Created,
				d.Changed.UTC()})
		}
		return e.p.Term.Out.JSON(values)
	}
	if len(all) == 0 {
		e.p.Term.Err.Message("there are no drafts: `stead session edit SESSION` begins one")
		return nil
	}
	now := e.s.Host.Now()
	rows := make([][]string, 0, len(all))
	for _, d := range all {
		rows = append(rows, []string{d.Reference(), strconv.Itoa(len(d.Steps)), term.Age(now.Sub(d.Changed)), d.Source,
			d.Title})
	}
	return e.p.Term.Out.Table([]term.Column{{Title: "DRAFT"}, {Title: "STEPS", Right: true}, {Title: "AGE"},
		{Title: "SESSION", Most: 24}, {Title: "TITLE"}}, rows)
}

// ofSession keeps the drafts of the named session, or of the named draft's session.
func (e *editing) ofSession(ctx context.Context, all []draft.Listed) (own []draft.Listed, err error) {
	lasting, err := e.original(ctx)
	for _, d := range all {
		if err == nil && d.Source == lasting {
			own = append(own, d)
		}
	}
	return own, err
}

// original returns the reference of the named session, or of the named draft's session, in the form that drafts store.
func (e *editing) original(ctx context.Context) (string, error) {
	if e.isDraft() {
		d, err := e.drafts.Folder.Find(e.reference)
		return d.Source, err
	}
	source, err := e.s.Catalog.Resolve(ctx, e.reference)
	if err != nil {
		return "", err
	}
	return source.Lasting()
}

// delete deletes the named draft.
func (e *editing) delete(ctx context.Context) error {
	d, err := e.drafts.Folder.Delete(ctx, e.reference)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.p.Term.Out, "deleted %s, a copy of %s\n", d.Reference(), d.Source)
	return err
}
