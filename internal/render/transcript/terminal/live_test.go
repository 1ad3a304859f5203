package terminal_test

import (
	"strings"
	"testing"
	"time"

	"stead/internal/render/transcript/terminal"
	"stead/timeline"
)

func TestLiveViewShowsACallBeforeItsResult(t *testing.T) {
	var out strings.Builder
	live := terminal.NewLive(&out, terminal.Options{Width: 80, Zone: time.UTC})
	call := func(id, command string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: timeline.Bash,
			Input: []byte(`{"command":"` + command + `"}`)}
	}
	result := func(id, output string) *timeline.Entry {
		return &timeline.Entry{ID: "r" + id, Type: timeline.ToolResult, CallID: id, Success: true,
			Output: timeline.NewText(output)}
	}
	for _, step := range []struct {
		entry *timeline.Entry
		want  string
	}{
		{&timeline.Entry{ID: "0", Type: timeline.User, Content: timeline.NewText("Go on\x1b[2J")}, "\nuser\n  Go on\n"},
		{call("a", "make"), "\nassistant\n  > bash make\n"},
		{result("a", "built"), "    built\n"},
		{call("b", "ls"), "  > bash ls\n"},
		{call("c", "pwd"), "  > bash pwd\n"},
		{result("b", "file"), "  result of bash ls\n    file\n"},
		{&timeline.Entry{ID: "h", Type: timeline.System, Hidden: true, Content: timeline.NewText("hidden")}, ""},
		{&timeline.Entry{ID: "o", Type: timeline.User, Branch: "old", Content: timeline.NewText("abandoned")}, ""},
		{&timeline.Entry{ID: "z", Type: timeline.Assistant, Content: timeline.NewText("Done.")}, "  Done.\n"},
		{&timeline.Entry{ID: "opened-x", Type: timeline.System, Hidden: true,
			Content: timeline.NewText("the run goes on in x")}, "\nsystem\n  the run goes on in x\n"},
	} {
		out.Reset()
		if err := live.Entry(step.entry); err != nil {
			t.Fatal(err)
		}
		if out.String() != step.want {
			t.Errorf("entry %s: got %q, want %q", step.entry.ID, out.String(), step.want)
		}
	}
}
