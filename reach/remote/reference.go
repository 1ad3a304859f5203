package remote

import (
	"strings"

	"stead/internal/sys/lazy"
	"stead/reach/member"
)

// named matches a machine's name before a reference. The reference is a session with a colon, as in laptop/claude:5f2a,
// or the beginning of a run's id, latest or a point.
var named = lazy.Regexp(`^([A-Za-z0-9][A-Za-z0-9_-]*)/([a-z-]+:[^\s]+|[0-9a-f][0-9a-f.-]*|latest|\.)$`)

// Split separates the machine's name from a reference. Ok is false if there is none, as in a path.
func Split(reference string) (machine, rest string, ok bool) {
	found := named().FindStringSubmatch(reference)
	if found == nil {
		return "", "", false
	}
	return found[1], found[2], true
}

// Join puts a machine's name before a reference.
func Join(machine, reference string) string { return machine + "/" + reference }

// IsSelf reports whether a name means this machine: the word "here", or its own name at the hub, ignoring case. Data is
// stead's folder for data. IsSelf connects to nothing.
func IsSelf(data, name string) bool {
	if name == Here {
		return true
	}
	m, err := member.Load(data)
	return err == nil && strings.EqualFold(name, m.Name)
}
