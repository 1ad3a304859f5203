package reach_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }

// longest is how long programs may take that run as long as a test. One that has many rounds takes hours.
func longest() time.Duration {
	if os.Getenv("STEAD_CHAOS") != "" {
		return 24 * time.Hour
	}
	return 10 * time.Minute
}

// place is where machines meet: the folder of a hub that runs.
type place struct {
	t      *testing.T
	folder string
	owner  *harness.Environment
	// hub is the program that runs.
	hub *harness.Process
	// admit has a machine connect that has joined. Nil: the hub does.
	admit func(g *harness.Environment)
}

// openHub runs a hub until the test is over.
func openHub(t *testing.T) *place {
	t.Helper()
	p := newPlace(t)
	p.start("--listen", "127.0.0.1:0")
	p.awaitHub()
	return p
}

// newPlace is one without a hub yet.
func newPlace(t *testing.T) *place {
	t.Helper()
	folder, err := os.MkdirTemp("", "hub") // a test's own folder has too long a path for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	p := &place{t: t, folder: folder, owner: harness.New(t)}
	p.owner.Patience = longest()
	return p
}

// start starts the hub.
func (p *place) start(flags ...string) {
	p.t.Helper()
	program, err := harness.HubBinary()
	if err != nil {
		p.t.Fatal(err)
	}
	p.hub = p.owner.Start(program, append([]string{"--folder", p.folder}, flags...)...)
}

// ends ends the hub by a signal, and returns what it had to say.
func (p *place) ends(by syscall.Signal) string {
	p.t.Helper()
	if err := p.hub.Signal(by); err != nil {
		p.t.Fatal(err)
	}
	result, _ := p.hub.Wait() // one that is killed comes to no end by itself
	return result.Stderr
}

func (p *place) awaitHub() {
	p.t.Helper()
	hub, isThere, answer := p.hub, false, harness.Result{}
	p.t.Cleanup(func() {
		if !isThere {
			_ = hub.Signal(syscall.SIGKILL) // it may be gone
			said, err := hub.Wait()
			p.t.Logf("the hub said %s\nand ended with %v; who asked it was told %s%s", said.Stderr, err, answer.Stdout,
				answer.Stderr)
		}
	})
	runtest.Eventually(p.t, "the hub is there", func() bool {
		answer = p.owner.Stead("hub", "machines", "--folder", p.folder)
		isThere = answer.Code == 0
		return isThere
	})
}

var line = regexp.MustCompile(`stead1-\S+`)

// machine is a machine that joins, with a home of its own.
func (p *place) machine(name string, steps ...provider.Step) *harness.Environment {
	p.t.Helper()
	g := harness.New(p.t, steps...)
	p.join(g, name)
	return g
}

func (p *place) join(g *harness.Environment, name string, flags ...string) {
	p.t.Helper()
	invited := p.owner.Stead("hub", "invite", "--folder", p.folder)
	runtest.Exits(p.t, invited, 0)
	runtest.Exits(p.t, g.Stead(append([]string{"join", line.FindString(invited.Stdout), "--name", name}, flags...)...), 0)
	if p.admit != nil {
		p.admit(g)
	}
}

// node is a machine that offers what it has.
func (p *place) node(name string, steps ...provider.Step) *harness.Environment {
	p.t.Helper()
	g := p.machine(name, steps...)
	p.serve(g, name)
	return g
}

// serve has a machine offer what it has, until the test is over. It returns the node, and the file with what it says.
func (p *place) serve(g *harness.Environment, name string, flags ...string) (node *harness.Process, said string) {
	p.t.Helper()
	g.Patience = longest()
	runtest.EndsRuns(p.t, g)
	said = filepath.Join(p.t.TempDir(), name+".log")
	node = g.Start("/bin/sh", append([]string{"-c", `said=$1; shift; exec "$0" node "$@" 2>"$said"`, g.SteadPath(),
		said}, flags...)...)
	p.t.Cleanup(func() {
		_ = node.Signal(syscall.SIGTERM) // it may be gone
		if _, err := node.Wait(); p.t.Failed() {
			p.t.Logf("%s said %v\n%s", name, err, read(p.t, said))
		}
	})
	runtest.Eventually(p.t, name+" is there", func() bool {
		return strings.Contains(g.Stead("machines", "--json").Stdout, name) && p.answers(name)
	})
	return node, said
}

// answers reports whether the owner sees a machine connected.
func (p *place) answers(name string) bool {
	return regexp.MustCompile(name + ` .*connected`).MatchString(
		p.owner.Stead("hub", "machines", "--folder", p.folder).Stdout)
}

// sees waits until a machine can ask another one.
func sees(t *testing.T, g *harness.Environment, other string) {
	t.Helper()
	runtest.Eventually(t, other+" answers", func() bool { return g.Stead("list", "--on", other).Code == 0 })
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
