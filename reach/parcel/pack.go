package parcel

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/internal/adapt/attached"
	"stead/timeline"
)

// Load is the content of a parcel. Each part may be missing.
type Load struct {
	// Session is the session in the form in which it is to arrive. With all its records it can go back into its own CLI
	// byte for byte.
	Session *timeline.Stream
	// Reference is the session's name on this machine; for a run's session, that of its CLI. If it is empty, the header's
	// name counts.
	Reference string
	// Project is the name of the folder, if the folder is itself a copy of another machine's.
	Project string
	// Origin says where the session's folder is.
	Origin travel.Origin
	// Snapshot is the work whose Tips travel: see [travel.TipsOf]. Work that comes home has no snapshot: see
	// [travel.ResultOf].
	Snapshot *worktree.Snapshot
	Tips     []travel.Tip
	// Way is where the work has been: see [Manifest].
	Way []Stop
	// Bounds limit the ignored files that go with the work.
	Bounds travel.Bounds
}

// Packed describes a written parcel.
type Packed struct {
	// Bytes is the parcel's size, Entries the number of entries of the session.
	Bytes   int64 `json:"bytes"`
	Entries int   `json:"entries,omitempty"`
	// Included counts the ignored files.
	Included int `json:"included,omitempty"`
}

// Pack writes a parcel. For an attachment that cannot be read, only its name travels. Errors are those of the session,
// of git, of the files, and of w.
func Pack(ctx context.Context, w io.Writer, l Load) (Packed, error) {
	p := packing{load: l}
	err := p.pack(ctx, w)
	if err != nil {
		return p.packed, fmt.Errorf("pack what travels: %w", err)
	}
	return p.packed, nil
}

type packing struct {
	load   Load
	out    *writer
	packed Packed
}

func (p *packing) pack(ctx context.Context, w io.Writer) (err error) {
	if p.out, err = newWriter(w); err != nil {
		return err
	}
	if err := p.manifest(); err != nil {
		return err
	}
	if err := p.session(ctx); err != nil {
		return err
	}
	for i := range p.load.Tips {
		if err := p.part(ctx, i); err != nil {
			return err
		}
	}
	err = p.out.end()
	p.packed.Bytes = p.out.size
	return err
}

func (p *packing) manifest() error {
	m := Manifest{Version: version, Project: p.load.Project, Origin: p.load.Origin, Snapshot: p.load.Snapshot,
		Tips: p.load.Tips, Way: p.load.Way}
	if p.load.Session != nil {
		m.Session, m.Cut = cmp.Or(p.load.Reference, referenceOf(p.load.Session.Header)), isCut(*p.load.Session)
	}
	content, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return p.out.section(manifestKind, 0, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

func (p *packing) session(ctx context.Context) error {
	if p.load.Session == nil {
		return nil
	}
	return p.out.section(sessionKind, 0, func(w io.Writer) (err error) {
		p.packed.Entries, err = timeline.WriteLines(w, whileAllowed(ctx, attached.Whole(*p.load.Session)))
		return err
	})
}

// whileAllowed returns the stream, which ends with the error of a context that is done.
func whileAllowed(ctx context.Context, s timeline.Stream) timeline.Stream {
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range entries {
			if err == nil {
				err = context.Cause(ctx)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
	return s
}

// part packs what the other machine lacks of a repository.
func (p *packing) part(ctx context.Context, i int) error {
	err := p.out.section(bundleKind, i, func(w io.Writer) error {
		_, err := p.load.Tips[i].Bundle(ctx, w)
		return err
	})
	if err != nil || p.load.Snapshot == nil {
		return err
	}
	return p.out.section(includedKind, i, func(w io.Writer) error {
		n, err := travel.PackIncluded(ctx, p.load.Snapshot.Parts()[i].Snapshot, w, p.load.Bounds)
		p.packed.Included += n
		return err
	})
}

func referenceOf(h timeline.Header) string {
	id := h.Source.OriginalID
	if id == "" {
		id = h.ID
	}
	return h.Source.CLI + ":" + id
}
