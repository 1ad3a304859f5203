package cusf

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/adapt/entry"
	"stead/timeline"
)

// Open indexes a file and returns the session. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	var x index
	info, err := entry.Scan(ctx, location.Path, survey, x.join)
	if err != nil {
		return timeline.Stream{}, err
	}
	s, err := x.stream(ctx, location.Path, info.Size())
	if err = cmp.Or(x.check(), err); err != nil {
		return timeline.Stream{}, fmt.Errorf("%s: %w", location.Path, err)
	}
	return s, nil
}

// check rejects a file that is not in this format, or in a version whose changes are unknown.
func (x *index) check() error {
	version := x.meta.Get("version").String()
	switch {
	case x.foreign:
		return fmt.Errorf(
			"%w: it holds records of CODITECT's message store (a hash, its provenance), which ADR-020 calls CUSF, too. "+
				"A session file of CODITECT-STD-010 begins with a _meta entry: export the session in that format", adapter.ErrFormat)
	case x.known == 0 && x.lines > 0:
		return fmt.Errorf("%w: no line of it is CUSF", adapter.ErrFormat)
	case version != "" && !strings.HasPrefix(version, "1."):
		return fmt.Errorf("%w: it is version %.40s of CUSF, and only 1.x is supported", adapter.ErrFormat, version)
	case x.talk == 0 && x.start == nil:
		return fmt.Errorf("%w: it holds no message and no call", adapter.ErrEmpty)
	}
	return nil
}
