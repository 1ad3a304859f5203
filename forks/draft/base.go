package draft

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"stead/timeline"
)

// row is what is needed to arrange an entry of the original's conversation. It excludes the entry's texts.
type row struct {
	id   string
	kind timeline.EntryType
	// call is the id of the call that a result answers.
	call string
	// turn is the index of the first row of its turn.
	turn    int
	record  record
	calling calling
	print   fingerprint
}

// record is the position of an entry's native record. The line is 0 if the position is unknown.
type record struct {
	session string
	line    int
}

// fingerprint detects a change to an entry.
type fingerprint [12]byte

func (f fingerprint) String() string { return hex.EncodeToString(f[:]) }

// base is the original's conversation.
type base struct {
	rows []row
	// index maps the ids of entries to their rows.
	index map[string]int
	// total counts the current entries of the conversation, which may have grown.
	total  int
	digest string
	// summary is the row of the last compaction, -1 for none; kept are the rows before it that the model has beside it.
	summary int
	kept    map[string]bool
}

// everything is the limit of a survey without a limit.
const everything = math.MaxInt

// survey reads the session once and records at most the given number of entries of its conversation. It returns errors
// of the stream and of ctx, and ErrEdit for a session in which two entries have the same id.
func survey(ctx context.Context, s timeline.Stream, most int) (*base, error) {
	b := &base{index: map[string]int{}, summary: -1}
	digest, form, turn := sha256.New(), []byte(nil), 0
	err := s.Each(ctx, func(e *timeline.Entry) error {
		if !e.Active() {
			return nil
		}
		b.total++
		if b.total > most {
			return nil
		}
		if e.StartsTurn() {
			turn = len(b.rows)
		}
		r := row{id: strings.Clone(e.ID), kind: e.Type, call: strings.Clone(e.CallID), turn: turn, record: recordOf(e),
			calling: callingOf(e)}
		form, r.print = printOf(form[:0], e)
		digest.Write(r.print[:])
		if e.Compaction != nil {
			b.summary, b.kept = len(b.rows), keptOf(e.Compaction)
		}
		return b.add(r)
	})
	b.digest = hex.EncodeToString(digest.Sum(nil)[:16])
	return b, err
}

func keptOf(c *timeline.Compaction) map[string]bool {
	kept := make(map[string]bool, len(c.Keeps))
	for _, id := range c.Keeps {
		kept[strings.Clone(id)] = true
	}
	return kept
}

func (b *base) add(r row) error {
	if _, isTaken := b.index[r.id]; isTaken || r.id == "" {
		return fmt.Errorf("%w: the session has no entry ids that tell its entries apart", ErrEdit)
	}
	b.index[r.id] = len(b.rows)
	b.rows = append(b.rows, r)
	return nil
}

func recordOf(e *timeline.Entry) record {
	if e.Native == nil {
		return record{}
	}
	return record{strings.Clone(e.Native.Session), e.Native.Line}
}

// printOf returns the fingerprint of the visible content of an entry. Form is scratch memory.
func printOf(form []byte, e *timeline.Entry) ([]byte, fingerprint) {
	seen := timeline.Entry{
		ID: e.ID, Type: e.Type, Content: e.Content, Thinking: e.Thinking, Tool: e.Tool, Input: e.Input,
		OriginalTool: e.OriginalTool,
		CallID:       e.CallID, Success: e.Success, Output: e.Output, Error: e.Error, Attachments: e.Attachments,
		Origin: e.Origin,
	}
	form = seen.AppendJSON(form)
	sum := sha256.Sum256(form)
	return form, fingerprint(sum[:len(fingerprint{})])
}

// printsOf returns the fingerprints of the entries that a change names.
func (b *base) printsOf(c Change) map[string]string {
	prints := map[string]string{}
	for _, id := range c.named() {
		if at, ok := b.index[id]; ok {
			prints[id] = b.rows[at].print.String()
		}
	}
	return prints
}

// changed returns the ids of the entries that an edit of the draft names and that have changed since that edit.
func (b *base) changed(d Draft) []string {
	var ids []string
	for _, s := range d.Steps {
		for _, c := range s.Changes {
			for _, id := range c.named() {
				at, isThere := b.index[id]
				print, isOld := c.On[id]
				if isOld && !slices.Contains(ids, id) && (!isThere || b.rows[at].print.String() != print) {
					ids = append(ids, id)
				}
			}
		}
	}
	return ids
}
