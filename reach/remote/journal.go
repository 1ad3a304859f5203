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

// Journals are those of runs, as they are at the hub.
type Journals struct {
	conn *nats.Conn
	self member.Member
	keys *seal.Keyring
	data string
}

// Journals returns those at the hub. Data is stead's folder for data. The error is that of the connection.
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

// Copy writes the journal of a machine's run, as far as it has come to the hub, into an empty file, also while that
// machine is away. Errors are those of [replica.Source.Copy].
func (j Journals) Copy(ctx context.Context, of member.Peer, run string, to *os.File) error {
	return replica.Source{Conn: j.conn, Keys: j.keys, Of: of, Run: run}.Copy(ctx, to)
}

// Check says why Copy has nothing of a run, or nil. Errors are those of [replica.Source.Check].
func (j Journals) Check(ctx context.Context, of member.Peer, run string) error {
	return replica.Source{Conn: j.conn, Keys: j.keys, Of: of, Run: run}.Check(ctx)
}

// Remove removes the journals of runs from the hub that were removed on this machine, as [replica.Removals] have them.
// Errors are those of [replica.Machine.Remove]: what is not done a node does later.
func (j Journals) Remove(ctx context.Context, folder runs.Folder) error {
	return replica.Machine{Conn: j.conn, Keys: j.keys, Self: j.self, Folder: folder,
		Removals: replica.OpenRemovals(j.data)}.Remove(ctx, nil)
}
