package run_test

import (
	"net"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestOpenCodeStartsWithoutTheRegistry has a proxy take connections and say nothing. OpenCode asks there for a package
// of its own before it starts.
func TestOpenCodeStartsWithoutTheRegistry(t *testing.T) {
	runtest.Proves(t, "opencode")
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	g.KnowsVendors()
	proxy := "http://" + silent.Addr().String()
	result := g.Run("env", "HTTP_PROXY="+proxy, "HTTPS_PROXY="+proxy, g.SteadPath(), "run", "--to", "opencode", "-p",
		first)
	runtest.Exits(t, result, 0)
	if result.Stdout != "It goes on.\n" {
		t.Errorf("the answer is %q", result.Stdout)
	}
}
