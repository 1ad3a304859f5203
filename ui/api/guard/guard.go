package guard

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// KeyHeader is the header that carries a caller's key.
const KeyHeader = "Stead-Key"

// mostBody is the maximum length of a request's body, in bytes.
const mostBody = 1 << 20

// Options configure a guard. All fields except KeyFollows, Audit, Kept and Keep must be set. Failed is needed only with
// the last two.
type Options struct {
	// Place is where the server listens.
	Place Place
	// Open reports whether a request needs no secret: the one that trades a token for secrets, and those for pages, which
	// hold no data.
	Open func(*http.Request) bool
	// KeyFollows reports whether a request needs only the cookie, because its handler passes the key to [Guard.Confirm].
	// Such a request opens a WebSocket, with which pages cannot send a header. Nil means that there are none.
	KeyFollows func(*http.Request) bool
	// Audit receives each act, one at a time. Nil means that no audit is written.
	Audit func(Act)
	// Keep saves a text that lists the signed-in browsers, as digests. It replaces the previous text. Kept is the text
	// that the last server saved. With them, browsers stay signed in across restarts, for 30 days. Without them, a restart
	// signs them out.
	Keep func([]byte) error
	Kept []byte
	// Failed receives the error if this text could not be read or saved.
	Failed func(error)
	Now    func() time.Time
}

// Guard protects a server. It is safe for concurrent use.
type Guard struct {
	options  Options
	secrets  secrets
	slowdown slowdown
	auditing sync.Mutex
	// strangers is guarded by auditing.
	strangers strangers
}

// New returns a guard that initially lets in only the callers listed in [Options.Kept].
func New(o Options) *Guard {
	g := &Guard{options: o, secrets: secrets{now: o.Now, tokens: map[digest]time.Time{}, callers: map[digest]caller{},
		keep: o.Keep, failed: o.Failed}, slowdown: slowdown{now: o.Now}}
	if err := g.secrets.load(o.Kept); err != nil {
		o.Failed(err)
	}
	return g
}

// Protect returns a handler that passes on only allowed requests.
func (g *Guard) Protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		watched := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		who, refused := g.check(r)
		if refused != nil {
			refused.write(watched)
		} else {
			r.Body = http.MaxBytesReader(watched, r.Body, mostBody)
			next.ServeHTTP(watched, r.WithContext(context.WithValue(r.Context(), keyOfName{}, who)))
		}
		g.note(r, who, watched.status)
	})
}

// keyOfName is the context key for the name of the caller's key.
type keyOfName struct{}

// KeyName returns the name of the key with which a request was made. It is empty for a request that needs none.
func KeyName(ctx context.Context) string {
	name, _ := ctx.Value(keyOfName{}).(string)
	return name
}

// check returns the name of the key that allows a request, or the reason for its refusal.
func (g *Guard) check(r *http.Request) (who string, refused *refusal) {
	origin := g.options.Place.Scheme + "://" + r.Host
	site := r.Header.Get("Sec-Fetch-Site")
	given := r.Header.Values("Origin")
	switch {
	case !slices.Contains(g.options.Place.Hosts, strings.ToLower(r.Host)):
		return "", &refusal{http.StatusMisdirectedRequest, "this server does not answer for the host of the request: use " +
			g.options.Place.URL()}
	case len(given) > 1 || len(given) == 1 && given[0] != origin:
		return "", &refusal{http.StatusForbidden, "the request comes from a page of another origin"}
	case site != "" && site != "same-origin" && site != "none" && !g.isVisit(r):
		return "", &refusal{http.StatusForbidden, "the request comes from a page of another site"}
	case isAct(r) && hasBody(r) && !isJSON(r):
		return "", &refusal{http.StatusUnsupportedMediaType,
			"the body of a request that changes something is JSON: Content-Type: application/json"}
	case g.options.Open(r):
		return "", nil
	case g.options.KeyFollows != nil && g.options.KeyFollows(r):
		return "", g.recognize(r)
	}
	return g.identify(r)
}

// isVisit reports whether a browser follows a link to an open page. The link may be anywhere: the page holds no data,
// and no other page can read or frame it.
func (g *Guard) isVisit(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		r.Header.Get("Sec-Fetch-Dest") == "document" && g.options.Open(r)
}

// identify returns the name of the key that proves who sent a request.
func (g *Guard) identify(r *http.Request) (who string, refused *refusal) {
	key := r.Header.Get(KeyHeader)
	if key == "" || g.cookie(r) == "" {
		return "", &refusal{http.StatusUnauthorized, "both the cookie and the header " + KeyHeader +
			" are needed: trade the token that the server has printed for them"}
	}
	who, err := g.Confirm(r, key)
	return who, refusalFor(err)
}

// isAct reports whether a request may change something.
func isAct(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions
}

// hasBody reports whether a request has a body, or names the body's type. A form of another site sends a type, even
// without fields.
func hasBody(r *http.Request) bool { return r.ContentLength != 0 || r.Header.Get("Content-Type") != "" }

// isJSON reports whether the body is JSON. A form of another site cannot send JSON unless the browser asks first.
func isJSON(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "application/json")
}

// refusal is the reason why a request is refused. Its problem type is not the name of an exit code, because nothing was
// tried.
type refusal struct {
	status int
	detail string
}

func (f *refusal) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(map[string]any{ // a client that has left needs no answer
		"type": "refused", "title": http.StatusText(f.status), "status": f.status, "detail": f.detail,
	})
}

// statusWriter remembers the status of a response. If a handler fails after its response has begun, for example because
// the browser has left, it sets another status, which no client receives. net/http would print a line about it.
type statusWriter struct {
	http.ResponseWriter
	status int
	begun  bool
}

// WriteHeader implements [http.ResponseWriter].
func (w *statusWriter) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.status, w.begun = status, status >= http.StatusOK || status == http.StatusSwitchingProtocols
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *statusWriter) Write(b []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(b)
}

// Unwrap lets a [http.ResponseController] reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
