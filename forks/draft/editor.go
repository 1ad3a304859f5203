package draft

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stead/timeline"
)

// Editor edits the drafts in a folder. All fields must be set.
type Editor struct {
	Folder Folder
	// Source opens the session that a reference names.
	Source func(ctx context.Context, reference string) (Original, error)
	Now    func() time.Time
	// NewID returns a random id of lower-case letters, digits and hyphens.
	NewID func() string
}

// Original is the session that is edited.
type Original struct {
	Stream timeline.Stream
	// Reference is a reference that finds the session from any folder. Title is the beginning of its first prompt, if
	// known.
	Reference, Title string
}

// Edits returns the changes to make to a copy, created by the copy's methods. They become one step.
type Edits func(*Copy) ([]Change, error)

// idLength is how many characters of a random id go into the id of a draft or of an inserted entry.
const idLength = 8

// Begin begins a draft of a session, applies the edits, which may be nil, and stores the draft. If the edits fail or
// change nothing, it stores nothing: the draft then has no id. It returns errors of Source and of the edits, and
// ErrEdit.
func (e Editor) Begin(ctx context.Context, reference string, edits Edits) (*Copy, error) {
	copied, err := e.Preview(ctx, reference)
	if err == nil && edits != nil {
		if copied, err = e.edit(copied, edits); err != nil {
			return nil, err
		}
	}
	if err != nil || edits != nil && !copied.IsEdited() {
		return copied, err
	}
	return e.Keep(ctx, copied)
}

// Keep stores a copy from [Editor.Preview], with the changes made since, under a new id. The error is that of the
// folder.
func (e Editor) Keep(ctx context.Context, c *Copy) (*Copy, error) {
	kept := *c
	kept.Draft.ID = e.shortID()
	err := e.Folder.locked(ctx, func() error {
		if _, err := e.Folder.read(kept.Draft.ID); !errors.Is(err, ErrNotFound) {
			return fmt.Errorf("keep %s: there is such a draft already: try again", kept.Draft.Reference())
		}
		return e.Folder.write(kept.Draft)
	})
	return &kept, err
}

// Preview returns an unedited copy of a session, without storing anything. It returns errors of Source, and ErrEdit.
func (e Editor) Preview(ctx context.Context, reference string) (*Copy, error) {
	original, err := e.Source(ctx, reference)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(original.Reference, Prefix+":") {
		return nil, fmt.Errorf("%w: %s is an edited copy already: edit that", ErrEdit, original.Reference)
	}
	copied, err := Begin(ctx, original.Stream, "", original.Reference, e.Now())
	if err != nil {
		return nil, fmt.Errorf("edit a copy of %s: %w", original.Reference, err)
	}
	copied.Draft.Title = original.Title
	return copied, nil
}

// Open returns the copy that a draft makes. Id is as in [Folder.Find]. It returns errors of Find and of Source, and
// ErrGone.
func (e Editor) Open(ctx context.Context, id string) (*Copy, error) {
	d, err := e.Folder.Find(id)
	if err != nil {
		return nil, err
	}
	return e.copyOf(ctx, d)
}

func (e Editor) copyOf(ctx context.Context, d Draft) (*Copy, error) {
	original, err := e.Source(ctx, d.Source)
	if err != nil {
		return nil, fmt.Errorf("open the original of %s: %w", d.Reference(), err)
	}
	return Open(ctx, original.Stream, d)
}

// Edit changes a draft. Revision is the one that the caller has seen, or empty for any. It returns errors of
// [Editor.Open] and of the edits, ErrEdit, and ErrRevision.
func (e Editor) Edit(ctx context.Context, id, revision string, edits Edits) (*Copy, error) {
	return e.update(ctx, id, revision, func(d Draft) (*Copy, error) {
		present, err := e.copyOf(ctx, d)
		if err != nil {
			return nil, err
		}
		return e.edit(present, edits)
	})
}

func (e Editor) edit(c *Copy, edits Edits) (*Copy, error) {
	changes, err := edits(c)
	if err != nil {
		return nil, err
	}
	return c.With(e.Now(), changes...)
}

// Undo undoes the last step of a draft. It returns errors of [Editor.Edit], and ErrHistory.
func (e Editor) Undo(ctx context.Context, id, revision string) (*Copy, error) {
	return e.change(ctx, id, revision, Draft.Undo)
}

// Redo redoes the step of a draft that was undone last. It returns errors of [Editor.Edit], and ErrHistory.
func (e Editor) Redo(ctx context.Context, id, revision string) (*Copy, error) {
	return e.change(ctx, id, revision, Draft.Redo)
}

func (e Editor) change(ctx context.Context, id, revision string, change func(Draft) (Draft, error)) (*Copy, error) {
	return e.update(ctx, id, revision, func(d Draft) (*Copy, error) {
		changed, err := change(d)
		if err != nil {
			return nil, err
		}
		return e.copyOf(ctx, changed)
	})
}

// update changes a draft while the folder is locked against other processes.
func (e Editor) update(ctx context.Context, id, revision string,
	change func(Draft) (*Copy, error)) (changed *Copy, err error) {
	err = e.Folder.locked(ctx, func() error {
		d, err := e.Folder.Find(id)
		if err != nil {
			return err
		}
		if revision != "" && d.Revision() != revision {
			return fmt.Errorf("change %s: %w: it is at revision %s, not at %s", d.Reference(), ErrRevision, d.Revision(),
				revision)
		}
		if changed, err = change(d); err != nil {
			return err
		}
		return e.Folder.write(changed.Draft)
	})
	return changed, err
}

// NewEntryID returns an id for an inserted entry.
func (e Editor) NewEntryID() string { return "inserted-" + e.shortID() }

func (e Editor) shortID() string {
	id := e.NewID()
	return id[:min(len(id), idLength)]
}
