package others

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"time"

	"stead/ui/model"
)

// How much is fetched of a machine: its newest sessions, the newest of all its runs, and its active runs, in responses
// of at most mostBytes bytes.
const (
	MostSessions = 200
	mostRuns     = 100
	mostBytes    = 16 << 20
)

// lists are the sessions and runs of a machine.
type lists struct {
	sessions []model.Session
	// active are its active runs. Runs are the newest of all its runs.
	active, runs []model.Run
}

// ask fetches the lists of a machine, and reports what has changed.
func (o *Others) ask(ctx context.Context, name string) {
	o.access.Lock()
	m := o.machines[name]
	o.access.Unlock()
	now, err := o.within(ctx, name, m)
	defer o.asked(m)
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		o.miss(ctx, name, m)
		return
	}
	mark(name, &now)
	o.access.Lock()
	was, wasThere := m.lists, m.isKnown && !m.isAway
	m.lists, m.isKnown, m.isAway, m.answered = now, true, false, o.options.Now()
	o.access.Unlock()
	if !wasThere {
		o.options.Changed(model.Change{Topic: model.MachineTopic, Ref: name, State: model.There})
		return
	}
	o.tell(name, was, now)
}

// within fetches the lists of a machine. Meanwhile, a machine that takes too long counts as away.
func (o *Others) within(ctx context.Context, name string, m *machine) (lists, error) {
	within, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	read, come := make(chan struct{}), sync.WaitGroup{}
	defer come.Wait()
	defer close(read)
	come.Go(func() {
		select {
		case <-read:
		case <-ctx.Done():
		case <-time.After(patience):
			if o.isSilent(m) {
				o.miss(ctx, name, m)
			}
		}
	})
	return listsOf(within, m.client, o.options.Base)
}

// asked allows the machine to be asked again.
func (o *Others) asked(m *machine) {
	o.access.Lock()
	defer o.access.Unlock()
	m.isAsked = false
}

// isSilent reports whether a machine counts as away because it has not answered for a while.
func (o *Others) isSilent(m *machine) bool {
	o.access.Lock()
	defer o.access.Unlock()
	return o.options.Now().Sub(m.answered) > silence
}

// miss notes that a machine is away, and when it was last there. Its sessions and runs are then shown in their last
// known state.
func (o *Others) miss(ctx context.Context, name string, m *machine) {
	o.access.Lock()
	wasAway, hub, was := m.isAway, o.hub, m.lists
	m.isKnown, m.isAway = true, true
	if !wasAway {
		m.lists = lists{sessions: was.sessions} // from now on, the state of its runs is unknown
	}
	o.access.Unlock()
	if wasAway {
		return
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	seen, last := hub.Seen(within)[name], o.options.Last(within, hub)[name]
	o.access.Lock()
	if m.isAway {
		m.seen = seen
		m.take(name, last, slices.Concat(was.active, was.runs))
	}
	o.access.Unlock()
	o.options.Changed(model.Change{Topic: model.MachineTopic, Ref: name, State: model.Away})
}

// tell reports the differences between two lists of a machine.
func (o *Others) tell(name string, was, now lists) {
	for _, ref := range differing(was.sessions, now.sessions, func(s model.Session) string { return s.Reference }) {
		o.options.Changed(model.Change{Topic: model.SessionTopic, Ref: ref})
	}
	id := func(r model.Run) string { return r.ID }
	for _, ref := range differing(append(was.runs, was.active...), append(now.runs, now.active...), id) {
		o.options.Changed(model.Change{Topic: model.RunTopic, Ref: name + "/" + ref})
	}
}

// differing returns the keys of elements that are new, gone or changed.
func differing[T any](was, now []T, key func(T) string) (keys []string) {
	known := make(map[string]T, len(was))
	for _, one := range was {
		known[key(one)] = one
	}
	seen := make(map[string]bool, len(now))
	for _, one := range now {
		k := key(one)
		if before, isKnown := known[k]; !seen[k] && (!isKnown || !reflect.DeepEqual(before, one)) {
			keys = append(keys, k)
		}
		seen[k] = true
	}
	for k := range known {
		if !seen[k] {
			keys = append(keys, k)
		}
	}
	return keys
}

// mark adds the machine's name to its sessions and runs.
func mark(name string, all *lists) {
	for i := range all.sessions {
		s := &all.sessions[i]
		s.Machine, s.Reference = name, name+"/"+s.Reference
		if s.From != "" {
			s.From = name + "/" + s.From
		}
	}
	for _, runs := range [][]model.Run{all.active, all.runs} {
		for i := range runs {
			runs[i].Machine = name
		}
	}
}

func listsOf(ctx context.Context, client *http.Client, base string) (all lists, err error) {
	var sessions model.Sessions
	var active, runs model.Runs
	for path, into := range map[string]any{
		fmt.Sprintf("/sessions?limit=%d", MostSessions): &sessions, fmt.Sprintf("/runs?limit=%d", mostRuns): &active,
		fmt.Sprintf("/runs?all=true&limit=%d", mostRuns): &runs,
	} {
		if err := get(ctx, client, base+path, into); err != nil {
			return lists{}, err
		}
	}
	return lists{sessions.Items, active.Items, runs.Items}, nil
}

func get(ctx context.Context, client *http.Client, address string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the machine answers %s", answer.Status)
	}
	return json.NewDecoder(io.LimitReader(answer.Body, mostBytes)).Decode(into)
}
