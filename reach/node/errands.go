package node

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"stead/reach/errand"
	"stead/reach/member"
	"stead/ui/api/guard"
)

// errands returns the options for carrying out verbs for other machines.
func (m Machine) errands(known Known, audit func(guard.Act)) errand.Options {
	return errand.Options{
		Program: func(peer member.Peer, r errand.Request) (errand.Program, error) {
			peer, err := m.may(known, peer, r)
			if err != nil {
				return errand.Program{}, err
			}
			return m.Program(peer, r)
		},
		Did: func(peer member.Peer, r errand.Request, e errand.End) {
			status := e.Code
			if e.Problem != "" {
				status = 1 // the status of a failed verb
			}
			audit(guard.Act{Time: time.Now().UTC(), Key: peer.Name, Act: strings.Join(r.Args[:min(1, len(r.Args))], ""),
				Object: strings.TrimSpace(object(r) + " " + allowed(r.Args)), Status: status})
		},
	}
}

// may returns an error if a machine may not run a verb here. It returns the machine with its current roles: they, and
// the settings, may have changed since it connected.
func (m Machine) may(known Known, peer member.Peer, r errand.Request) (now member.Peer, err error) {
	if now, found := known(peer.Key); found {
		peer = now
	}
	err = m.May(peer, r)
	if act, look := m.Others(); err != nil && !act {
		may := map[bool]string{true: "may only look", false: "may do nothing"}[look]
		return peer, fmt.Errorf("other machines %s on %s: its setting reach.others says so", may, m.Self.Name)
	}
	return peer, err
}

// oneAtATime makes calls of audit from independent goroutines run one at a time.
func oneAtATime(audit func(guard.Act)) func(guard.Act) {
	var writing sync.Mutex
	return func(a guard.Act) {
		writing.Lock()
		defer writing.Unlock()
		audit(a)
	}
}

// Said describes a machine's request for this machine's user: the verb, its object and its allowance, without the words
// of a prompt.
func Said(r errand.Request) string {
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

// object returns the object of an errand, without the words of a prompt.
func object(r errand.Request) string {
	if len(r.Args) < 2 || strings.ContainsAny(r.Args[1], " \n") || len(r.Args[1]) > 100 {
		return ""
	}
	return r.Args[1]
}

// allowed returns the flag with which a command allows a CLI to do things, in its given form.
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
