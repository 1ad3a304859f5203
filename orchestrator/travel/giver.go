package travel

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/orchestrator/source"
	"stead/reach/journey"
	"stead/reach/member"
	"stead/reach/parcel"
)

// Giver answers another machine that asks for a part of the verb parcel.
type Giver struct {
	Home
	// Asker is the name of the machine that asks.
	Asker string
	// In is what the machine sends, Out gets what it receives, if that is not a value.
	In  io.Reader
	Out io.Writer
}

// mostQuestion is the maximum length of a question, in bytes.
const mostQuestion = 1 << 20

// question reads a question in JSON.
func (g Giver) question(into any) error {
	return json.NewDecoder(io.LimitReader(g.In, mostQuestion)).Decode(into)
}

// Survey says what this machine has of a folder, whose origin is the question. Errors: those of the list of sessions
// and of git.
func (g Giver) Survey(ctx context.Context) (found journey.Survey, err error) {
	var o travel.Origin
	if err := g.question(&o); err != nil {
		return found, err
	}
	folders, err := g.Folders(ctx)
	if err != nil {
		return found, err
	}
	return journey.Look(ctx, folders, o)
}

// Take takes a parcel in. Errors are those of [journey.Arrivals.Take].
func (g Giver) Take(ctx context.Context) (a journey.Arrival, err error) {
	folders, err := g.Folders(ctx)
	if err != nil {
		return a, err
	}
	if a, err = g.arrivals().Take(ctx, g.Asker, g.In, folders); err != nil {
		return a, err
	}
	a.Sent = true
	return a, g.arrivals().Save(a)
}

// Session gives a session without its work. Errors: those of the catalog, of git and of the reader.
func (g Giver) Session(ctx context.Context, reference string, left *Leaving) error {
	from, err := g.find(ctx, reference, left)
	if err != nil {
		return err
	}
	o, err := travel.Look(ctx, from.Dir)
	if errors.Is(err, worktree.ErrGone) {
		err = nil
	}
	if err != nil {
		return err
	}
	return g.pack(ctx, parcel.Load{Session: &from.Stream, Reference: from.Session.Reference(), Origin: o})
}

// find finds a session that is stored here, and masks its secrets. Another machine gets no file that it names.
func (g Giver) find(ctx context.Context, reference string, left *Leaving) (from source.Source, err error) {
	if _, err = g.Sources.Catalog.ResolveStored(ctx, reference); err != nil {
		return from, err
	}
	if from, err = g.Sources.Find(ctx, source.Query{From: reference}); err != nil {
		return from, err
	}
	from.Stream, err = left.stream(ctx, g.Home, from.Stream)
	return from, err
}

// Work gives a session with the work in its folder, without the commits that the other machine has, which are the
// question. Errors are those of [Giver.Session].
func (g Giver) Work(ctx context.Context, reference string, left *Leaving) error {
	var haves travel.Haves
	if err := g.question(&haves); err != nil {
		return err
	}
	from, err := g.find(ctx, reference, left)
	if err != nil {
		return err
	}
	load, err := g.load(ctx, from.Dir, haves)
	if err != nil {
		return err
	}
	load.Session, load.Reference = &from.Stream, from.Session.Reference()
	return g.pack(ctx, load)
}

func (g Giver) pack(ctx context.Context, l parcel.Load) error {
	_, err := parcel.Pack(ctx, g.Out, l)
	return err
}

// load takes a snapshot of a folder, and returns what of it is to travel.
func (h Home) load(ctx context.Context, dir string, haves travel.Haves) (l parcel.Load, err error) {
	snapshot, err := worktree.Take(ctx, dir, worktree.Options{State: h.State})
	if err != nil {
		return l, err
	}
	l.Snapshot = &snapshot
	if a, err := h.arrivals().In(dir); err == nil {
		m, err := member.Load(h.Data)
		if err != nil {
			return l, err
		}
		l.Project, l.Way = a.Project, a.Onward(m.Name)
	}
	if l.Origin, err = travel.OriginOf(ctx, snapshot); err != nil {
		return l, err
	}
	l.Tips, err = travel.TipsOf(ctx, snapshot, haves)
	return l, err
}
