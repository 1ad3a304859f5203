package catalog

import (
	"slices"
	"strings"

	"stead/timeline"
)

// shortest is the minimum number of characters of an id that are shown, which people know from git.
const shortest = 8

// Shorten maps each full reference to the shortest reference that names the session and no other of its CLI.
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
			n++ // an id that ends in a dash looks as if it was cut by mistake
		}
		short[r] = r[:min(n, len(r))]
	}
	return short
}

// Shown returns the part of a session's id that its reference always shows. Only other sessions whose ids begin with it
// make the reference longer.
func Shown(cli, id string) string {
	reference := cli + ":" + id
	return reference[len(cli)+1 : min(len(reference), beginning(reference)+shortest)]
}

// longestWord is the maximum length of the prefix that a CLI puts before its ids: ses_, session_.
const longestWord = 10

// beginning returns the offset where a reference's id becomes distinctive: after the prefix that all ids of its CLI
// share.
func beginning(reference string) int {
	at := strings.IndexByte(reference, ':') + 1
	return at + strings.IndexByte(reference[at:min(len(reference), at+longestWord)], '_') + 1
}

// commonLength returns the length of the common prefix.
func commonLength(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
