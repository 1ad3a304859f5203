package recordtree

import (
	"slices"

	"stead/internal/adapt/jsonl"
)

// early is a line that precedes the one that it follows, as the first answer in a new session of Claude Code may do
// (2.1.197). The tail passes it on after that line, as a stream does.
type early struct {
	line   jsonl.Line
	parent uint64
}

// mostEarly is how many lines are held back. With more, the records that they follow count as missing.
const mostEarly = 64

// take adds the records that a line yields: none, one, or also those that waited for it.
func (t *Tail) take(line jsonl.Line, records []Record) []Record {
	mark := Mark{}
	if looksWhole(line.Bytes) {
		mark = t.format.Mark(line.Bytes, &About{})
	}
	parent := hash(mark.Parent)
	if mark.Place != Beside && parent != 0 && !t.hasBegun && !t.trail.known[parent].isTold {
		t.early = append(t.early, early{line, parent})
		if len(t.early) > mostEarly {
			return t.giveUp(records)
		}
		return records
	}
	return t.release(append(records, t.read(line)))
}

// release adds the lines that follow records that were passed on.
func (t *Tail) release(records []Record) []Record {
	for {
		at := slices.IndexFunc(t.early, func(e early) bool { return t.trail.known[e.parent].isTold })
		if at < 0 {
			return records
		}
		records = append(records, t.read(t.early[at].line))
		t.early = slices.Delete(t.early, at, at+1)
	}
}

// giveUp adds all waiting lines, in the order of the file, because the records that they follow do not come.
func (t *Tail) giveUp(records []Record) []Record {
	for _, e := range t.early {
		records = append(records, t.read(e.line))
	}
	t.early = nil
	return records
}
