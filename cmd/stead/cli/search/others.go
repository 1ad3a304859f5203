package search

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"stead/catalog/search"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/dirs"
	"stead/reach/remote"
)

// others asks the user's other machines at the same time. What it returns waits for their answers and for what is to be
// noted of them. A query that names a folder of this machine is not theirs.
func (o options) others(ctx context.Context, p *setup.Process, c *cobra.Command, q search.Query,
	words []string) (wait func() ([]answer, []string)) {
	if slices.ContainsFunc(slices.Concat(q.Projects, q.WithoutProjects), dirs.IsPath) {
		return func() ([]answer, []string) { return nil, nil }
	}
	var found []answer
	var notes []string
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		var given []remote.Answer[answer]
		given, notes = machines.Gather[answer](ctx, p, c, o.line(words))
		for _, a := range given {
			found = append(found, a.Value.of(a.Machine))
		}
	}()
	return func() ([]answer, []string) {
		<-asked
		return found, notes
	}
}

// line is the command line by which another machine is asked. What is excluded (-word) stands behind --, where it is no
// flag.
func (o options) line(words []string) []string {
	line := []string{"search", "--json", "-n", strconv.Itoa(o.limit), "--sort", o.order}
	if o.scans {
		line = append(line, "--scan")
	}
	return append(append(line, "--"), words...)
}

// of is the answer with the name of its machine in each row. This machine has none, unless it works for another one.
func (a answer) of(machine string) answer {
	if machine == "" {
		return a
	}
	a.Rows = slices.Clone(a.Rows)
	for i := range a.Rows {
		if r := &a.Rows[i]; r.Machine != machine {
			r.Machine, r.Reference, r.Also = machine, machines.Join(machine, r.Reference), slices.Clone(r.Also)
			for also := range r.Also {
				r.Also[also] = machines.Join(machine, r.Also[also])
			}
		}
	}
	return a
}

// merged puts the answers of other machines to this one's. By age the newest session comes first. The ranks of two
// machines cannot be compared, as a word weighs what it weighs among the texts of its machine: so the best hit of each
// comes first, then the second ones, of equal ones the newest.
func (o options) merged(own answer, others []answer) answer {
	if len(others) == 0 {
		return own
	}
	type placed struct {
		row
		place int
	}
	var all []placed
	whole := answer{Rows: []row{}}
	for _, a := range append([]answer{own}, others...) {
		whole.Sessions, whole.Hits, whole.Scanned = whole.Sessions+a.Sessions, whole.Hits+a.Hits, whole.Scanned || a.Scanned
		for place, r := range a.Rows {
			all = append(all, placed{r, place})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		newest := b.Updated.Compare(a.Updated)
		if o.order == string(search.ByAge) {
			return newest
		}
		return cmp.Or(cmp.Compare(a.place, b.place), newest)
	})
	for _, one := range all[:min(o.limit, len(all))] {
		whole.Rows = append(whole.Rows, one.row)
	}
	return whole
}
