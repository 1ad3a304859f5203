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
	// ErrEdit marks an edit that is invalid, or that the session does not allow.
	ErrEdit = errors.New("this edit is not possible")
	// ErrGone means that the original no longer has an entry that the draft depends on.
	ErrGone = errors.New("the original has changed")
	// ErrHistory means that there is nothing to undo or redo.
	ErrHistory = errors.New("nothing left")
)

// Prefix is the text before the colon in the reference of a draft.
const Prefix = "draft"

// format is the version of the file format of drafts.
const format = 1

// Draft is an edited copy of a session: the changes to the original, step by step.
type Draft struct {
	// Format is the version of this format.
	Format int `json:"format"`
	// ID is empty for a draft that is not stored.
	ID string `json:"id"`
	// Source is the reference of the original. Title is the beginning of its first prompt.
	Source  string    `json:"source"`
	Title   string    `json:"title,omitempty"`
	Created time.Time `json:"created"`
	// Base describes the original at the time when the draft was begun.
	Base Base `json:"base"`
	// Steps are the changes in effect. Undone are the undone steps; the last one is redone first.
	Steps  []Step `json:"steps,omitempty"`
	Undone []Step `json:"undone,omitempty"`
}

// Base describes the original at the time when the draft was begun.
type Base struct {
	// Entries counts the entries of its conversation.
	Entries int `json:"entries"`
	// Digest covers all of them.
	Digest string `json:"digest"`
}

// Step holds changes that were made together and are undone together.
type Step struct {
	Time    time.Time `json:"time"`
	Changes []Change  `json:"changes"`
}

// Operation is the kind of a change.
type Operation string

// The operations.
const (
	// Cut removes a range of entries.
	Cut Operation = "cut"
	// Drop removes single entries.
	Drop Operation = "drop"
	// Rewrite replaces the text of an entry, or the arguments of a call.
	Rewrite Operation = "rewrite"
	// Insert adds a message.
	Insert Operation = "insert"
	// Move moves entries to another place.
	Move Operation = "move"
)

// Change is one operation on entries, identified by their ids.
type Change struct {
	Operation Operation `json:"op"`
	// Entries are the ids of the entries to drop, rewrite or move, of the first and the last one to cut, or of the one
	// to insert.
	Entries []string `json:"entries"`
	// Before is the entry that inserted or moved entries are placed before. Empty means the end.
	Before string `json:"before,omitempty"`
	// Alone moves a call or a result without its counterpart.
	Alone bool `json:"alone,omitempty"`
	// Role is the role of an inserted message: user or assistant.
	Role timeline.EntryType `json:"role,omitempty"`
	// Text is the inserted text, or replaces a text. For a call it is the arguments, a JSON object.
	Text string `json:"text,omitempty"`
	// On maps the ids of the original's entries that the change names to their fingerprints.
	On map[string]string `json:"on,omitempty"`
}

// named returns the ids of all entries that the change names.
func (c Change) named() []string {
	if c.Before == "" {
		return c.Entries
	}
	return append(slices.Clone(c.Entries), c.Before)
}

// Reference returns the reference that finds the draft: draft:<id>.
func (d Draft) Reference() string { return Prefix + ":" + d.ID }

// Name is the name of the draft in messages: its reference, or that of the original if the draft is not stored.
func (d Draft) Name() string {
	if d.ID == "" {
		return d.Source
	}
	return d.Reference()
}

// Revision identifies the current state of the draft. Undoing and redoing a step restores the earlier revision.
func (d Draft) Revision() string {
	form, err := json.Marshal(d)
	if err != nil {
		return "" // texts, numbers and times always have a JSON form
	}
	sum := sha256.Sum256(form)
	return hex.EncodeToString(sum[:6])
}

// Undo returns the draft without its last step, which [Draft.Redo] restores. The error wraps ErrHistory.
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

// shift moves the last step of one list to the end of the other. Empty lists are nil, as in a draft read from a file.
func shift(from, to []Step) (rest, longer []Step) {
	last := len(from) - 1
	longer = append(slices.Clone(to), from[last])
	if last > 0 {
		rest = slices.Clone(from[:last])
	}
	return rest, longer
}

// with returns the draft with one more step. Undone steps can no longer be redone.
func (d Draft) with(s Step) Draft {
	d.Steps, d.Undone = append(slices.Clone(d.Steps), s), nil
	return d
}
