package link

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/member"
)

// Leave tells the hub that a member leaves. Its key is then void, and its name is free. The member's own key signs the
// message, so that nobody can make another machine leave. Errors: ErrRefused if the hub does not know the key, those of
// the connection, and the hub's own words.
func Leave(ctx context.Context, m member.Member) error {
	subject := layout.LeaveSubject(m.Key)
	signature, err := m.Sign([]byte(subject))
	if err != nil {
		return err
	}
	conn, err := Dial(m, nats.NoReconnect(), nats.Timeout(farewell))
	if err != nil {
		return err
	}
	defer conn.Close()
	reply, err := conn.RequestWithContext(ctx, subject, signature)
	switch {
	case errors.Is(err, nats.ErrConnectionClosed): // the key is void
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("tell the hub at %s: %w", m.URL, because{ErrAway, err})
	case err != nil:
		return fmt.Errorf("tell the hub at %s: %w", m.URL, err)
	}
	var a Answer
	if err := json.Unmarshal(reply.Data, &a); err != nil {
		return fmt.Errorf("read the answer of the hub: %w", err)
	}
	if a.Problem != "" {
		return errors.New(a.Problem)
	}
	return nil
}
