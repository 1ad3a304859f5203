package others_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/catalog/listing"
	"stead/ui/api/others"
	"stead/ui/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// meeting is a hub with machines that are servers of this process. It implements others.Hub.
type meeting struct {
	t        *testing.T
	machines map[string]http.HandlerFunc
	// last is what is known of machines that are away, unreachable why nobody can connect to the hub.
	last        map[string]others.Last
	unreachable atomic.Pointer[error]
	closed      atomic.Bool
	asked       atomic.Int64
}

func (m *meeting) Names() (names []string) {
	for name := range m.machines {
		names = append(names, name)
	}
	return names
}

func (m *meeting) Client(name string) (*http.Client, error) {
	answer, ok := m.machines[name]
	if !ok {
		return nil, fmt.Errorf("there is no machine %s", name)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.asked.Add(1)
		answer(w, r)
	}))
	m.t.Cleanup(s.Close)
	to, err := url.Parse(s.URL)
	if err != nil {
		return nil, err
	}
	return &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(to)}}, nil
}

func (m *meeting) Seen(context.Context) map[string]time.Time {
	return map[string]time.Time{"attic": noon.Add(-time.Hour)}
}

func (m *meeting) Close() { m.closed.Store(true) }

// changes are what was told.
type changes struct {
	access sync.Mutex
	all    []model.Change
}

func (c *changes) add(one model.Change) {
	c.access.Lock()
	defer c.access.Unlock()
	c.all = append(c.all, one)
}

func (c *changes) has(one model.Change) bool {
	c.access.Lock()
	defer c.access.Unlock()
	return slices.Contains(c.all, one)
}

// run has the machines asked until the test ends.
func (m *meeting) run(told *changes) *others.Others {
	m.t.Helper()
	o := others.New(others.Options{
		Connect: func(context.Context) (others.Hub, error) {
			if err := m.unreachable.Load(); err != nil {
				return nil, *err
			}
			return m, nil
		},
		Host: "machine", Base: "http://machine/api/v1", Changed: told.add,
		Last: func(context.Context, others.Hub) map[string]others.Last { return maps.Clone(m.last) },
		Failed: func(err error) {
			if m.unreachable.Load() == nil {
				m.t.Error(err)
			}
		},
		Now: time.Now, Every: 10 * time.Millisecond,
	})
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() { defer close(over); o.Run(ctx) }()
	m.t.Cleanup(func() {
		stop()
		<-over
		if !m.closed.Load() && m.unreachable.Load() == nil {
			m.t.Error("the hub stays connected")
		}
	})
	return o
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("never: %s", what)
		}
	}
}

func session(id string, ago time.Duration) model.Session {
	return model.Session{Reference: "claude:" + id, CLI: "claude", ID: id, Title: "Title of " + id, Project: "/code/app",
		Updated: noon.Add(-ago), State: listing.Idle}
}

// has answers as a machine does that has some sessions, and two runs of which one is active.
func has(sessions func() []model.Session) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		runs := model.Runs{Items: []model.Run{{ID: "20261120-2", To: "codex:1", Alive: true}}}
		if r.URL.Query().Get("all") != "" {
			runs.Items = append(runs.Items, model.Run{ID: "20261120-0", To: "codex:0"})
		}
		if r.URL.Path == "/api/v1/runs" {
			_ = json.NewEncoder(w).Encode(runs)
			return
		}
		_ = json.NewEncoder(w).Encode(model.Sessions{Items: sessions()})
	}
}

func references(page model.Sessions) (all []string) {
	for _, s := range page.Items {
		all = append(all, s.Reference)
	}
	return all
}

func TestListsHaveWhatIsOnOtherMachinesWhereItBelongs(t *testing.T) {
	m := &meeting{t: t, machines: map[string]http.HandlerFunc{"desk": has(func() []model.Session {
		return []model.Session{session("new", time.Minute), session("mid", time.Hour), session("old", 3*time.Hour)}
	})}}
	o := m.run(&changes{})
	here := []model.Session{session("a", 2*time.Minute), session("b", 2*time.Hour)}
	list := func(asked model.SessionQuery, next string, items ...model.Session) model.Sessions {
		page := model.Sessions{Items: slices.Clone(items), Next: next, Total: 2}
		o.Sessions(&page, asked)
		return page
	}
	var all model.Sessions
	eventually(t, "the desk's sessions are listed", func() bool {
		all = list(model.SessionQuery{}, "", here...)
		return len(all.Items) > 2
	})
	if got := references(all); !slices.Equal(got, []string{"desk/claude:new", "claude:a", "desk/claude:mid", "claude:b",
		"desk/claude:old"}) {
		t.Errorf("the list is %q", got)
	}
	if all.Total != 5 || all.Items[0].Machine != "desk" || all.Items[1].Machine != "" ||
		!slices.Equal(all.Machines, []model.Elsewhere{{Name: "desk", State: model.There}}) {
		t.Errorf("the list is %+v", all)
	}

	// In pages each session is there once.
	first := list(model.SessionQuery{}, "next", here[0])
	if got := references(first); !slices.Equal(got, []string{"desk/claude:new", "claude:a"}) {
		t.Errorf("the first page is %q", got)
	}
	after := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"n":1,"cli":"claude","id":"a","updated":%d}`,
		here[0].Updated.UnixNano()))
	if got := references(list(model.SessionQuery{After: after}, "", here[1])); !slices.Equal(got,
		[]string{"desk/claude:mid", "claude:b", "desk/claude:old"}) {
		t.Errorf("the second page is %q", got)
	}

	for what, asked := range map[string]model.SessionQuery{
		"words":   {Query: listing.Query{Words: []string{"TITLE", "mid"}}},
		"time":    {Query: listing.Query{Since: noon.Add(-90 * time.Minute), Words: []string{"mid"}}},
		"project": {Query: listing.Query{Project: "app", Words: []string{"mid"}}},
		"folder":  {Query: listing.Query{Project: "/code", Words: []string{"mid"}}},
	} {
		if got := references(list(asked, "")); !slices.Equal(got, []string{"desk/claude:mid"}) {
			t.Errorf("by %s it is %q", what, got)
		}
	}
	for what, asked := range map[string]model.SessionQuery{
		"CLI": {Query: listing.Query{CLI: "codex"}}, "state": {State: listing.Working},
		"live": {Query: listing.Query{Live: true}}, "model": {Query: listing.Query{Model: "opus"}},
		"time": {Query: listing.Query{Since: noon}}, "project": {Query: listing.Query{Project: "/cod"}},
		"order": {Query: listing.Query{Sort: "turns"}},
	} {
		if got := references(list(asked, "")); len(got) != 0 {
			t.Errorf("by another %s it is %q", what, got)
		}
	}

	runs := model.Runs{Items: []model.Run{{ID: "20261120-1"}}, Total: 1}
	o.Runs(&runs, model.RunQuery{Ended: true})
	if len(runs.Items) != 3 || runs.Items[0].Machine != "desk" || runs.Items[1].ID != "20261120-1" ||
		runs.Items[2].ID != "20261120-0" {
		t.Errorf("the runs are %+v", runs.Items)
	}
	runs = model.Runs{Items: []model.Run{{ID: "20261120-1"}}, Next: "20261120-1"}
	if o.Runs(&runs, model.RunQuery{}); len(runs.Items) != 2 || runs.Items[0].ID != "20261120-2" {
		t.Errorf("the active runs are %+v", runs.Items)
	}
}

func TestChangesOfOtherMachinesAreTold(t *testing.T) {
	var title atomic.Value
	title.Store("before")
	m := &meeting{t: t, machines: map[string]http.HandlerFunc{"desk": has(func() []model.Session {
		s := session("a", 0)
		s.Title = title.Load().(string)
		return []model.Session{s}
	})}}
	told := &changes{}
	defer m.run(told).Look()()
	eventually(t, "the desk is there", func() bool {
		return told.has(model.Change{Topic: model.MachineTopic, Ref: "desk", State: model.There})
	})
	change := model.Change{Topic: model.SessionTopic, Ref: "desk/claude:a"}
	if told.has(change) {
		t.Error("a session has changed that is as it was")
	}
	title.Store("after")
	eventually(t, "the change is told", func() bool { return told.has(change) })
}

// A machine that does not answer delays no list. It counts as away since it was last there, with the sessions that it
// last reported.
func TestMachineThatIsSilentIsAway(t *testing.T) {
	var isCut atomic.Bool
	hang := make(chan struct{})
	m := &meeting{t: t, machines: map[string]http.HandlerFunc{
		"attic": func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		},
		"desk": func(w http.ResponseWriter, r *http.Request) {
			if isCut.Load() {
				panic(http.ErrAbortHandler)
			}
			has(func() []model.Session {
				s := session("a", 0)
				s.State = listing.Working
				return []model.Session{s}
			})(w, r)
		},
	}}
	defer close(hang)
	m.last = map[string]others.Last{"attic": {
		Sessions: []model.Session{session("z", 0)}, Seen: noon.Add(-2 * time.Hour),
		Runs: []model.Run{{ID: "20261120-4", State: "done"}, {ID: "20261120-3", State: "permission", Alive: true},
			{ID: "20261120-1", State: "dead"}},
	}}
	o := m.run(&changes{})
	state := func(name string) (found model.Elsewhere, items []model.Session) {
		var page model.Sessions
		o.Sessions(&page, model.SessionQuery{})
		for _, one := range page.Machines {
			if one.Name == name {
				found = one
			}
		}
		return found, slices.DeleteFunc(page.Items, func(s model.Session) bool { return s.Machine != name })
	}
	eventually(t, "the desk is there beside a machine that hangs", func() bool {
		found, items := state("desk")
		return found.State == model.There && len(items) == 1 && items[0].Seen.IsZero() && items[0].State == listing.Working
	})
	eventually(t, "who hangs is away, with what is known of it", func() bool {
		found, items := state("attic")
		return found.State == model.Away && found.Seen.Equal(noon.Add(-time.Hour)) &&
			slices.Equal(references(model.Sessions{Items: items}), []string{"attic/claude:z"}) &&
			items[0].Seen.Equal(found.Seen) && items[0].State == listing.Idle
	})
	runs := func(name string, all bool) string {
		var page model.Runs
		o.Runs(&page, model.RunQuery{Ended: all})
		var shown []string
		for _, r := range page.Items {
			if r.Machine == name {
				shown = append(shown, fmt.Sprintf("%s %s %t %t", r.ID[len(r.ID)-1:], r.State, r.Alive, r.Seen.IsZero()))
			}
		}
		return strings.Join(shown, ", ")
	}
	if active, all := runs("attic", false), runs("attic", true); active != "3 away false false, 1 dead false false" ||
		all != "4 done false false, 3 away false false, 1 dead false false" {
		t.Errorf("its runs are %q, the active ones %q", all, active)
	}
	isCut.Store(true)
	eventually(t, "the desk is away with the session and the runs that it had", func() bool {
		found, items := state("desk")
		return runs("desk", false) == "2 away false false" && runs("desk", true) == "2 away false false, 0  false false" &&
			found.State == model.Away && !found.Seen.IsZero() && len(items) == 1 && items[0].Seen.Equal(found.Seen) &&
			items[0].State == listing.Idle
	})
	isCut.Store(false)
	eventually(t, "the desk is there again", func() bool {
		found, items := state("desk")
		return found.State == model.There && len(items) == 1 && items[0].Seen.IsZero() && items[0].State == listing.Working
	})
}

func TestMachinesAreShownAsTheyWereWhileTheHubIsAway(t *testing.T) {
	m := &meeting{t: t, machines: map[string]http.HandlerFunc{
		"desk": has(func() []model.Session { return []model.Session{session("a", 0)} })}}
	m.last = map[string]others.Last{"desk": {Sessions: []model.Session{session("z", 0)}, Seen: noon}}
	err := errors.New("nobody answers there")
	m.unreachable.Store(&err)
	told := &changes{}
	o := m.run(told)
	eventually(t, "the desk is known", func() bool {
		var page model.Sessions
		o.Sessions(&page, model.SessionQuery{})
		return slices.Equal(references(page), []string{"desk/claude:z"}) && page.Items[0].Seen.Equal(noon) &&
			slices.Equal(page.Machines, []model.Elsewhere{{Name: "desk", State: model.Away, Seen: noon}})
	})
	eventually(t, "it is told", func() bool {
		return told.has(model.Change{Topic: model.MachineTopic, Ref: "desk", State: model.Away})
	})
	if _, err := o.Client("desk"); !errors.Is(err, others.ErrApart) {
		t.Errorf("it can be called: %v", err)
	}
}

func TestNobodyIsAskedWhileNobodyLooks(t *testing.T) {
	m := &meeting{t: t, machines: map[string]http.HandlerFunc{"desk": has(func() []model.Session { return nil })}}
	o := m.run(&changes{})
	eventually(t, "the hub is there", func() bool { _, err := o.Client("DESK"); return err == nil })
	if n := m.asked.Load(); n != 0 {
		t.Errorf("%d were asked before somebody looks", n)
	}
	if _, err := o.Client("attic"); err == nil || errors.Is(err, others.ErrApart) {
		t.Errorf("a machine that there is not: %v", err)
	}
	end := o.Look()
	eventually(t, "the desk is asked", func() bool { return m.asked.Load() > 0 })
	end()
}

func TestWithoutAHubThereAreNoOthers(t *testing.T) {
	var none *others.Others
	none.Look()()
	sessions, runs := model.Sessions{}, model.Runs{}
	none.Sessions(&sessions, model.SessionQuery{})
	none.Runs(&runs, model.RunQuery{})
	if sessions.Machines != nil || runs.Machines != nil || sessions.Items != nil {
		t.Errorf("%+v, %+v", sessions, runs)
	}
	apart := others.New(others.Options{Now: time.Now})
	if _, err := apart.Client("desk"); !errors.Is(err, others.ErrApart) {
		t.Errorf("without a connection it is %v", err)
	}
}
