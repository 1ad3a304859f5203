package changes_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/render/changes"
)

func check(t *testing.T, got, want changes.Changes) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEditHasTheLinesAroundWhatWasChanged(t *testing.T) {
	check(t, changes.Edit("a.go", "one\ntwo\nthree", "one\n2\nthree\n", changes.Bounds{}),
		changes.Changes{Files: []changes.File{{
			Path: "a.go", Added: 1, Deleted: 1, Hunks: []changes.Hunk{{Lines: []string{" one", "-two", "+2", " three"}}},
		}}})
}

func TestLongTextsAreNotCompared(t *testing.T) {
	long := strings.Repeat("x\n", 200<<10)
	f := changes.Edit("a", long, long+"y", changes.Bounds{Bytes: 100}).Files[0]
	if f.Deleted != 200<<10 || f.Added != 200<<10+1 || f.More != f.Added+f.Deleted-49 || len(f.Hunks[0].Lines) != 49 {
		t.Errorf("+%d -%d, %d are left out and %d kept", f.Added, f.Deleted, f.More, len(f.Hunks[0].Lines))
	}
}

func TestWrittenFileIsAllNew(t *testing.T) {
	check(t, changes.Write("a", "1\n\n2", changes.Bounds{}), changes.Changes{Files: []changes.File{{
		Path: "a", Added: 3, Hunks: []changes.Hunk{{New: 1, Lines: []string{"+1", "+", "+2"}}},
	}}})
	check(t, changes.Write("empty", "", changes.Bounds{}),
		changes.Changes{Files: []changes.File{{Path: "empty", Hunks: []changes.Hunk{}}}})
}

func TestPatchIsReadFileByFile(t *testing.T) {
	patch := "no patch\n*** Begin Patch\r\n*** Update File: a b.go\r\n*** Move to: c.go\n@@ func x\n one\n\n-two\n+*** Add File: no\n@@\n+last\n*** Add File: new\n+x\n" +
		"*** Delete File: old.go\n*** End Patch"
	want := changes.Changes{Files: []changes.File{
		{Path: "c.go", Old: "a b.go", Added: 2, Deleted: 1, Hunks: []changes.Hunk{
			{Lines: []string{" one", " ", "-two", "+*** Add File: no"}}, {Lines: []string{"+last"}}}},
		{Path: "new", Added: 1, Hunks: []changes.Hunk{{Lines: []string{"+x"}}}},
		{Path: "old.go", Hunks: []changes.Hunk{}},
	}}
	check(t, changes.Patch(patch, changes.Bounds{}), want)
	want.Files[0].Hunks = []changes.Hunk{{Lines: []string{" one"}}}
	want.Files[0].More = 4
	want.Files, want.Left = want.Files[:1], 2
	check(t, changes.Patch(patch, changes.Bounds{Lines: 1, Files: 1}), want)
}

func TestBytesAreBounded(t *testing.T) {
	for name, got := range map[string]changes.Changes{
		"lines": changes.Patch("*** Update File: x\n"+strings.Repeat("@@\n+"+strings.Repeat("x", 99)+"\n", 10_000),
			changes.Bounds{Bytes: 1000}),
		"files": changes.Patch(strings.Repeat("*** Update File: "+strings.Repeat("x", 100)+"\n", 10_000),
			changes.Bounds{Bytes: 1000}),
	} {
		kept, more := 0, got.Left
		for _, f := range got.Files {
			kept += len(f.Path)
			more += f.More
			for _, h := range f.Hunks {
				kept += len(strings.Join(h.Lines, ""))
			}
		}
		if kept > 1000 || more < 9_980 {
			t.Errorf("of %s %d bytes are kept, and %d left out", name, kept, more)
		}
	}
}

// TestUnifiedDiffOfGitIsRead parses git's diffs of files of all kinds, in parts of all lengths.
func TestUnifiedDiffOfGitIsRead(t *testing.T) {
	script := `git init -q . && git config user.name n && git config user.email e@example.com
seq 1 20 > list; printf 'a\0b' > picture; seq 1 30 > old; printf -- '-- x\n' > minus; printf 'x' > 'with blank'
git add . && git commit -qm 1
sed -i s/^10$/ten/ list; printf 'a\0c' > picture; git mv old ütf; echo 31 >> ütf; printf -- '++ y\n' > minus
rm 'with blank'; : > empty; git add . && git commit -qm 2
git diff-tree -r -p -M --no-commit-id HEAD~ HEAD`
	command := exec.Command("sh", "-ec", script)
	command.Dir = t.TempDir()
	command.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + command.Dir}
	diff, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := changes.Changes{Files: []changes.File{
		{Path: "empty", Hunks: []changes.Hunk{}},
		{Path: "list", Added: 1, Deleted: 1, Hunks: []changes.Hunk{
			{Old: 7, New: 7, Lines: []string{" 7", " 8", " 9", "-10", "+ten", " 11", " 12", " 13"}}}},
		{Path: "minus", Added: 1, Deleted: 1, Hunks: []changes.Hunk{{Old: 1, New: 1, Lines: []string{"--- x", "+++ y"}}}},
		{Path: "picture", Binary: true, Hunks: []changes.Hunk{}},
		{Path: "with blank", Deleted: 1, Hunks: []changes.Hunk{{Old: 1, New: 0, Lines: []string{"-x"}}}},
		{Path: "ütf", Old: "old", Added: 1, Hunks: []changes.Hunk{
			{Old: 28, New: 28, Lines: []string{" 28", " 29", " 30", "+31"}}}},
	}}
	for _, length := range []int{1, 7, len(diff)} {
		r := changes.NewReader(changes.Bounds{})
		for rest := diff; len(rest) > 0; {
			part := rest[:min(length, len(rest))]
			fmt.Fprintf(r, "%s", part)
			rest = rest[len(part):]
		}
		check(t, r.Changes(), want)
	}
}

func TestLineWithoutAnEndIsNotKept(t *testing.T) {
	r := changes.NewReader(changes.Bounds{Lines: 10})
	fmt.Fprint(r, "diff --git a/x b/x\n@@ -0,0 +1 @@\n+")
	for range 1000 {
		fmt.Fprint(r, strings.Repeat("x", 10_000))
	}
	f := r.Changes().Files[0]
	if f.Added != 1 || len(f.Hunks[0].Lines[0]) != 4<<10 {
		t.Errorf("%d bytes are kept", len(f.Hunks[0].Lines[0]))
	}
}

func FuzzUnified(f *testing.F) {
	f.Add("diff --git a/x b/x\n@@ -1,99999999999999999999 +1 @@\n+\n-\n")
	f.Add("diff --git \n@@ - + @@\n@@ -1 +1 @@\nrename from \"\nrename to \"\\x\n+")
	f.Fuzz(func(t *testing.T, text string) {
		r := changes.NewReader(changes.Bounds{Lines: 5, Files: 5, Bytes: 500})
		fmt.Fprint(r, text)
		if got := r.Changes(); len(got.Files) > 5 {
			t.Errorf("%d files", len(got.Files))
		}
		changes.Patch(text, changes.Bounds{Lines: 5, Files: 5, Bytes: 500})
	})
}
