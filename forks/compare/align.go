package compare

import "slices"

// common returns the common beginning of both sessions.
func common(a, b surveyed) Common {
	n := 0
	for n < len(a.steps) && n < len(b.steps) && a.steps[n].same(b.steps[n]) {
		n++
	}
	c := Common{Steps: n}
	for c.Turns < len(a.turns) && c.Turns < len(b.turns) && a.turns[c.Turns].end <= n && b.turns[c.Turns].end <= n {
		c.Turns++
	}
	if c.Turns < len(a.turns) && c.Turns < len(b.turns) && a.turns[c.Turns].first < n {
		c.Within = c.Turns + 1
	}
	return c
}

// pairs aligns the turns after the common ones: turns with equal prompts where possible, the others in order.
func pairs(a, b surveyed, behind int, left, right []*Turn) []Pair {
	all := []Pair{}
	i, j := 0, 0
	beside := func(untilLeft, untilRight int) {
		for i < untilLeft || j < untilRight {
			var p Pair
			if i < untilLeft {
				p.Left, i = left[i], i+1
			}
			if j < untilRight {
				p.Right, j = right[j], j+1
			}
			all = append(all, p)
		}
	}
	for _, match := range matches(a.turns[behind:], b.turns[behind:]) {
		beside(match[0], match[1])
		same := slices.EqualFunc(a.of(behind+i), b.of(behind+j), step.same)
		all = append(all, Pair{Left: left[i], Right: right[j], Same: same})
		i, j = i+1, j+1
	}
	beside(len(left), len(right))
	return all
}

// of returns the steps of a turn.
func (f surveyed) of(turn int) []step { return f.steps[f.turns[turn].first:f.turns[turn].end] }

// mostAligned is the maximum number of prompt comparisons. Beyond it, turns are paired in order.
const mostAligned = 4_000_000

// matches returns the indexes of turns with equal prompts, as many as possible in the order of both sessions (the
// longest common subsequence).
func matches(a, b []turn) [][2]int {
	if len(a)*len(b) > mostAligned {
		return nil
	}
	lengths := make([][]int32, len(a)+1)
	for i := range lengths {
		lengths[i] = make([]int32, len(b)+1)
	}
	for i, one := range slices.Backward(a) {
		for j, other := range slices.Backward(b) {
			if one.prompt == other.prompt {
				lengths[i][j] = lengths[i+1][j+1] + 1
			} else {
				lengths[i][j] = max(lengths[i+1][j], lengths[i][j+1])
			}
		}
	}
	var found [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].prompt == b[j].prompt:
			found = append(found, [2]int{i, j})
			i, j = i+1, j+1
		case lengths[i+1][j] >= lengths[i][j+1]:
			i++
		default:
			j++
		}
	}
	return found
}
