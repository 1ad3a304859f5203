package codex_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"stead/adapters/adapter"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
	writer "stead/writers/codex"
)

// The sessions of another CLI's sub-agents become rollouts of their own, which are found from the one that started
// them, and again after a copy.
func TestAgentsGetRolloutsOfTheirOwn(t *testing.T) {
	source := withAgents("main", "", withAgents("outer", "call 1", withAgents("inner", "call 2")))
	first := written(t, source)
	copied := written(t, first)
	for _, s := range []timeline.Stream{first, copied} {
		outer := s.Children
		if len(outer) != 1 || len(outer[0].Children) != 1 {
			t.Fatalf("the sub-agents are %v", outer)
		}
		inner := outer[0].Children[0]
		for _, child := range []struct {
			timeline.Stream
			parent, prompt string
		}{{outer[0], s.Header.ID, "outer"}, {inner, outer[0].Header.ID, "inner"}} {
			if l := child.Header.Lineage; l.Parent != "codex:"+child.parent || l.Kind != timeline.LineageSubagent || l.At == "" {
				t.Errorf("%s comes from %+v", child.prompt, l)
			}
			if diff := cmp.Diff([]string{"user: " + child.prompt}, told(slices.Collect(shown(t, child.Stream)))); diff != "" {
				t.Error(diff)
			}
		}
	}
	if first.Children[0].Header.ID == copied.Children[0].Header.ID {
		t.Error("the copy shares its sub-agent's session")
	}
}

// A note that leads in a circle, and one to nowhere, give no sub-agents.
func TestAgentsInACircle(t *testing.T) {
	other := "01a1fa00-0000-7000-8000-000000000002"
	noted := func(id, parent, agent string) string {
		line := meta(id, `,"parent_thread_id":"`+parent+`"`)
		return line[:len(line)-1] + `,"stead":{"agents":[{"id":"` + agent + `"},{"id":"` + id +
			`"},{"id":"../x"},{"id":"01a1fa00-0000-7000-8000-00000000000f"}]}}`
	}
	folder := t.TempDir()
	put(t, folder, other, noted(other, ownID, ownID), item(1, prompt("b")))
	s, _ := open(t, put(t, folder, ownID, noted(ownID, other, other), item(1, prompt("a"))))
	if len(s.Children) != 1 || len(s.Children[0].Children) != 0 {
		t.Errorf("the sub-agents are %v", s.Children)
	}
}

func withAgents(prompt, at string, children ...timeline.Stream) timeline.Stream {
	s := timeline.Stream{Header: sample.Session().Header, Children: children}
	s.Header.ID, s.Header.Source = prompt, timeline.Source{CLI: "claude", OriginalID: prompt}
	s.Header.Lineage = &timeline.Lineage{Parent: "claude:x", At: at, Kind: timeline.LineageSubagent}
	s.Entries = timeline.Of(&timeline.Entry{ID: prompt, Type: timeline.User, Content: timeline.NewText(prompt)})
	return s
}

// delivered writes a session into a store.
func delivered(t *testing.T, root string, s timeline.Stream) writers.Receipt {
	t.Helper()
	o := writers.Options{Dir: "/home/dev/project", Now: time.Now(), NewID: uuid.NewString}
	return writertest.Write(t, writer.Writer{}, adapter.Store{CLI: "codex", Root: root}, s, o)
}

// written writes a session into a store and opens it there.
func written(t *testing.T, s timeline.Stream) timeline.Stream {
	t.Helper()
	root := t.TempDir()
	receipt := delivered(t, root, s)
	if files, _ := filepath.Glob(filepath.Join(root, "sessions/*/*/*/*")); len(files) != len(receipt.Files) ||
		len(receipt.Losses) > 0 {
		t.Errorf("files %v, receipt %+v", files, receipt)
	}
	read, _ := open(t, receipt.Path)
	return read
}

func shown(t *testing.T, s timeline.Stream) func(func(*timeline.Entry) bool) {
	return func(yield func(*timeline.Entry) bool) {
		for e, err := range s.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// The recorded sub-agent of multi-agent v2 is found, and what it reported.
func TestRecordedAgent(t *testing.T) {
	root := t.TempDir()
	s, entries := open(t, shelve(t, root, "agents")[0])
	if len(s.Children) != 1 || s.Children[0].Header.Lineage.At != "c1" {
		t.Fatalf("the sub-agents are %v", s.Children)
	}
	last := told(entries)[len(told(entries))-2]
	if last != "user notification: The bug is in line 2: add subtracts." {
		t.Errorf("before the last answer it is told %q", last)
	}
}
