package cusf

import (
	"fmt"
	"hash/maphash"
)

// idSet is a set of ids that stores their hashes.
type idSet struct {
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

func newIDSet() idSet { return idSet{maphash.MakeSeed(), map[uint64]struct{}{}} }

func (s idSet) add(id string) { s.hashes[maphash.String(s.seed, id)] = struct{}{} }

func (s idSet) has(id string) bool {
	_, ok := s.hashes[maphash.String(s.seed, id)]
	return ok
}

// unique returns an id that no other line of its kind has.
func (s idSet) unique(kind, id string) string {
	wanted := id
	for again := 2; s.has(kind+id) || id == ""; again++ {
		id = fmt.Sprintf("%s#%d", wanted, again)
	}
	s.add(kind + id)
	return id
}
