package hub

import (
	"net"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/link"
)

// URL is where machines find the hub.
func (h *Hub) URL() string {
	if h.url != "" {
		return h.url
	}
	if h.cluster.URL != "" {
		return h.cluster.URL
	}
	return "tls://" + net.JoinHostPort(reachable(net.ParseIP(h.host)), strconv.Itoa(h.port))
}

// reachable returns an address at which others find one who listens there: for all of a machine's addresses, the first
// that is not for itself alone.
func reachable(at net.IP) string {
	if !at.IsUnspecified() {
		return at.String()
	}
	all, _ := net.InterfaceAddrs() // without any, the machine is alone
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	return "127.0.0.1"
}

// Address is where the hub listens: HOST:PORT.
func (h *Hub) Address() string { return net.JoinHostPort(h.host, strconv.Itoa(h.port)) }

// Folder is where it keeps everything.
func (h *Hub) Folder() string { return h.folder }

// Pin is the hash by which machines know its authority: see [link.Pin].
func (h *Hub) Pin() string { return link.Pin(h.authority.certificate) }

// JetStream is the hub's own connection, which may do everything.
func (h *Hub) JetStream() jetstream.JetStream { return h.js }
