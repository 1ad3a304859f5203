package remote

import (
	"context"
	"os"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/replica"
	"stead/reach/seal"
)

// Journal writes the journal of a run, as far as it has come to the hub, into an empty file: whatever machine it is on, and also while that is away. Data is
// stead's folder for data. Errors are those of [replica.Source.Copy].
func (h *Hub) Journal(ctx context.Context, data, run string, to *os.File) error {
	js, err := jetstream.New(h.conn)
	if err != nil {
		return err
	}
	keys := seal.NewKeyring(js, h.self, h.roster.All, data)
	return replica.Source{Conn: h.conn, Keys: keys, User: h.self.User, Run: run}.Copy(ctx, to)
}
