package prefilter

// automaton determines in one pass whether a text contains any of several literals, ignoring the case of ASCII letters.
// It is an Aho-Corasick automaton with a table for each state.
type automaton struct {
	// class maps a byte to its column of next. Bytes that are in no literal share column 0.
	class   [256]uint8
	classes int
	// next has a row for each state. State 0 is the start. The last byte of a literal leads to found.
	next []int32
}

const found = -1

// newAutomaton returns the automaton for some literals, in lower case. It returns nil if there are none, or if they
// have more different bytes than there are classes.
func newAutomaton(literals []string) *automaton {
	if len(literals) == 0 {
		return nil
	}
	a := &automaton{classes: 1}
	for _, literal := range literals {
		for i := range len(literal) {
			if b := literal[i]; a.class[b] == 0 {
				a.class[b] = uint8(a.classes)
				a.classes++
			}
		}
	}
	if a.classes > 256 {
		return nil
	}
	for b := 'A'; b <= 'Z'; b++ {
		a.class[b] = a.class[b+'a'-'A']
	}
	a.grow()
	for _, literal := range literals {
		a.add(literal)
	}
	a.link()
	return a
}

// grow adds a state without transitions.
func (a *automaton) grow() int32 {
	a.next = append(a.next, make([]int32, a.classes)...)
	return int32(len(a.next)/a.classes - 1)
}

// at returns the index in next of a state's transition for a byte.
func (a *automaton) at(state int32, b byte) int { return int(state)*a.classes + int(a.class[b]) }

// add creates the states of a literal. A literal that begins with another one needs none.
func (a *automaton) add(literal string) {
	state := int32(0)
	for i := range len(literal) {
		at := a.at(state, literal[i])
		switch {
		case a.next[at] == found:
			return
		case i == len(literal)-1:
			a.next[at] = found
		case a.next[at] == 0:
			to := a.grow() // may move next
			a.next[at] = to
		}
		state = a.next[at]
	}
}

// link fills in the missing transitions of each state. It uses those of the longest suffix of the text so far that is
// also the beginning of a literal.
func (a *automaton) link() {
	fallback := make([]int32, len(a.next)/a.classes)
	queue := []int32{0}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		for c := range a.classes {
			to := &a.next[int(state)*a.classes+c]
			other := int32(0)
			if state != 0 {
				other = a.next[int(fallback[state])*a.classes+c]
			}
			switch {
			case *to == 0 || other == found:
				*to = other
			case *to != found:
				fallback[*to] = other
				queue = append(queue, *to)
			}
		}
	}
}

// finds reports whether a text contains any of the literals.
func (a *automaton) finds(text string) bool {
	state, next, classes := int32(0), a.next, a.classes
	for i := range len(text) {
		if state = next[int(state)*classes+int(a.class[text[i]])]; state == found {
			return true
		}
	}
	return false
}
