package travel_test

import (
	"errors"
	"os"
	"testing"

	"stead/forks/worktree/travel"
)

// TestPartialCloneFetchesNothing has the other machine's clone lack files that it could fetch. Sent whole, the work
// arrives.
func TestPartialCloneFetchesNothing(t *testing.T) {
	here, there := newMachine(t), newMachine(t)
	dir := here.project()
	here.git(dir, "config", "uploadpack.allowFilter", "true")
	there.git(there.root, "clone", "-q", "--filter=blob:none", "--no-checkout", "file://"+dir, there.path("partial"))
	clean := here.take(dir)
	f := there.find(here.origin(clean), there.path("partial"))
	before := there.git(f.Top, "count-objects", "-v")
	if _, err := travel.Land(t.Context(), clean, here.tips(clean, nil), load{}, there.landing(f)); !errors.Is(err,
		travel.ErrLacks) {
		t.Errorf("of a commit that it has, the error is %v", err)
	}
	here.write(dir+"/main.txt", "changed\n")
	s := here.take(dir)
	o := here.origin(s)
	tips := here.tips(s, there.haves(f, o))
	if _, err := travel.Land(t.Context(), s, tips, here.pack(s, tips), there.landing(f)); !errors.Is(err,
		travel.ErrLacks) {
		t.Errorf("the error is %v", err)
	}
	if after := there.git(f.Top, "count-objects", "-v"); after != before {
		t.Errorf("something was fetched: %s", after)
	}
	tips = here.tips(s, nil)
	landed := there.land(s, tips, here.pack(s, tips), there.landing(f))
	if content, err := os.ReadFile(landed.Tree.Path + "/main.txt"); err != nil || string(content) != "changed\n" {
		t.Errorf("the file holds %q, %v", content, err)
	}
}

// TestLargeFilesStayPointers has git use a filter as LFS is one, which tells what stead asked of it.
func TestLargeFilesStayPointers(t *testing.T) {
	here, there := newMachine(t), newMachine(t)
	dir := here.project()
	here.write(dir+"/.gitattributes", "*.big filter=lfs\n")
	here.write(dir+"/x.big", "pointer\n")
	s := here.take(dir)
	there.git(there.root, "clone", "-q", dir, there.path("clone"))
	there.git(there.path("clone"), "config", "filter.lfs.smudge",
		"cat; echo skip=$GIT_LFS_SKIP_SMUDGE protocols=$GIT_ALLOW_PROTOCOL")
	tips := here.tips(s, nil)
	landed := there.land(s, tips, here.pack(s, tips), there.landing(travel.Found{Top: there.path("clone")}))
	if content, err := os.ReadFile(landed.Tree.Path + "/x.big"); err != nil ||
		string(content) != "pointer\nskip=1 protocols=none\n" {
		t.Errorf("the file holds %q, %v", content, err)
	}
}
