package listing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"stead/internal/sys/dirs"
)

// Query says which sessions to list, and how. The zero value lists all of them, the newest first, with copies and
// sub-agents folded.
type Query struct {
	// CLI restricts the list to that CLI's sessions.
	CLI string
	// Project restricts the list to the sessions of a project, see [dirs.OfProject].
	Project string
	// Since restricts the list to sessions that changed at that time or later.
	Since time.Time
	// Model restricts the list to sessions whose model name contains this text.
	Model string
	// Live restricts the list to active sessions.
	Live bool
	// Words restricts the list to sessions that contain each word in their title, folder, branch, model or id, or that
	// contain all of them in their texts.
	Words []string
	// All turns off folding.
	All bool
	// Sort is one of [Orders]. Empty means the first.
	Sort string
	// Limit is the maximum number of rows. 0 means no limit.
	Limit int
}

// orders are the available sort orders.
var orders = []struct {
	name    string
	compare func(a, b Row) int
}{
	{"updated", func(a, b Row) int { return b.Updated.Compare(a.Updated) }},
	{"created", func(a, b Row) int { return b.Created.Compare(a.Created) }},
	{"size", func(a, b Row) int { return cmp.Compare(b.Bytes, a.Bytes) }},
	{"turns", func(a, b Row) int { return cmp.Compare(b.Turns, a.Turns) }},
	{"title", func(a, b Row) int { return compareFold(a.Title, b.Title) }},
	{"project", func(a, b Row) int { return compareFold(a.Folder(), b.Folder()) }},
	{"model", func(a, b Row) int { return compareFold(a.Model, b.Model) }},
	{"cli", func(a, b Row) int { return cmp.Compare(a.CLI, b.CLI) }},
}

func compareFold(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) }

// Orders returns the names of the sort orders. Times, sizes and counts are sorted in descending order, names from A to
// Z.
func Orders() []string {
	var names []string
	for _, o := range orders {
		names = append(names, o.name)
	}
	return names
}

// ErrQuery marks an invalid query.
var ErrQuery = errors.New("no such list")

// Check returns an error that wraps ErrQuery if the query is invalid.
func (q Query) Check() error {
	switch {
	case q.Limit < 0:
		return fmt.Errorf("%w: the number of sessions must not be negative", ErrQuery)
	case q.Sort != "" && !slices.Contains(Orders(), q.Sort):
		return fmt.Errorf("%w: sessions are not sorted by %q: use %s", ErrQuery, q.Sort, strings.Join(Orders(), ", "))
	}
	return nil
}

// isListed reports whether the query includes the sessions of a CLI.
func (q Query) isListed(cli string) bool { return q.CLI == "" || strings.EqualFold(cli, q.CLI) }

// choose returns the rows that match the query, sorted and limited.
func (q Query) choose(rows []Row, inText map[string]bool) []Row {
	keep := q.keep(inText)
	chosen := make([]Row, 0, len(rows))
	for _, r := range rows {
		if keep(r) {
			chosen = append(chosen, r)
		}
	}
	return q.first(chosen)
}

// keep returns a filter for rows. InText holds the full references of the sessions whose texts contain the words.
func (q Query) keep(inText map[string]bool) func(Row) bool {
	inProject := dirs.OfProject(q.Project)
	model := strings.ToLower(q.Model)
	words := make([]string, len(q.Words))
	for i, w := range q.Words {
		words[i] = strings.ToLower(w)
	}
	return func(r Row) bool {
		return q.isListed(r.CLI) && !r.Updated.Before(q.Since) && (!q.Live || r.State != Idle) &&
			strings.Contains(strings.ToLower(r.Model), model) && (inProject(r.Folder()) || inProject(r.Project)) &&
			(inText[reference(r)] || !slices.ContainsFunc(words, func(w string) bool { return !r.has(w) }))
	}
}

// Merge combines the answers of several machines to one query. A session that several machines have becomes one row.
// This machine's row wins, so that no other machine can hide it; otherwise the row of the machine that changed the
// session last wins.
func Merge(q Query, all ...[]Row) []Row {
	rows, at := []Row{}, map[string]int{}
	for _, r := range slices.Concat(all...) {
		i, isKnown := at[reference(r)]
		switch {
		case !isKnown || rows[i].Machine == r.Machine: // a CLI may have two sessions with one id
			at[reference(r)] = len(rows)
			rows = append(rows, r)
		case r.Machine == "" || rows[i].Machine != "" && r.Updated.After(rows[i].Updated):
			rows[i] = r.with(rows[i])
		default:
			rows[i] = rows[i].with(r)
		}
	}
	return q.first(rows)
}

// with returns the row with another machine's row for the same session merged into it.
func (r Row) with(other Row) Row {
	r.Also = append(slices.Concat(r.Also, other.Also), other.Machine)
	if r.Origin.Project == "" { // the folder belongs to the other machine
		r.Origin.Project = other.Origin.Project
	}
	return r
}

// first sorts the rows and limits their number.
func (q Query) first(rows []Row) []Row {
	q.sort(rows)
	if q.Limit > 0 {
		rows = rows[:min(q.Limit, len(rows))]
	}
	return rows
}

// sort sorts the rows as the query says; equal rows are sorted from the newest to the oldest.
func (q Query) sort(rows []Row) {
	compare := orders[0].compare
	for _, o := range orders {
		if o.name == q.Sort {
			compare = o.compare
		}
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(compare(a, b), orders[0].compare(a, b), cmp.Compare(a.CLI, b.CLI), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Path, b.Path))
	})
}

// units are time units in addition to those of time.ParseDuration.
var units = map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

// ParseSince parses a time: a duration before now (90m, 24h, 3d, 2w), a day (2026-11-20), today, yesterday, or a time
// in RFC 3339. Errors wrap ErrQuery.
func ParseSince(text string, now time.Time) (time.Time, error) {
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch text {
	case "today":
		return midnight, nil
	case "yesterday":
		return midnight.AddDate(0, 0, -1), nil
	}
	if text != "" {
		if unit, ok := units[text[len(text)-1]]; ok {
			if n, err := strconv.ParseUint(text[:len(text)-1], 10, 16); err == nil {
				return now.Add(-time.Duration(n) * unit), nil
			}
		}
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(form, text, now.Location()); err == nil {
			return at, nil
		}
	}
	return time.Time{}, timeError(text)
}

// timeError is a text that is not a time. It wraps ErrQuery but does not repeat its message, because times are not used
// by lists only.
type timeError string

// Error names the text and shows valid times.
func (e timeError) Error() string {
	return fmt.Sprintf("%q is not a time: use 3d, 12h, today, or a day such as 2026-11-20", string(e))
}

// Is reports whether target is ErrQuery.
func (timeError) Is(target error) bool { return target == ErrQuery }
