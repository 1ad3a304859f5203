package worktree_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree"
)

func (p project) expectChanges(repository, from, to string, want ...string) {
	p.Helper()
	changes, err := worktree.Changes(p.Context(), repository, from, to)
	if err != nil {
		p.Fatal(err)
	}
	got := make([]string, 0, len(changes))
	for _, c := range changes {
		line := fmt.Sprintf("%s %s +%d -%d", c.Status, c.Path, c.Added, c.Deleted)
		if c.Old != "" {
			line += " was " + c.Old
		}
		if c.Binary {
			line += " binary"
		}
		if c.Mode {
			line += " mode"
		}
		got = append(got, line)
	}
	slices.Sort(got)
	slices.Sort(want)
	if difference := cmp.Diff(want, got); difference != "" {
		p.Errorf("the changes are others:\n%s", difference)
	}
}

func (p project) expectDiff(repository, from, to string, want ...string) {
	p.Helper()
	var out bytes.Buffer
	if err := worktree.Diff(p.Context(), repository, from, to, &out); err != nil {
		p.Fatal(err)
	}
	for _, part := range want {
		if !strings.Contains(out.String(), part) {
			p.Errorf("%q is not in\n%s", part, out.String())
		}
	}
}

func TestChangesOfEachKindAreListed(t *testing.T) {
	for name, begin := range map[string]func(project){"with git": project.begin, "without git": func(project) {}} {
		t.Run(name, func(t *testing.T) {
			p := newFolder(t)
			p.write("moved.txt", strings.Repeat("a line of it\n", 20))
			p.write("run.sh", "#!/bin/sh\n")
			p.write("picture.png", "\x00\x01\x02")
			begin(p)
			s := p.take()
			tree, in := p.add(s, "tree")
			in.write("main.txt", "one\n2\n3\nfour\n")
			in.remove("docs")
			in.write("with\nnew line", "strange\n")
			in.write("picture.png", "\x00\x01\x03")
			err := errors.Join(os.Rename(in.path("moved.txt"), in.path("to.txt")), os.Chmod(in.path("run.sh"), 0o755),
				os.Symlink("x", in.path("link")))
			if err != nil {
				t.Fatal(err)
			}
			commit := p.commitTree(tree)
			p.expectChanges(s.Repository, s.Commit, commit, "M main.txt +3 -2", "D docs/guide.txt +0 -1",
				"A with\nnew line +1 -0",
				"M picture.png +0 -0 binary", "R to.txt +0 -0 was moved.txt", "M run.sh +0 -0 mode", "A link +1 -0")
			p.expectDiff(s.Repository, s.Commit, commit, "--- a/main.txt\n+++ b/main.txt\n", "-two\n-three\n+2\n",
				"rename from moved.txt", "new mode 100755")
		})
	}
}

func TestDiffIsBoundByPathsAndNotByTheUsersSettings(t *testing.T) {
	p := newProject(t)
	p.git("config", "diff.noprefix", "true")
	p.git("config", "diff.external", "false")
	p.git("config", "color.ui", "always")
	s := p.take()
	tree, in := p.add(s, "tree")
	in.write("main.txt", "changed\n")
	in.write("docs/guide.txt", "changed\n")
	var out bytes.Buffer
	if err := worktree.Diff(t.Context(), s.Repository, s.Commit, p.commitTree(tree), &out, "docs"); err != nil {
		t.Fatal(err)
	}
	const want = "diff --git a/docs/guide.txt b/docs/guide.txt\nindex 7e2b643..5ea2ed4 100644\n--- a/docs/guide.txt\n+++ b/docs/guide.txt\n" +
		"@@ -1 +1 @@\n-guide\n+changed\n"
	if out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

func TestFolderThatIsGoneIsNamed(t *testing.T) {
	gone := t.TempDir() + "/gone"
	if _, err := worktree.Changes(t.Context(), gone, "a", "b"); !errors.Is(err, worktree.ErrGone) ||
		!strings.Contains(err.Error(), gone) {
		t.Errorf("it says %v", err)
	}
}
