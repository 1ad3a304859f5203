// Package remote asks the user's other machines to carry out stead commands.
package remote

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/errand"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/pipe"
	"stead/reach/roster"
)

// Hub is this machine's view of the machines at its hub.
type Hub struct {
	self   member.Member
	conn   *nats.Conn
	roster *roster.Roster
}

// Connect connects to the hub as a member, by the deadline of ctx if it has one. It makes a single attempt. Errors:
// those of the connection.
func Connect(ctx context.Context, m member.Member) (*Hub, error) {
	var within []nats.Option
	if end, ok := ctx.Deadline(); ok {
		within = append(within, nats.Timeout(max(time.Millisecond, time.Until(end))))
	}
	conn, err := link.Dial(m, within...)
	if err != nil {
		return nil, err
	}
	h := &Hub{self: m, conn: conn}
	js, err := jetstream.New(conn)
	if err == nil {
		h.roster, err = roster.Follow(ctx, js, m.Signer())
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return h, nil
}

// Close ends the connection first, because a hub that is away would delay the end of the roster.
func (h *Hub) Close() {
	h.conn.Close()
	h.roster.Close()
}

// Others returns the user's other machines that offer their sessions and runs, by name.
func (h *Hub) Others() (others []member.Peer) {
	for _, p := range h.roster.All() {
		if p.User == h.self.User && p.Key != h.self.Key && p.Has(member.Node) {
			others = append(others, p)
		}
	}
	return others
}

// UnknownError says that none of the user's machines has a name.
type UnknownError struct {
	Name string
	// Known are the names of the machines that have joined.
	Known []string
	// IsSelf says that this machine has the name.
	IsSelf bool
}

// Error lists the known machines.
func (e *UnknownError) Error() string {
	if e.IsSelf {
		return e.Name + " is this machine: name a session or a run here without it"
	}
	if len(e.Known) == 0 {
		return fmt.Sprintf("there is no machine %q: no other one has joined the hub", e.Name)
	}
	return fmt.Sprintf("there is no machine %q; there are: %s", e.Name, strings.Join(e.Known, ", "))
}

// Hint says how to find the name.
func (e *UnknownError) Hint() string { return "stead machines lists them" }

// AwayError says that a machine does not answer.
type AwayError struct {
	Name string
	// Why is the error of the attempt.
	Why error
}

// Error names the machine.
func (e *AwayError) Error() string {
	if errors.Is(e.Why, pipe.ErrAway) {
		return e.Name + " is away: no stead node runs there, or it has no connection to the hub"
	}
	if errors.Is(e.Why, context.DeadlineExceeded) {
		return fmt.Sprintf("%s does not answer within %v", e.Name, patience)
	}
	return fmt.Sprintf("%s does not answer: %v", e.Name, e.Why)
}

// Unwrap returns the error of the attempt.
func (e *AwayError) Unwrap() error { return e.Why }

// Hint says what to do about it.
func (e *AwayError) Hint() string { return e.HintFor("ID") }

// HintFor says what to do about it for one who wants to continue a run of the machine.
func (e *AwayError) HintFor(run string) string {
	return fmt.Sprintf("stead node, there, makes it answer; to continue a run here: stead run --from %s/run:%s",
		e.Name, run)
}

// patience is how long a machine may take to answer at all, because it may be far away.
const patience = 5 * time.Second

// Ask lets a machine carry out a verb, and returns its exit code. Errors: *UnknownError, *AwayError, and those of
// [errand.Ask].
func (h *Hub) Ask(ctx context.Context, machine string, r errand.Request, s errand.Streams) (code int, err error) {
	to, err := h.Find(machine)
	if err != nil {
		return 0, err
	}
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := pipe.Dial(wait, h.conn, h.self, to)
	switch {
	case ctx.Err() != nil:
		return 0, context.Cause(ctx)
	case err != nil:
		return 0, &AwayError{machine, err}
	}
	return errand.Ask(ctx, conn, r, s)
}

// Named returns the other machine with a name, ignoring case.
func (h *Hub) Named(name string) (p member.Peer, found bool) {
	for _, p := range h.Others() {
		if strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return p, false
}

// Find returns the other machine with a name, ignoring case. Errors: *UnknownError.
func (h *Hub) Find(name string) (member.Peer, error) {
	if p, found := h.Named(name); found {
		return p, nil
	}
	unknown := &UnknownError{Name: name, IsSelf: strings.EqualFold(name, h.self.Name)}
	for _, p := range h.Others() {
		unknown.Known = append(unknown.Known, p.Name)
	}
	return member.Peer{}, unknown
}

// Answers reports whether a machine answers.
func (h *Hub) Answers(ctx context.Context, to member.Peer) bool {
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := pipe.Dial(wait, h.conn, h.self, to)
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}

// Self returns this machine.
func (h *Hub) Self() member.Peer { return h.self.Peer }
