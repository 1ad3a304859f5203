package listing

import (
	"slices"
	"strings"
)

// folding finds the row that each folded row belongs under.
type folding struct {
	rows []Row
	// at maps a session's full reference to the index of its row.
	at map[string]int
	// isListed reports whether all sessions of a CLI are in the rows. An original of any other CLI is presumed to
	// exist.
	isListed func(cli string) bool
	// heads maps the root of a family whose original is gone to the row that stands for the family.
	heads map[string]int
}

// fold returns the rows that are not folded under another row, each with the count of those folded under it. It also
// counts the copies whose originals are not here. Rows must be sorted with the newest first.
func fold(rows []Row, isListed func(cli string) bool) (left []Row, elsewhere int) {
	f := folding{rows: rows, at: make(map[string]int, len(rows)), isListed: isListed, heads: map[string]int{}}
	for i, r := range rows {
		f.at[reference(r)] = i
	}
	shown := make([]bool, len(rows))
	for _, i := range subagentsLast(rows) {
		r := rows[i]
		target, ok := f.target(i)
		switch {
		case target == i:
			shown[i] = true
		case ok && r.Parent != "":
			rows[target].Subagents++
		case ok:
			rows[target].Copies++
		case r.Parent == "":
			elsewhere++
		}
	}
	i := -1
	return slices.DeleteFunc(rows, func(Row) bool { i++; return !shown[i] }), elsewhere
}

// subagentsLast returns the indexes of the rows, those of sub-agents' sessions last: they cannot stand for a family.
func subagentsLast(rows []Row) []int {
	var order, agents []int
	for i, r := range rows {
		if r.Parent != "" {
			agents = append(agents, i)
		} else {
			order = append(order, i)
		}
	}
	return append(order, agents...)
}

func reference(r Row) string { return r.CLI + ":" + r.ID }

// isFolded reports whether a row belongs under another one.
func (f folding) isFolded(i int) bool {
	return f.rows[i].Copy || f.rows[i].Parent != "" || f.rows[i].Within != ""
}

// target returns the row that a row is folded under, which may be itself. Ok is false if that row is not here.
func (f folding) target(i int) (int, bool) {
	from := i
	for range len(f.rows) { // tampered data may make a row its own ancestor
		if !f.isFolded(i) {
			return i, true
		}
		next, ok := f.at[f.above(i)]
		if !ok || next == i {
			return f.head(from, i)
		}
		i = next
	}
	return f.head(from, from)
}

// above returns the reference of the session that a row is folded under.
func (f folding) above(i int) string {
	switch r := f.rows[i]; {
	case r.Parent != "":
		return r.CLI + ":" + r.Parent
	case r.Within != "":
		return r.Within
	default:
		return r.Origin.Of
	}
}

// head returns the row that stands for a family whose original is gone: the newest copy. Last is the topmost row of the
// family that is here.
func (f folding) head(from, last int) (int, bool) {
	r := f.rows[last]
	if r.Parent != "" || f.isElsewhere(r) {
		return -1, false
	}
	root := r.Origin.Root
	if at, ok := f.at[root]; ok && !f.isFolded(at) {
		return at, true
	}
	head, ok := f.heads[root]
	if !ok {
		head = from
		f.heads[root] = head
	}
	return head, true
}

// isElsewhere reports whether the row's original may be in a store that was not listed.
func (f folding) isElsewhere(r Row) bool {
	cli, _, _ := strings.Cut(r.Origin.Of, ":")
	return cli != "" && !f.isListed(cli)
}
