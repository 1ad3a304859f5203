package ab_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestWhatIsTypedBelowTheTableGoesNowhere types while a contest works. Neither the table nor the shell gets it, and the
// terminal is as it was.
func TestWhatIsTypedBelowTheTableGoesNowhere(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Step{When: runtest.TurnsOf("claude"),
		Reply: provider.Reply{Text: "It is done.", Hold: hold}})
	runtest.Repository(t, g)
	line := g.SteadPath() + ` ab -p "Do it" --with claude; read -r line; echo "the shell got $line"`
	x := runtest.ShellOn(t, g, runtest.Small, "sh", "-c", line)
	runtest.Reached(t, g, hold)
	x.Sees("working")
	x.Keys("rm -rf x\r\r")
	hold.Release()
	x.Sees("stead ab clean")
	x.Keys("what was typed later\r")
	x.Sees("the shell got what was typed later")
	if code := x.Ends(); code != "0" || strings.Contains(x.Text(), "rm -rf") {
		t.Errorf("it ended with %s", code)
	}
}
