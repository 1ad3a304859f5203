package pi_test

import (
	"testing"

	"stead/adapters/pi"
	"stead/timeline"
)

func TestCallsGoThereAndBack(t *testing.T) {
	for _, test := range []struct{ name, native, universal string }{
		{"bash", `{"command":"ls","timeout":2.5}`, `{"command":"ls","timeout":2500}`},
		{"read", `{"path":"a","offset":2,"limit":1}`, `{"path":"a","offset":2,"limit":1}`},
		{"edit", `{"path":"a","edits":[{"oldText":"x","newText":"y"}]}`, `{"path":"a","old":"x","new":"y"}`},
		{"grep", `{"pattern":"x","glob":"*.go"}`, `{"pattern":"x","glob":"*.go"}`},
		{"edit", `{"path":"a","edits":[{"oldText":"x\ny","newText":"z"},{"oldText":"v","newText":"w"}]}`,
			`{"path":"a","patch":"*** Begin Patch\n*** Update File: a\n@@\n-x\n-y\n+z\n@@\n-v\n+w\n*** End Patch"}`},
	} {
		tool, input := pi.ToUniversal(test.name, []byte(test.native))
		if string(input) != test.universal {
			t.Errorf("%s %s became %s, want %s", test.name, test.native, input, test.universal)
		}
		name, native, ok := pi.FromUniversal(tool, input, "")
		if name != test.name || string(native) != test.native || !ok {
			t.Errorf("%s came back as %s %s", test.native, name, native)
		}
	}
}

func TestTheEditBeforeTheListIsRead(t *testing.T) {
	_, input := pi.ToUniversal("edit", []byte(`{"path":"a","oldText":"x","newText":"y"}`))
	if string(input) != `{"path":"a","old":"x","new":"y"}` {
		t.Errorf("got %s", input)
	}
}

func TestArgumentsOfOthersArePassedOn(t *testing.T) {
	patch := `"patch":"*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch"`
	for _, test := range []struct {
		tool        timeline.Tool
		input, want string
	}{
		{timeline.Bash, `{"command":"ls","description":"Look","timeout":1500,"yield_time_ms":10}`,
			`{"command":"ls","timeout":1.5,"description":"Look","yield_time_ms":10}`},
		{timeline.Bash, `{"command":"ls","timeout":"soon"}`, `{"command":"ls","timeout":"soon"}`},
		{timeline.Edit, `{"path":"a","old":"x","new":"y","instruction":"Greet"}`,
			`{"path":"a","instruction":"Greet","edits":[{"oldText":"x","newText":"y"}]}`},
		{timeline.Edit, `{` + patch + `,"instruction":"Greet"}`,
			`{"path":"a","edits":[{"oldText":"x","newText":"y"}],"instruction":"Greet"}`},
		{timeline.Search, `{"pattern":"x","output_mode":"count"}`, `{"pattern":"x","output_mode":"count"}`},
	} {
		if _, got, ok := pi.FromUniversal(test.tool, []byte(test.input), ""); !ok || string(got) != test.want {
			t.Errorf("%s became %s, want %s", test.input, got, test.want)
		}
	}
}

func TestOnlyAPatchOfOneFileIsAnEdit(t *testing.T) {
	for _, patch := range []string{
		`*** Begin Patch\n*** Delete File: a\n*** End Patch`,
		`*** Begin Patch\n*** Update File: a\n@@\n+only\n*** End Patch`, `hello`,
		`*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** Update File: b\n@@\n-x\n+y\n*** End Patch`,
	} {
		if _, native, ok := pi.FromUniversal(timeline.Edit, []byte(`{"patch":"`+patch+`"}`), ""); ok {
			t.Errorf("%s became %s", patch, native)
		}
	}
}

func TestExitCodes(t *testing.T) {
	for output, want := range map[string][2]string{
		"out\n\n\nCommand exited with code 3":     {"out\n", "exit code 3"},
		"Command exited with code 1":              {"", "exit code 1"},
		"said: Command exited with code 1":        {"said: Command exited with code 1", ""},
		"x\n\nCommand exited with code 3 or so":   {"x\n\nCommand exited with code 3 or so", ""},
		"x\n\nCommand timed out after 1 seconds":  {"x\n\nCommand timed out after 1 seconds", ""},
		"Command exited with code 1\n\nand more.": {"Command exited with code 1\n\nand more.", ""},
	} {
		printed, failure := pi.SplitExit(timeline.NewText(output))
		if printed.String() != want[0] || failure.String() != want[1] {
			t.Errorf("%q was parted into %q and %q", output, printed, failure)
		}
		if joined, ok := pi.JoinExit(printed, failure); ok != (want[1] != "") || ok && joined.String() != output {
			t.Errorf("%q came back as %q", output, joined)
		}
	}
}
