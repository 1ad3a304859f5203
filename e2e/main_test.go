package e2e_test

import (
	"os"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }

// conversation shows what a request told the model, an item a line, without
// the harness's own items and with the place of the test's folder taken out.
func conversation(g *harness.Ground, cli string, request provider.Request) string {
	var lines strings.Builder
	for _, item := range request.Conversation() {
		lines.WriteString(strings.ReplaceAll(item.String(), g.Work, harness.Recorded(cli)))
		lines.WriteString("\n")
	}
	return lines.String()
}
