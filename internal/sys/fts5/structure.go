package fts5

import (
	"errors"
	"fmt"
)

// The ids of the two blocks that describe the whole table.
const (
	averagesID  = 1
	structureID = 10
)

// v2 follows the first four bytes of the structure of a table with contentless_delete=1.
const v2 = "\xff\x00\x00\x01"

// structure lists the segments of a table.
type structure struct {
	cookie [4]byte // of the table's settings
	writes uint64
	levels [][]segmentInfo
	merges []uint64 // the number of segments of a level that are being merged
}

// segmentInfo is the record of a segment in the structure. Origins count the segments: a row belongs to the segments
// with its own origin.
type segmentInfo struct {
	id, firstPage, lastPage    uint64
	oldest, newest             uint64 // origins
	tombPages, tombRows, count uint64
}

func (s *segmentInfo) fields() []*uint64 {
	return []*uint64{&s.id, &s.firstPage, &s.lastPage, &s.oldest, &s.newest, &s.tombPages, &s.tombRows, &s.count}
}

var errStructure = errors.New("the full-text table has a structure of another kind")

// numbers reads one number after the other.
type numbers struct {
	left []byte
	err  error
}

func (n *numbers) next() uint64 {
	for i, b := range n.left {
		if b < 0x80 && i < 8 {
			value, size := varint(n.left)
			n.left = n.left[size:]
			return value
		}
	}
	n.err = errStructure
	return 0
}

func parseStructure(block []byte) (*structure, error) {
	if len(block) < 8 || string(block[4:8]) != v2 {
		return nil, errStructure
	}
	s := &structure{cookie: [4]byte(block)}
	n := &numbers{left: block[8:]}
	levels, _ := n.next(), n.next()
	s.writes = n.next()
	for ; levels > 0 && n.err == nil; levels-- {
		s.merges = append(s.merges, n.next())
		var level []segmentInfo
		for count := n.next(); count > 0 && n.err == nil; count-- {
			var info segmentInfo
			for _, field := range info.fields() {
				*field = n.next()
			}
			level = append(level, info)
		}
		s.levels = append(s.levels, level)
	}
	return s, n.err
}

func (s *structure) block() []byte {
	segments := 0
	for _, level := range s.levels {
		segments += len(level)
	}
	to := append(s.cookie[:], v2...)
	to = appendVarint(to, uint64(len(s.levels)))
	to = appendVarint(to, uint64(segments))
	to = appendVarint(to, s.writes)
	for i, level := range s.levels {
		to = appendVarint(to, s.merges[i])
		to = appendVarint(to, uint64(len(level)))
		for _, info := range level {
			for _, field := range info.fields() {
				to = appendVarint(to, *field)
			}
		}
	}
	return to
}

// next returns the number and the origin of a new segment.
func (s *structure) next() (id, origin uint64) {
	for _, level := range s.levels {
		for _, info := range level {
			id, origin = max(id, info.id), max(origin, info.newest)
		}
	}
	return id + 1, origin + 1
}

// high is the level of segments that are loaded at once. SQLite merges four segments of a level into one of the next
// level. The small segments that come later are thus merged with a segment of many pages only after a thousand of them.
const high = 6

// add adds the newest segment. It goes to the high level, unless there are older segments on lower levels: newer
// segments must be on lower levels, or later on the same level.
func (s *structure) add(info segmentInfo) {
	for len(s.levels) <= high {
		s.levels, s.merges = append(s.levels, nil), append(s.merges, 0)
	}
	at := high
	for level := range high {
		if len(s.levels[level]) > 0 {
			at = 0
		}
	}
	s.levels[at] = append(s.levels[at], info)
}

// averages holds the number of rows of a table, and the number of words in each column.
type averages []uint64

func parseAverages(block []byte, columns int) (averages, error) {
	all := make(averages, 1+columns)
	if len(block) == 0 {
		return all, nil
	}
	n := &numbers{left: block}
	for i := range all {
		all[i] = n.next()
	}
	if n.err != nil || len(n.left) > 0 {
		return nil, fmt.Errorf("%w: it has other than %d columns", errStructure, columns)
	}
	return all, nil
}

func (a averages) block() (to []byte) {
	for _, n := range a {
		to = appendVarint(to, n)
	}
	return to
}
