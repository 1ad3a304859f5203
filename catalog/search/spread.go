package search

import "slices"

// spread returns as many of the best hits as limit says, in their order. Each of the sessions that have one gets the
// same room, and the best of the other hits get what is left: a session that has a word thousands of times must not
// hide those that have it once. Of says which session a hit is in.
func spread[H any, S comparable](best []H, limit, sessions int, of func(H) S) []H {
	if len(best) <= limit {
		return best
	}
	share := max(1, limit/max(1, sessions))
	isTaken := make([]bool, len(best))
	taken := map[S]int{}
	left := limit
	for i := 0; i < len(best) && left > 0; i++ {
		if s := of(best[i]); taken[s] < share {
			taken[s]++
			isTaken[i] = true
			left--
		}
	}
	kept := make([]H, 0, limit)
	for i, h := range best {
		switch {
		case isTaken[i]:
			kept = append(kept, h)
		case left > 0:
			kept = append(kept, h)
			left--
		}
	}
	return kept
}

// firstOfEach returns the first hits of each session, so many at most, in their order.
func firstOfEach[H any, S comparable](hits []H, most int, of func(H) S) []H {
	taken := map[S]int{}
	return slices.DeleteFunc(hits, func(h H) bool {
		taken[of(h)]++
		return taken[of(h)] > most
	})
}
