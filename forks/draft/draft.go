package draft

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"stead/timeline"
)

// Errors of an edit.
var (
	// ErrEdit marks an edit that makes no sense, or that the session does not allow.
	ErrEdit = errors.New("this edit is not possible")
	// ErrGone says that the original no longer has an entry on which the draft rests.
	ErrGone = errors.New("the original has changed")
	// ErrHistory says that there is nothing to undo or redo.
	ErrHistory = errors.New("nothing left")
)

// Prefix begins the reference of a draft, before a colon.
const Prefix = "draft"

// format is the version of a draft's file.
const format = 1

// Draft is an edited copy of a session: what was changed in the original, step by step.
type Draft struct {
	// Format is the version of this form.
	Format int `json:"format"`
	// ID is empty for a draft that is not kept.
	ID string `json:"id"`
	// Source is the reference of the original, Title the beginning of its first prompt.
	Source  string    `json:"source"`
	Title   string    `json:"title,omitempty"`
	Created time.Time `json:"created"`
	// Base is the original as it was when the draft was begun.
	Base Base `json:"base"`
	// Steps are the changes that count, Undone those that were taken back, the last one first to be redone.
	Steps  []Step `json:"steps,omitempty"`
	Undone []Step `json:"undone,omitempty"`
}

// Base says how the original was when the draft was begun.
type Base struct {
	// Entries counts the entries of its conversation.
	Entries int `json:"entries"`
	// Digest is made of all of them.
	Digest string `json:"digest"`
}

// Step is what was changed at once, and is undone at once.
type Step struct {
	Time    time.Time `json:"time"`
	Changes []Change  `json:"changes"`
}

// Operation is what a change does.
type Operation string

// The operations.
const (
	// Cut removes a range of entries.
	Cut Operation = "cut"
	// Drop removes single entries.
	Drop Operation = "drop"
	// Rewrite gives an entry another text, or a call other arguments.
	Rewrite Operation = "rewrite"
	// Insert adds a message.
	Insert Operation = "insert"
	// Move puts entries elsewhere.
	Move Operation = "move"
)

// Change is one operation on entries, which it names by their ids.
type Change struct {
	Operation Operation `json:"op"`
	// Entries are those that are dropped, rewritten or moved, the first and the last one that are cut, or the id of the
	// one that is inserted.
	Entries []string `json:"entries"`
	// Before is the entry before which entries are inserted or moved. Empty is the end.
	Before string `json:"before,omitempty"`
	// Alone moves a call or a result without the other one.
	Alone bool `json:"alone,omitempty"`
	// Role is that of an inserted message: user or assistant.
	Role timeline.EntryType `json:"role,omitempty"`
	// Text is what is inserted, or takes the place of a text. That of a call is its arguments, a JSON object.
	Text string `json:"text,omitempty"`
	// On has the fingerprints of the original's entries that the change names.
	On map[string]string `json:"on,omitempty"`
}

// named are all entries that the change names.
func (c Change) named() []string {
	if c.Before == "" {
		return c.Entries
	}
	return append(slices.Clone(c.Entries), c.Before)
}

// Reference returns the reference by which the draft is found: draft:<id>.
func (d Draft) Reference() string { return Prefix + ":" + d.ID }

// Name is what people know the draft by: its reference, or that of the original for one that is not kept.
func (d Draft) Name() string {
	if d.ID == "" {
		return d.Source
	}
	return d.Reference()
}

// Revision identifies the draft as it is. A draft of which a step was undone and redone has the revision it had before.
func (d Draft) Revision() string {
	form, err := json.Marshal(d)
	if err != nil {
		return "" // texts, numbers and times always have a JSON form
	}
	sum := sha256.Sum256(form)
	return hex.EncodeToString(sum[:6])
}

// Undo returns the draft without its last step, which [Draft.Redo] brings back. The error wraps ErrHistory.
func (d Draft) Undo() (Draft, error) {
	if len(d.Steps) == 0 {
		return d, fmt.Errorf("undo a step of %s: %w: it has no edits", d.Reference(), ErrHistory)
	}
	d.Steps, d.Undone = shift(d.Steps, d.Undone)
	return d, nil
}

// Redo returns the draft with the step that was undone last. The error wraps ErrHistory.
func (d Draft) Redo() (Draft, error) {
	if len(d.Undone) == 0 {
		return d, fmt.Errorf("redo a step of %s: %w: no edit was undone", d.Reference(), ErrHistory)
	}
	d.Undone, d.Steps = shift(d.Undone, d.Steps)
	return d, nil
}

// shift takes the last step of one list behind the other. Lists without a step are nil, as in a file that was read.
func shift(from, to []Step) (rest, longer []Step) {
	last := len(from) - 1
	longer = append(slices.Clone(to), from[last])
	if last > 0 {
		rest = slices.Clone(from[:last])
	}
	return rest, longer
}

// with returns the draft with one more step. What was undone cannot be redone any longer.
func (d Draft) with(s Step) Draft {
	d.Steps, d.Undone = append(slices.Clone(d.Steps), s), nil
	return d
}
