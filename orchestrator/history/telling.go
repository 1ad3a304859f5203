package history

import (
	"hash/maphash"

	"stead/timeline"
)

// telling is a conversation in the form of one of two sessions. The delivered entries stand for those of the journal:
// they are the same content in other records, and parts of it may not have been delivered.
type telling struct {
	all []said
	// turns are the indexes at which the turns begin.
	turns  []int
	isLeft bool
}

// said is a visible entry; sum is the checksum of a prompt.
type said struct {
	line   int
	id     string
	sum    uint64
	branch string
}

var seed = maphash.MakeSeed()

func (s said) is(e *timeline.Entry) bool { return !e.Hidden && s.id == e.ID && s.line == lineOf(e) }

func lineOf(e *timeline.Entry) int {
	if e.Native == nil {
		return 0
	}
	return e.Native.Line
}

func (t *telling) add(e *timeline.Entry, branch string) {
	if e.Hidden {
		return
	}
	one := said{line: lineOf(e), id: e.ID, branch: branch}
	if e.Type == timeline.User && !e.IsContext() {
		one.sum = maphash.Bytes(seed, e.Content.JSON())
		t.turns = append(t.turns, len(t.all))
	}
	t.all = append(t.all, one)
	t.isLeft = t.isLeft || branch != ""
}

// turn returns the entries of a turn.
func (t *telling) turn(n int) []said {
	if n+1 < len(t.turns) {
		return t.all[t.turns[n]:t.turns[n+1]]
	}
	return t.all[t.turns[n]:]
}

// standFor gives the entries the branches of those that stand for them. It matches turns by their prompts, from the
// end, because the first ones may not have been delivered. A turn without a match belongs to the branch of the turn
// before it.
func (t *telling) standFor(delivered telling) {
	pairs := make([]int, len(t.turns))
	last := len(delivered.turns)
	for n := len(t.turns) - 1; n >= 0; n-- {
		pairs[n] = delivered.find(t.turn(n)[0].sum, last)
		if pairs[n] >= 0 {
			last = pairs[n]
		}
	}
	before := ""
	for n, pair := range pairs {
		turn := t.turn(n)
		for i := range turn {
			if pair >= 0 {
				stands := delivered.turn(pair)
				before = stands[min(i, len(stands)-1)].branch
			}
			turn[i].branch = before
		}
	}
}

// find returns the last turn before another one whose prompt has the given checksum, or -1.
func (t *telling) find(sum uint64, before int) int {
	for n := before - 1; n >= 0; n-- {
		if t.all[t.turns[n]].sum == sum {
			return n
		}
	}
	return -1
}
