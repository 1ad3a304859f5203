package seal

import (
	"strconv"
	"strings"

	"stead/reach/layout"
)

// The kinds of names that belong to a machine.
const (
	ofRun       = "run"
	ofSummaries = "summaries"
)

// RunName is the name of the keys of a run on a machine, which its public nkey tells. They are that machine's alone to
// make and to remove.
func RunName(machine, run string) string { return ofRun + "/" + machine + "/" + run }

// SummariesName is the name of the keys of a machine's summaries, which are that machine's alone, too.
func SummariesName(machine string) string { return ofSummaries + "/" + machine + "/" }

// RunOf returns the run that a name is of. Ok is false for other names.
func RunOf(name string) (run string, ok bool) {
	kind, _, run := parts(name)
	return run, kind == ofRun
}

// parts takes a name apart. One that belongs to no machine has no kind.
func parts(name string) (kind, machine, id string) {
	all := strings.SplitN(name, "/", 3)
	if len(all) < 3 || all[0] != ofRun && all[0] != ofSummaries {
		return "", "", name
	}
	return all[0], all[1], all[2]
}

// name is under what a key lies.
type name struct {
	run   string
	epoch uint64
}

// owner is the machine that a name belongs to, or empty: then the key is whose who makes it first.
func (n name) owner() string {
	_, machine, _ := parts(n.run)
	return machine
}

// String returns what a key is of, for people.
func (n name) String() string {
	kind, _, id := parts(n.run)
	switch kind {
	case ofRun:
		return "run " + id
	case ofSummaries:
		return "the list of sessions"
	}
	return id
}

// file is the name's in a drawer: TOKEN.EPOCH.
func (n name) file() string { return layout.Token(n.run) + "." + strconv.FormatUint(n.epoch, 10) }

// key is the name's in the hub's bucket.
func (n name) key(user string) string { return layout.KeyOf(user, n.owner(), n.file()) }

// parseFile reads TOKEN.EPOCH.
func parseFile(text string) (name, bool) {
	token, number, _ := strings.Cut(text, ".")
	run, isToken := layout.Text(token)
	epoch, err := strconv.ParseUint(number, 10, 64)
	return name{run, epoch}, isToken && err == nil
}

// parseKey reads a user's key in the hub's bucket.
func parseKey(user, text string) (name, bool) {
	parts := strings.SplitN(text, ".", 3)
	if len(parts) < 3 {
		return name{}, false
	}
	n, isName := parseFile(parts[2])
	return n, isName && n.key(user) == text
}
