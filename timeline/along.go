package timeline

import "iter"

// Along returns the range over the conversation that ends with the branch: what comes before the place where it left, then the branch itself, as if it
// were the active one.
func (b Branch) Along(entries iter.Seq2[*Entry, error]) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		isBefore := b.ParentID != ""
		for e, err := range entries {
			switch {
			case err != nil:
			case e.Branch == b.ID:
				e = e.Clone()
				e.Branch = ""
			case e.Branch != "" || !isBefore:
				continue
			}
			if !yield(e, err) || err != nil {
				return
			}
			isBefore = isBefore && e.ID != b.ParentID
		}
	}
}
