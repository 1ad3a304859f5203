package socket

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// squatted has somebody else sit where the socket of a state folder whose name is too long would be.
func squatted(t *testing.T, squat func(folder string) error) (state string) {
	t.Helper()
	before := temporary
	temporary = t.TempDir()
	t.Cleanup(func() { temporary = before })
	state = filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	if err := squat(filepath.Dir(filepath.Dir(Path(state, "run")))); err != nil {
		t.Fatal(err)
	}
	return state
}

func TestSquattedFolderIsSaidAndAnotherIsUsed(t *testing.T) {
	for name, squat := range map[string]func(string) error{
		"open to all": func(folder string) error {
			if err := os.Mkdir(folder, 0o700); err != nil {
				return err
			}
			return os.Chmod(folder, 0o777)
		},
		"a file":            func(folder string) error { return os.WriteFile(folder, nil, 0o600) },
		"a link":            func(folder string) error { return os.Symlink(filepath.Dir(folder), folder) },
		"a link to nowhere": func(folder string) error { return os.Symlink("nowhere", folder) },
	} {
		t.Run(name, func(t *testing.T) {
			state := squatted(t, squat)
			s := &Server{}
			note, err := s.Open(state, "run")
			if err != nil || !strings.Contains(note, "the run's socket is in "+temporary) || strings.Contains(note, "\n") {
				t.Fatalf("note %q, error %v", note, err)
			}
			path := Find(state, "run")
			if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("%v, error %v", info, err)
			}
			client, err := Dial(path)
			if err != nil {
				t.Fatal(err)
			}
			client.Close()
			s.Close()
			if left, _ := filepath.Glob(filepath.Join(temporary, "*", "run")); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
			if Find(state, "run") != Path(state, "run") {
				t.Error("the signpost is left")
			}
		})
	}
}

func TestUsualPlaceNeedsNoWord(t *testing.T) {
	state := t.TempDir()
	s := &Server{}
	if note, err := s.Open(state, "run"); note != "" || err != nil {
		t.Errorf("note %q, error %v", note, err)
	}
	defer s.Close()
	if Find(state, "run") != Path(state, "run") {
		t.Error("it is elsewhere")
	}
}
