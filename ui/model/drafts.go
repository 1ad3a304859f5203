package model

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"stead/forks/draft"
	"stead/timeline"
)

// Draft is an edited copy of a session.
type Draft struct {
	Reference string    `json:"reference" doc:"what names it wherever a session is named" example:"draft:5f2a91c0"`
	ID        string    `json:"id"`
	Revision  string    `json:"rev" doc:"changes with each edit: give it back with the next one"`
	Source    string    `json:"source" doc:"the reference of the original, which is never changed"`
	Title     string    `json:"title,omitempty"`
	Created   time.Time `json:"created"`
	Steps     int       `json:"steps" doc:"how many edits can be undone"`
	Undone    int       `json:"undone" doc:"how many can be made again"`
}

// Drafts lists the drafts of the machine.
type Drafts struct {
	Items []Draft `json:"items" doc:"the one that was changed last first"`
}

// EditedDraft is a draft with its difference from the original.
type EditedDraft struct {
	Draft
	Entries    int              `json:"entries" doc:"how many it has"`
	Difference draft.Difference `json:"difference" doc:"how it differs from its original"`
	Notes      []string         `json:"notes,omitempty" doc:"what is to be known of the original"`
}

// Edit is one edit. Entry numbers count from 1 and are those from before the request.
type Edit struct {
	Operation string `json:"op" enum:"cut,drop,rewrite,insert,move,undo,redo" doc:"cut removes all entries of a range, drop single ones with their calls or results; undo and redo stand alone"`
	Entries   string `json:"entries,omitempty" maxLength:"1000" doc:"what is cut, dropped, rewritten or moved: 3, 5-7, 9-, and to drop also 3,5-7" example:"5-7"`
	Before    int    `json:"before,omitempty" minimum:"0" doc:"the entry before which something is inserted or moved; 0 is the end"`
	Role      string `json:"role,omitempty" enum:"user,assistant" doc:"who says what is inserted; default: user"`
	Text      string `json:"text,omitempty" doc:"what is inserted, or takes the place of a text; for a call its arguments as JSON"`
}

// BeginDraft names the session to copy into a draft, and the first edits.
type BeginDraft struct {
	Session string `json:"session" minLength:"1" maxLength:"400" doc:"the reference of the session" example:"claude:latest"`
	Edits   []Edit `json:"edits,omitempty" maxItems:"1000" doc:"what is edited at once, as one step"`
}

// EditDraft holds the edits to make in a draft.
type EditDraft struct {
	Revision string `json:"rev,omitempty" maxLength:"200" doc:"the one that the caller has seen: with another one nothing is changed"`
	Edits    []Edit `json:"edits" minItems:"1" maxItems:"1000" doc:"what is edited, as one step"`
}

// List lists the drafts. Errors are those of the file system.
func (d DraftEditor) List() (Drafts, error) {
	all, err := d.options.Drafts.Folder.List()
	found := Drafts{Items: []Draft{}}
	for _, listed := range all {
		found.Items = append(found.Items, asDraft(listed.Draft))
	}
	return found, err
}

// Find returns a draft by its id, a prefix of the id, or "latest". Errors: those of [draft.Editor.Open].
func (d DraftEditor) Find(ctx context.Context, id string) (EditedDraft, error) {
	copied, err := d.options.Drafts.Open(ctx, id)
	return asEdited(ctx, copied, err)
}

// Begin begins a draft of a session with some edits. Errors: those of [Reader.Session] and of [draft.Editor.Begin], and
// errors that wrap ErrQuery.
func (d DraftEditor) Begin(ctx context.Context, o BeginDraft) (EditedDraft, error) {
	source, err := d.options.Catalog.ResolveStored(ctx, o.Session)
	if err != nil {
		return EditedDraft{}, err
	}
	for _, e := range o.Edits {
		if e.Operation == undo || e.Operation == redo {
			return EditedDraft{}, fmt.Errorf("%w: a new draft has nothing to %s", ErrQuery, e.Operation)
		}
	}
	var edits draft.Edits
	if len(o.Edits) > 0 { // without edits, the draft begins as a copy to be edited later
		edits = d.changes(o.Edits)
	}
	copied, err := d.options.Drafts.Begin(ctx, source.Reference(), edits)
	return asEdited(ctx, copied, err)
}

// Operations that are not changes of package draft.
const (
	undo = "undo"
	redo = "redo"
)

// Edit makes edits in a draft, as one step. Errors: those of [draft.Editor.Edit], which wrap ErrState if the draft has
// changed in the meantime or has nothing to undo, and errors that wrap ErrQuery.
func (d DraftEditor) Edit(ctx context.Context, id string, o EditDraft) (EditedDraft, error) {
	edits, revision := o.Edits, o.Revision
	var copied *draft.Copy
	var err error
	switch {
	case len(edits) == 0:
		err = fmt.Errorf("%w: there is no edit to make", ErrQuery)
	case len(edits) == 1 && edits[0].Operation == undo:
		copied, err = d.options.Drafts.Undo(ctx, id, revision)
	case len(edits) == 1 && edits[0].Operation == redo:
		copied, err = d.options.Drafts.Redo(ctx, id, revision)
	default:
		copied, err = d.options.Drafts.Edit(ctx, id, revision, d.changes(edits))
	}
	return asEdited(ctx, copied, err)
}

// Delete deletes a draft and returns its last state. Errors: those of [draft.Folder.Delete].
func (d DraftEditor) Delete(ctx context.Context, id string) (Draft, error) {
	deleted, err := d.options.Drafts.Folder.Delete(ctx, id)
	return asDraft(deleted), err
}

// changes returns a function that applies the edits to a copy.
func (d DraftEditor) changes(edits []Edit) draft.Edits {
	return func(c *draft.Copy) ([]draft.Change, error) {
		var all []draft.Change
		for _, e := range edits {
			change, err := e.in(c, d.options.Drafts.NewEntryID())
			if err != nil {
				return nil, err
			}
			all = append(all, change)
		}
		return all, nil
	}
}

// in applies the edit to c and returns the resulting change. NewID is the id of an inserted entry.
func (e Edit) in(c *draft.Copy, newID string) (draft.Change, error) {
	before := cmp.Or(e.Before, c.Len()+1) // after the last one
	if e.Operation == string(draft.Insert) {
		role := timeline.User
		if e.Role != "" {
			role = timeline.EntryType(e.Role)
		}
		return c.Insert(before, role, e.Text, newID)
	}
	if e.Operation == string(draft.Drop) {
		ranges, err := draft.ParseRanges(e.Entries)
		if err != nil {
			return draft.Change{}, err
		}
		return c.Drop(ranges...)
	}
	r, err := draft.ParseRange(e.Entries)
	if err != nil {
		return draft.Change{}, err
	}
	switch draft.Operation(e.Operation) {
	case draft.Cut:
		return c.Cut(r)
	case draft.Move:
		return c.Move(r, before)
	case draft.Rewrite:
		if r.First != r.Last {
			return draft.Change{}, fmt.Errorf("%w: one entry is rewritten at a time, not %s", ErrQuery, e.Entries)
		}
		return c.Rewrite(r.First, e.Text)
	}
	return draft.Change{}, fmt.Errorf("%w: %s cannot be combined with other edits", ErrQuery, e.Operation)
}

func asDraft(d draft.Draft) Draft {
	return Draft{
		Reference: d.Reference(), ID: d.ID, Revision: d.Revision(), Source: d.Source, Title: d.Title, Created: d.Created,
		Steps: len(d.Steps), Undone: len(d.Undone),
	}
}

// asEdited converts a copy to the form that is shown, unless err is set.
func asEdited(ctx context.Context, c *draft.Copy, err error) (EditedDraft, error) {
	if err != nil {
		return EditedDraft{}, ofState(err)
	}
	difference, err := c.Difference(ctx)
	return EditedDraft{Draft: asDraft(c.Draft), Entries: c.Len(), Difference: difference, Notes: c.Notes()}, err
}
