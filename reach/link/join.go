package link

import (
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

// Request is what a new machine says of itself to its hub. The hub decides whose it is and what it may do, by the line.
type Request struct {
	Name      string   `json:"name"`
	Key       string   `json:"key"`
	Recipient string   `json:"recipient"`
	Labels    []string `json:"labels,omitempty"`
}

// Answer says why a machine has not joined. One that has gets none: the hub forgets the line's key at that moment, and with it the connection.
type Answer struct {
	Problem string `json:"problem"`
}

// ErrUsed says that the hub does not know a line any more.
var ErrUsed = errors.New("the hub does not know this line: it was used, or has expired; stead hub invite prints another one")

// Join has a machine join the hub by a line, which is void then. It returns the membership, by which the machine has connected once. Errors: ErrUsed, the
// hub's own words, those of the connection.
func Join(ctx context.Context, line member.Line, name string, labels []string) (member.Member, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*patience)
	defer cancel()
	m, err := member.New(name, "")
	if err != nil {
		return member.Member{}, err
	}
	m.URL, m.Pin = line.URL, line.Pin
	if err := ask(ctx, line, Request{Name: name, Key: m.Key, Recipient: m.Recipient, Labels: labels}); err != nil {
		return member.Member{}, err
	}
	m.Peer, err = itself(ctx, m)
	return m, err
}

// ask connects by the line and asks to be let in. Once the connection is closed, the hub knows the machine, or the network has failed.
func ask(ctx context.Context, line member.Line, r Request) error {
	key, err := public(line.Seed)
	if err != nil {
		return err
	}
	conn, err := Dial(member.Member{Peer: member.Peer{Name: r.Name, Key: key}, URL: line.URL, Pin: line.Pin, Seed: line.Seed}, nats.NoReconnect())
	if errors.Is(err, ErrRefused) {
		return ErrUsed
	}
	if err != nil {
		return err
	}
	defer conn.Close()
	content, err := json.Marshal(r)
	if err != nil {
		return err
	}
	reply, err := conn.RequestWithContext(ctx, layout.JoinSubject(key), content)
	if errors.Is(err, nats.ErrConnectionClosed) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("ask the hub at %s to be let in: %w", line.URL, err)
	}
	var a Answer
	if err := json.Unmarshal(reply.Data, &a); err != nil {
		return fmt.Errorf("read the answer of the hub: %w", err)
	}
	return errors.New(a.Problem)
}

func public(seed string) (string, error) {
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return "", err
	}
	defer pair.Wipe()
	return pair.PublicKey()
}

// itself connects as a new member, and reads what the hub tells the others of it.
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
	machines, err := js.KeyValue(ctx, layout.Machines)
	if err != nil {
		return member.Peer{}, fmt.Errorf("read the machines of the hub: %w", err)
	}
	e, err := machines.Get(ctx, layout.Token(m.Name))
	if err == nil {
		p, err = roster.Read(e.Value(), m.Pin)
	}
	if err == nil && (p.Name != m.Name || p.Key != m.Key || p.Recipient != m.Recipient) {
		err = errors.New("it has the keys of another one")
	}
	if err != nil {
		return member.Peer{}, fmt.Errorf("read what the hub knows of this machine: %w", err)
	}
	return p, nil
}
