package adaptertest

import (
	"bytes"
	"os"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/sample"
	"stead/timeline"
	"stead/writers"
)

// checkAttachments gives the writer sessions that name other files of the user's as their pictures. None may arrive, and each must be a loss; a
// picture beside the session's file must arrive, unless the format takes none.
func checkAttachments(t testing.TB, a Adapter) {
	a.needsWriter(t)
	for _, stranger := range sample.Strangers(t) {
		receipt, written := a.deliver(t, stranger.Stream)
		if sample.Leaks(written) {
			t.Errorf("the file at %q arrives", stranger.Path)
		}
		if !sample.Says(receipt.Losses, stranger.Why) && !a.Recorded.TakesNoFiles {
			t.Errorf("%q is not taken, and the losses %v do not say that %v", stranger.Path, receipt.Losses, stranger.Why)
		}
	}
	kin, want := sample.Kin(t)
	if _, written := a.deliver(t, kin); !bytes.Contains(written, []byte(want)) && !a.Recorded.TakesNoFiles {
		t.Error("a picture beside the session's file does not arrive")
	}
}

// deliver writes a session into a new store and returns all that it wrote, as it stands there and as it is read.
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
	back := a.open(t, session{fixture: "a stranger's session", location: adapter.Location{Path: receipt.Path, ID: receipt.ID}})
	for _, e := range collect(t, receipt.Path, back) {
		written = e.AppendJSON(written)
	}
	return receipt, written
}
