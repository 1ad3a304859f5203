package gemini

// matcher finds pieces of a view again, in order.
type matcher struct {
	view []*known
	// next is the index of the first message of the view with pieces that were not found yet. taken are the units that
	// were found.
	next  int
	taken map[*unit]bool
}

func newMatcher(view []*known) *matcher { return &matcher{view: view, taken: map[*unit]bool{}} }

// find returns the unit of a piece, or the units of its texts, because the CLI merges neighbors of the same role. It
// returns nil if there is none.
func (f *matcher) find(s *saying) []*unit {
	if f == nil {
		return nil
	}
	if u := f.seek(s.key); u != nil {
		return []*unit{u}
	}
	begin := f.next
	var units []*unit
	for _, key := range s.parts {
		u := f.seek(key)
		if u == nil {
			f.giveBack(units, begin)
			return nil
		}
		units = append(units, u)
	}
	return units
}

func (f *matcher) giveBack(units []*unit, next int) {
	f.next = next
	for _, u := range units {
		delete(f.taken, u)
	}
}

func (f *matcher) seek(key uint64) *unit {
	for i := f.next; i < len(f.view); i++ {
		for _, u := range f.view[i].text {
			if u.key == key && !f.taken[u] {
				f.next, f.taken[u] = i, true
				return u
			}
		}
	}
	return nil
}

// has reports whether the matcher can find any piece of a message.
func (f *matcher) has(m *message) bool {
	for i := range m.says {
		next := f.next
		if units := f.find(&m.says[i]); units != nil {
			f.giveBack(units, next)
			return true
		}
	}
	return false
}
