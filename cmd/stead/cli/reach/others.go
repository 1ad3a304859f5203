package reach

import (
	"fmt"
	"slices"
	"strings"

	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/member"
)

// others decide what the user's other machines may do here: by their roles, and no more than the settings of this
// machine let them, as these are now.
type others struct {
	s     *setup.Setup
	self  string
	known func(key string) (member.Peer, bool)
}

// keyed finds a machine by its key, with the roles that count here.
func (o others) keyed(key string) (p member.Peer, found bool) {
	p, found = o.known(key)
	act, look := o.s.Settings().Reach.May()
	switch {
	case !look:
		p.Roles = nil
	case !act && (p.Has(member.Operator) || p.Has(member.Viewer)):
		p.Roles = []member.Role{member.Viewer}
	}
	return p, found
}

// may says why a machine may not have a verb carried out here. It returns the machine with the roles that count now:
// those, and the settings, may be others than when it connected.
func (o others) may(peer member.Peer, r errand.Request) (now member.Peer, err error) {
	if now, found := o.keyed(peer.Key); found {
		peer = now
	}
	err = machines.May(peer, r)
	if act, look := o.s.Settings().Reach.May(); err != nil && !act {
		may := map[bool]string{true: "may only look", false: "may do nothing"}[look]
		return peer, fmt.Errorf("other machines %s on %s: its setting reach.others says so", may, o.self)
	}
	return peer, err
}

// said is what a machine asks for, for this one's user: the verb, what it is about and what it may do, without the
// words of a prompt.
func said(r errand.Request) string {
	words := []string{"stead"}
	if len(r.Args) > 0 {
		words = append(words, r.Args[0])
	}
	if about := object(r); about != "" && !strings.HasPrefix(about, "-") {
		words = append(words, about)
	}
	if allow := allowed(r.Args); allow != "" && !slices.Contains(words, allow) {
		words = append(words, allow)
	}
	return strings.Join(words, " ")
}

// allowed is the flag by which a command lets a CLI do things, as it was given.
func allowed(args []string) string {
	for i, a := range args {
		switch {
		case strings.HasPrefix(a, "--allow="):
			return a
		case a == "--allow" && i+1 < len(args):
			return a + "=" + args[i+1]
		}
	}
	return ""
}
