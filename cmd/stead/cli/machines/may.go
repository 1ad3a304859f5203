package machines

import (
	"fmt"
	"slices"
	"strings"

	"stead/reach/errand"
	"stead/reach/member"
)

// shown are the verbs by which a machine only looks, with the flags that it may give to them. A flag that is not here could start something, or write.
var shown = map[string][]string{
	"list": {"all", "cli", "json", "limit", "n", "live", "model", "project", "since", "sort"},
	"ls":   {"all", "cli", "json", "limit", "n", "live", "model", "project", "since", "sort"},
	"show": {"json", "tools", "turn", "at", "raw", "numbers", "format", "full", "no-pager"},
	"ps":   {"all", "a", "json"},
	"runs": {"all", "a", "json"},
	"logs": {"follow", "f", "json", "n"},
	"stats": {
		"by", "cli", "json", "model", "project", "since",
	},
	"search": {"json", "limit", "n", "sort"},
}

// done are the verbs by which a machine acts, or draws on a terminal.
var done = []string{
	"run", "fork", "ab", "chain", "template", "attach", "send", "answer", "stop", "watch", "rm", "browse", "cat", "replay", "session", "recall", "doctor", "version", "parcel", "move",
}

// IsLook reports whether a machine that asks for something only looks.
func IsLook(r errand.Request) bool { return len(r.Args) > 0 && shown[r.Args[0]] != nil }

// May says why a machine may not have a verb carried out here; nil says that it may. An operator may do what its user could do here, but not change what this
// machine is; a viewer looks, without a terminal, in which a pager would start whatever is typed.
func May(peer member.Peer, r errand.Request) error {
	if len(r.Args) == 0 {
		return fmt.Errorf("%s asks for nothing", peer.Name)
	}
	flags, isShown := shown[r.Args[0]]
	switch {
	case peer.Has(member.Operator) && (isShown || slices.Contains(done, r.Args[0])):
		return nil
	case peer.Has(member.Operator):
		return fmt.Errorf("stead %s is not done for other machines", r.Args[0])
	case !peer.Has(member.Viewer):
		return fmt.Errorf("%s is no operator and no viewer at the hub: it may ask for nothing", peer.Name)
	case r.Args[0] == "parcel":
		return fmt.Errorf("%s is a viewer at the hub: it may look, but not take sessions and work to other machines", peer.Name)
	case !isShown:
		return fmt.Errorf("%s is a viewer at the hub: it may look, but stead %s does more", peer.Name, r.Args[0])
	case r.Terminal != nil:
		return fmt.Errorf("%s is a viewer at the hub: it gets no terminal here; stead %s | cat asks without one", peer.Name, r.Args[0])
	}
	return onlyFlags(r.Args[1:], flags)
}

// valued are those of the flags in shown whose value may stand behind them as an argument of its own, whatever it looks like: also as "--".
var valued = []string{"at", "by", "cli", "format", "limit", "model", "n", "project", "since", "sort", "turn"}

// onlyFlags refuses a flag that is none of some.
func onlyFlags(args, allowed []string) error {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return nil
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if isLong := strings.HasPrefix(a, "--"); !isLong && strings.HasPrefix(a, "-") && len(a) > 1 {
			name, hasValue = a[1:2], len(a) > 2
			if len(strings.TrimRight(a[2:], "=0123456789")) > 0 {
				return fmt.Errorf("a viewer gives each flag by itself, not %q", a)
			}
		} else if !isLong {
			continue
		}
		if !slices.Contains(allowed, name) {
			return fmt.Errorf("a viewer may not use the flag %q", a)
		}
		if slices.Contains(valued, name) && !hasValue {
			i++
		}
	}
	return nil
}
