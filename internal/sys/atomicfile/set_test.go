package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit"
)

// tree lists what lies below a folder, folders with a slash.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			found[name+"/"] = ""
			return nil
		}
		content, err := os.ReadFile(path)
		found[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func create(t *testing.T, s *Set, path, content string) {
	t.Helper()
	w, err := s.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
}

func TestCommitMakesAllFilesAndNothingElse(t *testing.T) {
	root := t.TempDir()
	var s Set
	defer s.Abort()
	create(t, &s, filepath.Join(root, "a", "b", "one"), "1")
	create(t, &s, filepath.Join(root, "two"), "2")
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	s.Abort() // as a deferred one does
	want := map[string]string{"a/": "", "a/b/": "", "a/b/one": "1", "two": "2"}
	if diff := cmp.Diff(want, tree(t, root)); diff != "" {
		t.Error(diff)
	}
	for path, mode := range map[string]fs.FileMode{"a": folderMode, "a/b": folderMode, "a/b/one": fileMode} {
		info, err := os.Stat(filepath.Join(root, path))
		if err != nil || info.Mode().Perm() != mode && testkit.HasModes {
			t.Errorf("%s has mode %v (error %v), want %v", path, info.Mode(), err, mode)
		}
	}
}

func TestNothingIsSeenBeforeTheCommit(t *testing.T) {
	root := t.TempDir()
	var s Set
	create(t, &s, filepath.Join(root, "a", "one.jsonl"), "1")
	if found, _ := filepath.Glob(filepath.Join(root, "a", "*.jsonl")); len(found) > 0 {
		t.Errorf("%v before the commit", found)
	}
	s.Abort()
	if diff := cmp.Diff(map[string]string{}, tree(t, root)); diff != "" {
		t.Errorf("left by the abort: %s", diff)
	}
}

func TestRenamedFileAppearsUnderItsNewNameOnly(t *testing.T) {
	root := t.TempDir()
	target := func(name string) string { return filepath.Join(root, name) }
	os.WriteFile(target("taken"), []byte("old"), 0o600)
	var s Set
	defer s.Abort()
	create(t, &s, target("one"), "1")
	if err := s.Rename(target("one"), target("taken")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("onto another file: error %v, want fs.ErrExist", err)
	}
	if err := s.Rename(target("none"), target("two")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of no file: error %v, want fs.ErrNotExist", err)
	}
	if err := s.Rename(target("one"), target("two")); err != nil {
		t.Fatal(err)
	}
	create(t, &s, target("one"), "another")
	if diff := cmp.Diff([]string{target("two"), target("one")}, s.Targets()); diff != "" {
		t.Error(diff)
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"taken": "old", "two": "1", "one": "another"}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestExistingTargetIsRefused(t *testing.T) {
	root := t.TempDir()
	target := filepath.Join(root, "one")
	os.WriteFile(target, []byte("old"), 0o600)
	testkit.Link(t, "nowhere", filepath.Join(root, "link"))
	var s Set
	for _, path := range []string{target, filepath.Join(root, "link")} {
		if _, err := s.Create(path); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: error %v, want fs.ErrExist", path, err)
		}
	}
	s.Abort()
	os.Remove(filepath.Join(root, "link"))
	if diff := cmp.Diff(map[string]string{"one": "old"}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestTargetThatAppearsBeforeTheCommitIsKept(t *testing.T) {
	root := t.TempDir()
	var s Set
	create(t, &s, filepath.Join(root, "new", "one"), "1")
	create(t, &s, filepath.Join(root, "two"), "2")
	os.WriteFile(filepath.Join(root, "two"), []byte("theirs"), 0o600)
	if err := s.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want fs.ErrExist", err)
	}
	if diff := cmp.Diff(map[string]string{"two": "theirs"}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestSameTargetTwiceMakesNeither(t *testing.T) {
	root := t.TempDir()
	var s Set
	create(t, &s, filepath.Join(root, "one"), "1")
	create(t, &s, filepath.Join(root, "one"), "2")
	if err := s.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want fs.ErrExist", err)
	}
	if diff := cmp.Diff(map[string]string{}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestFailingWriteLeavesNothing(t *testing.T) {
	root := t.TempDir()
	var s Set
	create(t, &s, filepath.Join(root, "new", "one"), "1")
	create(t, &s, filepath.Join(root, "new", "two"), "2")
	s.files[1].temp.Close() // what is buffered cannot be written any more
	if err := s.Commit(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want os.ErrClosed", err)
	}
	if diff := cmp.Diff(map[string]string{}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

// A process with many runs must not run out of open files.
func TestNoFileStaysOpen(t *testing.T) {
	for name, end := range map[string]func(*Set) error{"commit": (*Set).Commit,
		"abort": func(s *Set) error { s.Abort(); return nil }} {
		root := t.TempDir()
		var s Set
		create(t, &s, filepath.Join(root, "one"), "1")
		extend(t, &s, filepath.Join(root, "two"), "12", put(t, filepath.Join(root, "two"), "1"))
		files := s.files
		if err := end(&s); err != nil {
			t.Fatal(err)
		}
		for _, p := range files {
			if err := p.temp.Close(); !errors.Is(err, os.ErrClosed) {
				t.Errorf("%s: %s was open still: %v", name, filepath.Base(p.target), err)
			}
		}
	}
}

func TestAbortLeavesTheFoldersOfOthers(t *testing.T) {
	root := t.TempDir()
	var s Set
	create(t, &s, filepath.Join(root, "shared", "mine", "one"), "1")
	os.WriteFile(filepath.Join(root, "shared", "theirs"), nil, 0o600)
	s.Abort()
	if diff := cmp.Diff(map[string]string{"shared/": "", "shared/theirs": ""}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestFileInTheFoldersPlaceIsAnError(t *testing.T) {
	root := t.TempDir()
	os.WriteFile(filepath.Join(root, "file"), []byte("kept"), 0o600)
	var s Set
	for _, path := range []string{"file/one", "file/deeper/one"} {
		if _, err := s.Create(filepath.Join(root, path)); err == nil {
			t.Errorf("%s was created", path)
		}
	}
	s.Abort()
	if diff := cmp.Diff(map[string]string{"file": "kept"}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestReserveRefusesAnExistingTarget(t *testing.T) {
	root := t.TempDir()
	target := filepath.Join(root, "one")
	for _, want := range []error{nil, fs.ErrExist} {
		temp, err := os.CreateTemp(root, "temp")
		if err != nil {
			t.Fatal(err)
		}
		p := &pending{target: target, temp: temp}
		if err := temp.Close(); err != nil {
			t.Fatal(err)
		}
		if err := p.reserve(); !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}
