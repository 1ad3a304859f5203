package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Provider is a running provider.
type Provider struct {
	server   *http.Server
	listener net.Listener
	script   script
	stopped  chan struct{}

	mu       sync.Mutex
	requests []Request
	problems []error
	changed  chan struct{}
}

// Start opens a provider on a free port of 127.0.0.1 that answers by steps.
func Start(steps ...Step) (*Provider, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open the provider: %w", err)
	}
	p := &Provider{listener: listener, stopped: make(chan struct{}), changed: make(chan struct{})}
	p.script.add(steps)
	// Requests end with this context, so that Close releases every hold.
	ctx, cancel := context.WithCancel(context.Background())
	p.server = &http.Server{
		Handler:           p,
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	p.server.RegisterOnShutdown(cancel)
	go func() {
		defer close(p.stopped)
		if err := p.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			p.trouble(err)
		}
	}()
	return p, nil
}

// URL is the provider's base address, without a slash at the end.
func (p *Provider) URL() string { return "http://" + p.listener.Addr().String() }

// Close ends every stream and the server, and waits for both.
func (p *Provider) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := p.server.Shutdown(ctx)
	<-p.stopped
	return err
}

// Add appends steps to the script.
func (p *Provider) Add(steps ...Step) { p.script.add(steps) }

// Requests returns every request so far, in the order of arrival.
func (p *Provider) Requests() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.requests)
}

// Turns returns the requests of the conversation so far: no titles, counts,
// errands and probes.
func (p *Provider) Turns() []Request {
	return slices.DeleteFunc(p.Requests(), func(r Request) bool { return r.Purpose != Turn })
}

// Problems are the requests that the provider could not understand. A test
// that trusts the other methods asserts that there are none.
func (p *Provider) Problems() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return errors.Join(p.problems...)
}

// Excuse forgets the problems so far: in a test that makes requests which no CLI would make.
func (p *Provider) Excuse() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = nil
}

// WaitTurns waits until at least count turns have arrived and returns them.
// The error is the context's.
func (p *Provider) WaitTurns(ctx context.Context, count int) ([]Request, error) {
	for {
		p.mu.Lock()
		changed := p.changed
		p.mu.Unlock()
		if turns := p.Turns(); len(turns) >= count {
			return turns, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for turn %d of the conversation: %w", count, ctx.Err())
		}
	}
}

// ServeHTTP answers a CLI.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		p.trouble(fmt.Errorf("read %s %s: %w", r.Method, r.URL.Path, err))
		return
	}
	request := Request{Purpose: Probe, Method: r.Method, Path: r.RequestURI, Header: r.Header.Clone(), Body: body}
	for _, api := range dialects() {
		if !api.match(r) {
			continue
		}
		request.Dialect = api.name()
		if err := api.parse(&request); err != nil {
			p.trouble(err)
		}
		p.answer(w, r, api, request)
		return
	}
	if r.Method == http.MethodConnect || r.URL.IsAbs() {
		request.Purpose = Stray
	}
	p.keep(request)
	probe(w, r)
}

// answer replies to a request of a known API: the conversation by the script,
// everything beside it by itself, so that side requests take no reply away.
func (p *Provider) answer(w http.ResponseWriter, r *http.Request, api dialect, request Request) {
	var reply Reply
	switch request.Purpose {
	case Turn:
		reply = p.script.next(request)
	case Title:
		reply = Say(named)
	case Compaction:
		reply = Say(summary)
	case Count:
		p.keep(request)
		tokens := len(request.Body) / 4
		writeJSON(w, http.StatusOK, object{"input_tokens": tokens, "totalTokens": tokens})
		return
	case Probe, Errand:
		reply = Say("OK")
	}
	serial := p.keep(request)
	if reply.used() > 0 {
		api.window(w.Header(), reply)
	}
	switch {
	case reply.Failure != nil:
		fail(w, api, *reply.Failure)
	case reply.Fault != "":
		p.refuse(w, r, api, request, serial, reply)
	default:
		api.render(newStream(w, r, serial), request, reply)
	}
}

// probe answers a call that belongs to no API. A HEAD request is Claude Code
// looking whether its base address is there; a stray gets no further.
func probe(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		w.WriteHeader(http.StatusOK)
		return
	}
	writeJSON(w, http.StatusNotFound, object{"error": object{"type": "not_found_error", "message": "no such address"}})
}

func (p *Provider) keep(request Request) (serial int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = append(p.requests, request)
	close(p.changed)
	p.changed = make(chan struct{})
	return len(p.requests)
}

func (p *Provider) trouble(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, err)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
