package entry

import (
	"fmt"
	"hash/maphash"
)

// IDs are the ids that were given in a session, by their hashes: sessions are long.
type IDs struct {
	seed  maphash.Seed
	taken map[uint64]struct{}
}

// NewIDs returns a set without any id.
func NewIDs() IDs { return IDs{seed: maphash.MakeSeed(), taken: map[uint64]struct{}{}} }

// Has reports whether an id was taken.
func (s IDs) Has(id string) bool {
	_, ok := s.taken[maphash.String(s.seed, id)]
	return ok
}

// Take notes an id, and reports whether it is new.
func (s IDs) Take(id string) bool {
	hash := maphash.String(s.seed, id)
	_, ok := s.taken[hash]
	s.taken[hash] = struct{}{}
	return !ok
}

// Unique takes an id and returns it: as it is when it is new, and else with the line on which it came again.
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

// Numbered takes an id and returns it: as it is when it is new, and else with a number behind it.
func (s IDs) Numbered(id string) string {
	unique := id
	for n := 2; !s.Take(unique); n++ {
		unique = fmt.Sprintf("%s_%d", id, n)
	}
	return unique
}

// LineID is the id of an entry to which its file gives none: part counts the entries of the line from 0.
func LineID(line, part int) string {
	if part == 0 {
		return fmt.Sprintf("line-%d", line)
	}
	return fmt.Sprintf("line-%d#%d", line, part+1)
}
