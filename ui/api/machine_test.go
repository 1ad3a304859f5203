package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/catalog/index"
	"stead/catalog/listing"
	"stead/catalog/memory"
	"stead/catalog/memory/recall"
	"stead/catalog/origin"
	"stead/catalog/search"
	"stead/cmd/stead/cli/failure"
	"stead/forks"
	"stead/forks/draft"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/orchestrator/ab"
	"stead/orchestrator/active"
	"stead/orchestrator/chain"
	"stead/orchestrator/delivery"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
	"stead/ui/api"
	"stead/ui/api/events"
	"stead/ui/api/guard"
	"stead/ui/api/others"
	"stead/ui/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	sessionID = "6f786c7b-ece4-4cbb-876a-31e3be5368b2"
	forkID    = "7f786c7b-ece4-4cbb-876a-31e3be5368b3"
	project   = "/home/user/demo-claude"
)

// machine is a home with sessions of Claude Code and a run, and a server of it.
type machine struct {
	t     testing.TB
	home  string
	place guard.Place
	guard *guard.Guard
	// routes is the handler without its guard.
	routes http.Handler
	events *events.Log
	live   *store.Store
	runs   runs.Folder
	shown  *model.Model
	others *others.Others
	cookie *http.Cookie
	key    string
	// acts are what was audited.
	acts chan guard.Act
	// started and forked are what was asked for. A start of what is named nothing fails.
	started []model.Start
	forked  []model.Fork
	// surveys counts how often somebody looked what there is, unless surveyed is the error of that.
	surveys  int
	surveyed error
	// asked is which knowledge was asked for.
	asked []recall.Query
}

func newMachine(t testing.TB) *machine {
	t.Helper()
	m := &machine{t: t, home: t.TempDir(), events: events.New(), live: store.New(time.Now),
		acts: make(chan guard.Act, 100)}
	fixtures.Copy(t, "claude/tools.jsonl", m.session(sessionID))
	text := strings.ReplaceAll(string(fixtures.Read(t, "claude/text.jsonl")), "\u0000", "")
	m.put(forkID, text)
	m.runs = runs.Open(m.data())
	m.shown = m.model()
	t.Cleanup(m.shown.Close)
	m.serve()
	return m
}

func (m *machine) data() string { return filepath.Join(m.home, "data") }

func (m *machine) session(id string) string {
	return filepath.Join(m.home, ".claude", "projects", "-home-user-demo-claude", id+".jsonl")
}

// put writes a session, whose own id becomes the given one.
func (m *machine) put(id, text string) {
	m.t.Helper()
	var head struct {
		SessionID string `json:"sessionId"`
	}
	for line := range strings.SplitSeq(text, "\n") {
		if json.Unmarshal([]byte(line), &head) == nil && head.SessionID != "" {
			break
		}
	}
	fixtures.Put(m.t, m.session(id), []byte(strings.ReplaceAll(text, head.SessionID, id)))
}

func (m *machine) model() *model.Model {
	host := adapter.Host{Home: m.home, Getenv: func(string) string { return "" }, Now: time.Now}
	noted := origin.Options{Lineage: forks.OpenLog(m.data()), Runs: m.runs, Data: m.data(), State: m.home}
	all := catalog.New(catalog.Options{Readers: adapters.Readers(), Host: host, Runs: m.runs,
		Drafts: draft.OpenFolder(m.data()), Origin: noted, Dir: m.home})
	m.t.Cleanup(all.Close)
	x, err := index.Open(context.Background(), filepath.Join(m.home, "catalog.db"),
		index.Options{Readers: adapters.Readers(), Host: host})
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { x.Close() })
	return model.New(model.Options{
		Acts: &model.Acts{
			Start: m.start, Resume: m.resume, Fork: m.fork, Active: active.Runs{Records: m.runs, State: m.home},
			Pick: func(_ context.Context, c ab.Contest, how ab.Picking) (ab.Contest, error) {
				return c, fmt.Errorf("%s by force %t: %w", how.Name, how.Force, ab.ErrPick)
			},
		},
		Export: func(_ context.Context, to io.Writer, s timeline.Stream, format string) (string, error) {
			if format != "html" {
				return "", fmt.Errorf("%w: there is no format %s", model.ErrQuery, format)
			}
			_, err := io.WriteString(to, "<title>"+s.Header.ID+"</title>")
			return "session ü.html", err
		},
		Knowledge: func(_ context.Context, q recall.Query) ([]recall.Piece, error) {
			m.asked = append(m.asked, q)
			return []recall.Piece{{ID: "1", Kind: memory.DecisionKind, Text: "use tabs", Reference: "claude:" + sessionID}}, nil
		},
		Fit: func(_ context.Context, reference, cli string) (delivery.Fit, error) {
			return delivery.Fit{Tokens: int64(len(reference)), Window: 1000, Model: cli}, nil
		},
		Survey:   m.survey,
		Reach:    active.Runs{Records: m.runs, State: m.home}.Reach,
		Work:     active.Runs{Records: m.runs, State: m.home}.Work,
		Contests: ab.Open(m.data()), Chains: chain.Open(m.data()),
		Rehearse: func(_ context.Context, o model.Start) (model.Delivery, error) {
			return model.Delivery{Plan: delivery.Plan{To: runs.Session{CLI: o.To}, Draft: o.From}}, nil
		},
		Drafts: draft.Editor{
			Folder: draft.OpenFolder(m.data()), Now: time.Now, NewID: uuid.NewString,
			Source: func(ctx context.Context, reference string) (draft.Original, error) {
				found, err := all.Resolve(ctx, reference)
				if err != nil {
					return draft.Original{}, err
				}
				stream, err := found.Open(ctx)
				return draft.Original{Stream: stream, Reference: found.Reference()}, err
			},
		},
		Catalog: all, List: listing.Lister{Catalog: all, Origin: noted, Now: time.Now}.List, Origin: noted, Runs: m.runs,
		Folder: m.home, Now: time.Now,
		Search: func(ctx context.Context, q search.Query, limit int) (search.Result, error) {
			return (&search.Searcher{Readers: adapters.Readers(), Host: host, Index: x}).Fresh(ctx, q, limit, nil)
		},
		Index:    func(context.Context) (*index.Index, error) { return x, nil },
		Families: source.Families{Sources: source.Finder{Catalog: all, Runs: m.runs, Host: host}, Lineage: noted.Lineage},
	})
}

// survey finds one CLI.
func (m *machine) survey(context.Context) (model.Machine, error) {
	m.surveys++
	return model.Machine{Version: "1", Home: m.home, CLIs: []model.CLI{{Name: "codex", Title: "Codex"}}}, m.surveyed
}

// serve serves the machine until the test ends.
func (m *machine) serve() {
	m.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	l, place, err := guard.Listen(ctx, "127.0.0.1:0", guard.Certificate{})
	if err != nil {
		m.t.Fatal(err)
	}
	m.place = place
	m.guard = guard.New(guard.Options{Place: place, Open: api.IsOpen, KeyFollows: api.KeyFollows, Now: time.Now,
		Audit: func(a guard.Act) { m.acts <- a }})
	m.routes = api.New(api.Options{
		Version: "1", Model: m.shown, Guard: m.guard, Events: m.events, Fault: fault,
		Project: func(name string) string { return name }, Others: m.others,
	})
	served, protected := make(chan error, 1), m.guard.Protect(m.routes)
	go func() { served <- guard.Serve(ctx, l, protected) }()
	m.t.Cleanup(func() {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		stop()
		if err := <-served; err != nil {
			m.t.Error(err)
		}
	})
	m.cookie, m.key, err = m.guard.Trade(ctx, m.guard.Token(), place.Hosts[0])
	if err != nil {
		m.t.Fatal(err)
	}
}

// fault is the command line's.
func fault(err error) (name, hint string) {
	described := failure.Describe(err)
	return failure.Name(described.Code), described.Tip
}

// request returns a request of the user's own browser.
func (m *machine) request(method, path, body string) *http.Request {
	m.t.Helper()
	r, err := http.NewRequestWithContext(m.t.Context(), method, "http://"+m.place.Hosts[0]+path, strings.NewReader(body))
	if err != nil {
		m.t.Fatal(err)
	}
	r.AddCookie(m.cookie)
	r.Header.Set(guard.KeyHeader, m.key)
	if method != http.MethodGet {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func (m *machine) do(r *http.Request) (status int, body []byte, h http.Header) {
	m.t.Helper()
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		m.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	if err != nil {
		m.t.Fatal(err)
	}
	return answer.StatusCode, body, answer.Header
}

// get asks for what is there.
func (m *machine) get(path string, into any) {
	m.t.Helper()
	status, body, h := m.do(m.request(http.MethodGet, "/api/v1"+path, ""))
	if status != http.StatusOK || h.Get("Content-Type") != "application/json" {
		m.t.Fatalf("%s: %d, %s\n%s", path, status, h.Get("Content-Type"), body)
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		m.t.Fatalf("%s: %v\n%s", path, err, body)
	}
}

// problem asks for what is refused.
func (m *machine) problem(path string) (status int, p api.Problem) {
	m.t.Helper()
	status, body, h := m.do(m.request(http.MethodGet, path, ""))
	if h.Get("Content-Type") != "application/problem+json" {
		m.t.Fatalf("%s: %d, %s\n%s", path, status, h.Get("Content-Type"), body)
	}
	if err := json.Unmarshal(body, &p); err != nil || p.Status != status || p.Detail == "" || p.Title == "" {
		m.t.Fatalf("%s: %+v, %v", path, p, err)
	}
	return status, p
}

// run makes a run with a journal.
func (m *machine) run(status runs.Status) runs.Run {
	m.t.Helper()
	id, err := m.runs.Create(time.Now())
	if err != nil {
		m.t.Fatal(err)
	}
	r := runs.Run{
		ID: id, Status: status, From: runs.Session{CLI: "claude", ID: sessionID}, To: runs.Session{CLI: "codex", ID: "b"},
		Supervisor: runs.Self(), Dir: project,
		Prompt: "Go on", Started: time.Now(),
	}
	journal, err := store.Create(m.runs.Journal(id), sample.Conversation(sample.User("first"), sample.Assistant("second")))
	if err != nil {
		m.t.Fatal(err)
	}
	if err := errors.Join(journal.Close(), m.runs.Save(r)); err != nil {
		m.t.Fatal(err)
	}
	return r
}

// note notes that a session was made of another.
func (m *machine) note(n forks.Node) {
	m.t.Helper()
	if err := forks.OpenLog(m.data()).Append(n); err != nil {
		m.t.Fatal(err)
	}
}
