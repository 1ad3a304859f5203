package timeline_test

import (
	"slices"
	"testing"

	"stead/timeline"
)

func TestPatchedFiles(t *testing.T) {
	patch := "*** Begin Patch\r\n*** Update File: a b.go\r\n*** Move to: sub/c.go\n@@ *** Add File: no\n-*** Add File: no\n+*** Delete File: no\n*** Add File: \n" +
		"*** Add File: ä.go\n+x\n*** Delete File: old.go\n*** End Patch\n*** Update File: last"
	want := []string{"update a b.go", "move sub/c.go", "add ä.go", "delete old.go", "update last"}
	var got []string
	for path, change := range timeline.PatchedFiles(patch) {
		got = append(got, string(change)+" "+path)
	}
	if !slices.Equal(got, want) {
		t.Errorf("it names %q, want %q", got, want)
	}
	for path := range timeline.PatchedFiles(patch) {
		if path != "a b.go" {
			t.Errorf("the range goes on with %q", path)
		}
		break
	}
	for path := range timeline.PatchedFiles("no patch at all\n*** Begin Patch") {
		t.Errorf("no patch names %q", path)
	}
}
