package catalog

import (
	"slices"
	"strings"

	"stead/timeline"
)

// shortest is how much of an id is shown at least: what people are used to from git.
const shortest = 8

// Shorten returns, by full reference, the shortest reference that names the session and no other of its CLI.
func Shorten(sessions []timeline.Summary) map[string]string {
	references := make([]string, 0, len(sessions))
	for _, s := range sessions {
		references = append(references, s.CLI+":"+s.ID)
	}
	slices.Sort(references)
	references = slices.Compact(references)
	short := make(map[string]string, len(references))
	for i, r := range references {
		n := beginning(r) + shortest
		if i > 0 {
			n = max(n, commonLength(r, references[i-1])+1)
		}
		if i+1 < len(references) {
			n = max(n, commonLength(r, references[i+1])+1)
		}
		if n < len(r) && r[n-1] == '-' {
			n++ // an id that ends in a dash looks cut by mistake
		}
		short[r] = r[:min(n, len(r))]
	}
	return short
}

// Shown returns what of a session's id its reference shows at least. Only sessions whose ids begin with it make the
// reference longer.
func Shown(cli, id string) string {
	reference := cli + ":" + id
	return reference[len(cli)+1 : min(len(reference), beginning(reference)+shortest)]
}

// longestWord is how long the word may be that a CLI puts before its ids: ses_, session_.
const longestWord = 10

// beginning returns where a reference's id begins to say something: behind the word that all ids of its CLI begin with.
func beginning(reference string) int {
	at := strings.IndexByte(reference, ':') + 1
	return at + strings.IndexByte(reference[at:min(len(reference), at+longestWord)], '_') + 1
}

// commonLength returns the length of what both begin with.
func commonLength(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
