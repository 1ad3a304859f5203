package setup

import (
	"context"

	"stead/catalog/memory/recall"
)

// Knowledge reads findings of the tenant in the settings. There may be none.
func (s *Setup) Knowledge(ctx context.Context, q recall.Query) ([]recall.Piece, error) {
	org, err := recall.Open(s.Config.MemoryFolder())
	if err != nil || org == nil {
		return nil, err
	}
	defer org.Close() //nolint:errcheck // it was only read
	q.Tenant = s.Config.Memory.Tenant
	return recall.Read(ctx, org, q)
}
