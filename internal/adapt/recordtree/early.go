package recordtree

import (
	"slices"

	"stead/internal/adapt/jsonl"
)

// early is a line that stands before the one that it follows, as the first answer in a new session of Claude Code may
// (2.1.197). It is told behind that, as in a stream.
type early struct {
	line   jsonl.Line
	parent uint64
}

// mostEarly is how many lines are held back. With more, what they follow is taken for missing.
const mostEarly = 64

// take adds the records that a line brings, which may be none, or those that waited for it as well.
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

// release adds the lines that follow what was told.
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

// giveUp adds all lines that wait, in the order of the file: what they follow does not come.
func (t *Tail) giveUp(records []Record) []Record {
	for _, e := range t.early {
		records = append(records, t.read(e.line))
	}
	t.early = nil
	return records
}
