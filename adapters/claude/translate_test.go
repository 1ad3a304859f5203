package claude_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/claude"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

func TestTranslateFindsATool(t *testing.T) {
	for name, test := range map[string]struct {
		tool  timeline.Tool
		input string
		want  claude.Translation
	}{
		"a command in the session's folder": {
			timeline.Bash, `{"command":"ls","workdir":"/code"}`,
			claude.Translation{Name: "Bash", Input: []byte(`{"command":"ls"}`)},
		},
		"a command in another folder": {
			timeline.Bash, `{"command":"ls \"a\"","workdir":"/it's"}`,
			claude.Translation{Name: "Bash", Input: []byte(`{"command":"cd '/it'\\''s' && ls \"a\""}`)},
		},
		"an argument that the tool does not have": {
			timeline.Bash, `{"command":"ls","tty":true}`,
			claude.Translation{Name: "Bash", Input: []byte(`{"command":"ls"}`), Dropped: []string{"tty"}},
		},
		"an argument to which another comes near": {
			timeline.Bash, `{"command":"ls","yield_time_ms":1000,"tty":true}`,
			claude.Translation{Name: "Bash", Input: []byte(`{"command":"ls","timeout":1000}`), Dropped: []string{"tty"},
				Near: near("yield_time_ms",
					"it is written as timeout, after which Claude Code ends a command that it meant to let go on")},
		},
		"an argument to which another comes near, which is there": {
			timeline.Bash, `{"command":"ls","yield_time_ms":1000,"timeout":5}`,
			claude.Translation{Name: "Bash", Input: []byte(`{"command":"ls","timeout":5}`), Dropped: []string{"yield_time_ms"}},
		},
		"a text where a number would come near": {
			timeline.Bash, `{"command":"ls","yield_time_ms":"soon"}`,
			claude.Translation{Name: "Bash", Input: []byte(`{"command":"ls"}`), Dropped: []string{"yield_time_ms"}},
		},
		"a limit of a search": {
			timeline.Search, `{"pattern":"x","limit":7}`,
			claude.Translation{Name: "Grep", Input: []byte(`{"pattern":"x","head_limit":7}`), Near: near("limit",
				"it is written as head_limit, which counts lines or files of the output")},
		},
		"a folder's list with more than its path": {
			timeline.List, `{"path":"/a","ignore":["x"]}`,
			claude.Translation{Name: "Bash", Input: []byte(`{"command":"ls -la '/a'"}`), Dropped: []string{"ignore"},
				Stands: "Claude Code lists folders with its shell, so the call became ls"},
		},
		"a patch with a word on what it is for": {
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Add File: /a.go\n+x\n*** End Patch","instruction":"Begin"}`,
			claude.Translation{Name: "Write", Input: []byte(`{"file_path":"/a.go","content":"x\n"}`),
				Dropped: []string{"instruction"}},
		},
		"a folder's list": {
			timeline.List, `{"path":"/a b"}`,
			claude.Translation{Name: "Bash", Input: []byte(`{"command":"ls -la '/a b'"}`),
				Stands: "Claude Code lists folders with its shell, so the call became ls"},
		},
		"a task without a description": {
			timeline.Task, `{"prompt":"Find it.\nAll of it."}`,
			claude.Translation{Name: "Agent", Input: []byte(`{"prompt":"Find it.\nAll of it.","description":"Find it."}`)},
		},
		"an argument that the tool has and the table does not name": {
			timeline.Search, `{"pattern":"x","output_mode":"count","-i":true,"case":1}`,
			claude.Translation{Name: "Grep", Input: []byte(`{"pattern":"x","output_mode":"count","-i":true}`),
				Dropped: []string{"case"}},
		},
		"a list of tasks": {
			timeline.Todo, `{"items":[{"text":"a","status":"completed"},{"text":"b"}]}`,
			claude.Translation{Name: "TodoWrite", Input: []byte(
				`{"todos":[{"content":"a","status":"completed","activeForm":"a"},{"content":"b","status":"pending","activeForm":"b"}]}`)},
		},
		"a new task": {
			timeline.Todo, `{"text":"a","activeForm":"doing a"}`,
			claude.Translation{Name: "TaskCreate", Input: []byte(`{"subject":"a","description":"a","activeForm":"doing a"}`)},
		},
		"a task that is done": {
			timeline.Todo, `{"id":"7","status":"completed"}`,
			claude.Translation{Name: "TaskUpdate", Input: []byte(`{"taskId":"7","status":"completed"}`)},
		},
		"a patch of one place": {
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Update File: a.go\n@@\n x\n-y\n+z\n*** End Patch\n"}`,
			claude.Translation{Name: "Edit",
				Input: []byte(`{"file_path":"/code/a.go","old_string":"x\ny","new_string":"x\nz"}`)},
		},
		"a patch that makes a file": {
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Add File: /a.go\n+x\n+\n*** End Patch"}`,
			claude.Translation{Name: "Write", Input: []byte(`{"file_path":"/a.go","content":"x\n\n"}`)},
		},
		"a patch of two places": {
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n@@\n-z\n*** End Patch"}`,
			heredoc(`*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n@@\n-z\n*** End Patch`),
		},
		"a patch that only adds": {
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Update File: a\n@@\n+y\n*** End Patch"}`,
			heredoc(`*** Begin Patch\n*** Update File: a\n@@\n+y\n*** End Patch`),
		},
		"a patch that names its place in words": {
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Update File: a\n@@ func f\n-x\n+y\n*** End Patch"}`,
			heredoc(`*** Begin Patch\n*** Update File: a\n@@ func f\n-x\n+y\n*** End Patch`),
		},
		"a patch that deletes": {
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}`,
			heredoc(`*** Begin Patch\n*** Delete File: a\n*** End Patch`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := claude.Translate(test.tool, []byte(test.input), "/code")
			if !ok {
				t.Fatal("no tool")
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func near(argument, why string) []toolmap.Approximation {
	return []toolmap.Approximation{{Argument: argument, Why: why}}
}

func heredoc(patch string) claude.Translation {
	return claude.Translation{Name: "Bash", Input: []byte(`{"command":"apply_patch <<'PATCH'\n` + patch +
		`\nPATCH","description":"Apply a patch"}`)}
}

// A call that the CLI would refuse is not drawn: better the generic form, which says so.
func TestTranslateRefusesWhatTheCLIWouldNotDraw(t *testing.T) {
	for name, test := range map[string]struct {
		tool  timeline.Tool
		input string
	}{
		"an unknown tool":            {timeline.Unknown, `{"x":1}`},
		"a command that is no text":  {timeline.Bash, `{"command":["ls"]}`},
		"an edit without its text":   {timeline.Edit, `{"path":"a"}`},
		"a list of nothing":          {timeline.List, `{}`},
		"an input that is no object": {timeline.Read, `"x"`},
		"a task without anything":    {timeline.Todo, `{}`},
	} {
		if got, ok := claude.Translate(test.tool, []byte(test.input), ""); ok {
			t.Errorf("%s became %s %s", name, got.Name, got.Input)
		}
	}
}

func TestAListOfTasksIsRead(t *testing.T) {
	tool, input := claude.ToUniversal("TodoWrite", []byte(
		`{"todos":[{"content":"a","status":"pending","activeForm":"doing a"}, 7]}`))
	if want := `{"items":[{"text":"a","status":"pending","activeForm":"doing a"},7]}`; tool != timeline.Todo ||
		string(input) != want {
		t.Errorf("got %s %s", tool, input)
	}
}

func TestADiffKeepsWhatBothHaveAsContext(t *testing.T) {
	drawn := claude.DrawResult("Edit", []byte(`{"file_path":"a","old_string":"x\ny\nz","new_string":"x\nY\nz"}`),
		timeline.Text{}, &timeline.Entry{Success: true})
	want := `{"filePath":"a","oldString":"x\ny\nz","newString":"x\nY\nz","originalFile":null,"structuredPatch":` +
		`[{"oldStart":1,"oldLines":3,"newStart":1,"newLines":3,"lines":[" x","-y","+Y"," z"]}],"userModified":false,"replaceAll":false}`
	if diff := cmp.Diff(want, string(drawn)); diff != "" {
		t.Error(diff)
	}
}

// A tool of another CLI may have the name and other arguments, and so may a call that the user rewrote. The drawing is
// JSON, or there is none.
func TestNothingIsDrawnOfOtherArguments(t *testing.T) {
	for _, name := range []string{"Read", "Edit", "Write", "AskUserQuestion", "Bash"} {
		for _, input := range []string{`{}`, `{"path":"a"}`, `{"file_path":7}`, `{"file_path":"a","content":"b"}`,
			`{"file_path":"a","old_string":"b"}`, `{"questions":[{"question":"a"}]}`, ``} {
			drawn := claude.DrawResult(name, []byte(input), timeline.NewText("out"), &timeline.Entry{Success: true})
			if drawn != nil && !json.Valid(drawn) {
				t.Errorf("of %s %s it draws %s", name, input, drawn)
			}
		}
	}
}
