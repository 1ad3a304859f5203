package mcp

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// ErrNotLocal is the error of an address that other machines can reach: the server listens on this machine only.
var ErrNotLocal = errors.New("sessions are served on this machine only: use 127.0.0.1:PORT")

// ErrAddress is the error of a text that does not name a host and a port.
var ErrAddress = errors.New("this is not an address: use 127.0.0.1:PORT")

// Listen listens at an address of the loopback interface, HOST:PORT. The error may be [ErrNotLocal] or [ErrAddress].
func Listen(ctx context.Context, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("listen at %s: %w", address, ErrAddress)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("listen at %s: %w", address, ErrNotLocal)
	}
	return (&net.ListenConfig{}).Listen(ctx, "tcp", address)
}

// headTime is how long a client may take to send a request's head. SilenceTime is how long an idle session stays open.
// EndTime is how long the shutdown waits for responses.
const (
	headTime    = 10 * time.Second
	silenceTime = 30 * time.Minute
	endTime     = 2 * time.Second
)

// ServeHTTP serves clients that know the token over streamable HTTP, until ctx is done. It refuses requests of web
// pages and requests for other hosts: any page in a browser of this machine could send them.
func ServeHTTP(ctx context.Context, o Options, l net.Listener, token string) error {
	server := New(o)
	streams := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		SessionTimeout: silenceTime, PropagateRequestCancellation: true,
	})
	serving := &http.Server{
		Handler:           http.NewCrossOriginProtection().Handler(forThisHost(withToken(streams, token))),
		ReadHeaderTimeout: headTime, BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ctx, stop := context.WithCancel(ctx)
	var closing sync.WaitGroup
	closing.Go(func() { endAfter(ctx, serving) })
	defer closing.Wait()
	defer stop()
	err := serving.Serve(l)
	for session := range server.Sessions() {
		_ = session.Close()
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// endAfter shuts a server down when ctx is done. By then, the clients that wait for a response know of the end.
func endAfter(ctx context.Context, serving *http.Server) {
	<-ctx.Done()
	waits, stop := context.WithTimeout(context.Background(), endTime)
	defer stop()
	if serving.Shutdown(waits) != nil {
		_ = serving.Close()
	}
}

// forThisHost refuses requests for a host name that merely resolves to this machine.
func forThisHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, "this server answers for 127.0.0.1 only", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// withToken refuses requests without the token.
func withToken(next http.Handler, token string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "this server wants its token: Authorization: Bearer TOKEN", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}
