package register

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/nats-io/nkeys"

	"stead/reach/link"
	"stead/reach/member"
)

// What a machine may call itself: its name begins references (laptop/claude:5f2a) and its labels are lists on command
// lines.
var (
	plainName  = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9_-]{0,62}$`)
	plainLabel = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9_-]{0,31}$`)
)

const (
	mostLabels     = 16
	largestRequest = 8 << 10
)

// reserved are names that no machine has: of the hub in the audit, and words that --on has for more than one machine,
// or this one.
var reserved = []string{"hub", "here", "any", "all"}

// Judge decides who a machine will be that asks to be let in, and by which invite. Key is that of its line, request
// what it has sent. The error says to its user why it may not join.
func (r Register) Judge(key string, request []byte, now time.Time) (member.Peer, Invite, error) {
	by, found := r.invited(key)
	if !found {
		return member.Peer{}, by, link.ErrUsed
	}
	if by.expired(now) {
		return member.Peer{}, by, member.ErrExpired
	}
	var q link.Request
	if len(request) > largestRequest {
		return member.Peer{}, by, errors.New("the request is too large")
	}
	if err := q.Read(request, key); err != nil {
		return member.Peer{}, by, fmt.Errorf("read the request: %w", err)
	}
	if err := check(q); err != nil {
		return member.Peer{}, by, err
	}
	return member.Peer{Name: q.Name, User: by.User, Roles: by.Roles, Key: q.Key, Recipient: q.Recipient,
		Labels: q.Labels}, by, r.free(q)
}

// free returns why a machine cannot have the name or the key that it asks for.
func (r Register) free(q link.Request) error {
	if word := strings.ToLower(q.Name); slices.Contains(reserved, word) {
		return fmt.Errorf("no machine can be named %s: join with --name", word)
	}
	if p, found := r.Named(q.Name); found {
		return fmt.Errorf("a machine named %s has joined already: join with another --name, or stead hub revoke %s first",
			p.Name, p.Name)
	}
	if slices.Contains(r.Revoked, q.Key) {
		return errors.New("this key was revoked: a machine joins again with a new one")
	}
	_, isALines := r.invited(q.Key)
	if _, isAMachines := r.Keyed(q.Key); isALines || isAMachines {
		return ErrTaken
	}
	return nil
}

// ErrTaken says that somebody else has the key of a machine that asks to be let in.
var ErrTaken = errors.New("another machine has this key")

func check(q link.Request) error {
	if !plainName.MatchString(q.Name) {
		return fmt.Errorf("%.80q is no name of a machine: it has up to 63 letters, digits, - and _; join with --name", q.Name)
	}
	if !nkeys.IsValidPublicUserKey(q.Key) {
		return errors.New("the machine's key is damaged")
	}
	if _, err := age.ParseX25519Recipient(q.Recipient); err != nil {
		return fmt.Errorf("the machine's age key is damaged: %w", err)
	}
	if len(q.Labels) > mostLabels {
		return fmt.Errorf("a machine has at most %d labels", mostLabels)
	}
	for _, l := range q.Labels {
		if !plainLabel.MatchString(l) {
			return fmt.Errorf("%.80q is no label: it has up to 32 letters, digits, - and _", l)
		}
	}
	return nil
}
