package api

import (
	"bytes"
	"crypto/sha256"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// ActHeader names an act, ReplayedHeader tells that an answer is an earlier one's.
const (
	ActHeader      = "Idempotency-Key"
	ReplayedHeader = "Idempotency-Replayed"
)

// How many answers are kept at most, and how many bytes of them.
const (
	mostReplies = 1000
	mostBytes   = 8 << 20
)

// ActsOptions say what is done once. All fields must be set.
type ActsOptions struct {
	// Caller returns who makes a request: two callers may give their acts the same name.
	Caller func(*http.Request) string
	// IsAct reports whether a request is an act that can be named.
	IsAct func(*http.Request) bool
	// Refuse answers a request that cannot be done.
	Refuse func(w http.ResponseWriter, status int, detail string)
}

// Acts has each act done once, however often a caller that has lost the answer sends it: whoever gives an act a name
// gets, for the same name, the answer that the act had. Names are kept as long as the process lives, the last thousand
// of them. It is safe for use by several goroutines.
type Acts struct {
	options ActsOptions
	access  sync.Mutex
	known   map[string]*reply
	order   []string
	// bytes is how long the answers are together.
	bytes int
}

// NewActs returns no answers yet.
func NewActs(o ActsOptions) *Acts { return &Acts{options: o, known: map[string]*reply{}} }

// reply is the answer to an act, which is there when done is closed.
type reply struct {
	request [sha256.Size]byte
	done    chan struct{}
	status  int
	header  http.Header
	body    bytes.Buffer
}

// Handler passes on each act once: one that comes again with its name is answered as it was.
func (a *Acts) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get(ActHeader)
		if key == "" || !a.options.IsAct(r) {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			a.options.Refuse(w, http.StatusRequestEntityTooLarge, "read the body: "+err.Error())
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		a.answer(w, r, next, a.options.Caller(r)+"\x00"+key, sha256.Sum256(
			append([]byte(r.Method+" "+r.URL.EscapedPath()+"\x00"), body...)))
	})
}

// answer answers an act of that name, which another one may have been given before.
func (a *Acts) answer(w http.ResponseWriter, r *http.Request, next http.Handler, name string,
	request [sha256.Size]byte) {
	for {
		found, isNew := a.take(name, request)
		switch {
		case isNew:
			a.perform(found, name, r, next)
			found.write(w)
			return
		case found.request != request:
			a.options.Refuse(w, http.StatusUnprocessableEntity, "this "+ActHeader+
				" was given to another act: use a new one for each")
			return
		}
		select {
		case <-found.done:
		case <-r.Context().Done():
			return
		}
		if found.isKept() {
			w.Header().Set(ReplayedHeader, "true")
			found.write(w)
			return
		}
	}
}

// take returns the reply to an act of that name, a new one if there is none.
func (a *Acts) take(name string, request [sha256.Size]byte) (found *reply, isNew bool) {
	a.access.Lock()
	defer a.access.Unlock()
	if found = a.known[name]; found != nil {
		return found, false
	}
	a.makeRoom()
	found = &reply{request: request, done: make(chan struct{}), header: http.Header{}}
	a.known[name] = found
	a.order = append(a.order, name)
	return found, true
}

// makeRoom forgets the oldest answers, as far as there are too many. What is being done is not forgotten: it would be
// done twice.
func (a *Acts) makeRoom() {
	for len(a.order) > 0 && (len(a.order) >= mostReplies || a.bytes > mostBytes) {
		oldest := slices.IndexFunc(a.order, func(name string) bool { return a.known[name].isDone() })
		if oldest < 0 {
			return
		}
		a.bytes -= a.known[a.order[oldest]].body.Len()
		delete(a.known, a.order[oldest])
		a.order = slices.Delete(a.order, oldest, oldest+1)
	}
}

// perform does the act. One that has failed for a reason that may pass is forgotten, so that it can be tried again.
func (a *Acts) perform(to *reply, name string, r *http.Request, next http.Handler) {
	defer func() {
		a.finish(to, name)
		close(to.done)
	}()
	next.ServeHTTP(to, r)
}

// finish keeps an answer, or forgets the act.
func (a *Acts) finish(to *reply, name string) {
	a.access.Lock()
	defer a.access.Unlock()
	if to.isKept() {
		a.bytes += to.body.Len()
		return
	}
	delete(a.known, name)
	a.order = slices.DeleteFunc(a.order, func(known string) bool { return known == name })
}

// isDone reports whether the act was done.
func (p *reply) isDone() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
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
