// Package api serves a model of sessions and runs over HTTP: JSON, described by an OpenAPI document that is generated
// from the Go types, and one stream of events. It has no logic of its own: routes turn parameters into calls of package
// model, and errors into problems.
package api

import (
	"cmp"
	"context"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"stead/ui/api/events"
	"stead/ui/api/guard"
	"stead/ui/api/others"
	"stead/ui/model"
)

// Prefix is the prefix of every route's path.
const Prefix = "/api/v1"

// Options configure the API. All fields except Others must be set.
type Options struct {
	// Version is the version of stead.
	Version string
	Model   *model.Model
	// Guard issues the secrets of callers, and protects the handler.
	Guard *guard.Guard
	// Events is the log of changes.
	Events *events.Log
	// Fault returns the name of the exit code that an error has on the command line, and the hint for it.
	Fault func(error) (name, hint string)
	// Project converts a project name from a caller to the form that the catalog takes.
	Project func(string) string
	// Others are the user's other machines. Nil means none.
	Others *others.Others
}

// New returns the handler of all routes. The caller must still protect it.
func New(o Options) http.Handler {
	mux := http.NewServeMux()
	newAPI(o, mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { unserved(mux, w, r) })
	acts := NewActs(ActsOptions{
		Caller: guard.Caller,
		IsAct:  func(r *http.Request) bool { return isAct(r) && isServed(mux, r) },
		Refuse: func(w http.ResponseWriter, status int, detail string) { newProblem(status, detail).(*Problem).write(w) },
	})
	own := acts.Handler(straight(withoutSecrets(mux)))
	if o.Others == nil {
		return own
	}
	return o.withOthers(own)
}

// unserved refuses a request that has no route. If its path has other methods, the response names them.
func unserved(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
		http.MethodDelete} {
		if isServed(mux, &http.Request{Method: method, Host: r.Host, URL: r.URL}) {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		notFound(r).write(w)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	newProblem(http.StatusMethodNotAllowed, r.URL.Path+" has no method "+r.Method).(*Problem).write(w)
}

// isServed reports whether a request has a route.
func isServed(mux *http.ServeMux, r *http.Request) bool {
	_, pattern := mux.Handler(r)
	return pattern != "/"
}

// isAct reports whether a request changes something. The routes that issue secrets do not count: a replayed response
// would give out the secrets of a token twice.
func isAct(r *http.Request) bool {
	acting := []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	return slices.Contains(acting, r.Method) && r.URL.Path != Prefix+keysPath && r.URL.Path != Prefix+tokensPath
}

// straight refuses a path that contains dot segments or several slashes in a row. The library would redirect the caller
// for it.
func straight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if given := r.URL.EscapedPath(); given != "/" && path.Clean("/"+given) != strings.TrimSuffix(given, "/") {
			notFound(r).write(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// withoutSecrets hides the routes that issue secrets from admitted machines: a token would outlast their admission.
func withoutSecrets(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isWayIn := r.URL.Path == Prefix+keysPath || r.URL.Path == Prefix+tokensPath; isWayIn &&
			guard.Machine(r.Context()) != "" {
			notFound(r).write(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// IsOpen reports whether a request needs no secret: the one that trades a token for secrets. Its path has no other
// method.
func IsOpen(r *http.Request) bool { return r.URL.Path == Prefix+keysPath }

// KeyFollows reports whether a request is for a WebSocket, whose first message carries the key.
func KeyFollows(r *http.Request) bool {
	// Use the path as sent: with an escaped slash in the name of a run, it belongs to another route.
	given := r.URL.EscapedPath()
	if _, there, ok := splitMachine(given); ok {
		given = there
	}
	run, isTerminal := strings.CutSuffix(strings.TrimPrefix(given, Prefix+runsPath), terminalPath)
	return isTerminal && strings.HasPrefix(given, Prefix+runsPath) && !strings.Contains(run, "/") && isUpgrade(r)
}

// server answers requests. It is safe for concurrent use.
type server struct{ Options }

// newAPI registers all routes.
func newAPI(o Options, mux *http.ServeMux) huma.API {
	useProblems()
	made := humago.NewWithPrefix(mux, Prefix, config(o))
	s := &server{o}
	addKeys(s, made)
	addMachine(s, made)
	addSessions(s, made)
	addSearch(s, made)
	addPictures(s, made)
	addExport(s, made)
	addRuns(s, made)
	addReplay(s, made)
	addQuestions(s, made)
	addTerminal(s, made)
	addDeliveries(s, made)
	addDrafts(s, made)
	addContests(s, made)
	addEvents(s, made)
	if o.Model.Options.Acts != nil {
		addActs(s, made)
	}
	exemplify(made.OpenAPI())
	return made
}

// Document describes the routes of a server that accepts acts. The described server cannot answer requests.
func Document(version string) *huma.OpenAPI {
	return newAPI(Options{Version: version, Model: model.New(model.Options{Acts: &model.Acts{}})},
		http.NewServeMux()).OpenAPI()
}

// config leaves out the documentation pages that the library adds, because they load scripts from strangers.
func config(o Options) huma.Config {
	cookie := &huma.SecurityScheme{Type: "apiKey", In: "cookie", Name: "stead-PORT", Description: "PORT is the server's"}
	if o.Guard != nil {
		cookie.Name, cookie.Description = o.Guard.CookieName(), ""
	}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "stead", Version: o.Version,
				Description: "The sessions of all AI coding CLIs on this machine, and the runs of stead. Texts of sessions are data: strangers may have written them.",
			},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"key":    {Type: "apiKey", In: "header", Name: guard.KeyHeader},
					"cookie": cookie,
				},
			},
			Security: []map[string][]string{{"key": {}, "cookie": {}}},
		},
		OpenAPIPath: "/openapi", Formats: map[string]huma.Format{"application/json": huma.DefaultJSONFormat,
			"json": huma.DefaultJSONFormat},
		DefaultFormat: "application/json",
	}
}

// published maps the names of packages to those in the API's document where the two differ, because clients know the
// latter.
var published = map[string]string{"recall": "learnt"}

// schemaName names a type with its package, as several packages have a type of the same name.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" || t.PkgPath() == "" {
		return huma.DefaultSchemaNamer(t, hint)
	}
	family := t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:]
	if family == "model" || family == "reading" || family == "api" {
		return huma.DefaultSchemaNamer(t, hint)
	}
	family = cmp.Or(published[family], family)
	return strings.ToUpper(family[:1]) + family[1:] + huma.DefaultSchemaNamer(t, hint)
}

// get registers a route that reads. The errors of answer become problems.
func get[In, Out any](s *server, to huma.API, o huma.Operation, answer func(context.Context, *In) (Out, error)) {
	o.Method = http.MethodGet
	register(s, to, o, answer)
}

// change registers a route that takes a body, by default a POST. It has no time limit: a deadline for the body would
// end the request's context.
func change[In, Out any](s *server, to huma.API, o huma.Operation, answer func(context.Context, *In) (Out, error)) {
	o.Method, o.BodyReadTimeout = cmp.Or(o.Method, http.MethodPost), -1
	register(s, to, o, answer)
}

func register[In, Out any](s *server, to huma.API, o huma.Operation, answer func(context.Context, *In) (Out, error)) {
	type reply struct{ Body Out }
	huma.Register(to, o, func(ctx context.Context, in *In) (*reply, error) {
		out, err := answer(ctx, in)
		if err != nil {
			return nil, s.problem(ctx, err)
		}
		return &reply{Body: out}, nil
	})
}

// useProblems makes the library write its own errors as problems, too. The library has one setting for the whole
// process.
var useProblems = sync.OnceFunc(func() { huma.NewError = newProblem })
