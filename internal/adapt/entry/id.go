package entry

import (
	"fmt"
	"hash/maphash"
)

// IDs holds the ids that were used in a session. It stores hashes only, because sessions are long.
type IDs struct {
	seed  maphash.Seed
	taken map[uint64]struct{}
}

// NewIDs returns an empty set.
func NewIDs() IDs { return IDs{seed: maphash.MakeSeed(), taken: map[uint64]struct{}{}} }

// Has reports whether an id is taken.
func (s IDs) Has(id string) bool {
	_, ok := s.taken[maphash.String(s.seed, id)]
	return ok
}

// Take adds an id, and reports whether it is new.
func (s IDs) Take(id string) bool {
	hash := maphash.String(s.seed, id)
	_, ok := s.taken[hash]
	s.taken[hash] = struct{}{}
	return !ok
}

// Unique takes an id and returns it. It returns a new id unchanged, and appends the line number to one that is already
// taken.
func (s IDs) Unique(id string, line int) string {
	unique := id
	for n := 1; !s.Take(unique); n++ {
		unique = fmt.Sprintf("%s@line-%d", id, line)
		if n > 1 {
			unique += fmt.Sprintf("#%d", n)
		}
	}
	return unique
}

// Numbered takes an id and returns it. It returns a new id unchanged, and appends a number to one that is already
// taken.
func (s IDs) Numbered(id string) string {
	unique := id
	for n := 2; !s.Take(unique); n++ {
		unique = fmt.Sprintf("%s_%d", id, n)
	}
	return unique
}

// LineID returns the id of an entry to which its file gives none. Part counts the entries of the line from 0.
func LineID(line, part int) string {
	if part == 0 {
		return fmt.Sprintf("line-%d", line)
	}
	return fmt.Sprintf("line-%d#%d", line, part+1)
}
