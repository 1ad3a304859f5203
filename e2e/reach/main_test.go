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

// longest is how long programs may take that run as long as a test.
const longest = 10 * time.Minute

// place is where machines meet: the folder of a hub that runs.
type place struct {
	t      *testing.T
	folder string
	owner  *harness.Environment
}

// openHub runs a hub until the test is over.
func openHub(t *testing.T) *place {
	t.Helper()
	program, err := harness.HubBinary()
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "hub") // a test's own folder has too long a path for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	p := &place{t: t, folder: folder, owner: harness.New(t)}
	p.owner.Patience = longest
	p.owner.Start(program, "--folder", folder, "--listen", "127.0.0.1:0")
	runtest.Eventually(t, "the hub is there", func() bool { return p.owner.Stead("hub", "machines", "--folder", folder).Code == 0 })
	return p
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
}

// node is a machine that offers what it has.
func (p *place) node(name string, steps ...provider.Step) *harness.Environment {
	p.t.Helper()
	g := p.machine(name, steps...)
	p.serve(g, name)
	return g
}

// serve has a machine offer what it has.
func (p *place) serve(g *harness.Environment, name string, flags ...string) *harness.Process {
	p.t.Helper()
	g.Patience = longest
	runtest.EndsRuns(p.t, g)
	node := g.Start(g.SteadPath(), append([]string{"node"}, flags...)...)
	p.t.Cleanup(func() {
		_ = node.Signal(syscall.SIGTERM) // it may be gone
		if result, err := node.Wait(); p.t.Failed() {
			p.t.Logf("%s said %v\n%s", name, err, result.Stderr)
		}
	})
	runtest.Eventually(p.t, name+" is there", func() bool {
		return strings.Contains(g.Stead("machines", "--json").Stdout, name) && p.answers(name)
	})
	return node
}

// answers reports whether the owner sees a machine connected.
func (p *place) answers(name string) bool {
	return regexp.MustCompile(name + ` .*connected`).MatchString(p.owner.Stead("hub", "machines", "--folder", p.folder).Stdout)
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
