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

// others asks the user's other machines at the same time. The returned function waits for their answers and for notes
// about them. It does not ask them if the query names a folder of this machine.
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

// line returns the command line for another machine. Exclusions (-word) are after --, where they are not flags.
func (o options) line(words []string) []string {
	line := []string{"search", "--json", "-n", strconv.Itoa(o.limit), "--sort", o.order}
	if o.scans {
		line = append(line, "--scan")
	}
	return append(append(line, "--"), words...)
}

// of returns the answer with its machine's name in each row. For this machine the name is empty, unless it works for
// another one.
func (a answer) of(machine string) answer {
	if machine == "" {
		return a
	}
	a.Rows = slices.Clone(a.Rows)
	for i := range a.Rows {
		if r := &a.Rows[i]; r.Machine != machine {
			r.Machine, r.Reference, r.Also = machine, remote.Join(machine, r.Reference), slices.Clone(r.Also)
			for also := range r.Also {
				r.Also[also] = remote.Join(machine, r.Also[also])
			}
		}
	}
	return a
}

// merged adds the answers of other machines to this one's. By age, the newest session comes first. The ranks of two
// machines cannot be compared, because the weight of a word depends on the texts of its machine. So the best hit of
// each machine comes first, then the second ones. Among equals, the newest comes first.
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
