package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"stead/inject/signals"
	"stead/orchestrator/session"
	"stead/runs"
)

// Terminal displays an interactive run. The user decides there who takes over.
type Terminal interface {
	session.Terminal
	// Choose shows, while no CLI has the terminal, what has happened and which CLIs can take over. It waits for the answer
	// and returns the index of one that is not blocked, or less than 0 for none. If no user is there, it waits until one
	// comes.
	Choose(ctx context.Context, happened string, successors []Successor) (int, error)
}

// Successor is a CLI that can take over a run.
type Successor struct {
	// Name is the CLI's name, Title its name for people.
	Name, Title string
	// Blocked says why it cannot take over. Empty if no obstacle is known.
	Blocked string
}

// successors returns the CLIs that can continue the run when its own CLI is stopped, in the order of the request. It
// checks only for an interactive user which of them are not installed; a headless run finds out when it tries them.
func (f failover) successors(ctx context.Context) []Successor {
	var all []Successor
	for _, name := range f.run.request.Failover {
		a, err := f.run.o.planner().Adapter(name)
		isKnown := slices.ContainsFunc(all, func(s Successor) bool { return s.Name == name })
		if err != nil || name == f.run.part.delivery.Request.To || isKnown && !f.run.request.Headless {
			continue
		}
		one := Successor{Name: name, Title: a.Driver.Info().Title}
		if _, err := f.run.o.Locate(ctx, a.Driver); err != nil && !f.run.request.Headless {
			one.Blocked = err.Error()
		}
		all = append(all, one)
	}
	return all
}

// elect returns the index of the CLI that takes over, less than 0 for none, and the CLIs that may do so after it. A
// headless run takes the next one and keeps those after it. Otherwise the person chooses, and all others remain.
func (f failover) elect(ctx context.Context, all []Successor) (at int, rest []string, err error) {
	at = slices.IndexFunc(all, func(s Successor) bool { return s.Blocked == "" })
	if at < 0 {
		f.tellBlocked(all)
		return at, nil, nil
	}
	if f.run.request.Headless {
		return at, names(all[at+1:]), nil
	}
	if at, err = f.askWho(ctx, all); err != nil || at < 0 {
		return at, nil, err
	}
	return at, names(slices.Delete(slices.Clone(all), at, at+1)), nil
}

// tellBlocked tells the user of an interactive run why there is no CLI to choose.
func (f failover) tellBlocked(all []Successor) {
	if f.run.request.Headless {
		return // the note came when each was tried
	}
	for _, one := range all {
		f.run.seen.Note(fmt.Sprintf("%s cannot take over: %s", one.Name, one.Blocked))
	}
}

// askWho lets the user of an interactive run choose. Until then the run waits for them.
func (f failover) askWho(ctx context.Context, all []Successor) (int, error) {
	var usable []string
	for _, one := range all {
		if one.Blocked == "" {
			usable = append(usable, one.Title)
		}
	}
	question := fmt.Sprintf("%s. Continue in %s?", f.limit, strings.Join(usable, " or "))
	if err := f.run.files.Record.Update(func(r *runs.Run) { r.State, r.About = signals.Input, question }); err != nil {
		return -1, err
	}
	return f.run.request.Terminal.Choose(ctx, f.limit.Error()+".", all)
}

func names(all []Successor) []string {
	list := make([]string, 0, len(all)) // an empty list differs from nil, which stands for the settings' own list
	for _, one := range all {
		list = append(list, one.Name)
	}
	return list
}
