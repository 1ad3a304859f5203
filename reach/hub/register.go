package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/internal/sys/regular"
	"stead/reach/member"
)

// register is who may connect. Its file is the truth: the server and the bucket of machines follow it.
type register struct {
	Machines []member.Peer `json:"machines"`
	Invites  []invite      `json:"invites,omitempty"`
	// Revoked are the public nkeys of machines that may not come back: a machine that joins again has another key.
	Revoked []string `json:"revoked,omitempty"`
}

// invite is a line that nobody has used.
type invite struct {
	// Key is the line's public key.
	Key   string        `json:"key"`
	User  string        `json:"user"`
	Roles []member.Role `json:"roles"`
	// Expires is in seconds since 1970.
	Expires int64 `json:"expires"`
}

func registerPath(folder string) string { return filepath.Join(folder, "machines.json") }

func openRegister(folder string) (register, error) {
	content, err := regular.ReadFile(registerPath(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return register{}, nil
	}
	if err != nil {
		return register{}, fmt.Errorf("read the hub's machines: %w", err)
	}
	var r register
	if err := json.Unmarshal(content, &r); err != nil {
		return register{}, fmt.Errorf(
			"read the hub's machines %s: %w; bring the file back from a backup, or remove it and join all machines again", registerPath(folder), err)
	}
	return r, nil
}

func (r register) save(folder string) error {
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := write(registerPath(folder), append(content, '\n')); err != nil {
		return fmt.Errorf("keep the hub's machines: %w", err)
	}
	return nil
}

// with returns the register after somebody has joined by an invite.
func (r register) with(p member.Peer, used invite) register {
	invites := slices.DeleteFunc(slices.Clone(r.Invites), func(i invite) bool { return i.Key == used.Key })
	return register{Machines: append(slices.Clone(r.Machines), p), Invites: invites, Revoked: r.Revoked}
}

// without returns the register without a machine, whose key is revoked.
func (r register) without(gone member.Peer) register {
	machines := slices.DeleteFunc(slices.Clone(r.Machines), func(p member.Peer) bool { return p.Name == gone.Name })
	return register{Machines: machines, Invites: r.Invites, Revoked: append(slices.Clone(r.Revoked), gone.Key)}
}

// inviting returns the register with another invite, and without those that have expired.
func (r register) inviting(i invite, now time.Time) register {
	invites := slices.DeleteFunc(slices.Clone(r.Invites), func(old invite) bool { return old.expired(now) })
	return register{Machines: r.Machines, Invites: append(invites, i), Revoked: r.Revoked}
}

func (i invite) expired(now time.Time) bool { return now.Unix() >= i.Expires }

// invited returns the invite with a key.
func (r register) invited(key string) (i invite, found bool) {
	at := slices.IndexFunc(r.Invites, func(i invite) bool { return i.Key == key })
	if at < 0 {
		return invite{}, false
	}
	return r.Invites[at], true
}

// named returns the machine with a name, however that is written.
func (r register) named(name string) (p member.Peer, found bool) {
	at := slices.IndexFunc(r.Machines, func(p member.Peer) bool { return strings.EqualFold(p.Name, name) })
	if at < 0 {
		return member.Peer{}, false
	}
	return r.Machines[at], true
}

// keyed returns the machine with a key.
func (r register) keyed(key string) (p member.Peer, found bool) {
	at := slices.IndexFunc(r.Machines, func(p member.Peer) bool { return p.Key == key })
	if at < 0 {
		return member.Peer{}, false
	}
	return r.Machines[at], true
}
