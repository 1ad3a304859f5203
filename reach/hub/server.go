package hub

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/roles"
)

// Bounds of the server.
const (
	// startup is for how long the server may start: it reads back what it keeps.
	startup = time.Minute
	// handshake is for how long a stranger may take to prove itself, in seconds.
	handshake = 5
	// boundless is what the server itself lets all streams take: each has a limit, and a smaller sum than before must not
	// keep the server from reading what is there. By itself it would take what the disk has free at the start (nats-server
	// 3520).
	boundless = 1 << 50
)

// settings returns the server's options for those who may connect. Key is the hub's own.
func (h *Hub) settings(r register) *server.Options {
	users := []*server.NkeyUser{{Nkey: h.key}}
	for _, p := range r.Machines {
		users = append(users, &server.NkeyUser{Nkey: p.Key, Permissions: granted(roles.Of(p))})
	}
	for _, i := range r.Invites {
		users = append(users, &server.NkeyUser{Nkey: i.Key, Permissions: granted(roles.Joining(i.Key))})
	}
	return &server.Options{
		ServerName: layout.Server, Host: h.host, Port: h.port, NoSigs: true, NoLog: true, Nkeys: users,
		TLS: true, TLSConfig: h.secured, TLSTimeout: handshake, TLSHandshakeFirst: true, AuthTimeout: handshake,
		JetStream: true, StoreDir: filepath.Join(h.folder, "store"), JetStreamMaxStore: boundless, SyncInterval: h.sync,
	}
}

func granted(p roles.Permissions) *server.Permissions {
	g := &server.Permissions{Publish: subjects(p.Publish), Subscribe: subjects(p.Subscribe)}
	if p.Answers {
		g.Response = &server.ResponsePermission{MaxMsgs: 1, Expires: time.Minute}
	}
	return g
}

// subjects allows some subjects. None at all would mean that all are allowed.
func subjects(allowed []string) *server.SubjectPermission {
	if len(allowed) == 0 {
		return &server.SubjectPermission{Deny: []string{">"}}
	}
	return &server.SubjectPermission{Allow: allowed}
}

// serve starts the server.
func (h *Hub) serve() error {
	s, err := server.NewServer(h.settings(h.register))
	if err != nil {
		return fmt.Errorf("start the hub's server: %w", err)
	}
	h.server = s
	s.SetLoggerV2(reporter{h.failed}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(startup) {
		return fmt.Errorf("start the hub's server at %s: it does not listen after %s",
			net.JoinHostPort(h.host, strconv.Itoa(h.port)), startup)
	}
	if !s.JetStreamEnabled() {
		return errors.New("start the hub's server: it keeps nothing: its folder cannot be written, or its disk is full")
	}
	h.port = s.Addr().(*net.TCPAddr).Port
	return nil
}

// admit has the server know the register: who is not in it any more is cut off. For a cluster it is written down.
func (h *Hub) admit(r register) error {
	if h.cluster.URL != "" {
		return h.writeUsers(r)
	}
	if err := h.server.ReloadOptions(h.settings(r)); err != nil {
		return fmt.Errorf("tell the hub's server who may connect: %w", err)
	}
	return nil
}

// names are the machines' names, for messages.
func names(peers []member.Peer) []string {
	all := make([]string, len(peers))
	for i, p := range peers {
		all[i] = p.Name
	}
	return all
}
