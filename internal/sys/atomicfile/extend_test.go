package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit"
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
	if info, err := os.Stat(one); err != nil || info.Mode().Perm() != 0o640 && testkit.HasModes {
		t.Errorf("its mode became %v (%v)", info.Mode(), err)
	}
}

// TestChangedFileIsNotExtended changes the file before and after the new one is started. The other files of the set do
// not appear either.
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
	testkit.Link(t, "one", filepath.Join(root, "link"))
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

// A difference may be anywhere, also after the part that is compared at once.
func TestOnlyWhatBeginsWithALongOldContentExtendsIt(t *testing.T) {
	long := strings.Repeat("a line\n", 2*bufferSize/7)
	for _, at := range []int{0, bufferSize - 1, bufferSize, bufferSize + 1, len(long) - 1} {
		one := filepath.Join(t.TempDir(), "one")
		var s Set
		extend(t, &s, one, long[:at]+"X"+long[at+1:]+"more", put(t, one, long))
		if err := s.Commit(); !errors.Is(err, ErrRewritten) {
			t.Errorf("byte %d differs: error %v, want ErrRewritten", at, err)
		}
	}
	one := filepath.Join(t.TempDir(), "one")
	var s Set
	extend(t, &s, one, long+"more", put(t, one, long))
	if err := s.Commit(); err != nil {
		t.Error(err)
	}
}

// A state includes the last 64 KiB, so that a change there is noticed even if the time is reset.
func TestStateKnowsTheEndOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one")
	content := strings.Repeat("a", endSize+10)
	states := map[State][]int{}
	for _, at := range []int{-1, 9, 10, len(content) - 1} {
		changed := []byte(content)
		if at >= 0 {
			changed[at] = 'b'
		}
		put(t, path, string(changed))
		if err := os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
		state, err := StateOf(path)
		if err != nil {
			t.Fatal(err)
		}
		states[state] = append(states[state], at)
	}
	if len(states) != 3 {
		t.Errorf("the states are those of changes at %v", states)
	}
	if one, other := put(t, path, "a short one"), put(t, path, "the other 1"); one.End == other.End {
		t.Error("two short files have the same end")
	}
}

// Some file systems have no hard links. There, the file is replaced without one.
func TestFileIsExtendedWithoutASecondName(t *testing.T) {
	root := t.TempDir()
	one := filepath.Join(root, "one")
	var s Set
	extend(t, &s, one, "1\n2\n", put(t, one, "1\n"))
	taken := s.files[0].temp.Name() + "-old"
	put(t, taken, "of somebody else")
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"one": "1\n2\n", filepath.Base(taken): "of somebody else"},
		tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

// The content of an old file may exist nowhere else. If the file cannot be put back, its second name remains.
func TestOldContentStaysWhenItCannotBePutBack(t *testing.T) {
	for _, isFree := range []bool{true, false} {
		root := t.TempDir()
		one, two := filepath.Join(root, "one"), filepath.Join(root, "two")
		var s Set
		extend(t, &s, one, "1\n2\n", put(t, one, "1\n"))
		extend(t, &s, two, "a\nb\n", put(t, two, "a\n"))
		p := s.files[0]
		if err := errors.Join(p.finish(), p.replace()); err != nil {
			t.Fatal(err)
		}
		if !isFree {
			if err := errors.Join(os.Remove(one), os.MkdirAll(filepath.Join(one, "theirs"), 0o700)); err != nil {
				t.Fatal(err)
			}
		}
		old := p.old
		s.Abort()
		want := map[string]string{"one": "1\n", "two": "a\n"}
		if !isFree {
			want = map[string]string{"one/": "", "one/theirs/": "", filepath.Base(old): "1\n", "two": "a\n"}
		}
		if diff := cmp.Diff(want, tree(t, root)); diff != "" {
			t.Errorf("its place is free: %v: %s", isFree, diff)
		}
	}
}
