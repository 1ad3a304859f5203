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

// ResultsFolder is the folder of the data from which docs/fidelity.md is made.
var ResultsFolder = filepath.Join(matrixData, "fidelity")

// matrixData is the folder of the matrix's expected data, seen from the folder of any verb.
var matrixData = filepath.Join("..", "matrix", "testdata")

// Conversation returns the content of a request to the model, one item per line, without the harness's own items. It
// replaces the path of the test's folder.
func Conversation(g *harness.Environment, cli string, request provider.Request) string {
	var lines strings.Builder
	for _, item := range request.Conversation() {
		lines.WriteString(strings.ReplaceAll(item.String(), g.Work, harness.Recorded(cli)))
		lines.WriteString("\n")
	}
	return lines.String()
}

// SessionName returns the name of a recorded session without folders and extension.
func SessionName(name string) string {
	return strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
}

// RecordedConversation returns the conversation of a request, with the folder of the recording in place of the test's
// own.
func RecordedConversation(g *harness.Environment, cli string, request provider.Request) []provider.Item {
	items := request.Conversation()
	for i := range items {
		items[i].Text = strings.ReplaceAll(items[i].Text, g.Work, harness.Recorded(cli))
		items[i].Arguments = strings.ReplaceAll(items[i].Arguments, g.Work, harness.Recorded(cli))
	}
	return items
}

// OwnConversation returns the reference for a cell of the matrix: what the session's own CLI sends for it, as
// TestCLIsResumeTheirOwnSessions has recorded it, or a list written by hand if no CLI continues the session here.
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

// RequestOf returns the file that records what a session's own CLI sends for it.
func RequestOf(cli, name string) string {
	return filepath.Join(matrixData, "requests", cli, SessionName(name)+".txt")
}

// Continues continues a session in another CLI with stead, and returns the result.
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

// HoldsHops fails the test unless a request contains the source's conversation and then the hops, each part once and in
// order. The request belongs to the last hop, so it contains only the prompt of that hop.
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

// LinesWith counts the lines of a text that contain all the parts.
func LinesWith(text string, parts ...string) int {
	count := 0
	for line := range strings.Lines(text) {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) }) {
			count++
		}
	}
	return count
}

// InOrder fails the test unless a text contains the parts in order, each once. A command and its output must be
// distinguished by the text around them.
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

// LastTurn returns the conversation of the first request of the newest hop, which has two requests.
func LastTurn(g *harness.Environment, cli string) string {
	turns := g.Turns()
	return Conversation(g, cli, turns[len(turns)-2])
}
