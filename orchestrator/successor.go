package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"stead/runs"
	"stead/signals"
)

// successors are the CLIs that can take up the run when its own is stopped, in the order in which they were named. Only a person is told before
// the choice which of them are not installed: without one it shows when they are tried.
func (d *delivery) successors(ctx context.Context) []Successor {
	var all []Successor
	for _, name := range d.request.Failover {
		a, err := d.o.adapter(name)
		isKnown := slices.ContainsFunc(all, func(s Successor) bool { return s.Name == name })
		if err != nil || name == d.request.To || isKnown && !d.request.Headless {
			continue
		}
		one := Successor{Name: name, Title: a.Driver.Info().Title}
		if _, err := d.o.Locate(ctx, a.Driver); err != nil && !d.request.Headless {
			one.Blocked = err.Error()
		}
		all = append(all, one)
	}
	return all
}

// elect returns the place of the CLI that goes on, less than 0 for none, and which others may do so after it: without a person the next one and those
// behind it, else the one that the person chooses and all others.
func (d *delivery) elect(ctx context.Context, all []Successor, limit *LimitError) (at int, rest []string, err error) {
	at = slices.IndexFunc(all, func(s Successor) bool { return s.Blocked == "" })
	if at < 0 {
		d.tellBlocked(all)
		return at, nil, nil
	}
	if d.request.Headless {
		return at, names(all[at+1:]), nil
	}
	if at, err = d.askWho(ctx, all, limit); err != nil || at < 0 {
		return at, nil, err
	}
	return at, names(slices.Delete(slices.Clone(all), at, at+1)), nil
}

// tellBlocked tells the user of an interactive run why there is nothing to choose from.
func (d *delivery) tellBlocked(all []Successor) {
	if d.request.Headless {
		return // each was tried, and that told
	}
	for _, one := range all {
		d.seen.Note(fmt.Sprintf("%s cannot go on: %s", one.Name, one.Blocked))
	}
}

// askWho has the user of an interactive run choose. Until then the run waits for them.
func (d *delivery) askWho(ctx context.Context, all []Successor, limit *LimitError) (int, error) {
	var usable []string
	for _, one := range all {
		if one.Blocked == "" {
			usable = append(usable, one.Title)
		}
	}
	question := fmt.Sprintf("%s. Go on in %s?", limit, strings.Join(usable, " or "))
	if err := d.record.Update(func(r *runs.Run) { r.State, r.About = signals.Input, question }); err != nil {
		return -1, err
	}
	return d.request.Terminal.Choose(ctx, limit.Error()+".", all)
}

func names(all []Successor) []string {
	list := make([]string, 0, len(all)) // none is no wish for those of the settings
	for _, one := range all {
		list = append(list, one.Name)
	}
	return list
}
