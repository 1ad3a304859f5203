package draft

import "sort"

// untouched returns how many rows at the beginning of the original stay as they are, with their native records: all
// turns before the first one in which something is changed. A turn in which a call was left open that is answered
// later, or of which a record is shared with a later turn, is not among them.
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

// dependsOn returns the first row that a row cannot be parted from: its call, or the first one with a record that lies
// behind its own.
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

// reached tells for each row of a native session up to which line the session has come with it.
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

// first returns the first row with which the session has come to a line.
func (r reached) first(line int) int {
	return r.rows[sort.SearchInts(r.lines, line)]
}
