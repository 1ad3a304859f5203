package server

import (
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"stead/reach/hub/register"
	"stead/reach/layout"
)

// Bounds of the server.
const (
	// handshake is for how long a stranger may take to prove itself, in seconds.
	handshake = 5
	// boundless is what the server itself lets all streams take: each has a limit, and a smaller sum than before must not
	// keep the server from reading what is there. By itself it would take what the disk has free at the start (nats-server
	// 3520).
	boundless = 1 << 50
)

// settings returns the server's options for those who may connect.
func (s *Server) settings(r register.Register) *server.Options {
	users := []*server.NkeyUser{{Nkey: s.key}}
	for _, p := range r.Machines {
		users = append(users, &server.NkeyUser{Nkey: p.Key, Permissions: granted(register.PermissionsOf(p))})
	}
	for _, i := range r.Invites {
		users = append(users, &server.NkeyUser{Nkey: i.Key, Permissions: granted(register.JoinPermissions(i.Key))})
	}
	return &server.Options{
		ServerName: layout.Server, Host: s.host, Port: s.port, NoSigs: true, NoLog: true, Nkeys: users,
		TLS: true, TLSConfig: s.o.TLS, TLSTimeout: handshake, TLSHandshakeFirst: true, AuthTimeout: handshake,
		JetStream: true, StoreDir: filepath.Join(s.o.Folder, "store"), JetStreamMaxStore: boundless, SyncInterval: s.o.Sync,
	}
}

func granted(p register.Permissions) *server.Permissions {
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
