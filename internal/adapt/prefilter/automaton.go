package prefilter

// automaton finds out in one pass whether a text has one of several literals, with ASCII letters small or capital: the
// machine of Aho and Corasick, with a table for each state.
type automaton struct {
	// class says which column of next a byte has. Bytes that stand in no literal share column 0.
	class   [256]uint8
	classes int
	// next has a row for each state. State 0 is the beginning; found is reached with the last byte of a literal.
	next []int32
}

const found = -1

// newAutomaton returns the automaton of some literals, in small letters. It is nil for none, and for more different
// bytes than a class can be.
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

// grow adds a state without ways out.
func (a *automaton) grow() int32 {
	a.next = append(a.next, make([]int32, a.classes)...)
	return int32(len(a.next)/a.classes - 1)
}

// at returns the place of a state's way out by a byte.
func (a *automaton) at(state int32, b byte) int { return int(state)*a.classes + int(a.class[b]) }

// add makes the states of a literal. One that begins with another literal needs none.
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

// link fills in, for each state and byte without a way of its own, that of the longest end of the text so far which
// begins a literal, too.
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

// finds reports whether a text has one of the literals.
func (a *automaton) finds(text string) bool {
	state, next, classes := int32(0), a.next, a.classes
	for i := range len(text) {
		if state = next[int(state)*classes+int(a.class[text[i]])]; state == found {
			return true
		}
	}
	return false
}
