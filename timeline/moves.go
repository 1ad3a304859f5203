package timeline

import (
	"encoding/json"
	"slices"
	"sort"
)

// movesMember is the member of a repeated header line in a journal. Its value holds the session's [Moves].
const movesMember = "moved"

// Move says that some entries of a journal are now on a different branch than their lines say, because the user went
// back to a point before them, or returned to them. A journal's existing lines are never overwritten.
type Move struct {
	// From is the offset in the journal, in bytes, of the first entry's line. To is the offset of the end of the last
	// entry's line.
	From int64 `json:"from"`
	To   int64 `json:"to"`
	// Branch is the branch that the entries are now on. It is empty for the active conversation.
	Branch string `json:"branch,omitempty"`
}

// Moves holds every move in effect in a journal, in order. Moves do not overlap.
type Moves []Move

// BranchOf returns the current branch of an entry, given the offset of its line and the branch that the line names.
func (m Moves) BranchOf(offset int64, named string) string {
	at := sort.Search(len(m), func(i int) bool { return m[i].To > offset })
	if at < len(m) && m[at].From <= offset {
		return m[at].Branch
	}
	return named
}

// Add records the next line: named is the branch that the line names, now is the branch that it is on.
func (m Moves) Add(from, to int64, named, now string) Moves {
	if named == now {
		return m
	}
	if last := len(m) - 1; last >= 0 && m[last].To == from && m[last].Branch == now {
		m[last].To = to
		return m
	}
	return append(m, Move{From: from, To: to, Branch: now})
}

// AppendMovesLine appends to dst a header line that continues the session. The line lists the moves in effect from now
// on, and the branches.
func AppendMovesLine(dst []byte, h Header, branches []Branch, moves Moves) ([]byte, error) {
	value, err := json.Marshal(append(Moves{}, moves...))
	if err != nil {
		return dst, err
	}
	h.Lineage, h.Branches = nil, branches
	h.Extra = Extra{movesMember: value}
	return AppendHeaderLine(dst, h)
}

// TakeMoves removes and returns the moves of a header that was read from a line of this kind. Ok is false for any other
// header.
func (h *Header) TakeMoves() (moves Moves, ok bool) {
	value, ok := h.Extra[movesMember]
	if !ok || json.Unmarshal(value, &moves) != nil {
		return nil, false
	}
	delete(h.Extra, movesMember)
	sort.Slice(moves, func(i, j int) bool { return moves[i].From < moves[j].From })
	return moves, true
}

// Equal reports whether both hold the same moves.
func (m Moves) Equal(other Moves) bool { return slices.Equal(m, other) }
