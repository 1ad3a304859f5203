// Package injection writes a session into the store of another CLI, proves by reading it back that it arrived, and
// gathers the signals with which the CLI shows that it opened the session.
package injection

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"os"
	"strings"

	"stead/adapters/adapter"
	"stead/inject/policy"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

// ErrUnconfirmed means that the arrival of a delivery could not be verified.
var ErrUnconfirmed = errors.New("the injection is not confirmed")

// Target is the CLI that sessions are delivered to.
type Target struct {
	Reader readers.Reader
	Writer writers.Writer
	Store  adapter.Store
}

// Rehearse does everything except the writing, and reports what a delivery would deliver.
func (t Target) Rehearse(ctx context.Context, chosen policy.Selection,
	o writers.Options) (writers.Plan, writers.Report, error) {
	plan, err := t.Writer.Plan(t.Store, chosen.Stream, o)
	if err != nil {
		return plan, writers.Report{}, err
	}
	report, err := t.Writer.Encode(ctx, io.Discard, plan)
	chosen.Complete(&report)
	if err == nil {
		err = refuseNothing(report)
	}
	return plan, report, err
}

// Try delivers into a temporary store and removes it again. It returns the error that Deliver would return. For a
// writer that needs the CLI's own store, because its sessions are not files, it does nothing and returns nil.
func (t Target) Try(ctx context.Context, chosen policy.Selection, o writers.Options) error {
	if _, ok := t.Writer.(writers.Undoer); ok {
		return nil
	}
	root, err := os.MkdirTemp("", "stead-rehearsal-")
	if err != nil {
		return err
	}
	t.Store.Root = root
	_, err = t.Deliver(ctx, chosen, o)
	return errors.Join(err, os.RemoveAll(root))
}

// refuseNothing returns an error if nothing is left to deliver, because a CLI could not continue a session without a
// conversation.
func refuseNothing(r writers.Report) error {
	if r.Entries > 0 {
		return nil
	}
	return fmt.Errorf("nothing to deliver: %w: it holds no prompt, answer or call", adapter.ErrEmpty)
}

// Deliver writes the chosen session into the target's store and verifies it by reading it back with the target's own
// reader: each prompt, answer, call and result must be there, in order. If that fails, it leaves nothing behind. It
// returns errors of the writer, adapter.ErrEmpty if there is nothing to deliver, and ErrUnconfirmed.
func (t Target) Deliver(ctx context.Context, chosen policy.Selection, o writers.Options) (writers.Receipt, error) {
	sent := manifest{target: t.Writer.Info().Name}
	chosen.Stream.Entries = sent.record(chosen.Stream.Entries)
	plan, err := t.Writer.Plan(t.Store, chosen.Stream, o)
	if err != nil {
		return writers.Receipt{}, err
	}
	receipt, err := t.Writer.Write(ctx, plan)
	if err != nil {
		return receipt, fmt.Errorf("write the session for %s: %w", t.Writer.Info().Title, err)
	}
	chosen.Complete(&receipt.Report)
	if err = refuseNothing(receipt.Report); err == nil {
		err = t.verify(ctx, receipt, sent)
	}
	if err != nil {
		return receipt, errors.Join(err, t.Undo(receipt))
	}
	return receipt, nil
}

// Begin writes a session with the given header and no conversation. It is for a CLI that cannot start a new session
// under a given id. Errors are those of the writer.
func (t Target) Begin(ctx context.Context, h timeline.Header, o writers.Options) (writers.Receipt, error) {
	plan, err := t.Writer.Plan(t.Store, timeline.Stream{Header: h, Entries: timeline.Of()}, o)
	if err != nil {
		return writers.Receipt{}, err
	}
	receipt, err := t.Writer.Write(ctx, plan)
	if err != nil {
		return receipt, fmt.Errorf("write a new session for %s: %w", t.Writer.Info().Title, err)
	}
	return receipt, nil
}

func (t Target) verify(ctx context.Context, receipt writers.Receipt, sent manifest) error {
	written, err := t.Reader.Open(ctx, adapter.Location{Path: receipt.Path, ID: receipt.ID})
	if err != nil {
		return fmt.Errorf("%w: read back %s: %w", ErrUnconfirmed, receipt.Path, err)
	}
	a := newArrival(sent.items)
	for e, err := range written.Entries {
		if err != nil {
			return fmt.Errorf("%w: read back %s: %w", ErrUnconfirmed, receipt.Path, err)
		}
		if e.Active() {
			a.see(sent.item(e))
		}
	}
	if lost, ok := a.missing(); ok {
		return fmt.Errorf("%w: %s %s of the source is not in what was written (%d of %d items are)",
			ErrUnconfirmed, lost.kind, lost.id, a.arrived, len(sent.items))
	}
	return nil
}

// Undo removes what a delivery created, or nothing for the zero receipt. The CLI must not have been started on it.
func (t Target) Undo(r writers.Receipt) error {
	if u, ok := t.Writer.(writers.Undoer); ok && r.ID != "" {
		return u.Undo(r)
	}
	var failed error
	for _, path := range r.Files {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// manifest lists the sent items by checksum and name, so that an item takes the same memory whatever the size of its
// body.
type manifest struct {
	// target is the CLI whose own records may return unchanged.
	target string
	seed   maphash.Seed
	items  []item
}

// item is an entry as it must arrive: identified by its text, or by its text combined with the reason why it failed,
// because CLIs store the reason in a field or in the text. Record is the checksum of the target's own record that the
// entry was read from, or 0 if there is none. A record that returns byte for byte has arrived, even if an earlier
// version of stead read a different text from it.
type item struct {
	text, whole, record uint64
	kind                timeline.EntryType
	id                  string
}

func (i item) matches(written item) bool {
	return i.text == written.text || i.whole == written.text || i.whole == written.whole || i.record != 0 &&
		i.record == written.record
}

// record returns the same range, and records what passes.
func (m *manifest) record(entries iter.Seq2[*timeline.Entry, error]) iter.Seq2[*timeline.Entry, error] {
	m.seed = maphash.MakeSeed()
	return func(yield func(*timeline.Entry, error) bool) {
		m.items = m.items[:0]
		for e, err := range entries {
			if err == nil && e.Active() && hasContent(e) {
				m.items = append(m.items, m.item(e))
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// hasContent reports whether the entry must arrive. An answer that consists only of thinking need not.
func hasContent(e *timeline.Entry) bool {
	switch e.Type {
	case timeline.User, timeline.Assistant:
		return !e.Content.IsBlank()
	default:
		return e.Type == timeline.ToolCall || e.Type == timeline.ToolResult
	}
}

// item returns the checksums of what must arrive unchanged. A call is translated, and its id may be, so only its
// presence counts.
func (m *manifest) item(e *timeline.Entry) item {
	text := e.Content
	switch e.Type {
	case timeline.ToolResult:
		text = e.Output
	case timeline.ToolCall:
		text = timeline.Text{}
	}
	if e.IsContext() { // CLIs differ in the white space around it, and some only have a text that describes itself
		text = timeline.NewText(strings.TrimSpace(text.String()))
	}
	i := item{text: m.sum(e.Type, text), kind: e.Type, id: e.ID}
	if n := e.Native; n != nil && n.CLI == m.target && len(n.Raw) > 0 {
		i.record = maphash.Bytes(m.seed, n.Raw)
	}
	i.whole = i.text
	if e.IsContext() {
		i.whole = m.sum(e.Type, e.Told())
	}
	if e.Type == timeline.ToolResult {
		whole := e.Output
		if !e.Error.IsEmpty() {
			whole = timeline.Join([]timeline.Text{e.Error, e.Output}, "\n")
		}
		i.whole = m.sum(e.Type, uniform(whole))
		if e.Output.IsBlank() {
			i.text = m.sum(e.Type, whole)
		}
	}
	return i
}

// uniform returns the text of a failed command with the first letter in stead's form. Claude Code's own results begin
// with "Exit code 1", and are read as the error "exit code 1" with an output.
func uniform(told timeline.Text) timeline.Text {
	const native, universal = "Exit code ", "exit code "
	if !told.HasPrefix(native) {
		return told
	}
	return timeline.Concat(timeline.NewText(universal), told.Slice(len(native), len(told.Inner())))
}

func (m *manifest) sum(kind timeline.EntryType, text timeline.Text) uint64 {
	var h maphash.Hash
	h.SetSeed(m.seed)
	h.WriteString(string(kind))
	h.WriteString(text.String())
	return h.Sum64()
}
