package failures

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/adaptertest"
	"stead/readers"
	"stead/timeline"
)

// Deliver demands of a reader that each of the CLI's recorded sessions gives what happened in it, once, and nothing of the failure. The path is where a
// session of the CLI would lie in a store.
func Deliver(t *testing.T, r readers.Reader, path string) {
	t.Helper()
	for _, name := range Names(t, r.Info().Name, Session) {
		t.Run(name, func(t *testing.T) { DeliverAs(t, r, name, path, Read(t, name)) })
	}
}

// DeliverAs demands the same of one recording, of which the CLI's store holds the content in another form than it was recorded in.
func DeliverAs(t *testing.T, r readers.Reader, name, path string, content []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), path)
	adaptertest.Put(t, file, content)
	stream, err := r.Open(t.Context(), adapter.Location{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(happened(name, string(Read(t, name))), told(t, stream)); diff != "" {
		t.Errorf("delivered (-want +got):\n%s", diff)
	}
}

var telemetry = regexp.MustCompile(`"response_text": "[^"]*"`)

// happened is what a recording must give: its turn as far as it came, and the one that followed, if there was one.
func happened(name, recorded string) []string {
	recorded = telemetry.ReplaceAllString(recorded, "") // tells what the CLI asked beside the conversation, too
	want := []string{"user: Run the echo command please."}
	if !strings.Contains(name, "first-call") {
		want = append(want, "assistant: Running it.", "tool_call: echo tool-ok", "tool_result: tool-ok")
	}
	for _, later := range []string{"user: NEXTPROMPT go on", "assistant: All good now."} {
		if _, text, _ := strings.Cut(later, ": "); strings.Contains(recorded, text) {
			want = append(want, later)
		}
	}
	return want
}

// told is what would be delivered, without what differs between the recordings.
func told(t *testing.T, stream timeline.Stream) []string {
	t.Helper()
	var all []string
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if !e.Active() || e.IsContext() || e.Compaction != nil {
			continue
		}
		text, _, _ := strings.Cut(strings.Trim(e.Content.String(), `"`), " CASE") // OpenCode keeps a prompt of its command line in quotes
		switch {
		case e.Type == timeline.ToolCall && strings.Contains(string(e.Input), `"echo tool-ok"`):
			text = "echo tool-ok"
		case e.Type == timeline.ToolResult && strings.Contains(e.Output.String(), "tool-ok"):
			text = "tool-ok"
		}
		all = append(all, string(e.Type)+": "+text)
	}
	return all
}
