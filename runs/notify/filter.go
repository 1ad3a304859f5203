package notify

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/internal/term/plain"
)

// Filter says which events the user wants to hear of. The zero value lets all pass but the beginnings of turns.
type Filter struct {
	// Kinds are those that pass. None means all but [Started].
	Kinds []Kind
	// CLIs and Projects are those that pass; none means all. A project is a folder, with all below it, or a pattern of
	// [filepath.Match].
	CLIs, Projects []string
	// Least is how long a turn must have taken for its end to be worth a word: whoever waits for a short one is looking
	// on. It bounds nothing whose duration is not known.
	Least time.Duration
}

// Passes reports whether the user wants to hear of the event.
func (f Filter) Passes(e Event) bool {
	switch {
	case len(f.Kinds) == 0 && e.Kind == Started, len(f.Kinds) > 0 && !slices.Contains(f.Kinds, e.Kind):
		return false
	case len(f.CLIs) > 0 && !slices.Contains(f.CLIs, e.CLI):
		return false
	case e.Kind == Finished && e.Took > 0 && e.Took < f.Least:
		return false
	}
	return len(f.Projects) == 0 || slices.ContainsFunc(f.Projects,
		func(pattern string) bool { return within(e.Project, pattern) })
}

// within reports whether a folder is the one of the pattern, or lies below it.
func within(folder, pattern string) bool {
	pattern = filepath.Clean(pattern)
	for folder != "" {
		if ok, err := filepath.Match(pattern, folder); folder == pattern || ok && err == nil {
			return true
		}
		above := filepath.Dir(folder)
		if above == folder {
			return false
		}
		folder = above
	}
	return false
}

// ParseKind reads the name of a kind.
func ParseKind(name string) (Kind, error) {
	if slices.Contains(Kinds, Kind(name)) {
		return Kind(name), nil
	}
	var names []string
	for _, kind := range Kinds {
		names = append(names, string(kind))
	}
	problem := fmt.Errorf("%q is not a kind of event: use %s", name, strings.Join(names, ", "))
	if meant, ok := plain.Nearest(name, names); ok {
		problem = fmt.Errorf("%q is not a kind of event: did you mean %s? There are %s", name, meant,
			strings.Join(names, ", "))
	}
	return "", problem
}
