package kimicli

import "slices"

// message is what is known of a message of the context: where it stands, and a hash of what it says.
type message struct {
	position  int
	hash      uint64
	isSummary bool
}

// lineage finds out how a context file came from the one before it. After a compaction it begins with the summary, and
// repeats the newest messages; after going back it repeats the first ones; else the user has cleared the context.
type lineage struct {
	old, now []message
	origin   origin
	// next is the old message that would be repeated next.
	next int
}

type origin int

const (
	isFirst origin = iota
	isUndecided
	isCompacted
	wentBack
	isDecided
)

// effect is what a message says about messages of the file before.
type effect struct {
	// repeats is set when the message was there already, at the position of.
	repeats bool
	of      int
	// from is the position from which the file before was abandoned, or -1.
	from int
}

// begin begins the next context file. It returns the position from which the one before was abandoned, or -1.
func (l *lineage) begin() int {
	from := l.finish()
	*l = lineage{old: l.now, origin: isUndecided}
	return from
}

// finish returns the position from which the context file before this one was abandoned, as far as no message has told
// it, or -1.
func (l *lineage) finish() int {
	switch {
	case l.origin == isUndecided && len(l.old) > 0:
		return 0
	case l.origin == wentBack && l.next < len(l.old):
		return l.old[l.next].position
	}
	return -1
}

// add takes the next message of the file.
func (l *lineage) add(m message) effect {
	l.now = append(l.now, m)
	e := effect{from: -1}
	switch l.origin {
	case isUndecided:
		return l.decide(m)
	case isCompacted:
		if len(l.now) == 2 {
			l.next = l.find(m.hash)
		}
	case isFirst, isDecided:
		return e
	}
	if l.next < len(l.old) && l.old[l.next].hash == m.hash {
		e.repeats, e.of = true, l.old[l.next].position
		l.next++
		return e
	}
	e.from = l.finish()
	l.origin = isDecided
	return e
}

// decide tells by the file's first message where the file came from.
func (l *lineage) decide(m message) effect {
	switch {
	case m.isSummary:
		l.origin = isCompacted
	case len(l.old) > 0 && l.old[0].hash == m.hash:
		l.origin, l.next = wentBack, 1
		return effect{repeats: true, of: l.old[0].position, from: -1}
	default:
		l.origin = isDecided
		return effect{from: 0}
	}
	return effect{from: -1}
}

// find returns where the newest old message is that says the same: behind the last for none.
func (l *lineage) find(hash uint64) int {
	for i, m := range slices.Backward(l.old) {
		if m.hash == hash {
			return i
		}
	}
	return len(l.old)
}
