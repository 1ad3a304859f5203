package kimicli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	format "stead/adapters/kimicli"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/recorded"
	"stead/internal/testkit/writertest"
	"stead/readers"
	"stead/readers/kimicli"
	"stead/timeline"
	"stead/writers"
	writer "stead/writers/kimicli"
)

// wireOnly places a recorded session without its context files, and returns the store and where it is.
func wireOnly(t *testing.T, fixture string) (adapter.Store, adapter.Location) {
	t.Helper()
	root := t.TempDir()
	location := fixtures.Place(t, recorded.KimiCLI(), root, fixtures.Match(t, fixture)[0])
	for _, file := range format.Contexts(location.Path) {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	return adapter.Store{CLI: "kimi-cli", Root: root}, location
}

// spoken returns what was said and done, without what only the harness adds.
func spoken(t *testing.T, s timeline.Stream) []string {
	t.Helper()
	var all []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == timeline.Assistant && !e.Thinking.IsEmpty() && !e.Content.IsEmpty() {
			all = append(all, "assistant||"+e.Thinking.String()+"||||") // a context has both in one message
			e.Thinking = timeline.Text{}
		}
		if e.Active() && e.Type != timeline.System {
			all = append(all, strings.Join([]string{string(e.Type), e.Content.String(), e.Thinking.String(), string(e.Tool),
				string(e.Input), e.Output.String(), e.Error.String()}, "|"))
		}
	}
	return all
}

func opened(t *testing.T, path string) timeline.Stream {
	t.Helper()
	s, err := kimicli.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What the screen displayed is the whole conversation, the same as in the context.
func TestASessionWithoutContextIsReadFromItsWireFile(t *testing.T) {
	store, location := wireOnly(t, "kimicli/tools/*/context.jsonl")
	want := []string{
		"user|What is in notes.txt? Also list the files.|||||",
		"assistant||Two independent reads.||||",
		"assistant|Let me look.|||||",
		`tool_call|||read|{"path": "notes.txt"}||`,
		`tool_call|||bash|{"command": "cat missing.txt"}||`,
		"tool_result|||||<system>2 lines read from file starting from line 1.</system>\n     1\thello\n     2\tworld\n|",
		"tool_result|||||cat: missing.txt: No such file or directory\n|exit code 1",
		"assistant|notes.txt has two lines; missing.txt does not exist.|||||",
	}
	for _, path := range []string{location.Path, format.WirePath(location.Path)} {
		got := spoken(t, opened(t, path))
		for i := range got {
			got[i] = strings.NewReplacer(`{"path":"`, `{"path": "`, `{"command":"`, `{"command": "`).Replace(got[i])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", path, diff)
		}
	}
	for s, err := range readers.List(t.Context(), kimicli.Reader{}, store, readers.Query{}) {
		if err != nil || s.Title != "What is in notes.txt? Also list the files." || s.Path != format.WirePath(location.Path) {
			t.Errorf("listed as %+v, %v", s, err)
		}
	}
}

// The session is written back with its original wire file, and gets a context, without which the CLI would find
// nothing.
func TestASessionWithoutContextGetsOne(t *testing.T) {
	_, location := wireOnly(t, "kimicli/agent-compact/*/context.jsonl")
	wire, err := os.ReadFile(format.WirePath(location.Path))
	if err != nil {
		t.Fatal(err)
	}
	source := opened(t, location.Path)
	receipt := writertest.Write(t, writer.Writer{}, adapter.Store{CLI: "kimi-cli", Root: t.TempDir()}, source,
		writers.Options{
			ID: "again", Dir: project, Now: fixtures.Now,
		})
	if got, err := os.ReadFile(format.WirePath(receipt.Path)); err != nil || string(got) != string(wire) {
		t.Errorf("%v; the wire file has %d bytes, had %d", err, len(got), len(wire))
	}
	if diff := cmp.Diff(spoken(t, source), spoken(t, opened(t, receipt.Path))); diff != "" {
		t.Errorf("(-source +written)\n%s", diff)
	}
}

// A sub-agent without a folder is read from what was displayed of it.
func TestASubAgentIsReadFromWhatWasSeen(t *testing.T) {
	_, location := wireOnly(t, "kimicli/agent-compact/*/context.jsonl")
	if err := os.RemoveAll(filepath.Join(filepath.Dir(location.Path), "subagents")); err != nil {
		t.Fatal(err)
	}
	children := opened(t, location.Path).Children
	if len(children) != 1 || children[0].Header.Lineage.At == "" {
		t.Fatalf("%d children", len(children))
	}
	got := spoken(t, children[0])
	if len(got) < 4 || got[0] != "user|SUBTASK count the lines of notes.txt|||||" {
		t.Errorf("%q", got)
	}
}
