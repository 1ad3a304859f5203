package worktree_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/forks/worktree"
)

// taken takes a snapshot, makes a tree of it and compares that with what the user has. Ignored files are not in it.
func (p project) taken() worktree.Snapshot {
	p.Helper()
	want := files(p.T, p.dir)
	for name := range want {
		if strings.HasSuffix(name, ".ignored") {
			delete(want, name)
		}
	}
	s := p.take()
	_, tree := p.add(s, "tree")
	tree.expect(want)
	if status := tree.git("status", "--porcelain"); status != "" {
		p.Errorf("the tree begins with changes:\n%s", status)
	}
	return s
}

func TestCleanFolderIsItsHead(t *testing.T) {
	p := newProject(t)
	p.write("a.ignored", "not taken\n")
	s := p.taken()
	if head := p.git("rev-parse", "HEAD"); s.Commit != head || s.Head != head || s.Branch != "main" || s.Dirty ||
		s.Uncommitted != 0 {
		t.Errorf("%+v", s)
	}
}

func TestUncommittedChangesAreTaken(t *testing.T) {
	p := newProject(t)
	p.write("main.txt", "one\n2\nthree\n")
	p.write("staged.txt", "staged\n")
	p.git("add", "staged.txt")
	p.write("staged.txt", "and changed again\n")
	p.write("new/untracked.txt", "untracked\n")
	p.write("planned.txt", "planned\n")
	p.git("add", "--intent-to-add", "planned.txt")
	p.remove("docs/guide.txt")
	s := p.taken()
	if head := p.git("rev-parse", "HEAD"); s.Head != head || p.git("rev-parse", s.Commit+"^") != head || !s.Dirty ||
		s.Uncommitted != 5 {
		t.Errorf("%+v", s)
	}
}

func TestModesLinksAndStrangeNamesAreTaken(t *testing.T) {
	p := newProject(t)
	for _, name := range []string{"a\nb", `quote"d`, "ta\tb", "ö", "\xff\xfe", " ", "-rf", ":(top)x", "*"} {
		p.write(name, "strange\n")
	}
	p.write("run.sh", "#!/bin/sh\n")
	if err := errors.Join(os.Chmod(p.path("run.sh"), 0o755), os.Symlink("nowhere/at all", p.path("link")),
		os.Symlink("docs", p.path("docs2"))); err != nil {
		t.Fatal(err)
	}
	p.taken()
}

func TestFileInPlaceOfAFolderIsTaken(t *testing.T) {
	p := newProject(t)
	p.remove("docs")
	p.write("docs", "a file now\n")
	p.remove("main.txt")
	p.write("main.txt/inner.txt", "a folder now\n")
	p.taken()
}

// TestChangeWithinTheSameTickIsTaken changes a file without a change of its size or time, right after git has looked at
// it.
func TestChangeWithinTheSameTickIsTaken(t *testing.T) {
	p := newProject(t)
	now := time.Now().Add(-time.Hour)
	set := func() {
		if err := os.Chtimes(p.path("main.txt"), now, now); err != nil {
			t.Fatal(err)
		}
	}
	set()
	p.git("config", "core.trustctime", "false")
	p.git("update-index", "--refresh")
	p.write("main.txt", "one\nTWO\nthree\n")
	set()
	if err := os.Chtimes(p.path(".git/index"), now, now); err != nil {
		t.Fatal(err)
	}
	p.taken()
}

func TestFolderBeforeItsFirstCommitIsTaken(t *testing.T) {
	p := newFolder(t)
	p.git("init", "-q", "-b", "trunk")
	p.git("add", "main.txt")
	if s := p.taken(); s.Head != "" || s.Branch != "trunk" || !s.Dirty || s.Uncommitted != 2 || s.Own {
		t.Errorf("%+v", s)
	}
}

func TestDetachedHeadIsTaken(t *testing.T) {
	p := newProject(t)
	p.git("checkout", "-q", "--detach")
	if s := p.taken(); s.Branch != "" || s.Head != p.git("rev-parse", "main") {
		t.Errorf("%+v", s)
	}
}

func TestSubfolderIsWhereTheTreeIsWorkedIn(t *testing.T) {
	p := newProject(t)
	p.write("docs/new.txt", "new\n")
	want := files(t, p.dir)
	s := p.in(p.path("docs")).take()
	tree, in := p.add(s, "tree")
	in.expect(want)
	if tree.Dir() != filepath.Join(tree.Path, "docs") || s.Top != p.dir || s.Dir != p.path("docs") {
		t.Errorf("%s of %+v", tree.Dir(), s)
	}
}

func TestEmptySubfolderIsThere(t *testing.T) {
	p := newProject(t)
	if err := os.Mkdir(p.path("empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	tree, _ := p.add(p.in(p.path("empty")).take(), "tree")
	if info, err := os.Stat(tree.Dir()); err != nil || !info.IsDir() || filepath.Base(tree.Dir()) != "empty" {
		t.Errorf("%s: %v", tree.Dir(), err)
	}
}

func TestLinkedWorktreeIsTakenAsItIs(t *testing.T) {
	p := newProject(t)
	p.git("worktree", "add", "-q", "-b", "side", filepath.Join(p.dir, "..", "side"))
	side := p.in(filepath.Join(p.dir, "..", "side"))
	side.write("main.txt", "side\n")
	if s := side.taken(); s.Branch != "side" || !s.Dirty {
		t.Errorf("%+v", s)
	}
	if p.take().Dirty {
		t.Error("the main working tree is dirty")
	}
}

// TestLinkedWorktreeInsideIsNoPartOfTheProject has what some keep in a folder of the project, not ignored.
func TestLinkedWorktreeInsideIsNoPartOfTheProject(t *testing.T) {
	p := newProject(t)
	p.git("worktree", "add", "-q", "-b", "side", ".trees/side")
	s := p.take()
	_, tree := p.add(s, "tree")
	tree.expect(map[string]string{".gitignore": "*.ignored\nbuild/\n", "main.txt": "one\ntwo\nthree\n",
		"docs/guide.txt": "guide\n"})
	if s.Dirty || len(s.Modules) != 0 {
		t.Errorf("%+v", s)
	}
}

func TestBareRepositoryIsRefused(t *testing.T) {
	p := newFolder(t)
	p.git("init", "-q", "--bare", "bare.git")
	if _, err := worktree.Take(t.Context(), p.path("bare.git"), worktree.Options{State: p.state}); !errors.Is(err,
		worktree.ErrBare) {
		t.Errorf("got %v", err)
	}
}

// TestWorktreeOfABareRepositoryIsTaken is how some keep all branches of a project beside each other.
func TestWorktreeOfABareRepositoryIsTaken(t *testing.T) {
	p := newProject(t)
	root := p.in(filepath.Join(p.dir, "..", "all"))
	root.write("note.txt", "not of the project\n")
	root.git("clone", "-q", "--bare", p.dir, ".bare")
	root.write(".git", "gitdir: ./.bare\n")
	root.git("worktree", "add", "-q", "main")
	main := root.in(root.path("main"))
	main.write("main.txt", "changed\n")
	if s := main.taken(); s.Branch != "main" || !s.Dirty || s.Top != main.dir {
		t.Errorf("%+v", s)
	}
	if _, err := worktree.Take(t.Context(), root.dir, worktree.Options{State: p.state}); !errors.Is(err,
		worktree.ErrBare) {
		t.Errorf("got %v", err)
	}
}

func TestRepositoryOfLongerNamesIsTaken(t *testing.T) {
	p := newFolder(t)
	p.git("init", "-q", "--object-format=sha256")
	if s := p.taken(); len(s.Commit) != 64 || s.Uncommitted != 2 {
		t.Errorf("%+v", s)
	}
}

func TestRepositoryThatGitRefusesIsNotTakenForNone(t *testing.T) {
	p := newProject(t)
	p.write(".git/config", "[core]\n\trepositoryformatversion = 99\n")
	if s, err := worktree.Take(t.Context(), p.dir, worktree.Options{State: p.state}); err == nil ||
		!strings.Contains(err.Error(), "git rev-parse") {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestMergeUnderwayIsTakenWithItsMarks(t *testing.T) {
	p := newProject(t)
	p.git("checkout", "-q", "-b", "side")
	p.write("main.txt", "one\nside\nthree\n")
	p.commit("Side")
	p.git("checkout", "-q", "main")
	p.write("main.txt", "one\nmain\nthree\n")
	p.commit("Main")
	if _, err := p.tryGit("merge", "side"); err == nil {
		t.Fatal("there is no conflict")
	}
	if s := p.taken(); s.Underway != "merge" || !strings.Contains(files(t, p.dir)["main.txt"], "<<<<<<<") {
		t.Errorf("%+v", s)
	}
}

func TestSparseCheckoutStaysSparse(t *testing.T) {
	p := newProject(t)
	p.write("other/far.txt", "far\n")
	p.commit("Other")
	p.git("sparse-checkout", "set", "docs")
	p.write("docs/guide.txt", "changed\n")
	p.write("other/near.txt", "outside of the part that is checked out\n")
	s := p.take()
	if list := p.git("ls-tree", "-r", "--name-only",
		s.Commit); list != ".gitignore\ndocs/guide.txt\nmain.txt\nother/far.txt\nother/near.txt" {
		t.Errorf("the snapshot has\n%s", list)
	}
	tree, in := p.add(s, "tree")
	in.write("docs/made.txt", "made\n")
	if got := p.git("diff", "--name-status", s.Commit, p.commitTree(tree)); got != "A\tdocs/made.txt" {
		t.Errorf("it did\n%s", got)
	}
}

// TestFiltersWorkAsTheyDoForTheUser has one that turns letters around, as LFS and encryption do.
func TestFiltersWorkAsTheyDoForTheUser(t *testing.T) {
	p := newProject(t)
	p.git("config", "filter.turn.clean", "tr a-z A-Z")
	p.git("config", "filter.turn.smudge", "tr A-Z a-z")
	p.write(".gitattributes", "*.turn filter=turn\n")
	p.write("some.turn", "kept in capitals\n")
	s := p.taken()
	if kept := p.git("cat-file", "-p", s.Commit+":some.turn"); kept != "KEPT IN CAPITALS" {
		t.Errorf("the repository has %q", kept)
	}
}

func TestLockOfAnotherGitIsNotWaitedFor(t *testing.T) {
	p := newProject(t)
	p.write(".git/index.lock", "")
	p.write("main.txt", "changed\n")
	p.taken()
}

func TestHooksOfTheUserDoNotRunForSnapshots(t *testing.T) {
	p := newProject(t)
	for _, hook := range []string{"post-checkout", "pre-commit", "post-commit", "reference-transaction",
		"post-index-change"} {
		p.write(".git/hooks/"+hook, "#!/bin/sh\ntouch "+p.state+"-hook\n")
		if err := os.Chmod(p.path(".git/hooks/"+hook), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	p.write("main.txt", "changed\n")
	s := p.take()
	tree, in := p.add(s, "tree")
	in.write("main.txt", "again\n")
	p.commitTree(tree)
	if _, err := os.Stat(p.state + "-hook"); err == nil {
		t.Error("a hook was run")
	}
}

func TestSnapshotOutlivesGarbageCollection(t *testing.T) {
	p := newProject(t)
	p.write("main.txt", "changed\n")
	s := p.take()
	p.git("gc", "-q", "--prune=now")
	_, tree := p.add(s, "tree")
	if got := files(t, tree.dir)["main.txt"]; got != "changed\n" {
		t.Errorf("it has %q", got)
	}
	for range 2 {
		if err := s.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if refs := p.git("for-each-ref", "refs/stead"); refs != "" {
		t.Errorf("refs are left:\n%s", refs)
	}
}

func TestTooMuchThatIsUntrackedIsRefused(t *testing.T) {
	p := newProject(t)
	for _, name := range []string{"data/a", "data/b", "c"} {
		p.write(name, strings.Repeat("x", 2<<20))
	}
	for _, o := range []worktree.Options{{MaxFiles: 2}, {MaxBytes: 5 << 20}} {
		_, err := worktree.Take(t.Context(), p.dir, o)
		if !errors.Is(err, worktree.ErrTooLarge) || !strings.Contains(err.Error(), "data (4 MB)") {
			t.Errorf("got %v", err)
		}
	}
	if refs := p.git("for-each-ref", "refs/stead"); refs != "" {
		t.Errorf("refs are left:\n%s", refs)
	}
}

func TestSocketsAndPipesAreLeftOut(t *testing.T) {
	p := newProject(t)
	want := files(t, p.dir)
	if err := syscall.Mkfifo(p.path("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, tree := p.add(p.take(), "tree")
	tree.expect(want)
}
