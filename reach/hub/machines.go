package hub

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/owner"
)

// patience is for how long the hub waits for its own server.
const patience = 10 * time.Second

// The bounds of a line's life.
const (
	shortest = time.Second
	longest  = 7 * 24 * time.Hour
)

// Invite returns a line by which one machine of a user's can join, with these roles, within a time.
func (h *Hub) Invite(roles []member.Role, user string, within time.Duration) (member.Line, error) {
	if err := checkInvite(roles, user, within); err != nil {
		return member.Line{}, err
	}
	key, seed, err := newKey()
	if err != nil {
		return member.Line{}, err
	}
	i := invite{Key: key, User: user, Roles: roles, Expires: h.now().Add(within).Unix()}
	h.changing.Lock()
	defer h.changing.Unlock()
	if err := h.change(h.register.inviting(i, h.now())); err != nil {
		return member.Line{}, err
	}
	h.audit("invite", i)
	line := member.Line{URL: h.URL(), Pin: h.Pin(), Seed: seed, Expires: i.Expires}
	if h.cluster.URL != "" {
		line.Pin, line.Authority, line.Enter = h.cluster.Pin, h.Pin(), h.joining
	}
	return line, nil
}

func checkInvite(roles []member.Role, user string, within time.Duration) error {
	if len(roles) == 0 || user == "" {
		return errors.New("an invited machine has a user and at least one role")
	}
	for _, r := range roles {
		if r != member.Node && r != member.Operator && r != member.Viewer {
			return fmt.Errorf("%q is no role: there are %s, %s and %s", r, member.Node, member.Operator, member.Viewer)
		}
	}
	if within < shortest || within > longest {
		return fmt.Errorf("a line is good for a second at least and a week at most, not for %s", within)
	}
	return nil
}

// ErrUnknown says that no machine has a name.
var ErrUnknown = errors.New("no machine of this name has joined")

// Revoke cuts a machine off. What it has read it keeps. Errors: ErrUnknown.
func (h *Hub) Revoke(name string) error {
	h.changing.Lock()
	defer h.changing.Unlock()
	p, found := h.register.named(name)
	if !found {
		return fmt.Errorf("%s: %w; there are: %s", name, ErrUnknown, strings.Join(names(h.register.Machines), ", "))
	}
	return h.remove("revoke", p)
}

// leave has a machine go that says so itself: with its signature, since any member can have a stored message put on any
// subject. It gets no answer where its connection ends with its key.
func (h *Hub) leave(m *nats.Msg) {
	key := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	h.changing.Lock()
	defer h.changing.Unlock()
	p, found := h.register.keyed(key)
	if !found || !p.Signed([]byte(m.Subject), m.Data) {
		return
	}
	a := link.Answer{}
	if err := h.remove("leave", p); err != nil {
		h.failed(fmt.Errorf("let %s leave: %w", p.Name, err))
		a.Problem = "the hub could not write this down: look at what stead hub prints"
	}
	if m.Reply != "" {
		h.reply(m, a)
	}
}

// remove has a machine be none any more, and its key be void.
func (h *Hub) remove(act string, p member.Peer) error {
	if err := h.change(h.register.without(p)); err != nil {
		return err
	}
	h.audit(act, p)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return errors.Join(h.sayRevoked(ctx, nil), h.machines.Delete(ctx, layout.Token(p.Name)))
}

// Machines returns those that have joined, in the order in which they did.
func (h *Hub) Machines() []owner.Machine {
	h.changing.Lock()
	defer h.changing.Unlock()
	copies := h.copies()
	all := make([]owner.Machine, len(h.register.Machines))
	for i, p := range h.register.Machines {
		all[i] = owner.Machine{Peer: p, Connected: h.connected(p), Nodes: copies[p.Key]}
	}
	return all
}

// change makes another register the hub's. It is kept before the server knows it, so that nobody comes back who was
// revoked.
func (h *Hub) change(r register) error {
	if err := r.save(h.folder); err != nil {
		return err
	}
	h.register = r
	return h.admit(r)
}
