package plain

import "strings"

// Nearest returns the candidate that differs least from word, if it is close enough to be what was meant: it differs in
// at most a third of the letters, or word is a prefix of it. Case is ignored.
func Nearest(word string, candidates []string) (string, bool) {
	word = strings.ToLower(word)
	best, least := "", len(word)/3+1
	for _, candidate := range candidates {
		lower := strings.ToLower(candidate)
		if len(word) > 1 && strings.HasPrefix(lower, word) {
			return candidate, true
		}
		if d := distance(word, lower); d < least || d == least && best == "" {
			best, least = candidate, d
		}
	}
	return best, best != "" && word != ""
}

// distance counts the letters to insert, remove, replace or swap with their neighbors (the optimal string alignment
// distance).
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	var earlier []int
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		earlier, before, row = before, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := before[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, before[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], earlier[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
