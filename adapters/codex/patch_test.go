package codex

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stead/timeline"
)

func TestPatchToUniversal(t *testing.T) {
	tests := []struct {
		name, patch string
		tool        timeline.Tool
		input       string
	}{
		{"one added file is a write", "*** Begin Patch\n*** Add File: a.txt\n+one\n+\n+two\n*** End Patch\n",
			timeline.Write, `{"path":"a.txt","content":"one\n\ntwo\n"}`},
		{"an empty file is a write", "*** Begin Patch\n*** Add File: a.txt\n*** End Patch", timeline.Write,
			`{"path":"a.txt","content":""}`},
		{"one place is an edit",
			"*** Begin Patch\n*** Update File: a\n@@ func f()\n x\n-y\n+z\n*** End of File\n*** End Patch", timeline.Edit,
			`{"path":"a","old":"x\ny","new":"x\nz"}`},
		{"lines that go take their ends along", "*** Begin Patch\n*** Update File: a\n@@\n-y\n*** End Patch", timeline.Edit,
			`{"path":"a","old":"y\n","new":""}`},
		{"an insertion alone has no place in the text", "*** Begin Patch\n*** Update File: a\n@@ f\n+z\n*** End Patch",
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Update File: a\n@@ f\n+z\n*** End Patch"}`},
		{"two places stay a patch", "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n@@\n-v\n+w\n*** End Patch",
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n@@\n-v\n+w\n*** End Patch"}`},
		{"a move stays a patch", "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch",
			timeline.Edit, `{"patch":"*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch"}`},
		{"a deletion stays a patch", "*** Begin Patch\n*** Delete File: a\n*** End Patch", timeline.Edit,
			`{"patch":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}`},
		{"what is no patch is kept", "hello", timeline.Edit, `{"patch":"hello"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tool, input := PatchToUniversal(timeline.NewText(test.patch))
			if tool != test.tool || string(input) != test.input {
				t.Errorf("got %s %s\nwant %s %s", tool, input, test.tool, test.input)
			}
		})
	}
}

// Every universal edit must come back from the patch that it becomes.
func TestEditsComeBackFromTheirPatch(t *testing.T) {
	tests := []struct {
		tool  timeline.Tool
		input string
	}{
		{timeline.Write, `{"path":"a.txt","content":"one\n\ttwo \"quoted\" \\n\n"}`},
		{timeline.Write, `{"path":"a.txt","content":""}`},
		{timeline.Write, `{"path":"a.txt","content":"+plus\n*** End Patch\n"}`},
		{timeline.Edit, `{"path":"a.go","old":"x\ny\nz","new":"x\n\nz"}`},
		{timeline.Edit, `{"path":"a.go","old":"gone\n","new":""}`},
		{timeline.Edit, `{"path":"a.go","old":"same","new":"same"}`},
		{timeline.Edit, `{"patch":"*** Begin Patch\n*** Delete File: a\n*** End Patch\n"}`},
	}
	for _, test := range tests {
		call, ok := FromUniversal(test.tool, []byte(test.input))
		if !ok || call.Name != ApplyPatch {
			t.Fatalf("%s: %+v", test.input, call)
		}
		tool, input := PatchToUniversal(call.Patch)
		if tool != test.tool || string(input) != test.input {
			t.Errorf("%s\nbecame %s\nand came back as %s %s", test.input, call.Patch, tool, input)
		}
	}
}

func TestAddFilePatchNeedsNoDecoding(t *testing.T) {
	for escaped, want := range map[string]string{
		`"a\nb"`:         "+a\n+b\n",
		`"a\u000ab\n"`:   "+a\n+b\n",
		`"back\\nslash"`: "+back\\nslash\n",
		`"\\\n"`:         "+\\\n",
		`"\n\n"`:         "+\n+\n",
	} {
		got := AddFilePatch("f", timeline.RawText([]byte(escaped))).String()
		if want := "*** Begin Patch\n*** Add File: f\n" + want + "*** End Patch\n"; got != want {
			t.Errorf("%s: %q, want %q", escaped, got, want)
		}
	}
}

func TestPathsThatWouldBreakAPatchAreRefused(t *testing.T) {
	for _, input := range []string{`{"path":"a\nb","content":""}`, `{"path":"","content":""}`, `{"path":7,"content":""}`} {
		if call, ok := FromUniversal(timeline.Write, []byte(input)); ok {
			t.Errorf("%s became %s", input, call.Patch)
		}
	}
}

func TestUnifiedDiffComesBack(t *testing.T) {
	hunks := []Hunk{{Lines: []string{" a", "-b", "+c"}}, {Lines: []string{"+d"}}}
	diff := UnifiedDiff(hunks)
	if want := "@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -0,0 +1,1 @@\n+d\n"; diff != want {
		t.Errorf("got %q", diff)
	}
	if d := cmp.Diff(hunks, ParseUnifiedDiff(diff), cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}
