package opencode

import (
	"context"

	format "stead/adapters/opencode"
	"stead/readers"
)

var _ readers.Sifter = Reader{}

// Sift reads the databases of a store. It omits sessions in the tree of older versions. See [readers.Sifter].
func (Reader) Sift(ctx context.Context, place readers.Place, fn func(session string, data []byte)) error {
	for _, path := range format.Databases(place.Path) {
		if err := refuseLink(place.Path, path); err != nil {
			return err
		}
		if err := format.Sift(ctx, path, fn); err != nil {
			return err
		}
	}
	return nil
}
