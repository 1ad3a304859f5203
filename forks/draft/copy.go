package draft

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/internal/render/transcript"
	"stead/timeline"
)

// Copy is a session with the edits of a draft.
type Copy struct {
	// Draft holds the changes.
	Draft  Draft
	source timeline.Stream
	base   *base
	items  []item
}

// Begin returns a copy without any changes. ID is the draft's id, empty if the draft is not stored. Reference is a
// reference that finds the session again. Begin reads the session once and keeps none of its texts. It returns errors
// of the stream, and ErrEdit for a session that has no entries or whose entries have no unique ids.
func Begin(ctx context.Context, s timeline.Stream, id, reference string, now time.Time) (*Copy, error) {
	b, err := survey(ctx, s, everything)
	if err != nil {
		return nil, err
	}
	if b.total == 0 {
		return nil, fmt.Errorf("%w: the session holds no conversation", ErrEdit)
	}
	d := Draft{Format: format, ID: id, Source: reference, Created: now.UTC(),
		Base: Base{Entries: b.total, Digest: b.digest}}
	items, err := arrange(b, nil)
	return &Copy{Draft: d, source: s, base: b, items: items}, err
}

// Open returns the copy that a draft makes of its session. It reads the session once. It returns errors of the stream,
// ErrEdit, and ErrGone if the session no longer has the entries that the draft depends on.
func Open(ctx context.Context, s timeline.Stream, d Draft) (*Copy, error) {
	if d.Format != format {
		return nil, fmt.Errorf("open %s: it was made by another version of stead (form %d, not %d)", d.Reference(),
			d.Format, format)
	}
	b, err := survey(ctx, s, d.Base.Entries)
	if err != nil {
		return nil, err
	}
	items, err := arrange(b, d.Steps)
	if err != nil {
		return nil, fmt.Errorf("open %s, a copy of %s: %w", d.Reference(), d.Source, err)
	}
	return &Copy{Draft: d, source: s, base: b, items: items}, nil
}

// With returns the copy with further changes, combined into one step. The numbers in errors are those of c. Errors wrap
// ErrEdit.
func (c *Copy) With(now time.Time, changes ...Change) (*Copy, error) {
	if len(changes) == 0 {
		return c, nil
	}
	for i := range changes {
		changes[i].On = c.base.printsOf(changes[i])
	}
	edited := *c
	edited.Draft = c.Draft.with(Step{Time: now.UTC().Truncate(time.Millisecond), Changes: changes})
	var err error
	edited.items, err = arrange(c.base, edited.Draft.Steps)
	return &edited, err
}

// Len returns the number of entries in the copy. They are numbered from 1.
func (c *Copy) Len() int { return len(c.items) }

// IsEdited reports whether the copy has any changes.
func (c *Copy) IsEdited() bool { return len(c.Draft.Steps) > 0 }

// Notes returns sentences that describe how the original has changed since the draft was begun, and what a CLI may
// reject in the copy.
func (c *Copy) Notes() []string {
	notes := c.originalNotes()
	if first := c.items[0].kind; c.IsEdited() && first != timeline.User && c.base.rows[0].kind == timeline.User {
		notes = append(notes, c.Draft.Name()+" no longer begins with a prompt, which services of some models refuse")
	}
	if n := c.summarized(); n > 0 {
		notes = append(notes, fmt.Sprintf("what %s changes before the compaction (%s) does not reach the model, which gets the summary",
			c.Draft.Name(), transcript.Count(n, "entry")))
	}
	return notes
}

// summarized counts the entries that were dropped, rewritten or inserted before the last summary of the conversation,
// as long as that is there.
func (c *Copy) summarized() (n int) {
	last := c.base.summary
	at := slices.IndexFunc(c.items, func(i item) bool { return i.row == last })
	if last < 0 || at < 0 {
		return 0
	}
	stays := map[int]bool{}
	for _, i := range c.items {
		stays[i.row] = true
	}
	for row, r := range c.base.rows[:last] {
		if !stays[row] && !c.base.kept[r.id] {
			n++
		}
	}
	for _, i := range c.items[:at] {
		if i.text != nil && !c.base.kept[i.id] {
			n++
		}
	}
	return n
}

func (c *Copy) originalNotes() []string {
	d := c.Draft
	var notes []string
	note := func(text string, args ...any) { notes = append(notes, d.Source+" "+fmt.Sprintf(text, args...)) }
	if grown := c.base.total - d.Base.Entries; grown > 0 {
		note("has grown by %s since %s was begun, which does not have them", transcript.Count(grown, "entry"), d.Reference())
	}
	if c.base.digest == d.Base.Digest {
		return notes
	}
	if missing := d.Base.Entries - c.base.total; missing > 0 {
		note("has lost %s since %s was begun", transcript.Count(missing, "entry"), d.Reference())
	}
	if changed := c.base.changed(d); len(changed) > 0 {
		note("has changed in what the edits of %s rest on: %s", d.Reference(), strings.Join(changed, ", "))
	} else {
		note("has changed since %s was begun, but not in what its edits rest on", d.Reference())
	}
	return notes
}
