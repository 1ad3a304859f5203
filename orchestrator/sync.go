package orchestrator

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/policy"
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
	// SyncSource mirrors it in the source itself, as long as nobody else has that open or goes on with it; then in a new session.
	SyncSource Sync = "source"
)

// ParseSync reads the way of mirroring as it is written on the command line; "off" is none.
func ParseSync(text string) (Sync, error) {
	switch s := Sync(text); s {
	case NoSync, "off":
		return NoSync, nil
	case SyncSession, SyncSource:
		return s, nil
	}
	return NoSync, fmt.Errorf("a run cannot be mirrored in %q: use session, source or off", text)
}

// whereMirrored is where a run of the source is mirrored. What goes its own way from the middle of a session does not go behind the end of it.
func whereMirrored(from source.Source, wanted Sync, seen Observer) Sync {
	if from.Cut.IsEnd() || wanted != SyncSource {
		return wanted
	}
	seen.Note(fmt.Sprintf("%s is left as it is, and the run is mirrored in a new session: it was cut before its end", from.Session.Reference()))
	return SyncSession
}

// newMirror prepares to mirror a run of the session that has been found. It is nil for a run that is not mirrored; the source comes
// with it when that is to be the mirror.
func (o *Orchestrator) newMirror(ctx context.Context, r Request, from runs.Session, seen Observer) (*mirror.Mirror, []runs.Mirror) {
	if r.Sync == SyncSource && r.To == from.CLI {
		seen.Note("nothing comes into the source: the run goes on in the same CLI, in a session that has all of it")
	}
	if r.Sync == NoSync || r.To == from.CLI && len(r.Failover) == 0 {
		return nil, nil
	}
	home, err := o.adapter(from.CLI)
	if err != nil {
		seen.Note(fmt.Sprintf("the run is not mirrored: nobody could go on in %s: %v", from.CLI, err))
		return nil, nil
	}
	m := mirror.New(o.mirroring(home, r, seen))
	if r.Sync != SyncSource || r.To == from.CLI {
		return m, nil
	}
	own, err := mirror.Claim(ctx, home, o.Host, from)
	if err != nil {
		seen.Note(fmt.Sprintf("%s is left as it is, and the run is mirrored in a new session: %v", from.Reference(), err))
		return m, nil
	}
	return m, []runs.Mirror{own}
}

// resumedMirror goes on with the mirrors of a run that is resumed.
func (o *Orchestrator) resumedMirror(r Request, run runs.Run, seen Observer) *mirror.Mirror {
	home, err := o.adapter(run.Home())
	if err != nil || r.Sync == NoSync && len(run.Mirrors) == 0 {
		return nil
	}
	return mirror.New(o.mirroring(home, r, seen))
}

// mirroring is how a run is mirrored in its source's CLI. Nothing is cut: the CLI itself knows what to do with a session that is too long.
func (o *Orchestrator) mirroring(home inject.Adapter, r Request, seen Observer) mirror.Options {
	return mirror.Options{
		Home: home, Sources: o.Sources(), Lineage: o.Lineage, Note: seen.Note,
		Policies: policy.Policies{Redaction: r.Redaction.Unasked(), Detector: o.Secrets, Vendor: o.vendor},
		Writing: func(ctx context.Context, dir string) (injection.Target, writers.Options) {
			environment := o.environment(home.Driver, Request{To: home.Driver.Info().Name}, dir)
			program, _ := o.Locate(ctx, home.Driver) // without it the newest version that is known is written for
			configured := home.Driver.Configured(environment)
			return injection.Target{Reader: home.Reader, Writer: home.Writer, Store: environment.Store}, writers.Options{
				Version: program.Version, Model: configured.Name, Provider: configured.Provider, Now: o.Host.Now(), NewID: uuid.NewString,
			}
		},
	}
}

// rest is the run's own session, while no CLI has it.
func (d *delivery) rest() mirror.Rest {
	return mirror.Rest{
		Adapter: d.adapter, Target: d.target, At: d.location(), Options: d.options,
		Policies: policy.Policies{Thinking: d.request.Thinking, Redaction: d.request.Redaction, Detector: d.o.Secrets, Vendor: d.o.vendor},
	}
}

// location is where the run's own session lies.
func (d *delivery) location() adapter.Location {
	return adapter.Location{Path: d.receipt.Path, ID: d.receipt.ID}
}
