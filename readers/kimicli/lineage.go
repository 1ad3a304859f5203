package kimicli

import "slices"

// message holds the facts about a message of the context: its position, and a hash of its content.
type message struct {
	position  int
	hash      uint64
	isSummary bool
}

// lineage determines why a context file replaced the previous one. After a compaction, the file begins with the summary
// and repeats the newest messages. After an undo, it repeats the first messages. Otherwise the user cleared the
// context.
type lineage struct {
	old, now []message
	origin   origin
	// next is the index of the old message that would be repeated next.
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

// effect is what a message implies for the messages of the previous file.
type effect struct {
	// repeats reports that the message already occurred, at the position of.
	repeats bool
	of      int
	// from is the position from which the previous file was abandoned, or -1.
	from int
}

// begin starts the next context file. It returns the position from which the file before the current one was abandoned,
// or -1.
func (l *lineage) begin() int {
	from := l.finish()
	*l = lineage{old: l.now, origin: isUndecided}
	return from
}

// finish returns the position from which the previous context file was abandoned, or -1 if there is none or a message
// has already revealed it.
func (l *lineage) finish() int {
	switch {
	case l.origin == isUndecided && len(l.old) > 0:
		return 0
	case l.origin == wentBack && l.next < len(l.old):
		return l.old[l.next].position
	}
	return -1
}

// add adds the next message of the file.
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

// decide determines the origin of the file from its first message.
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

// find returns the index of the newest old message with the same content, or the length of the list if there is none.
func (l *lineage) find(hash uint64) int {
	for i, m := range slices.Backward(l.old) {
		if m.hash == hash {
			return i
		}
	}
	return len(l.old)
}
