package travel

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/reach/remote"
	"stead/runs"
	"stead/runs/dated"
)

// Another machine is a stranger: its key may be in other hands. What it answers is content, and names nothing here that
// it was not asked for.

// mostAnswer is the maximum length of an answer that is held in memory, in bytes. The longest are records of runs with
// a long last text.
const mostAnswer = 16 << 20

// errLong says that an answer exceeds its maximum length.
var errLong = fmt.Errorf("%w: the answer is longer than any can be", parcel.ErrDamaged)

// mostJournal is the maximum length of the journal of a run that comes home, in bytes.
const mostJournal = 4 << 30

// bounded fails with errLong after left bytes.
type bounded struct {
	io.Writer
	left int64
}

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errLong
	}
	return b.Writer.Write(p)
}

// answer is a buffer that fails with errLong beyond mostAnswer bytes.
type answer struct{ bytes.Buffer }

// Write implements io.Writer.
func (a *answer) Write(p []byte) (int, error) {
	if a.Len()+len(p) > mostAnswer {
		return 0, errLong
	}
	return a.Buffer.Write(p)
}

// look asks a machine for the state of a run that it works at, by a part of the verb parcel and the name that this part
// takes. A run that has not begun has no record.
func look(ctx context.Context, h *remote.Hub, machine, part, name string) (t Traveller, err error) {
	if err := call(ctx, h, machine, []string{Verb, part, name}, nil, &t); err != nil {
		return t, err
	}
	if err := t.check(part, name); err != nil {
		return Traveller{}, fmt.Errorf("%s: %w", machine, err)
	}
	t.Run = taken(t.Run)
	return t, nil
}

// check returns an error if the answer is about something else than what was asked for.
func (t Traveller) check(part, name string) error {
	switch id := t.Run.ID; {
	case part == PartBegun && t.Arrival.ID != name:
		return fmt.Errorf("%w: it answers about %.80q, and %s was asked for", parcel.ErrDamaged, t.Arrival.ID, name)
	case part == PartBegun && id == "":
		return nil
	case !dated.IsID(id):
		return fmt.Errorf("%w: it calls the run %.80q", parcel.ErrDamaged, id)
	case part == PartRecord && !dated.IsName(id, name):
		return fmt.Errorf("%w: it answers about the run %s, and %s was asked for", parcel.ErrDamaged, id, name)
	}
	return nil
}

// taken returns what this machine takes over from another machine's record: what the run was about, and how it went.
// This machine itself decides what the run may do, where it works, which processes and files it has, and what it is a
// part of.
func taken(r runs.Run) runs.Run {
	hops := make([]runs.Hop, 0, len(r.Hops))
	for _, h := range r.Hops {
		hops = append(hops, runs.Hop{To: named(h.To), Lines: h.Lines, Delivered: h.Delivered, Reason: h.Reason,
			Limit: h.Limit, Ended: h.Ended})
	}
	again := make([]runs.Again, 0, len(r.Again))
	for _, a := range r.Again {
		again = append(again, runs.Again{Entry: a.Entry, Session: named(a.Session), Of: a.Of})
	}
	return runs.Run{
		ID: r.ID, From: named(r.From), To: named(r.To), Kind: r.Kind, At: r.At, Prompt: r.Prompt, Status: r.Status,
		ExitCode: r.ExitCode, Reason: r.Reason,
		Delivered: r.Delivered, Lines: r.Lines, Started: r.Started, Resumed: r.Resumed, DurationMS: r.DurationMS,
		Usage: r.Usage, FinalText: r.FinalText,
		State: r.State, Since: r.Since, About: r.About, Limit: r.Limit, Again: again, Asked: r.Asked, Hops: hops,
		Unleased: r.Unleased, Elsewhere: r.Elsewhere,
		Unstarted: r.Unstarted, Headless: r.Headless, Turns: r.Turns, Cost: r.Cost,
	}
}

// named returns a session of another machine without its path there.
func named(s runs.Session) runs.Session { return runs.Session{CLI: s.CLI, ID: s.ID} }

// expectArrival returns an error if the id that a machine has given to what arrived there is not an id.
func expectArrival(machine string, a journey.Arrival) error {
	if journey.IsID(a.ID) {
		return nil
	}
	return fmt.Errorf("%s: %w: it calls what has arrived %.80q", machine, parcel.ErrDamaged, a.ID)
}

// runID returns the id of a run that a machine has begun, from the machine's output.
func runID(machine, printed string) (string, error) {
	id := strings.TrimSpace(printed)
	if !dated.IsID(id) {
		return "", fmt.Errorf("%s: %w: it calls the run %.80q", machine, parcel.ErrDamaged, id)
	}
	return id, nil
}
