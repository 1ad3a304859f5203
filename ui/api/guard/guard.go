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

// KeyHeader is the header with a caller's key.
const KeyHeader = "Stead-Key"

// mostBody is how long the body of a request may be, in bytes.
const mostBody = 1 << 20

// Options say what a guard protects. All fields but KeyFollows, Audit, Kept and Keep must be set,
// and Failed only with those two.
type Options struct {
	// Place is where the server listens.
	Place Place
	// Open reports whether a request needs no secret: that which trades a token for them, and those for pages, which hold
	// no data.
	Open func(*http.Request) bool
	// KeyFollows reports whether a request needs only the cookie, since its handler gives the key to [Guard.Confirm]: a
	// WebSocket, with which pages can send no header. Nil for none.
	KeyFollows func(*http.Request) bool
	// Audit gets each act, one at a time. Nil for nobody.
	Audit func(Act)
	// Keep keeps a text, in the place of the last one: who has signed in, by digests. Kept is what the last server has so
	// kept: a restart signs nobody out, for 30 days. Without them it does.
	Keep func([]byte) error
	Kept []byte
	// Failed is told that this could not be read or kept.
	Failed func(error)
	Now    func() time.Time
}

// Guard protects a server. It is safe for use by several goroutines.
type Guard struct {
	options  Options
	secrets  secrets
	slowdown slowdown
	auditing sync.Mutex
	// strangers are counted while auditing is held.
	strangers strangers
}

// New returns a guard that lets in who is kept, and nobody else yet.
func New(o Options) *Guard {
	g := &Guard{options: o, secrets: secrets{now: o.Now, tokens: map[digest]time.Time{}, callers: map[digest]caller{},
		keep: o.Keep, failed: o.Failed}, slowdown: slowdown{now: o.Now}}
	if err := g.secrets.load(o.Kept); err != nil {
		o.Failed(err)
	}
	return g
}

// Protect returns a handler that passes on the requests of those who may call.
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

// keyOfName is the key under which a request's context has the name of the caller's key.
type keyOfName struct{}

// KeyName returns the name of the key with which a request was made. Empty for one that needs none.
func KeyName(ctx context.Context) string {
	name, _ := ctx.Value(keyOfName{}).(string)
	return name
}

// check returns the name of the key by which a request is allowed, or why it is refused.
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

// isVisit reports whether a link leads a browser to an open page. It may stand anywhere: the page holds no data, and no
// other page sees it or may frame it.
func (g *Guard) isVisit(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		r.Header.Get("Sec-Fetch-Dest") == "document" && g.options.Open(r)
}

// identify returns the name of the key with which a request proves who calls.
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

// hasBody reports whether a request has a body, or says of which type it is. What a form of another site sends has a
// type, even without a field.
func hasBody(r *http.Request) bool { return r.ContentLength != 0 || r.Header.Get("Content-Type") != "" }

// isJSON reports whether the body is JSON, which no form of another site can send without the browser asking first.
func isJSON(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "application/json")
}

// refusal is why a request is refused. Its type is none of an exit code's, since nothing was tried.
type refusal struct {
	status int
	detail string
}

func (f *refusal) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(map[string]any{ // whoever has gone needs no answer
		"type": "refused", "title": http.StatusText(f.status), "status": f.status, "detail": f.detail,
	})
}

// statusWriter remembers the status of an answer. A handler whose answer fails when it has begun, as where the browser
// has gone, gives another one, which nobody gets: net/http would print a line about it.
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
