package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// TestMain lets more tests run at once than there are processors: half of a CLI's time is waiting.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	code := harness.Main(m)
	if err := writeDrift(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// conversation shows what a request told the model, an item a line, without
// the harness's own items and with the place of the test's folder taken out.
func conversation(g *harness.Environment, cli string, request provider.Request) string {
	var lines strings.Builder
	for _, item := range request.Conversation() {
		lines.WriteString(strings.ReplaceAll(item.String(), g.Work, harness.Recorded(cli)))
		lines.WriteString("\n")
	}
	return lines.String()
}
