package tui

import (
	"strings"
	"time"

	"stead/catalog/listing"
)

// The titles of the sections that are not named after a day.
const (
	NeedsYou  = "Needs you"
	AtWork    = "Working"
	Today     = "Today"
	Yesterday = "Yesterday"
)

// Section is a group of rows under a title. It is never empty.
type Section struct {
	Title string
	Rows  []listing.Row
}

// Board arranges the sessions of a machine the way that people look at them: those that need somebody first, then those
// at work, then all others by the day of their last change. It is prepared for filtering at each key.
type Board struct {
	rows  []listing.Row
	texts []string
	// Waiting and Working count the sessions in these states.
	Waiting, Working int
}

// BoardOf returns the board of rows, which must be sorted with the newest first.
func BoardOf(rows []listing.Row) *Board {
	b := &Board{rows: rows, texts: make([]string, len(rows))}
	for i, r := range rows {
		b.texts[i] = strings.ToLower(strings.Join([]string{r.Title, r.Folder(), r.CLI, r.Branch, r.Model, r.Reference,
			r.ID}, "\n"))
		switch r.State {
		case listing.Waiting:
			b.Waiting++
		case listing.Working:
			b.Working++
		case listing.Idle:
		}
	}
	return b
}

// Len returns the number of sessions.
func (b *Board) Len() int { return len(b.rows) }

// Sections returns the sessions that have every word of the filter in their title, project, CLI, branch, model or id.
// It ignores case. Days are those of now's zone.
func (b *Board) Sections(filter string, now time.Time) []Section {
	words := strings.Fields(strings.ToLower(filter))
	var needs, work []listing.Row
	var days []Section
	names := daysFrom(now)
	for i, r := range b.rows {
		if !hasAll(b.texts[i], words) {
			continue
		}
		switch r.State {
		case listing.Waiting:
			needs = append(needs, r)
			continue
		case listing.Working:
			work = append(work, r)
			continue
		case listing.Idle:
		}
		title := names.of(r.Updated)
		if len(days) == 0 || days[len(days)-1].Title != title {
			days = append(days, Section{Title: title})
		}
		last := &days[len(days)-1]
		last.Rows = append(last.Rows, r)
	}
	var all []Section
	for _, s := range []Section{{NeedsYou, needs}, {AtWork, work}} {
		if len(s.Rows) > 0 {
			all = append(all, s)
		}
	}
	return append(all, days...)
}

// News counts the rows of b that are new, or have changed, compared to the earlier board before.
func (b *Board) News(before *Board) int {
	known := make(map[string]listing.Row, len(before.rows))
	for _, r := range before.rows {
		known[r.Reference] = r
	}
	n := 0
	for _, r := range b.rows {
		was, isKnown := known[r.Reference]
		if !isKnown || was.State != r.State || was.Updated.Before(r.Updated) {
			n++
		}
	}
	return n
}

func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// days names days as seen from a given moment.
type days struct {
	zone                 *time.Location
	midnight, before, on time.Time
}

func daysFrom(now time.Time) days {
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	return days{now.Location(), midnight, midnight.AddDate(0, 0, -1), midnight.AddDate(0, 0, -6)}
}

// of names the day of a moment: recent days by their weekday, days of earlier years with the year.
func (d days) of(at time.Time) string {
	at = at.In(d.zone)
	switch {
	case !at.Before(d.midnight):
		return Today
	case !at.Before(d.before):
		return Yesterday
	case !at.Before(d.on):
		return at.Format("Monday")
	case at.Year() == d.midnight.Year():
		return at.Format("2 January")
	}
	return at.Format("2 January 2006")
}
