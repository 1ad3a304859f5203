package pipe

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/member"
)

var (
	// ErrAway says that no machine listens under the name.
	ErrAway = errors.New("it is away: it is off, or not connected to the hub, or stead node does not run there")
	// ErrRefused says that the other machine does not let this one in.
	ErrRefused = errors.New("it refuses this machine: its roster has no machine of its user with this machine's key")
	// ErrBusy says that the other machine has too many beginning connections.
	ErrBusy = errors.New("it has too many new connections at once; try again")
	// ErrStranger says that the answering side does not have the key of the machine that was dialed.
	ErrStranger = errors.New("who answers there does not have its key")
)

const (
	// visitLen is how many random bytes name a connection.
	visitLen = 16
	// welcome is the first byte that a listener sends to a machine that it accepts.
	welcome = 1
	// answerBusy and answerBad are the answers of a listener that rejects a connection. An empty answer accepts it.
	answerBusy = "busy"
	answerBad  = "bad"
)

// Dial opens a connection to another machine of the user, and proves both sides. Errors: ErrAway, ErrBusy, ErrRefused,
// ErrStranger, ErrHub, and that of ctx, each with the machine's name. Ctx ends only the attempt.
func Dial(ctx context.Context, conn *nats.Conn, self member.Member, to member.Peer) (*Conn, error) {
	c, err := dial(ctx, conn, self, to)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", to.Name, err)
	}
	return c, nil
}

func dial(ctx context.Context, conn *nats.Conn, self member.Member, to member.Peer) (*Conn, error) {
	if to.User != self.User {
		return nil, errors.New("it is another user's")
	}
	config, err := identity(self)
	if err != nil {
		return nil, err
	}
	if config, err = expect(config, to); err != nil {
		return nil, err
	}
	visit := hex.EncodeToString(random())
	in, out := layout.PipeSubjects(to.Name, self.Key, visit)
	w, err := open(conn, out, in, Addr(self.Name), Addr(to.Name))
	if err != nil {
		return nil, hubError(err)
	}
	c, err := greet(ctx, w, config, layout.DialSubject(to.Name, self.Key), visit)
	if err != nil {
		w.fail(err)
		return nil, err
	}
	c.peer = to
	return c, nil
}

func random() []byte {
	b := make([]byte, visitLen)
	_, _ = rand.Read(b) // it never fails
	return b
}

// greet asks for the connection, proves both sides, and waits for the welcome.
func greet(ctx context.Context, w *wire, config *tls.Config, at, visit string) (*Conn, error) {
	if err := ask(ctx, w.conn, at, visit); err != nil {
		return nil, err
	}
	secured := tls.Client(w, config)
	if err := secured.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = w.SetReadDeadline(time.Unix(1, 0)) })
	first := []byte{0}
	_, err := secured.Read(first)
	if !stop() {
		return nil, ctx.Err()
	}
	var broke *net.OpError // TLS reports an alert of the other side in this way
	if errors.As(err, &broke) {
		return nil, fmt.Errorf("%w (%w)", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	if first[0] != welcome {
		return nil, errFrame
	}
	return &Conn{Conn: secured, wire: w}, nil
}

// ask asks the machine that listens at a subject to listen to the visit.
func ask(ctx context.Context, conn *nats.Conn, at, visit string) error {
	answer, err := conn.RequestWithContext(ctx, at, []byte(visit))
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return ErrAway
	case err != nil:
		return hubError(err)
	case string(answer.Data) == answerBusy:
		return ErrBusy
	case len(answer.Data) > 0:
		return errors.New("it does not understand this machine; one of them has another version of stead")
	}
	return nil
}

func hubError(err error) error {
	if errors.Is(err, nats.ErrConnectionClosed) {
		return ErrHub
	}
	return err
}
