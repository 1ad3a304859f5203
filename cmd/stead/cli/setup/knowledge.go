package setup

import (
	"context"

	"stead/catalog/memory/knowledge/learnt"
)

// Knowledge reads what was learnt, of the tenant of the settings. There may be nothing.
func (s *Setup) Knowledge(ctx context.Context, q learnt.Query) ([]learnt.Piece, error) {
	org, err := learnt.Open(s.Config.MemoryFolder())
	if err != nil || org == nil {
		return nil, err
	}
	defer org.Close() //nolint:errcheck // it was only read
	q.Tenant = s.Config.Memory.Tenant
	return learnt.Read(ctx, org, q)
}
