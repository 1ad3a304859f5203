package injection

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"stead/adapters/adapter"
	"stead/timeline"
	"stead/writers"
)

// Extend adds entries to a session of the target that still matches its fingerprint, and verifies by reading it back
// that everything is there. It returns writers.ErrChanged for a session that does not match, and writers.ErrRewritten
// for one that cannot be extended; in both cases nothing was changed. It also returns ErrUnconfirmed.
func (t Target) Extend(
	ctx context.Context, was writers.Fingerprint, added iter.Seq2[*timeline.Entry, error], o writers.Options,
) (writers.Receipt, error) {
	session, err := t.Reader.Open(ctx, adapter.Location{Path: was.Path, ID: was.ID})
	if errors.Is(err, adapter.ErrNotFound) {
		return writers.Receipt{}, fmt.Errorf("%w: %w", writers.ErrChanged, err)
	}
	if err != nil {
		return writers.Receipt{}, err
	}
	var sent manifest
	stream := writers.Extended(session, added)
	stream.Entries = sent.record(stream.Entries)
	o.ID, o.Dir, o.Extends = was.ID, "", &was
	plan, err := t.Writer.Plan(t.Store, stream, o)
	if err != nil {
		return writers.Receipt{}, err
	}
	receipt, err := t.Writer.Write(ctx, plan)
	if err != nil {
		return receipt, fmt.Errorf("add to the session of %s: %w", t.Writer.Info().Title, err)
	}
	return receipt, t.verify(ctx, receipt, sent)
}
