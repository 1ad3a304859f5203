package run_test

import (
	"bufio"
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestOpenCodeStartsWithoutTheRegistry has a proxy take connections and say nothing. With any plugin OpenCode installs
// a package of its own before it starts: it does not ask for that now, and the folder of the user stays as it is.
func TestOpenCodeStartsWithoutTheRegistry(t *testing.T) {
	runtest.Proves(t, "opencode")
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	var asked atomic.Int32
	go countRegistry(silent, &asked)
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	g.KnowsVendors()
	proxy := "http://" + silent.Addr().String()
	result := g.Run("env", "HTTP_PROXY="+proxy, "HTTPS_PROXY="+proxy, g.SteadPath(), "run", "--to", "opencode", "-p",
		first)
	runtest.Exits(t, result, 0)
	if result.Stdout != "It goes on.\n" {
		t.Errorf("the answer is %q", result.Stdout)
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("the registry was asked %d times", n)
	}
	if installed, _ := filepath.Glob(filepath.Join(g.Dir, ".config", "opencode", "node_modules", "*")); len(installed) > 0 {
		t.Errorf("OpenCode installed %q in the user's folder", installed)
	}
}

// countRegistry counts the connections that ask for npm's registry. It ends with the listener.
func countRegistry(silent net.Listener, asked *atomic.Int32) {
	for {
		connection, err := silent.Accept()
		if err != nil {
			return
		}
		go func() {
			defer connection.Close()
			lines := bufio.NewScanner(connection)
			if lines.Scan() && strings.Contains(lines.Text(), "registry.") {
				asked.Add(1)
			}
			for lines.Scan() { // it holds the connection until the other side gives up
			}
		}()
	}
}
