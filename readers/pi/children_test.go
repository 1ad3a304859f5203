package pi_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/readers/pi"
	"stead/timeline"
	"stead/writers"
	writer "stead/writers/pi"
)

// written writes a session into a store and reads it back.
func written(t *testing.T, root, id string, s timeline.Stream) (writers.Receipt, timeline.Stream) {
	t.Helper()
	o := writertest.Options()
	o.ID, o.Dir = id, "/home/user/demo"
	plan, err := writer.Writer{}.Plan(adapter.Store{CLI: "pi", Root: root}, s, o)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := writer.Writer{}.Write(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	back, err := pi.Reader{}.Open(t.Context(), adapter.Location{Path: receipt.Path})
	if err != nil {
		t.Fatal(err)
	}
	return receipt, back
}

// told returns the visible texts of a session.
func told(t *testing.T, s timeline.Stream) []string {
	t.Helper()
	var entries []*timeline.Entry
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	return visible(entries)
}

// A sub-agent's session is a separate session next to the main one. A copy in the store includes it.
func TestSubAgentsAreSessionsOfTheirOwn(t *testing.T) {
	main := sample.Conversation(sample.User("Find it."), sample.Assistant("Found."))
	child := sample.Conversation(sample.User("Look into a."), sample.Assistant("It is in a."))
	child.Header.ID, child.Header.Source.CLI = "agent", "another"
	child.Header.Lineage = &timeline.Lineage{Parent: "another:main", At: "call_1", Kind: timeline.LineageSubagent}
	main.Children = []timeline.Stream{child}
	root := t.TempDir()
	first, read := written(t, root, "main-1", main)
	second, again := written(t, root, "main-2", read)
	for id, s := range map[string]timeline.Stream{"main-1": read, "main-2": again} {
		if len(s.Children) != 1 {
			t.Fatalf("%s has %d children", id, len(s.Children))
		}
		if diff := cmp.Diff(&timeline.Lineage{Parent: "pi:" + id, At: "call_1", Kind: timeline.LineageSubagent},
			s.Children[0].Header.Lineage); diff != "" {
			t.Errorf("%s (-want +got)\n%s", id, diff)
		}
		if diff := cmp.Diff([]string{"Look into a.", "It is in a."}, told(t, s.Children[0])); diff != "" {
			t.Errorf("%s (-want +got)\n%s", id, diff)
		}
	}
	for _, receipt := range []writers.Receipt{first, second} {
		if len(receipt.Files) != 2 || receipt.Path != receipt.Files[0] || len(receipt.Losses) != 0 {
			t.Errorf("receipt %+v", receipt)
		}
		if content, _ := os.ReadFile(receipt.Files[1]); !strings.Contains(string(content),
			`"parentSession":`+strconv.Quote(receipt.Path)) {
			t.Errorf("the sub-agent's session does not name the main one:\n%s", content)
		}
	}
}

// A fork names its source like a sub-agent's session, but is not one. A header may name a session that does not exist,
// or its own.
func TestOnlyMarkedSessionsAreSubAgents(t *testing.T) {
	folder := t.TempDir()
	put := func(id, more string) string {
		path := filepath.Join(folder, "2026-04-02T09-15-04-000Z_"+id+".jsonl")
		fixtures.Put(t, path, []byte(`{"type":"session","version":3,"id":"`+id+`","timestamp":"2026-04-02T09:15:04.000Z","cwd":"/x"`+more+`}
{"type":"message","id":"a","parentId":null,"timestamp":"2026-04-02T09:15:05.000Z","message":{"role":"user","content":"go"}}
`))
		return path
	}
	main := put("main",
		`,"steadAgents":[{"session":"fork"},{"session":"gone"},{"session":"main"},{"session":"../x"},{"session":"loop"},7]`)
	put("fork", `,"parentSession":`+strconv.Quote(main))
	put("loop", `,"parentSession":`+strconv.Quote(main)+`,"steadAgent":{},"steadAgents":[{"session":"main"}]`)
	s, err := pi.Reader{}.Open(context.Background(), adapter.Location{Path: main})
	if err != nil || len(s.Children) != 1 || s.Children[0].Header.ID != "loop" || len(s.Children[0].Children) != 0 {
		t.Errorf("children %v, error %v", s.Children, err)
	}
}
