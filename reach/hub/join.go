package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"filippo.io/age"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/roster"
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

// join answers a machine that asks to be let in. The subject is one that nobody knows but who has the line.
func (h *Hub) join(m *nats.Msg) {
	key := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	h.changing.Lock()
	defer h.changing.Unlock()
	p, by, err := h.judge(key, m.Data)
	if err != nil {
		h.reply(m, link.Answer{Problem: err.Error()})
		return
	}
	if err := h.admitted(p, by); err != nil {
		h.failed(fmt.Errorf("let %s join: %w", p.Name, err))
		h.reply(m, link.Answer{Problem: "the hub could not write this down: look at what stead hub prints"})
		return
	}
	if h.cluster.URL != "" {
		h.welcome(m, p)
	}
}

// welcome tells a machine what it is at a cluster, where it cannot connect yet to look.
func (h *Hub) welcome(m *nats.Msg, p member.Peer) {
	entry, err := roster.Write(h.authority.key, p)
	if err != nil {
		h.failed(err)
		return
	}
	h.reply(m, link.Answer{Entry: entry})
}

// admitted has a machine join. In the bucket it stands first: that the line's connection is closed tells the machine
// that all is done.
func (h *Hub) admitted(p member.Peer, by invite) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := h.publish(ctx, p, nil); err != nil {
		return err
	}
	if err := h.change(h.register.with(p, by)); err != nil {
		return err
	}
	h.audit("join", p)
	return nil
}

// judge decides who a machine will be.
func (h *Hub) judge(key string, content []byte) (member.Peer, invite, error) {
	by, found := h.register.invited(key)
	if !found {
		return member.Peer{}, by, link.ErrUsed
	}
	if by.expired(h.now()) {
		return member.Peer{}, by, member.ErrExpired
	}
	var r link.Request
	if len(content) > largestRequest {
		return member.Peer{}, by, errors.New("the request is too large")
	}
	if err := r.Read(content, key); err != nil {
		return member.Peer{}, by, fmt.Errorf("read the request: %w", err)
	}
	if err := check(r); err != nil {
		return member.Peer{}, by, err
	}
	return member.Peer{Name: r.Name, User: by.User, Roles: by.Roles, Key: r.Key, Recipient: r.Recipient,
		Labels: r.Labels}, by, h.free(r)
}

// free returns why a machine cannot have the name or the key that it asks for.
func (h *Hub) free(r link.Request) error {
	if word := strings.ToLower(r.Name); slices.Contains(reserved, word) {
		return fmt.Errorf("no machine can be named %s: join with --name", word)
	}
	if p, found := h.register.named(r.Name); found {
		return fmt.Errorf("a machine named %s has joined already: join with another --name, or stead hub revoke %s first",
			p.Name, p.Name)
	}
	_, taken := h.register.invited(r.Key)
	for _, p := range h.register.Machines {
		taken = taken || p.Key == r.Key
	}
	if slices.Contains(h.register.Revoked, r.Key) {
		return errors.New("this key was revoked: a machine joins again with a new one")
	}
	if taken || r.Key == h.key {
		return errors.New("another machine has this key")
	}
	return nil
}

func check(r link.Request) error {
	if !plainName.MatchString(r.Name) {
		return fmt.Errorf("%.80q is no name of a machine: it has up to 63 letters, digits, - and _; join with --name", r.Name)
	}
	if !nkeys.IsValidPublicUserKey(r.Key) {
		return errors.New("the machine's key is damaged")
	}
	if _, err := age.ParseX25519Recipient(r.Recipient); err != nil {
		return fmt.Errorf("the machine's age key is damaged: %w", err)
	}
	if len(r.Labels) > mostLabels {
		return fmt.Errorf("a machine has at most %d labels", mostLabels)
	}
	for _, l := range r.Labels {
		if !plainLabel.MatchString(l) {
			return fmt.Errorf("%.80q is no label: it has up to 32 letters, digits, - and _", l)
		}
	}
	return nil
}

// reply answers a machine. After a refusal the line stays good: whoever has it may choose another name.
func (h *Hub) reply(m *nats.Msg, a link.Answer) {
	content, err := json.Marshal(a)
	if err == nil {
		err = m.Respond(content)
	}
	if err != nil {
		h.failed(fmt.Errorf("answer a machine that joins: %w", err))
	}
}
