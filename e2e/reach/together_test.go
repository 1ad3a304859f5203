package reach_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestMachinesAreServedTogether serves the laptop, whose lists show what is on the desk, too. A session of the desk is
// read, the real Codex goes on with it there, its terminal is typed into, and it is stopped. Then the desk goes, and
// the hub: the desk's sessions are listed as they were last.
func TestMachinesAreServedTogether(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	desk := hub.machine("desk", provider.Steps(provider.Say("Said on the desk."), provider.Say("Typed it was."))...)
	session := desk.Place("claude", "text")
	runtest.EndsRuns(t, desk)
	node := desk.Start(desk.SteadPath(), "node")
	t.Cleanup(func() { _ = node.Signal(syscall.SIGKILL) }) // it has gone where all went well
	laptop := hub.machine("laptop")
	own := laptop.Place("codex", "7b03")
	sees(t, laptop, "desk")

	s := runtest.Serve(t, laptop, "--api")
	type row struct {
		Reference, Machine, ID, State string
		Seen                          time.Time
	}
	var listed struct {
		Items    []row
		Total    int
		Machines []struct {
			Name, State string
			Seen        time.Time
		}
	}
	list := func(path string) []row {
		listed.Items, listed.Machines = nil, nil
		if status := s.Call(http.MethodGet, path, "", &listed); status != http.StatusOK {
			t.Fatalf("%s is %d", path, status)
		}
		return listed.Items
	}
	runtest.Eventually(t, "both machines are listed", func() bool { return len(list("/sessions")) == 2 })
	found := map[string]row{}
	for _, r := range listed.Items {
		found[r.Machine] = r
	}
	if own.Ref() != "codex:"+found[""].ID || found["desk"].ID == "" || found["desk"].Reference[:5] != "desk/" ||
		listed.Total != 2 {
		t.Errorf("the list is %+v", listed)
	}
	if items := list("/sessions?here=true"); len(items) != 1 || items[0].Machine != "" || listed.Machines != nil {
		t.Errorf("of this machine it is %+v", listed)
	}

	s.On = "desk"
	var entries struct{ Total int }
	if status := s.Call(http.MethodGet, "/sessions/claude/"+found["desk"].ID+"/entries", "",
		&entries); status != http.StatusOK || entries.Total == 0 {
		t.Errorf("its entries are %d %+v", status, entries)
	}
	var run row
	if status := s.Call(http.MethodPost, "/runs", `{"from":"`+session.Ref()+
		`","to":"codex","interactive":true,"prompt":"Go on."}`, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	x := runtest.OpenTerminal(t, s, run.ID)
	x.Shows("Said on the desk.")
	x.TakesKeyboard()
	x.Types("hello")
	x.Shows("hello")
	x.Types("\r")
	x.Shows("Typed it was.")
	s.On = ""
	runtest.Eventually(t, "its run is among those here", func() bool {
		items := list("/runs")
		return len(items) == 1 && items[0].ID == run.ID && items[0].Machine == "desk"
	})
	s.On = "desk"
	if status := s.Call(http.MethodPost, "/runs/"+run.ID+"/stop", "", &run); status != http.StatusAccepted {
		t.Errorf("stopped it is %d", status)
	}
	x.AwaitEnd()
	key := s.Key
	s.Key = "nonsense"
	if status := s.Call(http.MethodGet, "/sessions", "", &struct{}{}); status != http.StatusUnauthorized {
		t.Errorf("with another key the desk's list is %d", status)
	}
	s.Key, s.On = key, "attic"
	if status := s.Call(http.MethodGet, "/sessions", "", &struct{}{}); status != http.StatusNotFound {
		t.Errorf("the list of a machine that there is not is %d", status)
	}
	s.On = ""

	if err := node.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, err := node.Wait(); err != nil {
		t.Error(err)
	}
	isLast := func(r row) bool { return r.ID == found["desk"].ID && r.Machine == "desk" && !r.Seen.IsZero() }
	runtest.Eventually(t, "the desk is away, with its sessions", func() bool {
		items := list("/sessions")
		return slices.ContainsFunc(items, isLast) && len(listed.Machines) == 1 && listed.Machines[0].State == "away" &&
			!listed.Machines[0].Seen.IsZero()
	})
	if items := list("/runs?all=true"); len(items) != 1 || items[0].ID != run.ID || items[0].Machine != "desk" ||
		items[0].Seen.IsZero() {
		t.Errorf("its runs are %+v", items)
	}
	if items := list("/runs"); len(items) != 0 {
		t.Errorf("its active runs are %+v", items)
	}
	s.On = "desk"
	if status := s.Call(http.MethodGet, "/sessions/claude/"+found["desk"].ID, "",
		&struct{}{}); status != http.StatusBadGateway {
		t.Errorf("what is on the desk is read: %d", status)
	}
	listsDesk(t, laptop, found["desk"].ID)
	hub.ends(syscall.SIGTERM)
	listsDesk(t, laptop, found["desk"].ID)
}

// listsDesk checks that a session of the desk, which is away, is listed as it was last, for people and for programs.
func listsDesk(t *testing.T, laptop *harness.Environment, id string) {
	t.Helper()
	shown := laptop.Stead("list", "project")
	runtest.Exits(t, shown, 0, "desk was last seen ", "its sessions are as of then")
	if !regexp.MustCompile(`desk/claude:\S+ +away `).MatchString(shown.Stdout) {
		t.Errorf("the list is\n%s", shown.Stdout)
	}
	var rows []struct {
		Machine, ID string
		Seen        time.Time
	}
	result := laptop.Stead("list", "--cli", "claude", "--json")
	if err := json.Unmarshal([]byte(result.Stdout), &rows); err != nil || len(rows) != 1 || rows[0].Machine != "desk" ||
		rows[0].ID != id || rows[0].Seen.IsZero() {
		t.Errorf("the list is %s, %v\n%s", result.Stdout, err, result.Stderr)
	}
}
