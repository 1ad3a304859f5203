package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// put writes a file and returns its state.
func put(t *testing.T, path, content string) State {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o640); err != nil {
		t.Fatal(err)
	}
	state, err := StateOf(path)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func extend(t *testing.T, s *Set, path, content string, was State) {
	t.Helper()
	w, err := s.Extend(path, was)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
}

func TestExtendedFileTakesTheOldOnesPlace(t *testing.T) {
	root := t.TempDir()
	one := filepath.Join(root, "one")
	var s Set
	defer s.Abort()
	extend(t, &s, one, "1\n2\n", put(t, one, "1\n"))
	create(t, &s, filepath.Join(root, "new", "two"), "2")
	if content, _ := os.ReadFile(one); string(content) != "1\n" {
		t.Errorf("before the commit it holds %q", content)
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"one": "1\n2\n", "new/": "", "new/two": "2"}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(one); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("its mode became %v (%v)", info.Mode(), err)
	}
}

// TestChangedFileIsNotExtended changes the file before and after the new one is begun. Whatever else the set holds does not appear either.
func TestChangedFileIsNotExtended(t *testing.T) {
	root := t.TempDir()
	one, two := filepath.Join(root, "one"), filepath.Join(root, "two")
	first, second := put(t, one, "1\n"), put(t, two, "a\n")
	var s Set
	if _, err := s.Extend(one, State{Size: first.Size, Modified: first.Modified}); !errors.Is(err, ErrChanged) {
		t.Errorf("with another end: %v, want ErrChanged", err)
	}
	extend(t, &s, one, "1\n2\n", first)
	extend(t, &s, two, "a\nb\n", second)
	create(t, &s, filepath.Join(root, "new", "three"), "3")
	put(t, two, "a\ntheirs\n")
	if err := s.Commit(); !errors.Is(err, ErrRewritten) {
		t.Errorf("error %v, want ErrRewritten", err)
	}
	if diff := cmp.Diff(map[string]string{"one": "1\n", "two": "a\ntheirs\n"}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestFileThatGrewInTheMeantimeIsNotExtended(t *testing.T) {
	root := t.TempDir()
	one := filepath.Join(root, "one")
	var s Set
	extend(t, &s, one, "1\n2\n3\n", put(t, one, "1\n"))
	put(t, one, "1\n2\n") // as if somebody had written the very same
	if err := s.Commit(); !errors.Is(err, ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	if diff := cmp.Diff(map[string]string{"one": "1\n2\n"}, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyWhatBeginsWithTheOldContentExtendsIt(t *testing.T) {
	for _, content := range []string{"", "1", "2\n1\n", "1\n3\n3\n"} {
		root := t.TempDir()
		one := filepath.Join(root, "one")
		var s Set
		extend(t, &s, one, content, put(t, one, "1\n2\n"))
		if err := s.Commit(); !errors.Is(err, ErrRewritten) {
			t.Errorf("%q: error %v, want ErrRewritten", content, err)
		}
		if diff := cmp.Diff(map[string]string{"one": "1\n2\n"}, tree(t, root)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestStateIsOfRegularFilesOnly(t *testing.T) {
	root := t.TempDir()
	put(t, filepath.Join(root, "one"), "1")
	os.Symlink("one", filepath.Join(root, "link"))
	for name, want := range map[string]error{"link": fs.ErrInvalid, ".": fs.ErrInvalid, "none": fs.ErrNotExist} {
		if _, err := StateOf(filepath.Join(root, name)); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", name, err, want)
		}
	}
	var s Set
	if _, err := s.Extend(filepath.Join(root, "none"), State{}); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that is gone: error %v, want ErrChanged", err)
	}
}
