package machines

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/reach/summaries"
)

// summariesIn is the file with what is known of the sessions of other machines, in stead's folder for state.
func summariesIn(state string) string { return filepath.Join(state, "summaries.db") }

// Forget has this machine know nothing of the sessions of other machines. The error is that of the file.
func Forget(s *setup.Setup) error {
	return summaries.Remove(summariesIn(s.Config.Folders.State))
}

// Sessions asks the user's other machines, as [Gather] does, for the rows of a list, which get the names of their machines. Of a machine that does not answer the rows
// are those that it has told of last, as the query chooses them. Notes say of which machine that is, and what is not known.
func Sessions(ctx context.Context, p *setup.Process, c *cobra.Command, q listing.Query) (rows [][]listing.Row, notes []string) {
	m, err := membership(p)
	switch {
	case isAlone(p, c) || errors.Is(err, member.ErrNone):
		return nil, nil
	case err != nil:
		return nil, []string{only(err)}
	}
	known, err := openLast(ctx, p, m)
	if err != nil {
		notes = append(notes, err.Error())
	}
	defer known.close()
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	h, err := remote.Connect(within, m)
	if err != nil {
		rows, said := known.withoutHub(ctx, q, err)
		return rows, append(notes, said...)
	}
	defer h.Close()
	var working sync.WaitGroup
	working.Go(func() { known.catchUp(within, h) })
	answers := askAll[[]listing.Row](within, h, Line(p))
	working.Wait()
	rows, said := known.complete(ctx, q, answers)
	return rows, append(notes, said...)
}

// last is what is known of the sessions of the user's other machines, also of those that are away.
type last struct {
	// store is nil where it cannot be opened: nothing is known then.
	store *summaries.Store
	// self is the key of this machine, data is stead's folder for data.
	self, data string
	now        func() time.Time
	// failed is why what is new is not known.
	failed error
}

func openLast(ctx context.Context, p *setup.Process, m member.Member) (*last, error) {
	s, err := p.Load(nil)
	if err != nil {
		return &last{}, err
	}
	return lastOf(ctx, s, m)
}

func lastOf(ctx context.Context, s *setup.Setup, m member.Member) (*last, error) {
	store, err := summaries.Open(ctx, summariesIn(s.Config.Folders.State))
	return &last{store: store, self: m.Key, data: s.Config.Folders.Data, now: s.Host.Now}, err
}

func (l *last) close() {
	if l.store != nil {
		_ = l.store.Close() // what it holds is written
	}
}

// catchUp reads what is new from the hub.
func (l *last) catchUp(ctx context.Context, h *remote.Hub) {
	if l.store != nil {
		l.failed = h.CatchUp(ctx, l.data, l.store)
	}
}

// seen are the machines of which anything is known, and when each was last there.
func (l *last) seen(ctx context.Context) map[string]time.Time {
	if l.store == nil {
		return nil
	}
	seen, _ := l.store.Seen(ctx, l.self) // nothing is known of any where that cannot be read
	return seen
}

// rows are those of a machine, as it has told of them last, and when it was last there. Without any nothing is known of its sessions.
func (l *last) rows(ctx context.Context, machine string, seen time.Time) ([]listing.Row, error) {
	if l.store == nil {
		return nil, nil
	}
	rows, err := l.store.Rows(ctx, machine)
	for i := range rows {
		rows[i].Seen = seen
		if seen.IsZero() { // then it was there at least when it said this
			rows[i].Seen = rows[0].Updated
		}
	}
	return rows, err
}

// absent are the rows of a machine that does not answer, as the query chooses them, and what is to be said of them. IsKnown is false where nothing is known of its
// sessions.
func (l *last) absent(ctx context.Context, q listing.Query, machine string, seen time.Time) (rows []listing.Row, note string, isKnown bool) {
	rows, err := l.rows(ctx, machine, seen)
	if err != nil {
		return nil, err.Error(), true
	}
	if len(rows) == 0 {
		return nil, "", false
	}
	note = fmt.Sprintf("%s was last seen %s; its sessions are as of then", machine, ago(l.now().Sub(rows[0].Seen)))
	return marked(machine, listing.Of(q, rows)), note, true
}

// ago says how long ago something was.
func ago(d time.Duration) string {
	if d < time.Minute {
		return "just now"
	}
	return term.Age(d) + " ago"
}

// complete puts the answers of machines together with what is known of those that have not answered.
func (l *last) complete(ctx context.Context, q listing.Query, answers []told[[]listing.Row]) (rows [][]listing.Row, notes []string) {
	l.saw(ctx, answers)
	seen := l.seen(ctx)
	isAnyAbsent := false
	for _, a := range answers {
		switch {
		case a.err == nil:
			rows = append(rows, marked(a.Machine, a.Value))
		case errors.As(a.err, new(absentError)):
			left, note, isKnown := l.absent(ctx, q, a.Machine, seen[a.Machine])
			if !isKnown {
				note = a.err.Error()
			}
			rows, notes, isAnyAbsent = append(rows, left), append(notes, note), true
		default:
			notes = append(notes, a.err.Error())
		}
	}
	if isAnyAbsent && l.failed != nil {
		notes = append(notes, fmt.Sprintf("what a machine that is away has told since the last list may be missing: %v", l.failed))
	}
	return rows, notes
}

// saw notes which machines are there.
func (l *last) saw(ctx context.Context, answers []told[[]listing.Row]) {
	if l.store == nil {
		return
	}
	at := map[string]time.Time{}
	for _, a := range answers {
		if a.err == nil {
			at[a.Machine] = l.now()
		}
	}
	if err := l.store.Saw(ctx, at); err != nil && l.failed == nil {
		l.failed = err
	}
}

// withoutHub is what is known of all machines while the hub is away.
func (l *last) withoutHub(ctx context.Context, q listing.Query, why error) (rows [][]listing.Row, notes []string) {
	seen := l.seen(ctx)
	for _, machine := range slices.Sorted(maps.Keys(seen)) {
		if left, note, isKnown := l.absent(ctx, q, machine, seen[machine]); isKnown {
			rows, notes = append(rows, left), append(notes, note)
		}
	}
	if len(notes) == 0 {
		return nil, []string{only(why)}
	}
	return rows, append([]string{why.Error()}, notes...)
}

// marked puts the machine's name to its rows.
func marked(machine string, rows []listing.Row) []listing.Row {
	for i := range rows {
		r := &rows[i]
		r.Machine, r.Reference = machine, Join(machine, r.Reference)
		if r.From != "" && r.Origin.Came == "" {
			r.From = Join(machine, r.From)
		}
	}
	return rows
}
