package history

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"stead/runs"
	"stead/timeline"
)

func call(id, command string) *timeline.Entry {
	return &timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: timeline.Bash, OriginalTool: "exec_command",
		Input: json.RawMessage(`{"command":"` + command + `"}`)}
}

func TestCallsWithoutAResultAreNamed(t *testing.T) {
	prompt := func(id string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: timeline.User, Content: timeline.NewText("Work.")}
	}
	result := func(id string) *timeline.Entry {
		return &timeline.Entry{ID: "r" + id, Type: timeline.ToolResult, CallID: id}
	}
	said := &timeline.Entry{ID: "a", Type: timeline.Assistant, Content: timeline.NewText("I run it.")}
	for _, c := range []struct {
		name    string
		added   []*timeline.Entry
		calling []runs.Call
		want    []string
	}{
		{"one that is open", []*timeline.Entry{prompt("p"), call("1", "ls"), result("1"), call("2", "rm x"),
			call("3", "make")}, nil, []string{"exec_command: rm x", "exec_command: make"}},
		{"none that has its result", []*timeline.Entry{prompt("p"), call("1", "ls"), result("1")},
			[]runs.Call{{ID: "1", Text: "exec_command: ls"}}, nil},
		{"none of an earlier turn", []*timeline.Entry{prompt("p"), call("1", "ls"), prompt("q")}, nil, nil},
		{"one that was announced and is not recorded", []*timeline.Entry{prompt("p"), said},
			[]runs.Call{{ID: "9", Text: "shell: make"}}, []string{"shell: make"}},
		{"one that was announced before anything was recorded", nil, []runs.Call{{ID: "9", Text: "shell: make"}},
			[]string{"shell: make"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := ReadProgress(brokenOff(c.added...), runs.Run{To: runs.Session{CLI: "codex", ID: "b"},
				Calling: c.calling}, "")
			if err != nil || !slices.Equal(s.Doubts, c.want) || s.Answered {
				t.Errorf("doubts %q, %v, answered %v; want %q", s.Doubts, err, s.Answered, c.want)
			}
		})
	}
}

func TestAPromptSaysWhatMayHaveRun(t *testing.T) {
	if got := WithDoubts("Go on.", nil); got != "Go on." {
		t.Errorf("without a doubt: %s", got)
	}
	if got := WithDoubts("", []string{"x"}); got != "" {
		t.Errorf("without a prompt: %s", got)
	}
	many := slices.Repeat([]string{"shell: make"}, mostDoubts+2)
	got := WithDoubts("Go on.", many)
	if !strings.HasPrefix(got, "Go on.\n\n") || strings.Count(got, "\n- shell: make") != mostDoubts ||
		!strings.HasSuffix(got, "\n- and 2 more") || !strings.Contains(got, "may have run already") {
		t.Errorf("got %s", got)
	}
	if long := doubt(call("1", strings.Repeat("é", 400))); len(long) > longestDoubt+4 ||
		!strings.HasSuffix(long, "é ...") {
		t.Errorf("a long call is named %s", long)
	}
}
