package runtest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// ResultsFolder is the folder of what docs/fidelity.md is made from.
var ResultsFolder = filepath.Join(matrixData, "fidelity")

// matrixData is the folder of what the matrix compares with, from the folder of any verb.
var matrixData = filepath.Join("..", "matrix", "testdata")

// Conversation shows what a request told the model, an item a line, without
// the harness's own items and with the place of the test's folder taken out.
func Conversation(g *harness.Environment, cli string, request provider.Request) string {
	var lines strings.Builder
	for _, item := range request.Conversation() {
		lines.WriteString(strings.ReplaceAll(item.String(), g.Work, harness.Recorded(cli)))
		lines.WriteString("\n")
	}
	return lines.String()
}

// SessionName is the name of a recorded session without its folders and ending.
func SessionName(name string) string {
	return strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
}

// RecordedConversation returns the conversation of a request with the folder of the recording in place of the test's
// own.
func RecordedConversation(g *harness.Environment, cli string, request provider.Request) []provider.Item {
	items := request.Conversation()
	for i := range items {
		items[i].Text = strings.ReplaceAll(items[i].Text, g.Work, harness.Recorded(cli))
		items[i].Arguments = strings.ReplaceAll(items[i].Arguments, g.Work, harness.Recorded(cli))
	}
	return items
}

// OwnConversation is the truth that a cell is measured by: what the session's own CLI sends for it, as
// TestCLIsResumeTheirOwnSessions has written it down, or a list by hand where no CLI goes on with it here.
func OwnConversation(t *testing.T, cli, name string) []provider.Item {
	t.Helper()
	return itemsOf(t, RequestOf(cli, name))
}

func itemsOf(t *testing.T, path string) []provider.Item {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var items []provider.Item
	for line := range strings.Lines(string(content)) {
		item, err := provider.ParseItem(line)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

// RequestOf is the file that says what a session's own CLI sends for it.
func RequestOf(cli, name string) string {
	return filepath.Join(matrixData, "requests", cli, SessionName(name)+".txt")
}

// Continues continues a session in another CLI by stead and returns where it went on.
func Continues(t *testing.T, g *harness.Environment, from, to string, number int) RunResult {
	t.Helper()
	g.Provider.Add(Hop(to, number)...)
	result := g.Stead("run", "--from", from, "--to", to, "-p", HopPrompt(number), "--json")
	Exits(t, result, 0)
	last := LastLine(t, result.Stdout)
	if last.Status != "completed" || last.FinalText != fmt.Sprintf("Hop %d is done.", number) {
		t.Fatalf("hop %d ended so: %+v\n%s", number, last, result.Stderr)
	}
	return last
}

// HoldsHops fails the test when a request does not hold the source's conversation and then the hops, each part once and
// in order. The last hop is the one that the request is of: only its prompt is in it.
func HoldsHops(t *testing.T, got string, source []string, hops ...int) {
	t.Helper()
	want := source
	for i, number := range hops {
		want = append(want, HopPrompt(number))
		if i == len(hops)-1 {
			break
		}
		want = append(want, fmt.Sprintf("Hop %d looks.", number), fmt.Sprintf("Hop %d is done.", number))
		for _, kind := range []string{" call ", " result "} {
			if count := LinesWith(got, kind, fmt.Sprintf("ran-%d", number)); count != 1 {
				t.Errorf("hop %d has %d%ss, want one, in\n%s", number, count, kind, got)
			}
		}
	}
	InOrder(t, got, want)
}

// LinesWith counts the lines of a text that hold all the parts.
func LinesWith(text string, parts ...string) int {
	count := 0
	for line := range strings.Lines(text) {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) }) {
			count++
		}
	}
	return count
}

// InOrder fails the test when a text does not hold the parts in their order, each once; a command and its output are
// told apart by their surroundings.
func InOrder(t *testing.T, text string, parts []string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		quoted := strings.Trim(fmt.Sprintf("%q", part), `"`)
		_, after, found := strings.Cut(rest, quoted)
		if !found {
			t.Errorf("%q is missing or out of order in\n%s", part, text)
			continue
		}
		if strings.Count(text, quoted) != 1 {
			t.Errorf("%q is there %d times in\n%s", part, strings.Count(text, quoted), text)
		}
		rest = after
	}
}

// LastTurn returns the conversation of the first request of the newest hop, of two requests.
func LastTurn(g *harness.Environment, cli string) string {
	turns := g.Turns()
	return Conversation(g, cli, turns[len(turns)-2])
}
