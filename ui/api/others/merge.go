package others

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"stead/catalog/listing"
	"stead/ui/model"
)

// Sessions adds the sessions of the other machines to a part of a list of this one's, each where it belongs by its
// time, and which machines there are. Only a list with the newest first can have them.
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

// isWanted reports whether a session is one of those that a list is to have. Of its texts only what a list shows is
// known.
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

// isIn reports whether a folder belongs to a project: a folder with all below it, or the name of one.
func isIn(folder, project string) bool {
	return folder == project || strings.HasPrefix(folder, strings.TrimSuffix(project, "/")+"/") ||
		filepath.Base(folder) == project
}

// Runs adds the runs of the other machines to a part of a list of this one's, each where it belongs, and which machines
// there are.
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
			if (page.Next == "" || r.ID > page.Next) && (q.After == "" || r.ID < q.After) { // ids sort as the runs began
				page.Items = append(page.Items, r)
			}
		}
	}
	slices.SortStableFunc(page.Items, func(a, b model.Run) int { return strings.Compare(b.ID, a.ID) })
}

// known are the machines of which is known whether they are there, by name.
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
