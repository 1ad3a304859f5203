package pipe

import (
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/member"
)

const (
	// most is how many connections may be beginning, or wait for Accept. Patience is how long each may take to begin.
	most     = 256
	patience = 15 * time.Second
	// look is how often the listener checks whether the other machine is still in the roster.
	look = time.Second
)

// Listener accepts connections of the user's other machines. It is a net.Listener whose connections are of type
// [*Conn].
type Listener struct {
	conn   *nats.Conn
	self   member.Member
	roster Roster
	config *tls.Config
	sub    *nats.Subscription

	accepted chan *Conn
	// ctx ends with the listener. Beginning counts the connections that are not accepted yet.
	ctx       context.Context
	cancel    context.CancelFunc
	beginning sync.WaitGroup
	mu        sync.Mutex
	visits    map[string]bool
}

// Listen makes this machine listen at the hub. A machine that dials after it returns finds it. The roster is asked at
// every connection and while it lasts. A machine that is not in it, or is another user's, is refused, and a connection
// of a machine that was revoked breaks within a second. The error is that of the connection to the hub.
func Listen(conn *nats.Conn, self member.Member, roster Roster) (*Listener, error) {
	config, err := identity(self)
	if err != nil {
		return nil, err
	}
	l := &Listener{conn: conn, self: self, roster: roster, config: config, accepted: make(chan *Conn),
		visits: map[string]bool{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.sub, err = conn.Subscribe(layout.DialSubjects(self.Name), l.answer)
	if err != nil {
		l.cancel()
		return nil, fmt.Errorf("listen for other machines: %w", hubError(err))
	}
	l.sub.SetClosedHandler(func(string) { l.cancel() })
	if err := conn.FlushTimeout(patience); err != nil {
		return nil, errors.Join(fmt.Errorf("listen for other machines: %w", hubError(err)), l.Close())
	}
	return l, nil
}

// answer opens the wire of a visit, and answers that the other side may begin.
func (l *Listener) answer(m *nats.Msg) {
	visit := string(m.Data)
	if raw, err := hex.DecodeString(visit); err != nil || len(raw) != visitLen || m.Reply == "" {
		_ = m.Respond([]byte(answerBad)) // the sender of such a request may wait in vain
		return
	}
	if !l.enter(visit) {
		_ = m.Respond([]byte(answerBusy))
		return
	}
	in, out := layout.PipeSubjects(l.self.Name, layout.Caller(m.Subject), visit)
	w, err := open(l.conn, in, out, Addr(l.self.Name), "")
	if err != nil {
		l.leave(visit)
		return
	}
	_ = m.Respond(nil) // without the answer, the handshake's patience ends the visit
	go l.begin(w, visit)
}

func (l *Listener) enter(visit string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.visits) >= most || l.visits[visit] || l.ctx.Err() != nil {
		return false
	}
	l.visits[visit] = true
	l.beginning.Add(1)
	return true
}

func (l *Listener) leave(visit string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.visits, visit)
	l.beginning.Done()
}

// begin proves both sides, and makes the connection wait for Accept.
func (l *Listener) begin(w *wire, visit string) {
	defer l.leave(visit)
	c, err := l.meet(w)
	if err != nil {
		_ = w.Close() // it still sends the reason, which TLS has written
		return
	}
	select {
	case l.accepted <- c:
	case <-l.ctx.Done():
		_ = c.Close()
	}
}

func (l *Listener) meet(w *wire) (*Conn, error) {
	ctx, cancel := context.WithTimeout(l.ctx, patience)
	defer cancel()
	c := &Conn{wire: w}
	config := l.config.Clone()
	config.VerifyConnection = func(state tls.ConnectionState) (err error) {
		c.peer, err = find(state, l.self.User, l.roster)
		return err
	}
	c.Conn = tls.Server(w, config)
	if err := c.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	w.remote = Addr(c.peer.Name)
	_, err := c.Write([]byte{welcome})
	return c, err
}

// Accept waits for the next machine that has proven its identity. Error: net.ErrClosed, also when the connection to the
// hub is closed.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accepted:
		go l.attend(c)
		return c, nil
	case <-l.ctx.Done():
		return nil, net.ErrClosed
	}
}

// attend breaks a connection soon after its machine has left the roster, so that earlier requests end as well.
func (l *Listener) attend(c *Conn) {
	ticks := time.NewTicker(look)
	defer ticks.Stop()
	for {
		select {
		case <-c.wire.done:
			return
		case <-ticks.C:
		}
		if p, found := l.roster(c.peer.Key); !found || p.User != c.peer.User {
			c.wire.fail(broken(ErrRevoked))
			return
		}
	}
}

// Close ends the listener and the connections that were not accepted. Accepted connections stay.
func (l *Listener) Close() error {
	l.mu.Lock()
	l.cancel()
	l.mu.Unlock()
	err := l.sub.Unsubscribe()
	l.beginning.Wait()
	if errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrBadSubscription) {
		return nil
	}
	return err
}

// Addr returns this machine's name.
func (l *Listener) Addr() net.Addr { return Addr(l.self.Name) }
