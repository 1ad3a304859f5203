package register

import (
	"errors"
	"fmt"
	"time"

	"stead/reach/member"
)

// The bounds of a line's life.
const (
	shortest = time.Second
	longest  = 7 * 24 * time.Hour
)

// Invite is a line that nobody has used.
type Invite struct {
	// Key is the line's public key.
	Key   string        `json:"key"`
	User  string        `json:"user"`
	Roles []member.Role `json:"roles"`
	// Expires is in seconds since 1970.
	Expires int64 `json:"expires"`
}

// NewInvite makes an invite for one machine of a user's, good for a time from now on, and the seed of its line's key.
func NewInvite(roles []member.Role, user string, now time.Time,
	within time.Duration) (i Invite, seed string, err error) {
	if len(roles) == 0 || user == "" {
		return i, "", errors.New("an invited machine has a user and at least one role")
	}
	for _, r := range roles {
		if r != member.Node && r != member.Operator && r != member.Viewer {
			return i, "", fmt.Errorf("%q is no role: there are %s, %s and %s", r, member.Node, member.Operator, member.Viewer)
		}
	}
	if within < shortest || within > longest {
		return i, "", fmt.Errorf("a line is good for a second at least and a week at most, not for %s", within)
	}
	key, seed, err := member.NewKey()
	return Invite{Key: key, User: user, Roles: roles, Expires: now.Add(within).Unix()}, seed, err
}

func (i Invite) expired(now time.Time) bool { return now.Unix() >= i.Expires }
