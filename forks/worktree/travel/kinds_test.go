package travel_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
)

// TestEveryKindOfFolderTravels takes folders of every kind to a machine without the repository, and to one with a clone
// of it where it can have one.
func TestEveryKindOfFolderTravels(t *testing.T) {
	for name, prepare := range map[string]func(m machine) (dir string){
		"a subfolder": func(m machine) string {
			m.unsettle(m.project())
			return m.path("demo", "docs")
		},
		"a detached head": func(m machine) string {
			dir := m.project()
			m.git(dir, "checkout", "-q", "--detach", "HEAD~1")
			m.write(dir+"/main.txt", "changed\n")
			return dir
		},
		"nothing uncommitted": func(m machine) string { return m.project() },
		"no commit": func(m machine) string {
			m.git(m.root, "init", "-q", m.path("young"))
			m.write(m.path("young", "first.txt"), "first\n")
			return m.path("young")
		},
		"no git": func(m machine) string {
			m.write(m.path("plain", "first.txt"), "first\n")
			m.write(m.path("plain", "sub", "second.txt"), "second\n")
			return m.path("plain")
		},
		"a shallow clone": func(m machine) string {
			m.git(m.root, "clone", "-q", "--depth", "1", "file://"+m.project(), m.path("shallow"))
			m.write(m.path("shallow", "main.txt"), "changed\n")
			return m.path("shallow")
		},
		"modules": func(m machine) string {
			dir := m.project()
			m.git(m.root, "init", "-q", m.path("library"))
			m.write(m.path("library", "lib.txt"), "lib\n")
			m.git(m.path("library"), "add", "-A")
			m.git(m.path("library"), "commit", "-qm", "Begin")
			m.git(dir, "submodule", "-q", "add", m.path("library"), "deps/library")
			m.git(dir, "commit", "-qm", "Use the library")
			m.write(dir+"/deps/library/lib.txt", "lib, changed\n")
			m.write(dir+"/deps/library/.worktreeinclude", "own.env\n")
			m.write(dir+"/deps/library/.gitignore", "*.env\n")
			m.write(dir+"/deps/library/own.env", "do not commit\n")
			m.git(m.root, "init", "-q", dir+"/nested")
			m.write(dir+"/nested/in.txt", "in\n")
			return dir
		},
		"an ignored repository": func(m machine) string {
			dir := m.project()
			m.git(m.root, "init", "-q", dir+"/cache/tool")
			m.write(dir+"/cache/tool/tool.txt", "tool\n")
			m.write(dir+"/.worktreeinclude", "cache/\n")
			return dir
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here, there := newMachine(t), newMachine(t)
			dir := prepare(here)
			s := here.take(dir)
			tips := here.tips(s, nil)
			landed := there.land(s, tips, here.pack(s, tips), there.landing(travel.Found{}))
			if diff := cmp.Diff(files(t, s.Top, "cache"), files(t, landed.Tree.Path, "cache")); diff != "" {
				t.Error(diff)
			}
			if name == "an ignored repository" {
				if diff := cmp.Diff(files(t, dir), files(t, landed.Tree.Path)); diff != "" {
					t.Error(diff)
				}
			}
			if diff := cmp.Diff(files(t, dir, "cache"), files(t, landed.Tree.Dir(), "cache")); diff != "" {
				t.Error(diff)
			}
			work, err := landed.Tree.Commit(t.Context(), "Nothing")
			if err != nil || work != s.Commit {
				t.Errorf("nothing was done, and the commit is %s, %v", work, err)
			}
			there.write(landed.Tree.Dir()+"/done.txt", "done\n")
			for _, m := range landed.Tree.Parts()[1:] {
				there.write(m.Path+"/done.txt", "done in the module\n")
			}
			goesOnElsewhere(t, here, there, s, landed)
			results, err := travel.ResultOf(t.Context(), landed.Tree, "What was done", travel.HavesAt(s))
			if err != nil {
				t.Fatal(err)
			}
			intoATree(t, here, s, results, there.packResult(results), landed)
			commit, err := travel.Bring(t.Context(), s, results, there.packResult(results), "stead/run", travel.Bounds{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Apply(t.Context(), commit, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(files(t, landed.Tree.Path, "cache"), files(t, s.Top, "cache")); diff != "" {
				t.Errorf("at home: %s", diff)
			}
		})
	}
}

// goesOnElsewhere takes what was done on to a third machine, from which it comes home with what was done there.
func goesOnElsewhere(t *testing.T, here, there machine, s worktree.Snapshot, landed travel.Landed) {
	t.Helper()
	third := newMachine(t)
	onward, err := worktree.Take(t.Context(), landed.Tree.Dir(),
		worktree.Options{State: there.path("state"), Name: "onward"})
	if err != nil {
		t.Fatal(err)
	}
	tips := there.tips(onward, nil)
	further := third.land(onward, tips, there.pack(onward, tips), third.landing(travel.Found{}))
	for _, p := range further.Tree.Parts() {
		third.write(p.Path+"/further.txt", "further\n")
	}
	results, err := travel.ResultOf(t.Context(), further.Tree, "What was done there", travel.HavesAt(s))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := travel.Bring(t.Context(), s, results, third.packResult(results), "stead/further",
		travel.Bounds{}); err != nil {
		t.Fatal(err)
	}
	for i, p := range s.Parts() {
		branch := "stead/further"
		if i > 0 {
			branch += fmt.Sprint("-", i)
		}
		if got := here.git(p.Snapshot.Repository, "show", branch+":further.txt"); got != "further" {
			t.Errorf("of part %s comes home %q", p.Folder, got)
		}
	}
	if err := onward.Forget(t.Context()); err != nil {
		t.Error(err)
	}
}

// intoATree brings what was done into a tree of the snapshot, which is then as the one in which it was done.
func intoATree(t *testing.T, here machine, s worktree.Snapshot, results []travel.Tip, l load, landed travel.Landed) {
	t.Helper()
	tree, err := s.Add(t.Context(), here.path("state", "copy"), "stead/copy")
	if err != nil {
		t.Fatal(err)
	}
	if err := travel.BringInto(t.Context(), tree, results, l, travel.Bounds{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files(t, landed.Tree.Path, "cache"), files(t, tree.Path, "cache")); diff != "" {
		t.Errorf("in the tree: %s", diff)
	}
	if commit, err := tree.Commit(t.Context(), "Nothing more"); err != nil || commit != results[0].Commit {
		t.Errorf("the tree's commit is %s, %v", commit, err)
	}
	if err := travel.BringInto(t.Context(), tree, results[1:], l, travel.Bounds{}); !errors.Is(err, travel.ErrSnapshot) {
		t.Errorf("a part too few gives %v", err)
	}
}

// TestWorkInAKnownRepositoryIsSmall has the other machine know all but what is uncommitted.
func TestWorkInAKnownRepositoryIsSmall(t *testing.T) {
	here, there := newMachine(t), newMachine(t)
	dir := here.project()
	large := make([]byte, 1<<20)
	for i := range large {
		large[i] = byte(i * i >> 7 * i)
	}
	here.write(dir+"/large.bin", string(large))
	here.git(dir, "add", "-A")
	here.git(dir, "commit", "-qm", "Large")
	there.git(there.root, "clone", "-q", dir, there.path("clone"))
	here.write(dir+"/main.txt", "changed\n")
	s := here.take(dir)
	o := here.origin(s)
	f := there.find(o, there.path("clone", "docs"))
	if !f.HasHead || !f.SameRoot {
		t.Fatalf("it finds %+v", f)
	}
	l := here.pack(s, here.tips(s, there.haves(f, o)))
	if n := len(l.bundles[0]); n == 0 || n > 2000 {
		t.Errorf("the bundle has %d bytes", n)
	}
	here.git(dir, "checkout", "-q", ".")
	clean := here.take(dir)
	if l := here.pack(clean, here.tips(clean, there.haves(f, o))); len(l.bundles) > 0 {
		t.Error("there is a bundle, though nothing is missing")
	}
	there.land(clean, here.tips(clean, nil), load{}, there.landing(f))
}

func TestRepositoryIsFoundByItsRemote(t *testing.T) {
	here, there := newMachine(t), newMachine(t)
	dir := here.project()
	here.git(dir, "remote", "add", "origin", "git@Example.com:team/demo.git")
	o := here.origin(here.take(dir))
	if diff := cmp.Diff([]string{"example.com/team/demo"}, o.Remotes); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"other", "same"} {
		there.git(there.root, "init", "-q", there.path(name))
	}
	there.git(there.path("other"), "remote", "add", "origin", "https://example.com/team/other")
	there.git(there.path("same"), "remote", "add", "origin", "https://user:token@example.com/team/demo")
	f := there.find(o, there.path("gone"), there.path("other"), there.path("same"))
	if want := (travel.Found{Top: there.path("same"), SameRemote: true}); f != want {
		t.Errorf("it finds %+v", f)
	}
	if _, ok := travel.Find(t.Context(), []string{there.path("other")}, o); ok {
		t.Error("it finds another one")
	}
	if _, ok := travel.Find(t.Context(), []string{there.path("other")},
		travel.Origin{Remotes: []string{"ext::sh -c touch% x"}, Head: "--upload-pack=x", Roots: []string{"HEAD"}}); ok {
		t.Error("it finds what nobody has")
	}
	if err := os.Mkdir(there.path("same", "docs"), 0o700); err != nil {
		t.Fatal(err)
	}
	o.Prefix = "docs/"
	if got, ok := f.Dir(o); !ok || got != there.path("same", "docs")+"/" && got != there.path("same", "docs") {
		t.Errorf("its folder is %s", got)
	}
	for _, prefix := range []string{"../other/", "/etc/", "gone/"} {
		o.Prefix = prefix
		if got, ok := f.Dir(o); ok {
			t.Errorf("its folder %q is %s", prefix, got)
		}
	}
}

func TestLinkedWorktreeIsFoundAsItsMain(t *testing.T) {
	m := newMachine(t)
	dir := m.project()
	m.git(dir, "worktree", "add", "-q", m.path("linked"))
	if f := m.find(m.origin(m.take(dir)), m.path("linked")); f.Top != dir {
		t.Errorf("it finds %+v", f)
	}
}

func TestRemotesAreNormalized(t *testing.T) {
	const same = "github.com/owner/repo"
	for remote, want := range map[string]string{
		"git@github.com:owner/repo.git": same, "ssh://git@github.com/owner/repo": same,
		"ssh://git@github.com:22/owner/repo.git": same,
		"https://github.com/Owner/Repo.git/":     same, "https://user:secret@github.com/owner/repo?token=x#y": same,
		"git://github.com/owner/repo.git": same,
		"github.com:owner/repo":           same, "ssh://git@[::1]:22/a/b": "::1/a/b", "git@[::1]:a/b": "::1/a/b",
		"/home/user/repo": "", "../repo": "", "file:///home/user/repo": "", "C:/repo": "", "C:\\repo": "",
		"ext::sh -c x": "", "--upload-pack=x": "",
		"": "", "https://github.com/": "", "https://": "", "fd::17": "", "-oProxyCommand=x:y": "", "ext::ssh://x/y": "",
	} {
		if got := travel.Normalize(remote); got != want {
			t.Errorf("%q is %q, want %q", remote, got, want)
		}
	}
}
