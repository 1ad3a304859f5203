package orchestrator

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/orchestrator/delivery"
	"stead/orchestrator/mirror"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/writers"
)

// Sync says where the new turns of a run are mirrored in the source's CLI.
type Sync string

// The ways of mirroring.
const (
	// NoSync mirrors nothing.
	NoSync Sync = ""
	// SyncSession mirrors the run in a new session.
	SyncSession Sync = "session"
	// SyncSource mirrors it in the source itself as long as no other program has it open or continues it, and then in a
	// new session.
	SyncSource Sync = "source"
)

// ParseSync reads the way of mirroring from the command line; "off" is none.
func ParseSync(text string) (Sync, error) {
	switch s := Sync(text); s {
	case NoSync, "off":
		return NoSync, nil
	case SyncSession, SyncSource:
		return s, nil
	}
	return NoSync, fmt.Errorf("a run cannot be mirrored in %q: use session, source or off", text)
}

// mirrors prepares the mirrors of runs.
type mirrors struct {
	o    *Orchestrator
	seen Observer
}

// kind returns how a run of the source is mirrored. A run that diverges in the middle of a session, or from an edited
// copy of it, must not be appended to the session's end.
func (m mirrors) kind(from source.Source, wanted Sync) Sync {
	reason := "it was cut before its end"
	switch {
	case wanted != SyncSource:
		return wanted
	case from.Draft != "":
		reason = "the run continues an edited copy of it"
	case from.Cut.IsEnd():
		return wanted
	}
	m.seen.Note(fmt.Sprintf("%s is left as it is, and the run is mirrored in a new session: %s",
		from.Session.Reference(), reason))
	return SyncSession
}

// begin prepares to mirror a run of the found session. It returns nil for a run that is not mirrored. It also returns
// the source if that becomes the mirror.
func (m mirrors) begin(ctx context.Context, r Request, from runs.Session) (*mirror.Mirror, []runs.Mirror) {
	if r.Sync == SyncSource && r.To == from.CLI {
		m.seen.Note("the source gets no turns: the run continues in the same CLI, in a session that has all of them")
	}
	if r.Sync == NoSync || r.To == from.CLI && len(r.Failover) == 0 {
		return nil, nil
	}
	home, err := m.o.planner().Adapter(from.CLI)
	if err != nil {
		m.seen.Note(fmt.Sprintf("the run is not mirrored: it could not be continued in %s: %v", from.CLI, err))
		return nil, nil
	}
	kept := mirror.New(m.options(home, r))
	if r.Sync != SyncSource || r.To == from.CLI {
		return kept, nil
	}
	own, err := mirror.Claim(ctx, home, m.o.Host, from)
	if err != nil {
		m.seen.Note(fmt.Sprintf("%s is left as it is, and the run is mirrored in a new session: %v", from.Reference(), err))
		return kept, nil
	}
	return kept, []runs.Mirror{own}
}

// resume keeps the mirrors of a resumed run up to date.
func (m mirrors) resume(r Request, of runs.Run) *mirror.Mirror {
	home, err := m.o.planner().Adapter(of.Home())
	if err != nil || r.Sync == NoSync && len(of.Mirrors) == 0 {
		return nil
	}
	return mirror.New(m.options(home, r))
}

// options returns how a run is mirrored in its source's CLI. The session is not cut, because the CLI itself handles a
// session that is too long.
func (m mirrors) options(home inject.Adapter, r Request) mirror.Options {
	return mirror.Options{
		Home: home, Sources: m.o.Sources(), Lineage: m.o.Lineage, Note: m.seen.Note, Policies: m.o.unasked(r.Redaction),
		Writing: m.o.writing(home),
	}
}

// unasked returns the policies for what is written without a user who could be asked.
func (o *Orchestrator) unasked(r redaction.Policy) policy.Policies {
	return policy.Policies{Redaction: r.Unasked(), Detector: o.Secrets, Vendor: o.planner().Vendor}
}

// writing returns a function that tells where and how a CLI's sessions are written, for a session of the given folder.
func (o *Orchestrator) writing(home inject.Adapter) func(context.Context, string) (injection.Target, writers.Options) {
	return func(ctx context.Context, dir string) (injection.Target, writers.Options) {
		planner := o.planner()
		environment := planner.Environment(home.Driver, dir, delivery.Request{})
		program, _ := planner.Locate(ctx, home.Driver) // without it, stead writes for the newest version that it knows
		configured := home.Driver.Configured(environment)
		return injection.Target{Reader: home.Reader, Writer: home.Writer, Store: environment.Store}, writers.Options{
			Version: program.Version, Model: configured.Name, Provider: configured.Provider, Now: o.Host.Now(),
			NewID: uuid.NewString,
		}
	}
}
