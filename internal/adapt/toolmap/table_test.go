package toolmap_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

var table = toolmap.Table{
	{Tool: timeline.Read, Name: "Read", Former: []string{"View"}, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "limit", Native: "limit"},
	}},
}

func TestToUniversalRenamesArgumentsAndKeepsTheRest(t *testing.T) {
	tool, input := table.ToUniversal("View", []byte(`{"file_path":"a\u00e4\n","pages":[1, 2]}`))
	if tool != timeline.Read {
		t.Errorf("tool = %s", tool)
	}
	if diff := cmp.Diff(`{"path":"a\u00e4\n","pages":[1, 2]}`, string(input)); diff != "" {
		t.Error(diff)
	}
}

func TestToUniversalLeavesAnUnknownToolAlone(t *testing.T) {
	tool, input := table.ToUniversal("Frobnicate", []byte(`{"x":1}`))
	if tool != timeline.Unknown || string(input) != `{"x":1}` {
		t.Errorf("got %s %s", tool, input)
	}
}

func TestFromUniversalNamesWhatTheToolDoesNotHave(t *testing.T) {
	name, input, dropped, ok := table.FromUniversal(timeline.Read, []byte(`{"path":"a","pages":[1],"limit":3}`))
	if !ok || name != "Read" || string(input) != `{"file_path":"a","limit":3}` {
		t.Errorf("got %s %s %v", name, input, ok)
	}
	if diff := cmp.Diff([]string{"pages"}, dropped); diff != "" {
		t.Error(diff)
	}
	if _, input, _ := table.Whole(timeline.Read, []byte(`{"path":"a","pages":[1],"file_path":"b"}`)); string(
		input) != `{"file_path":"a","pages":[1]}` {
		t.Errorf("whole it is %s", input)
	}
	if _, _, _, ok := table.FromUniversal(timeline.Unknown, nil); ok {
		t.Error("unknown is no tool of any CLI")
	}
}
