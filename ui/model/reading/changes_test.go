package reading

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/render/changes"
	"stead/timeline"
)

func TestChangesOfACallAreThoseOfItsArguments(t *testing.T) {
	one := func(lines ...string) []changes.Hunk { return []changes.Hunk{{Lines: lines}} }
	for _, c := range []struct {
		tool  timeline.Tool
		input string
		want  []changes.File
	}{
		{timeline.Edit, `{"path":"a","old":"x","new":"y\u00e9"}`,
			[]changes.File{{Path: "a", Added: 1, Deleted: 1, Hunks: one("-x", "+yé")}}},
		{timeline.Edit, `{"patch":"*** Update File: b\n-x"}`, []changes.File{{Path: "b", Deleted: 1, Hunks: one("-x")}}},
		{timeline.Write, `{"path":"/etc/passwd","content":"x"}`,
			[]changes.File{{Path: "/etc/passwd", Added: 1, Hunks: []changes.Hunk{{New: 1, Lines: []string{"+x"}}}}}},
		{timeline.Edit, `{"path":"a","old":"x"}`, nil},
		{timeline.Edit, `{"path":"a","old":1,"new":[]}`, nil},
		{timeline.Write, `{"path":"a"}`, nil},
		{timeline.Write, `[`, nil},
		{timeline.Read, `{"path":"a","content":"x"}`, nil},
		{timeline.Bash, `{"command":"sed -i s/a/b/ x"}`, nil},
	} {
		got := entryOf(&timeline.Entry{Type: timeline.ToolCall, Tool: c.tool, Input: json.RawMessage(c.input)}, mostText)
		if diff := cmp.Diff(c.want, got.Changes); diff != "" {
			t.Errorf("%s %s:\n%s", c.tool, c.input, diff)
		}
	}
}

func TestChangesOfACallAreBounded(t *testing.T) {
	content, err := json.Marshal(strings.Repeat("line\n", 100_000))
	if err != nil {
		t.Fatal(err)
	}
	got := changesOf(&timeline.Entry{Type: timeline.ToolCall, Tool: timeline.Write,
		Input: json.RawMessage(`{"path":"a","content":` + string(content) + `}`)})
	f := got.Files[0]
	if kept := len(f.Hunks[0].Lines); f.Added != 100_000 || kept+f.More != f.Added || kept > mostText/len("+line") ||
		kept < mostText/6 {
		t.Errorf("of %d lines %d are kept and %d left out", f.Added, kept, f.More)
	}
}
