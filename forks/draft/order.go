package draft

import (
	"slices"
	"sort"
)

// inOrder marks a largest possible set of the numbers that are already in ascending order; all others were moved. The
// numbers are distinct and not negative.
func inOrder(numbers []int) []bool {
	// tails[k] is the index of the lowest number that ends an ascending series of k+1 numbers.
	var tails []int
	previous := make([]int, len(numbers))
	for at, n := range numbers {
		k := sort.Search(len(tails), func(k int) bool { return numbers[tails[k]] >= n })
		previous[at] = -1
		if k > 0 {
			previous[at] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, at)
		} else {
			tails[k] = at
		}
	}
	stays := make([]bool, len(numbers))
	if len(tails) == 0 {
		return stays
	}
	for at := tails[len(tails)-1]; at >= 0; at = previous[at] {
		stays[at] = true
	}
	return stays
}

// moved marks the copy's items that were moved or inserted.
func moved(items []item) []bool {
	var rows, places []int
	for at, i := range items {
		if i.row != isNew {
			rows, places = append(rows, i.row), append(places, at)
		}
	}
	elsewhere := slices.Repeat([]bool{true}, len(items))
	for at, stays := range inOrder(rows) {
		elsewhere[places[at]] = !stays
	}
	return elsewhere
}
