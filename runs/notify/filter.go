package notify

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/internal/term/plain"
)

// Filter says which events the user wants to be notified of. The zero value passes all except the beginnings of turns.
type Filter struct {
	// Kinds are the kinds that pass. If it is empty, all kinds except [Started] pass.
	Kinds []Kind
	// CLIs and Projects are the ones that pass; if one is empty, it passes all. A project is a folder, including its
	// subfolders, or a pattern for [filepath.Match].
	CLIs, Projects []string
	// Least is the minimum duration of a turn whose end is reported: during a short turn the user is still watching. It
	// does not apply if the duration is unknown.
	Least time.Duration
}

// Passes reports whether the user wants to be notified of the event.
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

// within reports whether a folder matches the pattern or is below a folder that does.
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

// ParseKind parses the name of a kind.
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
