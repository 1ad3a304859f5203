package tui

import "stead/catalog/listing"

// News counts the rows of b that are new, or have changed, compared to the earlier board before.
func (b *Board) News(before *Board) int {
	known := make(map[string]listing.Row, len(before.rows))
	for _, r := range before.rows {
		known[r.Reference] = r
	}
	n := 0
	for _, r := range b.rows {
		was, isKnown := known[r.Reference]
		if !isKnown || was.State != r.State || was.Updated.Before(r.Updated) {
			n++
		}
	}
	return n
}
