package search

import "slices"

// spread returns up to limit of the best hits, in their order. Each session with hits gets an equal share, and the best
// other hits fill the rest: a session that contains a word thousands of times must not hide those that contain it once.
// Of returns the session of a hit.
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

// firstOfEach returns the first hits of each session, at most the given number per session, in their order.
func firstOfEach[H any, S comparable](hits []H, most int, of func(H) S) []H {
	taken := map[S]int{}
	return slices.DeleteFunc(hits, func(h H) bool {
		taken[of(h)]++
		return taken[of(h)] > most
	})
}
