package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/owner"
)

// entry is a line of the audit.
type entry struct {
	At   time.Time `json:"at"`
	Act  string    `json:"act"`
	What any       `json:"what"`
}

// audit writes down what the hub did. What cannot be written down was done all the same.
func (h *Hub) audit(act string, what any) {
	content, err := json.Marshal(entry{At: h.now().UTC(), Act: act, What: what})
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		_, err = h.js.Publish(ctx, layout.AuditSubject("hub", act), content)
	}
	if err != nil {
		h.failed(fmt.Errorf("write %s into the audit: %w", act, err))
	}
}

// connected reports whether a machine is.
func (h *Hub) connected(p member.Peer) bool {
	if h.server == nil {
		return h.isThere(p)
	}
	all, err := h.server.Connz(&server.ConnzOptions{Username: true, User: p.Key})
	return err == nil && all.NumConns > 0
}

// answer does what the owner asks for.
func (h *Hub) answer(r owner.Request) (owner.Answer, error) {
	switch r.Do {
	case "invite":
		line, err := h.Invite(r.Roles, r.User, r.For)
		return owner.Answer{Line: line.String()}, err
	case "machines":
		return owner.Answer{Machines: h.Machines()}, nil
	case "revoke":
		return owner.Answer{Note: h.afterRevoking()}, h.Revoke(r.Name)
	default:
		return owner.Answer{}, fmt.Errorf(
			"this hub does not know what %.40q is: stead and stead-hub are of different versions", r.Do)
	}
}
