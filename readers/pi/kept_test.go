package pi_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/readers/pi"
	"stead/timeline"
	writer "stead/writers/pi"
)

// A prompt that the writer repeats after a summary is read once, and the summary keeps it. A tail reads the same.
func TestAPromptThatACompactionKeepsIsReadOnce(t *testing.T) {
	summary := &timeline.Entry{Type: timeline.System, Content: timeline.NewText("So far."),
		Compaction: &timeline.Compaction{Keeps: []string{"entry-0", "entry-2"}}}
	source := sample.Conversation(sample.User("one"), sample.Assistant("1"), sample.User("two"), sample.Assistant("2"),
		summary, sample.User("three"))
	content, _ := writertest.Encode(t, writer.Writer{}, source, writertest.Options())
	path := filepath.Join(t.TempDir(), "s.jsonl")
	tail, err := pi.Reader{}.Tail(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	fixtures.Put(t, path, content)
	stream, err := pi.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	var opened []*timeline.Entry
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		opened = append(opened, e)
	}
	followed, err := tail.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"one", "1", "two", "2", "So far. keeps one two", "three"}
	for how, entries := range map[string][]*timeline.Entry{"opened": opened, "followed": followed.Entries} {
		if diff := cmp.Diff(want, visible(entries)); diff != "" {
			t.Errorf("%s (-want +got)\n%s\n%s", how, diff, content)
		}
	}
}

func visible(entries []*timeline.Entry) []string {
	var all []string
	texts := map[string]string{}
	for _, e := range entries {
		if e.Hidden {
			continue
		}
		text := e.Content.String()
		texts[e.ID] = text
		if e.Compaction != nil {
			text += " keeps"
			for _, id := range e.Compaction.Keeps {
				text += " " + texts[id]
			}
		}
		all = append(all, text)
	}
	return all
}
