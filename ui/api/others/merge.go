package others

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"stead/catalog/listing"
	"stead/ui/model"
)

// Sessions adds the sessions of the other machines to a part of this machine's list, each at its place by time, and
// adds the names of the machines. It does so only for a list with the newest first.
func (o *Others) Sessions(page *model.Sessions, asked model.SessionQuery) {
	if o == nil {
		return
	}
	o.demand.look(0)
	o.access.Lock()
	defer o.access.Unlock()
	page.Machines = o.known()
	if sort := asked.Query.Sort; sort != "" && sort != "updated" {
		return
	}
	before, isLater := model.TimeOf(asked.After)
	var found []model.Session
	for _, m := range o.machines {
		for _, s := range m.lists.sessions {
			if !isWanted(s, asked) {
				continue
			}
			page.Total++
			isPast := page.Next != "" && s.Updated.Before(page.Items[len(page.Items)-1].Updated)
			if !isPast && (!isLater || s.Updated.Before(before)) {
				found = append(found, s)
			}
		}
	}
	page.Items = append(page.Items, found...)
	slices.SortStableFunc(page.Items, func(a, b model.Session) int { return b.Updated.Compare(a.Updated) })
}

// isWanted reports whether a list should include a session. Only the texts that a list shows are known of it.
func isWanted(s model.Session, asked model.SessionQuery) bool {
	q := asked.Query
	texts := strings.ToLower(strings.Join([]string{s.Title, s.Project, s.Branch, s.Model, s.Reference, s.ID}, "\n"))
	for _, word := range q.Words {
		if !strings.Contains(texts, strings.ToLower(word)) {
			return false
		}
	}
	return (q.CLI == "" || s.CLI == q.CLI) && (q.Project == "" || isIn(s.Project, q.Project)) &&
		!s.Updated.Before(q.Since) &&
		strings.Contains(strings.ToLower(s.Model), strings.ToLower(q.Model)) && (!q.Live || s.State != listing.Idle) &&
		(asked.State == "" || s.State == asked.State)
}

// isIn reports whether a folder belongs to a project. Project is a folder, which includes everything below it, or the
// name of one.
func isIn(folder, project string) bool {
	return folder == project || strings.HasPrefix(folder, strings.TrimSuffix(project, "/")+"/") ||
		filepath.Base(folder) == project
}

// Runs adds the runs of the other machines to a part of this machine's list, each at its place, and adds the names of
// the machines.
func (o *Others) Runs(page *model.Runs, q model.RunQuery) {
	if o == nil {
		return
	}
	o.demand.look(0)
	o.access.Lock()
	defer o.access.Unlock()
	page.Machines = o.known()
	for _, m := range o.machines {
		listed := m.lists.active
		if q.Ended {
			listed = m.lists.runs
		}
		for _, r := range listed {
			page.Total++
			if (page.Next == "" || r.ID > page.Next) && (q.After == "" || r.ID < q.After) { // ids sort by start time
				page.Items = append(page.Items, r)
			}
		}
	}
	slices.SortStableFunc(page.Items, func(a, b model.Run) int { return strings.Compare(b.ID, a.ID) })
}

// known returns the machines whose presence or absence is known, by name.
func (o *Others) known() (all []model.Elsewhere) {
	for _, name := range slices.Sorted(maps.Keys(o.machines)) {
		m := o.machines[name]
		switch {
		case m.isKnown && m.isAway:
			seen := m.seen
			if m.answered.After(seen) {
				seen = m.answered
			}
			all = append(all, model.Elsewhere{Name: name, State: model.Away, Seen: seen})
		case m.isKnown:
			all = append(all, model.Elsewhere{Name: name, State: model.There})
		}
	}
	return all
}
