// Package register holds who may connect to the hub: the machines that have joined, the unused join lines, and the
// revoked keys. It decides which machines may join, and which subjects a machine may use in its role. The hub's own
// [Authority] signs what the register says about machines.
//
// A server checks the subject of a message, but not the subject to which its answer goes. A client that may send
// requests to JetStream can have an answer put anywhere. So permissions keep honest machines apart and make attacks
// hard, and code that acts on a message proves its sender by a key.
package register

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/reach/member"
)

// Register is who may connect. Its file is the truth: the server and the bucket of machines follow it.
type Register struct {
	Machines []member.Peer `json:"machines"`
	Invites  []Invite      `json:"invites,omitempty"`
	// Revoked are the public nkeys of machines that may not come back: a machine that joins again has another key.
	Revoked []string `json:"revoked,omitempty"`
}

func pathIn(folder string) string { return filepath.Join(folder, "machines.json") }

// Open reads the register of a hub's folder. One that is not there is empty.
func Open(folder string) (Register, error) {
	content, err := regular.ReadFile(pathIn(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return Register{}, nil
	}
	if err != nil {
		return Register{}, fmt.Errorf("read the hub's machines: %w", err)
	}
	var r Register
	if err := json.Unmarshal(content, &r); err != nil {
		return Register{}, fmt.Errorf("read the hub's machines %s: %w; bring the file back from a backup, "+
			"or remove it and join all machines again", pathIn(folder), err)
	}
	return r, nil
}

// Save keeps the register in a hub's folder.
func (r Register) Save(folder string) error {
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Replace(pathIn(folder), append(content, '\n')); err != nil {
		return fmt.Errorf("keep the hub's machines: %w", err)
	}
	return nil
}

// With returns the register after somebody has joined by an invite.
func (r Register) With(p member.Peer, used Invite) Register {
	invites := slices.DeleteFunc(slices.Clone(r.Invites), func(i Invite) bool { return i.Key == used.Key })
	return Register{Machines: append(slices.Clone(r.Machines), p), Invites: invites, Revoked: r.Revoked}
}

// Without returns the register without a machine, whose key is revoked.
func (r Register) Without(gone member.Peer) Register {
	machines := slices.DeleteFunc(slices.Clone(r.Machines), func(p member.Peer) bool { return p.Name == gone.Name })
	return Register{Machines: machines, Invites: r.Invites, Revoked: append(slices.Clone(r.Revoked), gone.Key)}
}

// Inviting returns the register with another invite, and without those that have expired.
func (r Register) Inviting(i Invite, now time.Time) Register {
	invites := slices.DeleteFunc(slices.Clone(r.Invites), func(old Invite) bool { return old.expired(now) })
	return Register{Machines: r.Machines, Invites: append(invites, i), Revoked: r.Revoked}
}

// invited returns the invite with a key.
func (r Register) invited(key string) (i Invite, found bool) {
	at := slices.IndexFunc(r.Invites, func(i Invite) bool { return i.Key == key })
	if at < 0 {
		return Invite{}, false
	}
	return r.Invites[at], true
}

// Named returns the machine with a name, however that is written.
func (r Register) Named(name string) (p member.Peer, found bool) {
	at := slices.IndexFunc(r.Machines, func(p member.Peer) bool { return strings.EqualFold(p.Name, name) })
	if at < 0 {
		return member.Peer{}, false
	}
	return r.Machines[at], true
}

// Keyed returns the machine with a key.
func (r Register) Keyed(key string) (p member.Peer, found bool) {
	at := slices.IndexFunc(r.Machines, func(p member.Peer) bool { return p.Key == key })
	if at < 0 {
		return member.Peer{}, false
	}
	return r.Machines[at], true
}

// Names are the machines' names, for messages.
func (r Register) Names() string {
	all := make([]string, len(r.Machines))
	for i, p := range r.Machines {
		all[i] = p.Name
	}
	return strings.Join(all, ", ")
}
