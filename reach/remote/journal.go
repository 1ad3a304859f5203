package remote

import (
	"context"
	"os"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/seal"
	"stead/runs"
)

// Journal writes the journal of a machine's run, as far as it has come to the hub, into an empty file, also while that
// machine is away. Data is stead's folder for data. Errors are those of [replica.Source.Copy].
func (h *Hub) Journal(ctx context.Context, data string, of member.Peer, run string, to *os.File) error {
	keys, err := h.keys(data)
	if err != nil {
		return err
	}
	return replica.Source{Conn: h.conn, Keys: keys, Of: of, Run: run}.Copy(ctx, to)
}

// CheckJournal says why [Hub.Journal] has nothing of a run, or nil. Errors are those of [replica.Source.Check].
func (h *Hub) CheckJournal(ctx context.Context, data string, of member.Peer, run string) error {
	keys, err := h.keys(data)
	if err != nil {
		return err
	}
	return replica.Source{Conn: h.conn, Keys: keys, Of: of, Run: run}.Check(ctx)
}

// RemoveJournals removes the journals of runs from the hub that were removed on this machine, as [replica.Removals]
// have them. Data is stead's folder for data. Errors are those of [replica.Machine.Remove]: what is not done a node
// does later.
func (h *Hub) RemoveJournals(ctx context.Context, data string, folder runs.Folder) error {
	keys, err := h.keys(data)
	if err != nil {
		return err
	}
	return replica.Machine{Conn: h.conn, Keys: keys, Self: h.self, Folder: folder,
		Removals: replica.OpenRemovals(data)}.Remove(ctx, nil)
}

func (h *Hub) keys(data string) (*seal.Keyring, error) {
	js, err := jetstream.New(h.conn)
	if err != nil {
		return nil, err
	}
	return seal.NewKeyring(js, h.self, h.roster.All, data), nil
}
