package remote

import (
	"context"
	"time"

	"stead/reach/summaries"
)

// CatchUp brings the local knowledge of the sessions of the user's other machines up to date, and records when each
// machine was last present. Data is stead's folder for data. Errors are those of [summaries.Reader.CatchUp], and the
// hub's.
func (h *Hub) CatchUp(ctx context.Context, data string, store *summaries.Store) error {
	keys, err := h.keys(data)
	if err != nil {
		return err
	}
	reader := summaries.Reader{Conn: h.conn, Keys: keys, Self: h.self.Peer, Store: store, Now: time.Now}
	if err := reader.CatchUp(ctx, h.Others()); err != nil {
		return err
	}
	present, err := h.Present(ctx)
	if err != nil {
		return err
	}
	seen := make(map[string]time.Time, len(present))
	for _, p := range present {
		seen[p.Name] = p.Seen
	}
	return store.Saw(ctx, seen)
}
