package draft

import "sort"

// untouched returns how many rows at the beginning of the original stay unchanged and keep their native records: all
// turns before the first one with a change. It excludes a turn with an open call that is answered later, and one that
// shares a record with a later turn.
func untouched(b *base, items []item) int {
	first := 0
	for first < len(items) && items[first].row == first && items[first].text == nil {
		first++
	}
	rows := b.rows
	if first == len(rows) {
		return first
	}
	stays := rows[first].turn
	reach := reachOf(rows)
	for at := len(rows) - 1; at >= stays; at-- {
		stays = min(stays, rows[b.dependsOn(at, reach)].turn)
	}
	return stays
}

// dependsOn returns the first row that a row depends on: its call, or the first row whose record does not precede its
// own.
func (b *base) dependsOn(at int, reach map[string]reached) int {
	r, first := b.rows[at], at
	if call, ok := b.index[r.call]; ok {
		first = min(first, call)
	}
	if r.record.line > 0 {
		first = min(first, reach[r.record.session].first(r.record.line))
	}
	return first
}

// reached holds, for the rows of a native session, how far the session's lines have progressed.
type reached struct{ lines, rows []int }

func reachOf(rows []row) map[string]reached {
	reach := map[string]reached{}
	for at, r := range rows {
		so := reach[r.record.session]
		if r.record.line > 0 && (len(so.lines) == 0 || r.record.line > so.lines[len(so.lines)-1]) {
			reach[r.record.session] = reached{append(so.lines, r.record.line), append(so.rows, at)}
		}
	}
	return reach
}

// first returns the first row at which the session has reached a line.
func (r reached) first(line int) int {
	return r.rows[sort.SearchInts(r.lines, line)]
}
