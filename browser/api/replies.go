package api

import (
	"bytes"
	"crypto/sha256"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"stead/browser/guard"
)

// keyHeader names an act, replayedHeader tells that an answer is an earlier one's.
const (
	keyHeader      = "Idempotency-Key"
	replayedHeader = "Idempotency-Replayed"
)

// mostReplies is how many answers to acts are kept.
const mostReplies = 1000

// replies are the answers to acts that were given a key. It is safe for use by several goroutines.
type replies struct {
	access sync.Mutex
	known  map[string]*reply
	order  []string
}

// reply is the answer to an act, which is there when done is closed.
type reply struct {
	request [sha256.Size]byte
	done    chan struct{}
	status  int
	header  http.Header
	body    bytes.Buffer
}

func newReplies() *replies { return &replies{known: map[string]*reply{}} }

// once passes on each act once: one that comes again with its key is answered as it was.
func (p *replies) once(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get(keyHeader)
		if key == "" || r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			newProblem(http.StatusRequestEntityTooLarge, "read the body: "+err.Error()).(*Problem).write(w)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		p.answer(w, r, next, r.Header.Get(guard.KeyHeader)+"\x00"+key, sha256.Sum256(append([]byte(r.URL.Path+"\x00"), body...)))
	})
}

// answer answers an act of that name, which another one may have been given before.
func (p *replies) answer(w http.ResponseWriter, r *http.Request, next http.Handler, name string, request [sha256.Size]byte) {
	for {
		found, isNew := p.take(name, request)
		switch {
		case isNew:
			p.perform(found, name, r, next)
			found.write(w)
			return
		case found.request != request:
			newProblem(http.StatusUnprocessableEntity, "this "+keyHeader+" was given to another act: use a new one for each").(*Problem).write(w)
			return
		}
		select {
		case <-found.done:
		case <-r.Context().Done():
			return
		}
		if found.isKept() {
			w.Header().Set(replayedHeader, "true")
			found.write(w)
			return
		}
	}
}

// take returns the reply to an act of that name, a new one if there is none.
func (p *replies) take(name string, request [sha256.Size]byte) (found *reply, isNew bool) {
	p.access.Lock()
	defer p.access.Unlock()
	if found = p.known[name]; found != nil {
		return found, false
	}
	if len(p.order) == mostReplies {
		delete(p.known, p.order[0])
		p.order = p.order[1:]
	}
	found = &reply{request: request, done: make(chan struct{}), header: http.Header{}}
	p.known[name] = found
	p.order = append(p.order, name)
	return found, true
}

// perform does the act. One that has failed for a reason that may pass is forgotten, so that it can be tried again.
func (p *replies) perform(to *reply, name string, r *http.Request, next http.Handler) {
	defer close(to.done)
	defer func() {
		if !to.isKept() {
			p.forget(name)
		}
	}()
	next.ServeHTTP(to, r)
}

func (p *replies) forget(name string) {
	p.access.Lock()
	defer p.access.Unlock()
	delete(p.known, name)
	p.order = slices.DeleteFunc(p.order, func(known string) bool { return known == name })
}

// isKept reports whether the act came to an end that stays: not one that was broken off.
func (p *reply) isKept() bool { return p.status > 0 && p.status < http.StatusInternalServerError }

func (p *reply) write(w http.ResponseWriter) {
	for name, values := range p.header {
		w.Header()[name] = values
	}
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body.Bytes()) // whoever has gone needs no answer
}

// Header implements [http.ResponseWriter].
func (p *reply) Header() http.Header { return p.header }

// WriteHeader implements [http.ResponseWriter].
func (p *reply) WriteHeader(status int) { p.status = status }

// Write implements [http.ResponseWriter].
func (p *reply) Write(text []byte) (int, error) {
	if p.status == 0 {
		p.status = http.StatusOK
	}
	return p.body.Write(text)
}

// SetReadDeadline says that there is none, as the body was read.
func (p *reply) SetReadDeadline(time.Time) error { return nil }
