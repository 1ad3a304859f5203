package reach

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/internal/testkit/fixtures"
	"stead/reach/errand"
	"stead/reach/hubtest"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/runs"
	"stead/ui/model"
)

// desk runs stead node in a home with a session until the test ends, and returns what ends it sooner.
func desk(t *testing.T, m member.Member) (home string, end func()) {
	t.Helper()
	home = t.TempDir()
	fixtures.Copy(t, "claude/tools.jsonl", filepath.Join(home, ".claude", "projects", "-home-user-demo-claude",
		"6f786c7b-ece4-4cbb-876a-31e3be5368b2.jsonl"))
	p := processIn(t, home)
	data, err := dataFolder(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(data); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- offer(ctx, p, offered{version: "1.2.3", slots: 1}) }()
	over := false
	end = func() {
		if over {
			return
		}
		over = true
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the node ends with %v", err)
		}
	}
	t.Cleanup(end)
	return home, end
}

// hubOf connects a machine, and waits until the desk answers it.
func hubOf(t *testing.T, m member.Member) (*remote.Hub, *http.Client) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	h, err := remote.Connect(ctx, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	for !h.Answers(ctx, h.Others()[0]) {
		if ctx.Err() != nil {
			t.Fatal("the desk does not answer")
		}
	}
	c, err := h.Client("desk")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdleConnections)
	return h, c
}

func do(t *testing.T, c *http.Client, method, path, body string) (status int, text []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, remote.Base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, text
}

func TestOtherMachinesCallTheAPI(t *testing.T) {
	h := hubtest.Start(t)
	// All join before any connects: nats-server 2.15.2 has a race between taking in a machine and another one's handshake.
	node, operator, viewer := hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop",
		member.Operator), hubtest.Join(t, h, "phone", member.Viewer)
	home, end := desk(t, node)
	at, laptop := hubOf(t, operator)
	_, phone := hubOf(t, viewer)
	for name, c := range map[string]*http.Client{"laptop": laptop, "phone": phone} {
		status, text := do(t, c, http.MethodGet, "/sessions", "")
		var found model.Sessions
		if err := json.Unmarshal(text, &found); err != nil || status != http.StatusOK || found.Total != 1 ||
			found.Items[0].CLI != "claude" {
			t.Errorf("%s sees %d, %s", name, status, text)
		}
	}
	if status, text := do(t, laptop, http.MethodPost, "/runs/nosuchrun/stop", "{}"); status != http.StatusNotFound ||
		!strings.Contains(string(text), `"not-found"`) {
		t.Errorf("an operator that stops what is not there gets %d, %s", status, text)
	}
	if status, text := do(t, phone, http.MethodPost, "/runs/nosuchrun/stop", "{}"); status != http.StatusForbidden ||
		!strings.Contains(string(text), "a viewer") {
		t.Errorf("a viewer that stops gets %d, %s", status, text)
	}
	// A terminal is read by a GET, too: what a viewer gets must have no acts in it.
	for name, c := range map[string]struct {
		client *http.Client
		acts   bool
	}{"laptop": {laptop, true}, "phone": {phone, false}} {
		if _, text := do(t, c.client, http.MethodGet, "/openapi.json", ""); strings.Contains(string(text),
			`"stop-run"`) != c.acts || !strings.Contains(string(text), `"list-runs"`) {
			t.Errorf("%s has other routes: %.200s", name, text)
		}
	}
	audit, err := os.ReadFile(filepath.Join(home, ".local", "state", "stead", auditName))
	if err != nil || strings.Count(string(audit), "\n") != 2 || !strings.Contains(string(audit), `"machine phone"`) {
		t.Errorf("the audit is %s, %v", audit, err)
	}
	laptop.CloseIdleConnections()
	end()
	var away *remote.AwayError
	if _, err := laptop.Get(remote.Base + "/sessions"); !errors.As(err, &away) || away.Name != "desk" {
		t.Errorf("without a node it is %v", err)
	}
	var unknown *remote.UnknownError
	if _, err := at.Client("attic"); !errors.As(err, &unknown) {
		t.Errorf("an unknown machine is %v", err)
	}
}

// TestSessionsOfAMachineThatIsAwayAreListed ends the node of the desk, and then the hub: what is listed meanwhile on
// the laptop is what the node has told.
func TestSessionsOfAMachineThatIsAwayAreListed(t *testing.T) {
	h := hubtest.Start(t)
	node, operator := hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop", member.Operator)
	_, end := desk(t, node)
	hubOf(t, operator)
	p := elsewhere(t, operator, "list")
	verb := &cobra.Command{}
	machines.ByFlag(verb)
	list := func(q listing.Query) (references []string, said string) {
		rows, notes := machines.Sessions(t.Context(), p, verb, q)
		for _, r := range listing.Merge(q, rows...) {
			if r.Machine != "desk" || r.Seen.IsZero() || r.State != listing.Idle {
				t.Errorf("it is %+v", r)
			}
			references = append(references, r.Reference)
		}
		return references, strings.Join(notes, "; ")
	}
	end()
	const tells = "desk was last seen just now; its sessions are as of then"
	for _, c := range []struct {
		query listing.Query
		want  string
	}{
		{listing.Query{}, "desk/claude:6f786c7b"}, {listing.Query{CLI: "codex"}, ""},
		{listing.Query{Words: []string{"BUG", "main.py"}}, "desk/claude:6f786c7b"}, {listing.Query{Live: true}, ""},
	} {
		if got, said := list(c.query); strings.Join(got, " ") != c.want || said != tells {
			t.Errorf("%+v lists %q and says %q", c.query, got, said)
		}
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if got, said := list(listing.Query{}); len(got) != 1 || !strings.HasPrefix(said, "connect to the hub") ||
		!strings.HasSuffix(said, "; "+tells) {
		t.Errorf("without a hub it lists %q and says %q", got, said)
	}
	s, err := p.Load(nil)
	if err == nil {
		err = remote.ForgetKnown(s.Config.Folders.State)
	}
	if got, said := list(listing.Query{}); err != nil || len(got) != 0 ||
		!strings.HasPrefix(said, "only what is on this machine") {
		t.Errorf("after all was forgotten it lists %q and says %q, %v", got, said, err)
	}
}

// TestRunsOfAMachineThatIsAwayAreListed has the laptop know the runs of the desk's home by what the desk's node has
// told.
func TestRunsOfAMachineThatIsAwayAreListed(t *testing.T) {
	h := hubtest.Start(t)
	node, operator := hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop", member.Operator)
	home, end := desk(t, node)
	at, _ := hubOf(t, operator)
	folder := runs.Open(dataIn(t, home))
	works := runs.Run{ID: "20261120-120000.000-00a1", Status: runs.Running, State: signals.Permission,
		About: "shell: make", To: runs.Session{CLI: "codex"}, Started: time.Now(), Supervisor: runs.Self()}
	done := runs.Run{ID: "20261120-110000.000-00a2", Status: runs.Completed, To: runs.Session{CLI: "pi"},
		Started: time.Now(), Prompt: "a prompt"}
	save(t, folder, works)
	save(t, folder, done)
	end()
	p := elsewhere(t, operator, "ps")
	verb := &cobra.Command{}
	machines.ByFlag(verb)
	lists := func(withEnded bool, want, note string) {
		t.Helper()
		others, notes := machines.Runs(t.Context(), p, verb, withEnded)
		var got []string
		for _, r := range slices.Concat(others...) {
			if r.Machine != "desk" || r.Seen.IsZero() || r.Alive || r.Prompt != "" {
				t.Errorf("it is %+v", r)
			}
			got = append(got, r.ID[len(r.ID)-4:]+" "+r.Shown+" "+r.About)
		}
		if said := strings.Join(notes, "; "); strings.Join(got, ", ") != want || !strings.HasSuffix(said, note) {
			t.Errorf("it lists %q and says %q, want %q and %q", got, said, want, note)
		}
	}
	const tells = "desk was last seen just now; its runs are as of then"
	lists(false, "00a1 away shell: make", tells)
	lists(true, "00a1 away shell: make, 00a2 done ", tells)
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	known := machines.Known(s, operator.Key)
	for name, want := range map[string]string{"00a2": done.ID, "20261120-12": works.ID,
		"20200101-000000.000-ffff": "20200101-000000.000-ffff"} {
		if id, err := remote.RunOf(t.Context(), at, known, "desk", name); id != want || err != nil {
			t.Errorf("%s is %q, %v", name, id, err)
		}
	}
	if _, err := remote.RunOf(t.Context(), at, known, "desk", "20261120"); !errors.Is(err, runs.ErrAmbiguous) ||
		!strings.Contains(err.Error(), works.ID+", "+done.ID) {
		t.Errorf("a name that two have: %v", err)
	}
	_, err = remote.RunOf(t.Context(), at, known, "desk", "ffff")
	if told := failure.Describe(err); told == nil || told.Code != failure.NotFound ||
		!strings.HasPrefix(told.Tip, "stead ps --all lists the runs that are known") {
		t.Errorf("a name that none has: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	lists(false, "00a1 away shell: make", tells)
	facesShow(t, p, s, "00a1 away, 00a2 done")
}

// facesShow waits until the screen and the pages show runs of other machines.
func facesShow(t *testing.T, p *setup.Process, s *setup.Setup, want string) {
	t.Helper()
	o := machines.Others(p, s, func(model.Change) {}, func(error) {})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); o.Run(ctx) }()
	defer func() { stop(); <-ended }()
	shown := ""
	for limit := time.Now().Add(time.Minute); shown != want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("they show %q, want %q", shown, want)
		}
		var page model.Runs
		o.Runs(&page, model.RunQuery{Ended: true})
		var all []string
		for _, r := range page.Items {
			all = append(all, r.Name+" "+r.State)
		}
		shown = strings.Join(all, ", ")
	}
}

// elsewhere is a verb on a machine with a home of its own.
func elsewhere(t *testing.T, m member.Member, verb string) *setup.Process {
	t.Helper()
	home := t.TempDir()
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	p := setup.NewProcess([]string{verb}, []string{"HOME=" + home, "PATH=/usr/bin:/bin"}, home, nothing, nothing, nothing)
	t.Cleanup(func() { p.Close(); nothing.Close() })
	data, err := dataFolder(p)
	if err == nil {
		err = m.Save(data)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// dataIn is stead's folder for data in a home.
func dataIn(t *testing.T, home string) string {
	t.Helper()
	p := setup.NewProcess(nil, []string{"HOME=" + home}, home, nil, nil, nil)
	defer p.Close()
	data, err := dataFolder(p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestAMachineDecidesWhatOthersDoHere changes the setting while the node works, and asks as an operator.
func TestAMachineDecidesWhatOthersDoHere(t *testing.T) {
	h := hubtest.Start(t)
	node, operator := hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "laptop", member.Operator)
	home, _ := desk(t, node)
	_, laptop := hubOf(t, operator)
	for _, c := range []struct {
		setting         string
		acting, looking int
	}{
		{"act", http.StatusNotFound, http.StatusOK}, {"look", http.StatusForbidden, http.StatusOK},
		{"nothing", http.StatusForbidden, http.StatusForbidden}, {"act", http.StatusNotFound, http.StatusOK},
	} {
		lets(t, home, c.setting)
		deadline := time.Now().Add(30 * time.Second)
		for acting, looking := 0, 0; acting != c.acting || looking != c.looking; {
			acting, _ = do(t, laptop, http.MethodPost, "/runs/nosuchrun/stop", "{}")
			looking, _ = do(t, laptop, http.MethodGet, "/sessions", "")
			if time.Now().After(deadline) {
				t.Fatalf("%s: an operator that stops a run gets %d, one that looks %d", c.setting, acting, looking)
			}
		}
	}
}

// save keeps the record of a run.
func save(t *testing.T, f runs.Folder, r runs.Run) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(f.Dir(r.ID), 0o700), f.Save(r)); err != nil {
		t.Fatal(err)
	}
}

// lets writes what other machines may do into the settings of a home.
func lets(t *testing.T, home, others string) {
	t.Helper()
	file := filepath.Join(home, ".config", "stead", "config.yaml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700),
		os.WriteFile(file, []byte("reach:\n  others: "+others+"\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func TestVerbIsToldWhoHasAskedAndHow(t *testing.T) {
	operator := member.Peer{Name: "desk", Roles: []member.Role{member.Operator}}
	for want, got := range map[string][]string{
		"TERM=xterm STEAD_ERRAND_OF=desk": asked(operator, errand.Request{Term: "xterm"}),
		"TERM= STEAD_ERRAND_OF=desk STEAD_ERRAND_VALUES=1 COLUMNS=90": asked(operator,
			errand.Request{Values: true, Columns: 90}),
		"TERM= STEAD_ERRAND_OF=desk STEAD_ERRAND_VIEWER=1": asked(member.Peer{Name: "desk",
			Roles: []member.Role{member.Viewer}}, errand.Request{}),
	} {
		if strings.Join(got, " ") != want {
			t.Errorf("the environment has %q, want %q", got, want)
		}
	}
}
