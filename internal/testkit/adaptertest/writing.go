package adaptertest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
)

func (a Adapter) needsWriter(t testing.TB) {
	t.Helper()
	if a.Writer == nil {
		t.Skip("the adapter has no writer")
	}
}

// options are [Options] with an id, unless it is empty.
func options(id string) writers.Options {
	o := writertest.Options()
	o.ID = id
	return o
}

// write writes a stream into a store, which must succeed, and checks the receipt.
func (a Adapter) write(t testing.TB, name string, store adapter.Store, stream timeline.Stream,
	o writers.Options) writers.Receipt {
	t.Helper()
	plan, err := a.Writer.Plan(store, stream, o)
	if err != nil {
		t.Fatalf("%s: plan: %v", name, err)
	}
	receipt, err := a.Writer.Write(context.Background(), plan)
	if err != nil {
		t.Fatalf("%s: write: %v", name, err)
	}
	if receipt.Path != plan.Path || receipt.ID != plan.ID {
		t.Errorf("%s: planned %s at %s, wrote %s at %s", name, plan.ID, plan.Path, receipt.ID, receipt.Path)
	}
	a.checkReceipt(t, name, receipt)
	return receipt
}

func (a Adapter) checkReceipt(t testing.TB, name string, receipt writers.Receipt) {
	t.Helper()
	for _, path := range receipt.Files {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 && testkit.HasModes {
			t.Errorf("%s: %s must be a file of mode 0600: %v, %v", name, path, info.Mode(), err)
		}
	}
	if a.Records != nil {
		if records := a.Records(t, adapter.Location{Path: receipt.Path, ID: receipt.ID}); len(records) != receipt.Lines {
			t.Errorf("%s: the session has %d records, the receipt says %d", name, len(records), receipt.Lines)
		}
		return
	}
	content, err := os.ReadFile(receipt.Path)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if int64(len(content)) != receipt.Size {
		t.Errorf("%s: the file has %d bytes, the receipt says %d", name, len(content), receipt.Size)
	}
	if len(linesOf(content)) != receipt.Lines {
		t.Errorf("%s: the file has %d lines, the receipt says %d", name, len(linesOf(content)), receipt.Lines)
	}
	if !bytes.HasSuffix(content, []byte("\n")) {
		t.Errorf("%s: the file does not end with a line feed: the CLI would append to its last line", name)
	}
}

func checkWriteTwice(t testing.TB, a Adapter) {
	a.needsWriter(t)
	s := a.first(t)
	stream := a.open(t, s)
	o := options("")
	first := a.write(t, s.fixture, s.store, stream, o)
	location := adapter.Location{Path: first.Path, ID: first.ID}
	content := a.records(t, location)
	second := a.write(t, s.fixture, s.store, stream, o)
	if first.ID == second.ID || (a.Records == nil && first.Path == second.Path) {
		t.Errorf("both writings made session %s at %s", first.ID, first.Path)
	}
	if !slices.EqualFunc(content, a.records(t, location), bytes.Equal) {
		t.Error("the second writing changed the first session")
	}
}

func checkExisting(t testing.TB, a Adapter) {
	a.needsWriter(t)
	s := a.first(t)
	stream := a.open(t, s)
	before := fixtures.Snapshot(t, s.host.Home)
	plan, err := a.Writer.Plan(s.store, stream, options(stream.Header.ID))
	if err == nil {
		_, err = a.Writer.Write(context.Background(), plan)
	}
	if !errors.Is(err, adapter.ErrExists) {
		t.Errorf("writing over an existing session: error %v, want adapter.ErrExists", err)
	}
	if diff := cmp.Diff(before, fixtures.Snapshot(t, s.host.Home)); diff != "" {
		t.Errorf("the refused writing changed the store (-before +after):\n%s", diff)
	}
}

// checkAttachments gives the writer sessions that name other files of the user as their pictures. None may arrive, and
// each must be reported as a loss.
func checkAttachments(t testing.TB, a Adapter) {
	a.needsWriter(t)
	for _, stranger := range sample.Strangers(t) {
		receipt, written := a.deliver(t, stranger.Stream)
		if sample.Leaks(written) {
			t.Errorf("the file at %q arrives", stranger.Path)
		}
		if !sample.SaysOutside(receipt.Losses) && !a.Recorded.TakesNoFiles {
			t.Errorf("%q is not taken, and the losses %v do not say so", stranger.Path, receipt.Losses)
		}
	}
}

// deliver writes a session into a new store. It returns everything that was written, in its native form and as read
// back.
func (a Adapter) deliver(t testing.TB, s timeline.Stream) (receipt writers.Receipt, written []byte) {
	t.Helper()
	_, store := a.newStore(t)
	receipt = a.write(t, "a stranger's session", store, s, options(""))
	for _, path := range receipt.Files {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		written = append(written, content...)
	}
	back := a.open(t, session{fixture: "a stranger's session",
		location: adapter.Location{Path: receipt.Path, ID: receipt.ID}})
	for _, e := range collect(t, receipt.Path, back) {
		written = e.AppendJSON(written)
	}
	return receipt, written
}
