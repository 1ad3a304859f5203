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

// Query says which sessions are listed, and how. The zero value lists all, the newest first, copies and sub-agents
// folded.
type Query struct {
	// CLI keeps only that CLI's sessions.
	CLI string
	// Project keeps only the sessions of a project: see [dirs.Has].
	Project string
	// Since keeps only sessions that changed then or later.
	Since time.Time
	// Model keeps only sessions whose model's name has this in it.
	Model string
	// Live keeps only sessions in which something happens.
	Live bool
	// Words keeps only sessions that have each of them in their title, folder, branch, model or id, or all of them in a
	// text.
	Words []string
	// All folds nothing.
	All bool
	// Sort is one of [Orders]; empty is the first.
	Sort string
	// Limit keeps only so many rows. 0 keeps all.
	Limit int
}

// orders are the ways to sort.
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

// Orders names the ways to sort: times, sizes and counts from the greatest to the least, names from A to Z.
func Orders() []string {
	var names []string
	for _, o := range orders {
		names = append(names, o.name)
	}
	return names
}

// ErrQuery marks a query that asks for what there is not.
var ErrQuery = errors.New("no such list")

// Check returns an error that wraps ErrQuery when the query cannot be meant.
func (q Query) Check() error {
	switch {
	case q.Limit < 0:
		return fmt.Errorf("%w: the number of sessions must not be negative", ErrQuery)
	case q.Sort != "" && !slices.Contains(Orders(), q.Sort):
		return fmt.Errorf("%w: sessions are not sorted by %q: use %s", ErrQuery, q.Sort, strings.Join(Orders(), ", "))
	}
	return nil
}

// isListed reports whether the sessions of a CLI are asked for.
func (q Query) isListed(cli string) bool { return q.CLI == "" || strings.EqualFold(cli, q.CLI) }

// choose returns the rows that are wanted, in their order.
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

// keep returns what decides whether a row is wanted. InText are the sessions whose texts have the words, by their full
// references.
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

// Merge puts rows of several machines together, each of which has answered the query, as if they were of one. A session
// that several have is one row: this machine's, so that no other one can hide it, or else that of the machine on which
// it was last worked in.
func Merge(q Query, all ...[]Row) []Row {
	rows, at := []Row{}, map[string]int{}
	for _, r := range slices.Concat(all...) {
		i, isKnown := at[reference(r)]
		switch {
		case !isKnown || rows[i].Machine == r.Machine: // a CLI may have two of one id
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

// with is the row that stands for another one, too.
func (r Row) with(other Row) Row {
	r.Also = append(slices.Concat(r.Also, other.Also), other.Machine)
	if r.Origin.Project == "" { // the folder is another machine's
		r.Origin.Project = other.Origin.Project
	}
	return r
}

// first puts rows in their order, and cuts them to so many.
func (q Query) first(rows []Row) []Row {
	q.sort(rows)
	if q.Limit > 0 {
		rows = rows[:min(q.Limit, len(rows))]
	}
	return rows
}

// sort puts the rows in the order that is asked for; those that are equal in it from the newest to the oldest.
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

// units are those of a time ago, besides the ones of time.ParseDuration.
var units = map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

// ParseSince reads when something was: a time ago (90m, 24h, 3d, 2w), a day (2026-11-20), today, yesterday, or a moment
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

// timeError is a text that names no time. It wraps ErrQuery without its words, as not only lists ask for times.
type timeError string

// Error names the text, and what is a time.
func (e timeError) Error() string {
	return fmt.Sprintf("%q is no time: use 3d, 12h, today, or a day such as 2026-11-20", string(e))
}

// Is reports whether the error is ErrQuery, which it stands for.
func (timeError) Is(target error) bool { return target == ErrQuery }
