package api

import (
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httputil"
	"slices"

	"github.com/coder/websocket"

	"stead/ui/api/guard"
	"stead/ui/api/terminal"
)

// Elsewhere is the API of another machine, as this one serves it. All fields must be set.
type Elsewhere struct {
	// Client calls the other machine, which knows this one. Host is the host of its addresses: http://HOST.
	Client *http.Client
	Host   string
	// Guard protects this server. Own serves the routes that give callers their secrets.
	Guard *guard.Guard
	Own   http.Handler
	// Fault is that of [Options].
	Fault func(error) (name, hint string)
}

// New returns the handler of all routes: those of the other machine, except the ones that issue secrets. The caller
// must still protect it.
func (e Elsewhere) New() http.Handler {
	proxy := &httputil.ReverseProxy{
		Transport: e.Client.Transport, FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0), // the caller gets the error
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "http", e.Host, ""
			for _, own := range []string{"Cookie", "Origin", guard.KeyHeader} { // they belong to this server
				r.Out.Header.Del(own)
			}
		},
		ModifyResponse: func(r *http.Response) error {
			maps.DeleteFunc(r.Header, func(name string, _ []string) bool { return !slices.Contains(passed, name) })
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) { e.problem(err).write(w) },
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == Prefix+keysPath || r.URL.Path == Prefix+tokensPath:
			e.Own.ServeHTTP(w, r)
		case KeyFollows(r):
			e.terminal(w, r)
		default:
			proxy.ServeHTTP(w, r)
		}
	})
}

// passed are the headers of another machine's responses that reach a caller. All others, such as cookies, are for this
// server to set.
var passed = []string{
	"Content-Disposition", "Content-Encoding", "Content-Length", "Content-Type", ReplayedHeader, "Retry-After", "Stead-Rev",
}

// problem describes why the other machine was not reached.
func (e Elsewhere) problem(err error) *Problem {
	name, hint := e.Fault(err)
	return &Problem{Type: name, Title: "The other machine does not answer", Status: http.StatusBadGateway,
		Detail: err.Error(), Hint: hint}
}

// terminal shows a terminal of the other machine to a caller that sends this server's key.
func (e Elsewhere) terminal(w http.ResponseWriter, r *http.Request) {
	how := websocket.AcceptOptions{Subprotocols: []string{terminal.Protocol},
		CompressionMode: websocket.CompressionDisabled}
	caller, err := websocket.Accept(w, r, &how)
	if err != nil {
		return // Accept has answered
	}
	defer caller.CloseNow() //nolint:errcheck // it is already closed if all went well
	first, err := terminal.Greet(r.Context(), caller, true)
	if err == nil {
		_, err = e.Guard.Confirm(r, first.Key)
	}
	if err != nil {
		terminal.Refuse(r.Context(), caller, http.StatusUnauthorized,
			&Problem{Type: refused, Status: http.StatusUnauthorized, Detail: err.Error()})
		return
	}
	server, _, err := websocket.Dial(r.Context(), "http://"+e.Host+r.URL.EscapedPath(), &websocket.DialOptions{
		HTTPClient: e.Client, Subprotocols: how.Subprotocols, CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		terminal.Refuse(r.Context(), caller, http.StatusBadGateway, e.problem(err))
		return
	}
	_ = terminal.Relay(r.Context(), caller, server, first) // both sides know how it ended
}
