package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"

	"stead/reach/member"
	"stead/ui/api/guard"
)

// Options say what is served. All fields must be set.
type Options struct {
	// Known returns the machine that has a public nkey now, as the roster does. It is called at each request, so that the
	// loss of a role and the revocation of a machine take effect immediately on open connections.
	Known func(key string) (peer member.Peer, ok bool)
	// Reads is the API for a viewer, without acts. Acts is the API for an operator.
	Reads, Acts http.Handler
	// Admit lets a handler serve the machine with that name: [guard.Guard.Admit].
	Admit func(name string, next http.Handler) http.Handler
}

// peered is a connection that knows its peer, like those of package pipe.
type peered interface{ Peer() member.Peer }

// Serve serves the connections of a listener until ctx is done. It refuses all requests of a connection that does not
// know its peer. It closes the listener. Errors are those of the listener; its end is not an error.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	if err := guard.Serve(ctx, l, http.HandlerFunc(o.serve)); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// serve answers a request according to its machine's role.
func (o Options) serve(w http.ResponseWriter, r *http.Request) {
	conn, ok := guard.Connection(r.Context()).(peered)
	if !ok {
		refuse(w, "the connection does not say which machine it is of")
		return
	}
	peer, ok := o.Known(conn.Peer().Key)
	if !ok || peer.User != conn.Peer().User {
		refuse(w, fmt.Sprintf("%s no longer belongs to the hub", conn.Peer().Name))
		return
	}
	o.Admit(peer.Name, o.handlerFor(peer)).ServeHTTP(w, r)
}

// handlerFor returns what a machine may use. A machine that is both an operator and a viewer may act.
func (o Options) handlerFor(peer member.Peer) http.Handler {
	switch {
	case peer.Has(member.Operator):
		return o.Acts
	case peer.Has(member.Viewer):
		return onlyReading(peer.Name, o.Reads)
	}
	return refusal(peer.Name + " is no operator and no viewer at the hub: it may ask for nothing")
}

// onlyReading refuses every request that may change something, even if the handler would accept it.
func onlyReading(name string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			refuse(w, name+" is a viewer at the hub: it may look, and change nothing")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func refusal(detail string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { refuse(w, detail) })
}

// refuse writes a problem in the form of the API.
func refuse(w http.ResponseWriter, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusForbidden)
	_ = json.NewEncoder(w).Encode(map[string]any{ // a client that has gone needs no answer
		"type": "refused", "title": http.StatusText(http.StatusForbidden), "status": http.StatusForbidden, "detail": detail,
	})
}
