package remote

import (
	"context"
	"os"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/seal"
	"stead/runs"
)

// Journals are the journals of runs at the hub.
type Journals struct {
	conn *nats.Conn
	self member.Member
	keys *seal.Keyring
	data string
}

// Journals returns the journals at the hub. Data is stead's folder for data. The error is that of the connection.
func (h *Hub) Journals(data string) (Journals, error) {
	keys, err := h.keys(data)
	return Journals{h.conn, h.self, keys, data}, err
}

func (h *Hub) keys(data string) (*seal.Keyring, error) {
	js, err := jetstream.New(h.conn)
	if err != nil {
		return nil, err
	}
	return seal.NewKeyring(js, h.self, h.roster.All, data), nil
}

// Copy writes the part of a run's journal that has reached the hub into an empty file, even while the run's machine is
// away. Errors are those of [replica.Source.Copy].
func (j Journals) Copy(ctx context.Context, of member.Peer, run string, to *os.File) error {
	return replica.Source{Conn: j.conn, Keys: j.keys, Of: of, Run: run}.Copy(ctx, to)
}

// Check says why Copy finds nothing of a run, or returns nil. Errors are those of [replica.Source.Check].
func (j Journals) Check(ctx context.Context, of member.Peer, run string) error {
	return replica.Source{Conn: j.conn, Keys: j.keys, Of: of, Run: run}.Check(ctx)
}

// Remove removes the journals of runs from the hub that were removed on this machine, according to [replica.Removals].
// Errors are those of [replica.Machine.Remove]. A node later removes the rest.
func (j Journals) Remove(ctx context.Context, folder runs.Folder) error {
	return replica.Machine{Conn: j.conn, Keys: j.keys, Self: j.self, Folder: folder,
		Removals: replica.OpenRemovals(j.data)}.Remove(ctx, nil)
}
