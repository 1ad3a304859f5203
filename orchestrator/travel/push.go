package travel

import (
	"context"
	"fmt"

	"stead/orchestrator/source"
	"stead/reach/journey"
	"stead/reach/remote"
	"stead/runs"
	"stead/writers"
)

// Trip is a run that is to begin on another machine, with a session and the work in its folder, uncommitted changes
// included. Secrets are masked before the session leaves.
type Trip struct {
	Home
	Hub *remote.Hub
	// On is the machine, or says what a machine must have that takes the run: see [Trip.Queue].
	On string
	// Session asks for the session to continue. Without From, the CLI To begins a new one.
	Session source.Query
	// Dir is the folder whose work travels, an absolute path. Empty means the session's own, or the current one.
	Dir     string
	Leaving Leaving
	// Given are the arguments of the run, without those that say where it takes place.
	Given []string

	gone    journey.Departure
	arrived journey.Arrival
}

// Send sends the session and the work, keeps where they have gone, and returns the command line that begins the run
// there. Errors: those of the session, of git and of the hub, that of Leaving.Ask, the other machine's words.
func (t *Trip) Send(ctx context.Context) (line []string, err error) {
	from, load, err := t.pick(ctx)
	if err != nil {
		return nil, err
	}
	if t.gone, t.arrived, err = depart(ctx, t.Hub, t.On, from.Session, load, t.User.Note); err != nil {
		return nil, err
	}
	t.Leaving.Tell(t.User)
	for _, left := range writers.LeftOutLines(from.Outside.LeftOut()) {
		t.User.Note("left out " + left)
	}
	line = []string{"run", "--cwd=" + t.arrived.Dir}
	if t.arrived.File != "" {
		line = append(line, "--from=universal:"+t.arrived.File)
	}
	line = append(line, t.Leaving.arguments(t.Given)...) // they may end with the CLI's own arguments
	return line, t.departures().Add(ctx, t.gone)
}

// Begin begins the run in the background there, by the command line of [Trip.Send], and returns its reference here.
// Errors: those of the hub, the other machine's words.
func (t *Trip) Begin(ctx context.Context, line []string) (run string, err error) {
	var out answer
	if err := remote.Call(ctx, t.Hub, t.On, line, nil, &out); err != nil {
		return "", err
	}
	id, err := runID(t.On, out.String())
	if err != nil {
		return "", err
	}
	begun := runs.Run{ID: id, From: t.gone.From, To: runs.Session{CLI: t.Session.To}, Status: runs.Running,
		Dir: t.arrived.Dir, Started: t.gone.Left}
	if err := remote.Sent(ctx, t.Hub, t.known(t.Hub), t.gone.Machine, begun); err != nil {
		t.User.Note(fmt.Sprintf("stead ps may not list the run while %s is away: %v", t.gone.Machine, err))
	}
	return remote.Join(t.On, id), nil
}
