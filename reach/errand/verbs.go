package errand

import (
	"fmt"
	"slices"

	"stead/reach/member"
)

// Verbs are the verbs that other machines may ask for.
type Verbs struct {
	// Looking are the verbs with which a machine only looks. Acting are those with which it acts, or draws on a terminal.
	Looking, Acting []string
}

// IsLook reports whether a machine's request only looks.
func (v Verbs) IsLook(r Request) bool {
	return len(r.Args) > 0 && slices.Contains(v.Looking, r.Args[0])
}

// May returns an error if a machine may not run a verb here. An operator may do what the user could do here, but may
// not change this machine's own configuration. A viewer looks, without a terminal, in which a pager would start any
// typed command. The verb itself must check the viewer's flags.
func (v Verbs) May(peer member.Peer, r Request) error {
	if len(r.Args) == 0 {
		return fmt.Errorf("%s asks for nothing", peer.Name)
	}
	switch {
	case peer.Has(member.Operator) && (v.IsLook(r) || slices.Contains(v.Acting, r.Args[0])):
		return nil
	case peer.Has(member.Operator):
		return fmt.Errorf("stead %s is not done for other machines", r.Args[0])
	case !peer.Has(member.Viewer):
		return fmt.Errorf("%s is no operator and no viewer at the hub: it may ask for nothing", peer.Name)
	case r.Args[0] == "parcel":
		return fmt.Errorf("%s is a viewer at the hub: it may look, but not take sessions and work to other machines",
			peer.Name)
	case !v.IsLook(r):
		return fmt.Errorf("%s is a viewer at the hub: it may look, but stead %s does more", peer.Name, r.Args[0])
	case r.Terminal != nil:
		return fmt.Errorf("%s is a viewer at the hub: it gets no terminal here; stead %s | cat asks without one", peer.Name,
			r.Args[0])
	}
	return nil
}
