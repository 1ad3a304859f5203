package link

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/roster"
)

// Request is a new machine's description of itself for its hub. The line determines whose machine it is and what it may
// do.
type Request struct {
	Name      string   `json:"name"`
	Key       string   `json:"key"`
	Recipient string   `json:"recipient"`
	Labels    []string `json:"labels,omitempty"`
}

// signed is the form in which a request travels. The line's key signs it, so that nobody between the machine and the
// hub can replace the machine with another one.
type signed struct {
	Request   json.RawMessage `json:"request"`
	Signature []byte          `json:"signature"`
}

// errRequest says that a request does not come from the owner of the line.
var errRequest = errors.New("the line's key has not signed it")

// Read reads a request that the key of a line must have signed.
func (r *Request) Read(content []byte, key string) error {
	var s signed
	if err := json.Unmarshal(content, &s); err != nil {
		return err
	}
	pair, err := nkeys.FromPublicKey(key)
	if err != nil || pair.Verify(s.Request, s.Signature) != nil {
		return errRequest
	}
	return json.Unmarshal(s.Request, r)
}

// Write returns the request in the form in which it travels, signed with the seed of a line.
func (r *Request) Write(seed string) ([]byte, error) {
	content, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return nil, err
	}
	defer pair.Wipe()
	signature, err := pair.Sign(content)
	if err != nil {
		return nil, err
	}
	return json.Marshal(signed{content, signature})
}

// Answer says why a machine has not joined. A machine that has joined gets no answer: the hub forgets the line's key at
// that moment, and closes the connection with it. At a cluster, the machine gets its entry of the roster, because it
// cannot connect there before the cluster's servers know its key.
type Answer struct {
	Problem string `json:"problem,omitempty"`
	Entry   []byte `json:"entry,omitempty"`
}

// ErrUsed says that the hub no longer knows a line.
var ErrUsed = errors.New(
	"the hub does not know this line: it was used, or has expired; stead hub invite prints another one")

// Join makes a machine join the hub with a line, which is then void. It returns the membership. The machine has already
// connected once with it, except at a cluster. Errors: ErrUsed, the hub's own words, those of the connection.
func Join(ctx context.Context, line member.Line, name string, labels []string) (member.Member, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*patience)
	defer cancel()
	m, err := member.New(name, "")
	if err != nil {
		return member.Member{}, err
	}
	m.URL, m.Pin, m.Authority = line.URL, line.Pin, line.Authority
	entry, err := ask(ctx, line, Request{Name: name, Key: m.Key, Recipient: m.Recipient, Labels: labels})
	if err != nil {
		return member.Member{}, err
	}
	if line.Enter != "" {
		m.Peer, err = own(entry, m)
	} else {
		m.Peer, err = itself(ctx, m)
	}
	return m, err
}

// ask asks the hub to let the machine in, and returns the machine's entry of the roster. At a hub without a cluster it
// returns nothing: the connection closes when the hub knows the machine, or when the network has failed.
func ask(ctx context.Context, line member.Line, r Request) (entry []byte, err error) {
	key, err := member.PublicKey(line.Seed)
	if err != nil {
		return nil, err
	}
	content, err := r.Write(line.Seed)
	if err != nil {
		return nil, err
	}
	conn, err := enter(line, r.Name)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	reply, err := conn.RequestWithContext(ctx, layout.JoinSubject(key), content)
	switch {
	case errors.Is(err, nats.ErrConnectionClosed) && line.Enter == "":
		return nil, nil
	case errors.Is(err, nats.ErrNoResponders):
		return nil, fmt.Errorf("ask the hub at %s to be let in: no stead hub runs for that cluster", line.URL)
	case err != nil:
		return nil, fmt.Errorf("ask the hub at %s to be let in: %w", line.URL, err)
	}
	var a Answer
	if err := json.Unmarshal(reply.Data, &a); err != nil {
		return nil, fmt.Errorf("read the answer of the hub: %w", err)
	}
	if a.Problem != "" {
		return nil, errors.New(a.Problem)
	}
	return a.Entry, nil
}

// enter connects with a line.
func enter(line member.Line, name string) (*nats.Conn, error) {
	seed := cmp.Or(line.Enter, line.Seed)
	key, err := member.PublicKey(seed)
	if err != nil {
		return nil, err
	}
	conn, err := Dial(member.Member{Peer: member.Peer{Name: name, Key: key}, URL: line.URL, Pin: line.Pin, Seed: seed},
		nats.NoReconnect())
	if errors.Is(err, ErrRefused) && line.Enter == "" {
		return nil, ErrUsed
	}
	return conn, err
}

// itself connects as a new member, and reads the hub's entry about the machine.
func itself(ctx context.Context, m member.Member) (p member.Peer, err error) {
	conn, err := Dial(m, nats.NoReconnect())
	if err != nil {
		return member.Peer{}, fmt.Errorf("the hub has not let this machine in: %w", err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return member.Peer{}, err
	}
	machines, err := layout.Bucket(ctx, js, layout.Machines)
	if err != nil {
		return member.Peer{}, fmt.Errorf("read the machines of the hub: %w", err)
	}
	e, err := machines.Get(ctx, layout.Token(m.Name))
	if err != nil {
		return member.Peer{}, fmt.Errorf("read what the hub knows of this machine: %w", err)
	}
	return own(e.Value(), m)
}

// own reads a machine's own entry of the roster.
func own(entry []byte, m member.Member) (member.Peer, error) {
	p, err := roster.Read(entry, m.Signer())
	if err == nil && (p.Name != m.Name || p.Key != m.Key || p.Recipient != m.Recipient) {
		err = errors.New("it has the keys of another one")
	}
	if err != nil {
		return member.Peer{}, fmt.Errorf("read what the hub knows of this machine: %w", err)
	}
	return p, nil
}
