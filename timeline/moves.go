package timeline

import (
	"encoding/json"
	"slices"
	"sort"
)

// movesMember is the member of a header line that comes again in a journal: its value are the session's [Moves].
const movesMember = "moved"

// Move says that entries of a journal are on another branch than their lines say: their user went back behind them, or
// to them. A journal is never written over.
type Move struct {
	// From is where the line of the first entry begins in the journal, To where that of the last one ends, in bytes.
	From int64 `json:"from"`
	To   int64 `json:"to"`
	// Branch is the one on which they are now. Empty for the active conversation.
	Branch string `json:"branch,omitempty"`
}

// Moves are all that hold in a journal, in order. None of them touches another.
type Moves []Move

// BranchOf returns the branch of an entry whose line begins at an offset and names a branch.
func (m Moves) BranchOf(offset int64, named string) string {
	at := sort.Search(len(m), func(i int) bool { return m[i].To > offset })
	if at < len(m) && m[at].From <= offset {
		return m[at].Branch
	}
	return named
}

// Add adds the next line: it names a branch, and is on that or on another now.
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

// AppendMovesLine appends to dst a header line that continues the session and says which moves hold from now on, and
// which branches there are.
func AppendMovesLine(dst []byte, h Header, branches []Branch, moves Moves) ([]byte, error) {
	value, err := json.Marshal(append(Moves{}, moves...))
	if err != nil {
		return dst, err
	}
	h.Lineage, h.Branches = nil, branches
	h.Extra = Extra{movesMember: value}
	return AppendHeaderLine(dst, h)
}

// TakeMoves takes the moves out of a header that was read from such a line. Ok is false for any other header.
func (h *Header) TakeMoves() (moves Moves, ok bool) {
	value, ok := h.Extra[movesMember]
	if !ok || json.Unmarshal(value, &moves) != nil {
		return nil, false
	}
	delete(h.Extra, movesMember)
	sort.Slice(moves, func(i, j int) bool { return moves[i].From < moves[j].From })
	return moves, true
}

// Equal reports whether both say the same.
func (m Moves) Equal(other Moves) bool { return slices.Equal(m, other) }
