package transcript_test

import (
	"slices"
	"testing"

	"stead/internal/render/transcript"
	"stead/timeline"
)

func TestTouchedFilesAreThoseOfTheCall(t *testing.T) {
	for _, c := range []struct {
		tool    timeline.Tool
		input   string
		files   []string
		changes bool
	}{
		{timeline.Read, `{"path":"a.go"}`, []string{"a.go"}, false},
		{timeline.Write, `{"path":"b\u001b[31m.go","content":"x"}`, []string{"b.go"}, true},
		{timeline.Edit, `{"path":"c.go","old":"1","new":"2"}`, []string{"c.go"}, true},
		{timeline.Edit,
			`{"patch":"*** Begin Patch\n*** Update File: d.go\n@@\n*** Add File: e.go\n+x\n*** Delete File: f.go\n"}`,
			[]string{"d.go", "e.go", "f.go"}, true},
		{timeline.Bash, `{"command":"rm g.go"}`, nil, false},
		{timeline.Read, `[]`, nil, false},
	} {
		call := &timeline.Entry{Type: timeline.ToolCall, Tool: c.tool, Input: []byte(c.input)}
		if files, changes := transcript.Touched(call); !slices.Equal(files, c.files) || changes != c.changes {
			t.Errorf("%s %s touches %q, %v", c.tool, c.input, files, changes)
		}
	}
}
