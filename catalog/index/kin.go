package index

import (
	"hash/maphash"
	"strings"

	"stead/internal/adapt/entry"
	"stead/timeline"
)

// kin is what a session has in common with others: those that begin with the same record (see timeline.Summary.Begins),
// and the one of another CLI that its CLI has copied. A record that several have is the first one's, by their age and
// id, so that it is found and counted once. Nil is for none.
type kin struct {
	// before and after are the relatives that come before the session, and those that come behind it.
	before, after []*relative
	// of is the session of another CLI of which this one repeats the records up to the line copied. It is 0 for none.
	of     int64
	copied int
	// said counts what was said in the session, own what of it the other CLI's has not.
	said, own int
	// turns is up to which turn the session repeats others, by their numbers.
	turns map[int64]int
}

// relative is a session of the same beginning.
type relative struct {
	*member
	// has counts what was said in the session and is there, too, met what was said there and is in the session, too.
	has, met int
}

// meet returns which other session has an entry, 0 for none, and whether it is counted there. Turn is the turn in which
// the entry is.
func (k *kin) meet(e *timeline.Entry, child, turn int) (holder int64, isCounted bool) {
	if k == nil {
		return 0, false
	}
	isSaid := child == 0 && isTalk(e)
	if isSaid {
		k.said++
	}
	if k.of != 0 {
		holder, isCounted = k.copyOf(e, child, isSaid)
	} else if hash, ok := hashOfID(e); ok {
		holder, isCounted = k.find(hash, isSaid)
	}
	if holder != 0 {
		k.turns[holder] = max(k.turns[holder], turn)
	}
	return holder, isCounted
}

func (k *kin) copyOf(e *timeline.Entry, child int, isSaid bool) (holder int64, isCounted bool) {
	if child == 0 && e.Native != nil && e.Native.Line <= k.copied {
		return k.of, true
	}
	if isSaid {
		k.own++
	}
	return 0, false
}

func (k *kin) find(hash uint64, isSaid bool) (holder int64, isCounted bool) {
	for _, r := range k.before {
		if found := r.meet(hash, isSaid); found != 0 {
			isCounted = isCounted || found&counted != 0
			if holder == 0 {
				holder = r.n
			}
		}
	}
	for _, r := range k.after {
		r.meet(hash, isSaid)
	}
	return holder, isCounted
}

func (r *relative) meet(hash uint64, isSaid bool) fact {
	found := r.records[hash]
	if found != 0 && isSaid {
		r.has++
	}
	if found&talk != 0 {
		r.met++
	}
	return found
}

// within returns the session that has all that was said in this one, 0 for none. Of two that have the same the later
// one is within the other.
func (k *kin) within() int64 {
	switch {
	case k == nil || k.said == 0:
		return 0
	case k.of != 0 && k.own == 0:
		return k.of
	}
	for _, r := range k.before {
		if r.has == k.said {
			return r.n
		}
	}
	for _, r := range k.after {
		if r.has == k.said && r.met < r.said {
			return r.n
		}
	}
	return 0
}

// fact is what is known of an entry of a relative. Each that is there is known.
type fact uint8

const (
	known   fact = 1 << iota
	talk         // somebody typed it, or the model said or did it
	counted      // its figures are that session's, rather than those of the one from which stead has delivered it
)

// isTalk reports whether an entry is of the conversation that goes on, rather than context.
func isTalk(e *timeline.Entry) bool { return e.Active() && e.Origin == nil }

var seed = maphash.MakeSeed()

// hashOfID returns a hash of an entry's id. It is false where that is but its place in the file.
func hashOfID(e *timeline.Entry) (hash uint64, ok bool) {
	if e.Native == nil || strings.HasPrefix(e.ID, entry.LineID(e.Native.Line, 0)) {
		return 0, false
	}
	return maphash.String(seed, e.ID), true
}
