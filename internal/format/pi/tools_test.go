package pi_test

import (
	"testing"

	"stead/internal/format/pi"
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
		name, native, dropped, ok := pi.FromUniversal(tool, input, "")
		if name != test.name || string(native) != test.native || len(dropped) > 0 || !ok {
			t.Errorf("%s came back as %s %s, dropped %v", test.native, name, native, dropped)
		}
	}
}

func TestTheEditBeforeTheListIsRead(t *testing.T) {
	_, input := pi.ToUniversal("edit", []byte(`{"path":"a","oldText":"x","newText":"y"}`))
	if string(input) != `{"path":"a","old":"x","new":"y"}` {
		t.Errorf("got %s", input)
	}
}

func TestOnlyWhatSaysSomethingIsDropped(t *testing.T) {
	_, _, dropped, _ := pi.FromUniversal(timeline.Edit, []byte(`{"path":"a","old":"x","new":"y","replaceAll":false}`), "")
	_, _, lost, _ := pi.FromUniversal(timeline.Edit, []byte(`{"path":"a","old":"x","new":"y","replaceAll":true}`), "")
	if len(dropped) != 0 || len(lost) != 1 {
		t.Errorf("dropped %v and %v", dropped, lost)
	}
}

func TestOnlyAPatchOfOneFileIsAnEdit(t *testing.T) {
	for _, patch := range []string{
		`*** Begin Patch\n*** Delete File: a\n*** End Patch`, `*** Begin Patch\n*** Update File: a\n@@\n+only\n*** End Patch`, `hello`,
		`*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** Update File: b\n@@\n-x\n+y\n*** End Patch`,
	} {
		if _, native, _, ok := pi.FromUniversal(timeline.Edit, []byte(`{"patch":"`+patch+`"}`), ""); ok {
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
