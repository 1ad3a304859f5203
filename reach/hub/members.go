package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"stead/reach/hub/register"
	"stead/reach/layout"
	"stead/reach/member"
)

// patience is how long the hub waits for its servers.
const patience = 10 * time.Second

// members are the hub's machines. Every change to them goes through here: into the register's file, the servers, the
// bucket that the machines read, and the audit.
type members struct {
	folder  string
	now     func() time.Time
	failed  func(error)
	servers servers
	bucket  *bucket
	audit   audit

	access   sync.Mutex
	register register.Register // protected by access, together with the bucket's content
}

// all returns the machines that have joined, in the order in which they joined.
func (m *members) all() []member.Peer {
	m.access.Lock()
	defer m.access.Unlock()
	return slices.Clone(m.register.Machines)
}

// keyed returns the machine with a key.
func (m *members) keyed(key string) (p member.Peer, found bool) {
	m.access.Lock()
	defer m.access.Unlock()
	return m.register.Keyed(key)
}

// invite lets one more machine join.
func (m *members) invite(roles []member.Role, user string, within time.Duration) (register.Invite, string, error) {
	i, seed, err := register.NewInvite(roles, user, m.now(), within)
	if err != nil {
		return i, "", err
	}
	m.access.Lock()
	defer m.access.Unlock()
	if err := m.change(m.register.Inviting(i, m.now())); err != nil {
		return i, "", err
	}
	m.audit.write("invite", i)
	return i, seed, nil
}

// join makes the requesting machine a member, unless refused says why it may not. Key is that of its line.
func (m *members) join(key string, request []byte) (p member.Peer, refused, failed error) {
	m.access.Lock()
	defer m.access.Unlock()
	p, by, refused := m.register.Judge(key, request, m.now())
	if refused == nil && p.Key == m.servers.Key() {
		refused = register.ErrTaken
	}
	if refused != nil {
		return p, refused, nil
	}
	return p, nil, m.admit(p, by)
}

// admit makes a machine a member. It writes the bucket first, because the closing of the line's connection tells the
// machine that everything is done.
func (m *members) admit(p member.Peer, by register.Invite) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := m.bucket.put(ctx, p, nil); err != nil {
		return err
	}
	if err := m.change(m.register.With(p, by)); err != nil {
		return err
	}
	m.audit.write("join", p)
	return nil
}

// ErrUnknown says that there is no machine with a name.
var ErrUnknown = errors.New("no machine of this name has joined")

// revoke cuts a machine off. Errors: ErrUnknown.
func (m *members) revoke(name string) error {
	m.access.Lock()
	defer m.access.Unlock()
	p, found := m.register.Named(name)
	if !found {
		return fmt.Errorf("%s: %w; there are: %s", name, ErrUnknown, m.register.Names())
	}
	return m.remove("revoke", p)
}

// leave removes a machine that has signed a text. Found is false for any other machine.
func (m *members) leave(key, text string, signature []byte) (p member.Peer, found bool, err error) {
	m.access.Lock()
	defer m.access.Unlock()
	p, found = m.register.Keyed(key)
	if !found || !p.Signed([]byte(text), signature) {
		return p, false, nil
	}
	return p, true, m.remove("leave", p)
}

// remove removes a machine from the members, and makes its key void.
func (m *members) remove(act string, p member.Peer) error {
	if err := m.change(m.register.Without(p)); err != nil {
		return err
	}
	m.audit.write(act, p)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return errors.Join(m.bucket.putRevoked(ctx, m.register.Revoked, nil), m.bucket.remove(ctx, layout.Token(p.Name)))
}

// change makes another register the hub's. It saves the register before the servers know it, so that a revoked machine
// cannot come back.
func (m *members) change(r register.Register) error {
	if err := r.Save(m.folder); err != nil {
		return err
	}
	m.register = r
	return m.servers.Admit(r)
}
