package machines

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/setup"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/runs"
	"stead/ui/api/others"
	"stead/ui/model"
)

// Others returns the user's other machines for the screens and pages. It returns nil if this machine has joined no hub,
// and for a verb that another machine asks for. Changed is called with changes there, failed with the reason if they
// are unknown.
func Others(p *setup.Process, s *setup.Setup, changed func(model.Change), failed func(error)) *others.Others {
	if p.Getenv(Errand) != "" {
		return nil
	}
	m, err := member.Load(s.Config.Folders.Data)
	if errors.Is(err, member.ErrNone) {
		return nil
	}
	apart := func(err error) { failed(fmt.Errorf("without the sessions of your other machines: %w", err)) }
	if err != nil {
		apart(err)
		return nil
	}
	return others.New(others.Options{
		Host: remote.Host, Base: remote.Base, Changed: changed, Now: s.Host.Now,
		Failed: apart,
		Last:   func(ctx context.Context, hub others.Hub) map[string]others.Last { return lastOfAll(ctx, s, m, hub) },
		Connect: func(ctx context.Context) (others.Hub, error) {
			h, err := remote.Connect(ctx, m)
			if err != nil {
				return nil, err
			}
			return meeting{h}, nil
		},
	})
}

// meeting is the hub in the form for the pages. It implements others.Hub.
type meeting struct{ *remote.Hub }

// Names implements others.Hub.
func (m meeting) Names() (names []string) {
	for _, other := range m.Others() {
		names = append(names, other.Name)
	}
	return names
}

// Client implements others.Hub.
func (m meeting) Client(name string) (*http.Client, error) { return m.Hub.Client(name) }

// Seen implements others.Hub. If the hub does not answer, it is unknown.
func (m meeting) Seen(ctx context.Context) map[string]time.Time {
	all, _ := m.Present(ctx)
	seen := make(map[string]time.Time, len(all))
	for _, p := range all {
		seen[p.Name] = p.Seen
	}
	return seen
}

// lastOfAll returns what is known of the sessions and runs of all machines, after an update from the hub, if there is
// one.
func lastOfAll(ctx context.Context, s *setup.Setup, m member.Member, hub others.Hub) map[string]others.Last {
	known, err := remote.OpenKnown(ctx, Known(s, m.Key))
	if err != nil {
		return nil
	}
	defer known.Close()
	if at, ok := hub.(meeting); ok {
		known.CatchUp(ctx, at.Hub)
	}
	all := map[string]others.Last{}
	for machine, seen := range known.Seen(ctx) {
		rows, at, err := remote.Published(ctx, known, remote.Sessions{}, machine, seen)
		theirs, began, failed := remote.Published(ctx, known, remote.Runs{}, machine, seen)
		if err != nil || failed != nil || len(rows)+len(theirs) == 0 {
			continue
		}
		if began.After(at) {
			at = began
		}
		one := others.Last{Seen: at, Runs: shownOf(theirs)}
		for _, r := range listing.Of(listing.Query{Limit: others.MostSessions}, rows) {
			one.Sessions = append(one.Sessions, model.SessionOf(r))
		}
		all[machine] = one
	}
	return all
}

// shownOf returns runs of a machine in the form for screens and pages.
func shownOf(all []remote.Run) (shown []model.Run) {
	records := make([]runs.Run, len(all))
	for i, r := range all {
		records[i] = r.Run
	}
	names := runs.Short(records)
	for _, r := range all {
		shown = append(shown, model.RunOf(r.Run, names[r.ID], r.Alive))
	}
	return shown
}
