package hub

import (
	"fmt"
	"time"

	"stead/reach/member"
	"stead/reach/owner"
)

// answer carries out the owner's requests through the socket in the hub's folder.
func (h *Hub) answer(r owner.Request) (owner.Answer, error) {
	switch r.Do {
	case "invite":
		line, err := h.Invite(r.Roles, r.User, r.For)
		return owner.Answer{Line: line.String()}, err
	case "machines":
		return owner.Answer{Machines: h.Machines()}, nil
	case "revoke":
		note := h.servers.Pending()
		if note != "" {
			note = "it can connect until " + note
		}
		return owner.Answer{Note: note}, h.Revoke(r.Name)
	default:
		return owner.Answer{}, fmt.Errorf(
			"this hub does not know what %.40q is: stead and stead-hub are of different versions", r.Do)
	}
}

// Invite returns a line with which one machine of a user can join, with these roles, within a time.
func (h *Hub) Invite(roles []member.Role, user string, within time.Duration) (member.Line, error) {
	i, seed, err := h.members.invite(roles, user, within)
	if err != nil {
		return member.Line{}, err
	}
	return h.servers.Line(member.Line{URL: h.URL(), Pin: h.Pin(), Seed: seed, Expires: i.Expires}), nil
}

// Revoke cuts a machine off. The machine keeps what it has already read. Errors: ErrUnknown.
func (h *Hub) Revoke(name string) error { return h.members.revoke(name) }

// Machines returns the machines that have joined, in the order in which they joined.
func (h *Hub) Machines() []owner.Machine {
	all, copies := h.members.all(), h.servers.Copies()
	shown := make([]owner.Machine, len(all))
	for i, p := range all {
		shown[i] = owner.Machine{Peer: p, Connected: h.servers.Has(p), Nodes: copies[p.Key]}
	}
	return shown
}
