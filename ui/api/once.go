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

// ActHeader names an act. ReplayedHeader marks a response as the stored one of an earlier act.
const (
	ActHeader      = "Idempotency-Key"
	ReplayedHeader = "Idempotency-Replayed"
)

// The maximum number of stored responses, and their maximum total size in bytes.
const (
	mostReplies = 1000
	mostBytes   = 8 << 20
)

// ActsOptions configure [Acts]. All fields must be set.
type ActsOptions struct {
	// Caller returns the caller of a request: two callers may give their acts the same name.
	Caller func(*http.Request) string
	// IsAct reports whether a request is an act that can have a name.
	IsAct func(*http.Request) bool
	// Refuse answers a request that cannot be carried out.
	Refuse func(w http.ResponseWriter, status int, detail string)
}

// Acts carries out each named act only once, even if a caller that has lost the response sends it again. A caller that
// repeats the name of an act gets the first response. Names live as long as the process, but only the last thousand.
// Acts is safe for concurrent use.
type Acts struct {
	options ActsOptions
	access  sync.Mutex
	known   map[string]*reply
	order   []string
	// bytes is the total length of the responses.
	bytes int
}

// NewActs returns Acts without stored responses.
func NewActs(o ActsOptions) *Acts { return &Acts{options: o, known: map[string]*reply{}} }

// reply is the response to an act. It is complete when done is closed.
type reply struct {
	request [sha256.Size]byte
	done    chan struct{}
	status  int
	header  http.Header
	body    bytes.Buffer
}

// Handler passes on each act once. It answers a repeated name with the stored response.
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

// answer answers an act. Another act may already have the same name.
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

// take returns the reply for name, or a new reply if there is none.
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

// makeRoom removes the oldest responses while there are too many. It keeps acts in progress: they would otherwise run
// twice.
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

// perform carries out the act. One that failed for a temporary reason is forgotten, so that it can be tried again.
func (a *Acts) perform(to *reply, name string, r *http.Request, next http.Handler) {
	defer func() {
		a.finish(to, name)
		close(to.done)
	}()
	next.ServeHTTP(to, r)
}

// finish stores the response, or forgets the act.
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

// isDone reports whether the act is done.
func (p *reply) isDone() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// isKept reports whether the act has a final result: it neither was aborted nor failed in the server.
func (p *reply) isKept() bool { return p.status > 0 && p.status < http.StatusInternalServerError }

func (p *reply) write(w http.ResponseWriter) {
	for name, values := range p.header {
		w.Header()[name] = values
	}
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body.Bytes()) // a client that has left needs no answer
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

// SetReadDeadline does nothing, because the body has already been read.
func (p *reply) SetReadDeadline(time.Time) error { return nil }
