package e2e_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// TestWhatIsTypedBelowTheTableGoesNowhere types while a contest works. Neither the table nor the shell gets it, and the terminal is as it was.
func TestWhatIsTypedBelowTheTableGoesNowhere(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Step{When: of("claude"), Reply: provider.Reply{Text: "It is done.", Hold: hold}})
	repository(t, g)
	line := g.SteadPath() + ` ab -p "Do it" --with claude; read -r line; echo "the shell got $line"`
	x := shellOn(t, g, small, "sh", "-c", line)
	reached(t, g, hold)
	x.sees("working")
	x.keys("rm -rf x\r\r")
	hold.Release()
	x.sees("stead ab clean")
	x.keys("what was typed later\r")
	x.sees("the shell got what was typed later")
	if code := x.ends(); code != "0" || strings.Contains(x.text(), "rm -rf") {
		t.Errorf("it ended with %s", code)
	}
}
