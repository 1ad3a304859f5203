package fidelity

import "fmt"

// Named is what stead itself says of a delivery: how many items of each kind the source's model knew, and how many
// arrive.
type Named struct {
	Known, Arrives map[string]struct{ Items int }
}

// Silent says which items are missing that stead has not named.
func (n Named) Silent(c Counts) []string {
	var silent []string
	for _, part := range []struct {
		name  string
		count Count
		kinds []string
	}{
		{"prompts", c.User, []string{"prompts", "command", "summaries", "system texts"}},
		{"answers", c.Assistant, []string{"answers"}},
		{"calls", c.Calls, []string{"calls"}},
		{"results", c.Results, []string{"results"}},
		{"pictures", c.Images, []string{"pictures and documents"}},
		{"context", c.Context, []string{"mention", "shell", "skill", "hook", "notification", "ide", "memory", "reminder",
			"interruption"}},
	} {
		missing, named := part.count.Of-part.count.Arrived, 0
		for _, kind := range part.kinds {
			named += n.Known[kind].Items - n.Arrives[kind].Items
		}
		if missing > named {
			silent = append(silent, fmt.Sprintf("%d %s are missing, and stead names %d", missing, part.name, named))
		}
	}
	return silent
}
