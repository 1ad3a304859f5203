package travel_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
)

// attack changes what arrives.
type attack struct {
	want   error
	change func(m machine, s *worktree.Snapshot, tips []travel.Tip, l load)
}

func damage(change func(bundle []byte) []byte) attack {
	return attack{travel.ErrBundle, func(_ machine, _ *worktree.Snapshot, _ []travel.Tip,
		l load) {
		l.bundles[0] = change(l.bundles[0])
	}}
}

func describe(change func(s *worktree.Snapshot, tips []travel.Tip)) attack {
	return attack{travel.ErrSnapshot, func(_ machine, s *worktree.Snapshot, tips []travel.Tip, _ load) { change(s, tips) }}
}

func including(entries ...tar.Header) attack {
	return attack{travel.ErrIncluded, func(m machine, _ *worktree.Snapshot, _ []travel.Tip,
		l load) {
		l.included[0] = tarOf(m, entries...)
	}}
}

func tarOf(m machine, entries ...tar.Header) []byte {
	m.Helper()
	var content bytes.Buffer
	w := tar.NewWriter(&content)
	for _, e := range entries {
		e.Size = 0
		if e.Typeflag == tar.TypeReg {
			e.Size = 1
		}
		if err := w.WriteHeader(&e); err != nil {
			m.Fatal(err)
		}
		if e.Size > 0 {
			if _, err := w.Write([]byte("x")); err != nil {
				m.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		m.Fatal(err)
	}
	return content.Bytes()
}

func file(name string) tar.Header { return tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o600} }

// withTree has the work be a commit of a tree that git itself would not make: each entry is a mode, a name and a
// content.
func withTree(entries ...[3]string) attack {
	return attack{travel.ErrBundle, func(m machine, s *worktree.Snapshot, tips []travel.Tip, l load) {
		dir := s.Repository
		var tree bytes.Buffer
		for _, e := range entries {
			m.write(m.path("content"), e[2])
			id := m.git(dir, "hash-object", "-w", m.path("content"))
			raw := make([]byte, 20)
			for i := range raw {
				_, _ = fmt.Sscanf(id[2*i:2*i+2], "%02x", &raw[i])
			}
			tree.WriteString(e[0] + " " + e[1] + "\x00" + string(raw))
		}
		m.write(m.path("tree"), tree.String())
		id := m.git(dir, "hash-object", "-t", "tree", "--literally", "-w", m.path("tree"))
		commit := m.git(dir, "commit-tree", "-m", "Bad", id)
		m.git(dir, "update-ref", "refs/stead/bad", commit)
		m.git(dir, "bundle", "create", "-q", m.path("bad.bundle"), "refs/stead/bad")
		content, err := os.ReadFile(m.path("bad.bundle"))
		if err != nil {
			m.Fatal(err)
		}
		l.bundles[0], tips[0].Commit, s.Commit = content, commit, commit
	}}
}

// withCommand has the bundle made by a command of git's.
func withCommand(want error, revisions ...string) attack {
	return attack{want, func(m machine, s *worktree.Snapshot, _ []travel.Tip, l load) {
		m.git(s.Repository, append([]string{"bundle", "create", "-q", m.path("x.bundle")}, revisions...)...)
		content, err := os.ReadFile(m.path("x.bundle"))
		if err != nil {
			m.Fatal(err)
		}
		l.bundles[0] = content
	}}
}

var attacks = map[string]attack{
	"an empty bundle": damage(func([]byte) []byte { return []byte{} }),
	"a cut bundle":    damage(func(b []byte) []byte { return b[:len(b)-30] }),
	"a cut header":    damage(func(b []byte) []byte { return b[:30] }),
	"a changed byte":  damage(func(b []byte) []byte { b[len(b)-100] ^= 1; return b }),
	"no pack":         damage(func(b []byte) []byte { return b[:bytes.Index(b, []byte("PACK"))] }),
	"a header without end": damage(func([]byte) []byte {
		return []byte("# v2 git bundle\n-" + strings.Repeat("x", 1<<20))
	}),
	"another capability": damage(func(b []byte) []byte {
		return bytes.Replace(b, []byte("\n"), []byte("\n@filter=blob:none\n"), 1)
	}),
	"no bundle at all": {travel.ErrLacks, func(_ machine, _ *worktree.Snapshot, _ []travel.Tip,
		l load) {
		delete(l.bundles, 0)
	}},
	"another commit":         withCommand(travel.ErrBundle, "refs/heads/main"),
	"two commits":            withCommand(travel.ErrBundle, "refs/stead/snapshot-run", "refs/heads/main"),
	"a base that is missing": withCommand(travel.ErrLacks, "refs/stead/snapshot-run", "^refs/heads/main"),
	"a file below .git":      withTree([3]string{"100644", ".git", "x"}),
	"Windows' .git":          withTree([3]string{"100644", "git~1", "x"}),
	"macOS' .git":            withTree([3]string{"100644", ".g\u200cit", "x"}),
	"a way up":               withTree([3]string{"100644", "..", "x"}),
	"a path as a name":       withTree([3]string{"100644", "../../x", "x"}),
	"a link as .gitmodules":  withTree([3]string{"120000", ".gitmodules", "/etc/passwd"}),
	"a commit of nobody's": describe(func(s *worktree.Snapshot, tips []travel.Tip) {
		s.Commit,
			tips[0].Commit = "--output=x", "--output=x"
	}),
	"a short commit": describe(func(s *worktree.Snapshot, tips []travel.Tip) {
		s.Commit,
			tips[0].Commit = s.Commit[:10], s.Commit[:10]
	}),
	"a tip too many":         describe(func(s *worktree.Snapshot, _ []travel.Tip) { s.Modules = append(s.Modules, *s) }),
	"a folder above":         describe(func(s *worktree.Snapshot, _ []travel.Tip) { s.Prefix = "../../" }),
	"an absolute folder":     describe(func(s *worktree.Snapshot, _ []travel.Tip) { s.Prefix = "/etc/" }),
	"a folder in .git":       describe(func(s *worktree.Snapshot, _ []travel.Tip) { s.Prefix = ".GIT/hooks/" }),
	"a folder behind a link": describe(func(s *worktree.Snapshot, _ []travel.Tip) { s.Prefix = "out/" }),
	"a strange head":         describe(func(s *worktree.Snapshot, _ []travel.Tip) { s.Head = "--upload-pack=x" }),
	"an oldest commit": describe(func(_ *worktree.Snapshot,
		tips []travel.Tip) {
		tips[0].Shallow = []string{"x\n../y"}
	}),
	"ignored: a way up":      including(file("../up")),
	"ignored: absolute":      including(file("/tmp/stead-absolute")),
	"ignored: a hook":        including(file(".git/hooks/x")),
	"ignored: a hook inside": including(file("docs/.GIT /hooks/x")),
	"ignored: another file":  including(file("main.txt")),
	"ignored: by a link": including(tar.Header{Typeflag: tar.TypeSymlink, Name: "away", Linkname: "/tmp"},
		file("away/stead-behind")),
	"ignored: a device":    including(tar.Header{Typeflag: tar.TypeChar, Name: "device"}),
	"ignored: a hard link": including(tar.Header{Typeflag: tar.TypeLink, Name: "hard", Linkname: "/etc/passwd"}),
	"ignored: cut": {travel.ErrIncluded, func(m machine, _ *worktree.Snapshot, _ []travel.Tip, l load) {
		l.included[0] = tarOf(m, file("a"))[:512]
	}},
	"ignored: too many":      including(file("a"), file("b"), file("c"), file("d"), file("e"), file("f")),
	"a module behind a link": describe(func(s *worktree.Snapshot, _ []travel.Tip) {}),
}

// TestWhatIsHostileIsRefused leaves nothing of what is refused: bundles go into a repository that is there, all else
// into a new one.
func TestWhatIsHostileIsRefused(t *testing.T) {
	for name, attack := range attacks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refuse(t, name, attack, errors.Is(attack.want, travel.ErrBundle))
		})
	}
}

func refuse(t *testing.T, name string, a attack, has bool) {
	t.Helper()
	here, there := newMachine(t), newMachine(t)
	dir := here.project()
	if err := os.Symlink("/tmp", dir+"/out"); err != nil {
		t.Fatal(err)
	}
	s := here.take(dir)
	tips := here.tips(s, nil)
	l := here.pack(s, tips)
	found := travel.Found{}
	if has {
		there.git(there.root, "init", "-q", there.path("clone"))
		found.Top = there.path("clone")
	}
	if name == "a module behind a link" {
		m := s
		m.Top = dir + "/out"
		s.Modules, tips = []worktree.Snapshot{m}, append(tips, tips[0])
		tips[1].Folder, l.bundles[1] = "out", l.bundles[0]
	}
	a.change(here, &s, tips, l)
	before := files(t, there.root)
	objects := objectsOf(there, found)
	landing := there.landing(found)
	landing.Bounds = travel.Bounds{Files: 5}
	_, err := travel.Land(t.Context(), s, tips, l, landing)
	if !errors.Is(err, a.want) {
		t.Errorf("the error is %v, want %v", err, a.want)
	}
	if left := files(t, there.root); len(left) != len(before) {
		t.Errorf("%v is left", slices.Sorted(maps.Keys(left)))
	}
	if has && there.git(found.Top, "for-each-ref") != "" {
		t.Error("a ref is left")
	}
	if after := objectsOf(there, found); errors.Is(err, travel.ErrBundle) && after != objects {
		t.Errorf("the repository has objects now: %s", after)
	}
}

func objectsOf(m machine, f travel.Found) string {
	if f.Top == "" {
		return ""
	}
	return m.git(f.Top, "count-objects", "-v") + fmt.Sprint(len(files(m, f.Top+"/.git/objects")))
}

func TestWhatIsTooLargeIsRefused(t *testing.T) {
	here, there := newMachine(t), newMachine(t)
	dir := here.project()
	here.unsettle(dir)
	s := here.take(dir)
	tips := here.tips(s, nil)
	l := here.pack(s, tips)
	for want, bounds := range map[error]travel.Bounds{travel.ErrBundle: {Pack: 100}, travel.ErrIncluded: {Bytes: 3}} {
		landing := there.landing(travel.Found{})
		landing.Bounds = bounds
		if _, err := travel.Land(t.Context(), s, tips, l, landing); !errors.Is(err, want) {
			t.Errorf("with %+v the error is %v", bounds, err)
		}
		if _, err := travel.PackIncluded(t.Context(), s, &bytes.Buffer{}, bounds); bounds.Bytes > 0 && !errors.Is(err, want) {
			t.Errorf("packed with %+v the error is %v", bounds, err)
		}
	}
	if left := files(t, there.root); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestBranchThatExistsStays(t *testing.T) {
	here, there := newMachine(t), newMachine(t)
	s := here.take(here.project())
	tips := here.tips(s, nil)
	landed := there.land(s, tips, here.pack(s, tips), there.landing(travel.Found{}))
	there.write(landed.Tree.Path+"/done.txt", "done\n")
	results, err := travel.ResultOf(t.Context(), landed.Tree, "What was done", travel.HavesAt(s))
	if err != nil {
		t.Fatal(err)
	}
	for _, branch := range []string{"main", "a..b", "x.lock"} {
		before := here.git(s.Dir, "for-each-ref")
		if _, err := travel.Bring(t.Context(), s, results, there.packResult(results), branch, travel.Bounds{}); err == nil {
			t.Errorf("%q is made", branch)
		}
		if after := here.git(s.Dir, "for-each-ref"); after != before {
			t.Errorf("for %q the refs are %s", branch, after)
		}
	}
}
