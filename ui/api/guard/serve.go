package guard

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// headTime is how long a client may take to send a request's head. SilenceTime is how long an idle connection stays
// open. EndTime is how long the shutdown waits for responses: less than a command has to end by itself. A connection
// that has sent no request yet would delay http.Server.Shutdown for five seconds. There is no limit for a whole
// request, because net/http would end a stream of events, too.
const (
	headTime    = 10 * time.Second
	silenceTime = 2 * time.Minute
	endTime     = 500 * time.Millisecond
)

// Serve serves a protected handler until ctx is done. The contexts of its requests end then, too. Errors are those of
// the network.
func Serve(ctx context.Context, l net.Listener, protected http.Handler) error {
	ctx, stop := context.WithCancel(ctx)
	serving := &http.Server{
		Handler: protected, ReadHeaderTimeout: headTime, IdleTimeout: silenceTime,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connection{}, c) },
	}
	var closing sync.WaitGroup
	closing.Go(func() { endAfter(ctx, serving) })
	defer closing.Wait()
	defer stop()
	if err := serving.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
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
