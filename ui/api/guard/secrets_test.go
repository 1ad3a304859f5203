package guard

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func callers(t *testing.T) *Guard {
	t.Helper()
	return New(Options{Place: Place{Scheme: "http", Port: "7", Hosts: []string{"h"}}, Now: time.Now})
}

// Many browsers and programs may sign in, but the memory of a server is bounded: only the oldest caller makes room.
func TestTheCallerThatCameFirstMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := callers(t)
		var cookies, keys []string
		for range mostCallers + 1 {
			cookie, key, err := g.Trade(t.Context(), g.Token(), "h")
			if err != nil {
				t.Fatal(err)
			}
			cookies, keys = append(cookies, cookie.Value), append(keys, key)
			time.Sleep(time.Second)
			if len(cookies) == mostCallers && !g.secrets.knows(cookies[0], "h") {
				t.Error("the first one has made room for nobody")
			}
		}
		for i := range cookies {
			if _, ok := g.secrets.caller(cookies[i], keys[i], "h"); ok != (i > 0) {
				t.Errorf("caller %d is known: %v", i, ok)
			}
		}
	})
}

func TestTokensThatNobodyTradesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := callers(t)
		old := g.Token()
		time.Sleep(TokenLife)
		g.Token()
		if _, _, err := g.Trade(t.Context(), old, "h"); err != nil {
			t.Errorf("at the end of its life: %v", err)
		}
		for range 10 {
			g.Token()
		}
		time.Sleep(TokenLife + time.Nanosecond)
		g.Token()
		if len(g.secrets.tokens) != 1 {
			t.Errorf("%d tokens are held", len(g.secrets.tokens))
		}
	})
}

// wrong returns how long a wrong secret waits for its answer.
func wrong(t *testing.T, g *Guard) time.Duration {
	t.Helper()
	began := time.Now()
	if _, _, err := g.Trade(t.Context(), "wrong", "h"); !errors.Is(err, ErrToken) {
		t.Error(err)
	}
	return time.Since(began)
}

func TestWrongSecretsWaitLongerAndAreForgiven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := callers(t)
		const ms = time.Millisecond
		for _, want := range []time.Duration{100 * ms, 200 * ms, 400 * ms, 800 * ms, 1600 * ms, 3200 * ms, 5000 * ms,
			5000 * ms} {
			if got := wrong(t, g); got != want {
				t.Errorf("it waits %v, not %v", got, want)
			}
		}
		time.Sleep(time.Minute)
		if got := wrong(t, g); got != 5*time.Second {
			t.Errorf("a minute later it waits %v", got)
		}
		time.Sleep(time.Minute + time.Nanosecond)
		if got := wrong(t, g); got != 100*ms {
			t.Errorf("after more than a minute it waits %v", got)
		}
	})
}

// A client that has left makes nobody else wait in its place.
func TestWhoHasGoneTakesNoPlaceInTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := callers(t)
		ctx, leave := context.WithCancel(t.Context())
		gone := make(chan error)
		for range mostWaiting {
			go func() { gone <- g.slowdown.miss(ctx) }()
		}
		synctest.Wait()
		if err := g.slowdown.miss(t.Context()); !errors.Is(err, ErrTooMany) {
			t.Errorf("the line has no end: %v", err)
		}
		leave()
		for range mostWaiting {
			if err := <-gone; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		if err := g.slowdown.miss(t.Context()); err != nil {
			t.Errorf("the line is still full: %v", err)
		}
	})
}

// HTTP/1.0 knows requests without a host.
func TestNobodyIsKnownAtNoHost(t *testing.T) {
	g := callers(t)
	if g.secrets.knows("", "") || g.secrets.knows("wrong", "") {
		t.Error("a cookie is known that nobody was given")
	}
	if who, ok := g.secrets.caller("", "", ""); ok {
		t.Errorf("the caller is %q", who)
	}
}

// elsewhere is a listener with an address of its own.
type elsewhere struct {
	net.Listener
	address string
}

func (l elsewhere) Addr() net.Addr { return address(l.address) }

type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }

// Browsers leave out the ports that everybody knows.
func TestAWellKnownPortMayBeLeftOut(t *testing.T) {
	for port, want := range map[string][]string{
		"80": {"desk.example:80", "desk.example"}, "443": {"desk.example:443", "desk.example"}, "8080": {"desk.example:8080"},
	} {
		if got := placeOf(elsewhere{address: "127.0.0.1:" + port}, []string{"Desk.Example"}); !slices.Equal(got.Hosts,
			want) || got.Port != port {
			t.Errorf("%s: it is %+v", port, got)
		}
	}
}

func TestAGuardWithoutAnAuditGuards(t *testing.T) {
	g := callers(t)
	g.Note(&http.Request{}, "", "keyboard", http.StatusOK)
}
