// Package owner lets the hub's owner talk to it through a socket in the hub's folder, which only its user can open. One
// request and its answer are one connection.
package owner

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"path/filepath"
	"time"

	"stead/internal/sys/failed"
	"stead/reach/member"
)

// Request asks the hub for something. Do says for what: invite, machines or revoke.
type Request struct {
	Do string `json:"do"`
	// User, Roles and For are of an invite: whose machine may join, what it may do there, and for how long the line is
	// good.
	User  string        `json:"user,omitempty"`
	Roles []member.Role `json:"roles,omitempty"`
	For   time.Duration `json:"for,omitempty"`
	// Name is of the machine to revoke.
	Name string `json:"name,omitempty"`
}

// Answer is what came of a request.
type Answer struct {
	// Line is what the invited machine needs.
	Line string `json:"line,omitempty"`
	// Machines are those that have joined.
	Machines []Machine `json:"machines,omitempty"`
	// Note says what is left to do.
	Note string `json:"note,omitempty"`
	// Problem says why nothing was done. Empty: all is well.
	Problem string `json:"problem,omitempty"`
}

// Machine is one that has joined.
type Machine struct {
	member.Peer
	// Connected is set while it is.
	Connected bool `json:"connected"`
	// Nodes are the addresses from which nodes with its key are connected, if they are several: its home was copied.
	Nodes []string `json:"nodes,omitempty"`
}

// ErrAway says that no hub runs in a folder.
var ErrAway = errors.New("no hub runs here")

// errSilent says that a hub runs in a folder, and says nothing.
var errSilent = errors.New("it runs, and does not answer: it is stopped, or very busy")

// mostSilence is for how long the hub may say nothing: it waits for its server itself.
const mostSilence = 15 * time.Second

// The longest path of a socket on all systems, and bounds of what is read from one.
const (
	longestPath = 100
	largest     = 16 << 20
	patience    = 5 * time.Second
)

func path(folder string) (string, error) {
	p := filepath.Join(folder, "hub.sock")
	if len(p) > longestPath {
		return "",
			fmt.Errorf("the hub's folder %s has too long a path for the socket in it: choose one of at most %d bytes", folder,
				longestPath-len("/hub.sock"))
	}
	return p, nil
}

// Ask asks the hub that runs in a folder. Errors: ErrAway; what the hub answers.
func Ask(ctx context.Context, folder string, r Request) (Answer, error) {
	p, err := path(folder)
	if err != nil {
		return Answer{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, mostSilence, errSilent)
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", p)
	if errors.Is(err, fs.ErrNotExist) || failed.NobodyListens(err) {
		return Answer{}, ErrAway
	}
	if err != nil {
		return Answer{}, fmt.Errorf("talk to the hub: %w", cmp.Or(context.Cause(ctx), err))
	}
	defer conn.Close() //nolint:errcheck // all was read
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	var a Answer
	if err = json.NewEncoder(conn).Encode(r); err == nil {
		err = json.NewDecoder(io.LimitReader(conn, largest)).Decode(&a)
	}
	if err != nil {
		return Answer{}, fmt.Errorf("talk to the hub: %w", cmp.Or(context.Cause(ctx), err))
	}
	if a.Problem != "" {
		return Answer{}, errors.New(a.Problem)
	}
	return a, nil
}
