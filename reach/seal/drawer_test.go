package seal_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/reach/seal"
)

// drawer is the folder of a machine's own keys.
func (w *team) drawer(i int) string { return filepath.Join(w.folders[i], "reach", "keys") }

// block puts a folder that is not empty in a file's place: it can be neither read nor written nor removed as a file.
func block(t *testing.T, file string) {
	t.Helper()
	if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(file, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
}

// files returns the paths in a drawer.
func (w *team) files(t *testing.T, i int) (paths []string) {
	t.Helper()
	entries, err := os.ReadDir(w.drawer(i))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		paths = append(paths, filepath.Join(w.drawer(i), e.Name()))
	}
	return paths
}

func TestAKeyThatCannotBeReadIsAnError(t *testing.T) {
	for name, act := range map[string]act{"make": makes, "rewrap": rewraps, "restore": restores, "remove": destroys} {
		w := newTeam(t, 2)
		made(t, w.ring(0, 0, 1), 1)
		if name == "restore" {
			w.lose(t, key("1"))
		}
		block(t, w.files(t, 0)[0])
		if err := act(t.Context(), w.ring(0, 0, 1)); err == nil || !strings.Contains(err.Error(), w.drawer(0)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAKeyThatCannotBeKeptIsNotUsed(t *testing.T) {
	w := newTeam(t, 2)
	if err := os.Symlink("nowhere/else", filepath.Join(w.folders[0], "reach")); err != nil {
		t.Fatal(err)
	}
	if got, err := w.ring(0, 0, 1).Make(t.Context(), "r.1", 1); err == nil || got != (seal.Key{}) {
		t.Errorf("it is used where there is no folder for it: %v", err)
	}
	if _, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 1); !errors.Is(err, seal.ErrNoKey) {
		t.Errorf("it lies at the hub: %v", err)
	}
}

// Another machine has made the key meanwhile, and this one cannot forget its own.
func TestAKeyThatCannotBeForgottenIsAnError(t *testing.T) {
	w := newTeam(t, 2)
	meanwhile := once("create", func() error {
		made(t, w.ring(1, 0, 1), 1)
		block(t, w.files(t, 0)[0])
		return nil
	})
	if err := makes(t.Context(), w.troubledRing(0, meanwhile, nil, 0, 1)); err == nil || errors.Is(err, seal.ErrTaken) {
		t.Error(err)
	}
}

func TestAKeyThatIsNowhereAndCannotBeReadHereIsSaidToBeBoth(t *testing.T) {
	w := newTeam(t, 1)
	made(t, w.ring(0, 0), 1)
	block(t, w.files(t, 0)[0])
	if err := gets(t.Context(), w.ring(0, 0)); err != nil {
		t.Errorf("the hub does not help out: %v", err)
	}
	w.lose(t, key("1"))
	if err := gets(t.Context(), w.ring(0, 0)); !errors.Is(err, seal.ErrNoKey) ||
		!strings.Contains(err.Error(), "its own key: open "+w.drawer(0)) {
		t.Error(err)
	}
}

func TestADrawerThatCannotBeReadIsNotTakenForAnEmptyOne(t *testing.T) {
	w := newTeam(t, 1)
	acts := map[string]act{"restore": restores, "remove": destroys,
		"made": func(_ context.Context, k *seal.Keyring) error {
			_, err := k.Made()
			return err
		}}
	for name, act := range acts {
		if err := act(t.Context(), w.ring(0, 0)); err != nil {
			t.Errorf("%s, without a drawer: %v", name, err)
		}
	}
	if err := os.Mkdir(filepath.Dir(w.drawer(0)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(w.drawer(0), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, act := range acts {
		if err := act(t.Context(), w.ring(0, 0)); err == nil {
			t.Errorf("%s: a file counts as an empty drawer", name)
		}
	}
}

func TestTheNewestEpochOfEachRunIsKnownWithoutAHub(t *testing.T) {
	w := newTeam(t, 1)
	for run, epochs := range map[string][]uint64{"r.1": {2, 10, 9}, "r.2": {1}} {
		for _, epoch := range epochs {
			if _, err := w.ring(0, 0).Make(t.Context(), run, epoch); err != nil {
				t.Fatal(err)
			}
		}
	}
	// no keys
	for _, name := range []string{"r", "r.", "r.x", "=.x", "=zz.1", ".1", "r.-1", "r.99999999999999999999", ".DS_Store"} {
		if err := os.WriteFile(filepath.Join(w.drawer(0), name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := seal.Made(w.folders[0])
	if want := map[string]uint64{"r.1": 10, "r.2": 1}; err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, want %v: %v", got, want, err)
	}
}

// What lies in the drawer counts only when the machine itself has wrapped it.
func TestAKeyThatWasPutIntoTheDrawerIsNotUsed(t *testing.T) {
	w := newTeam(t, 2)
	mine := made(t, w.ring(0, 0, 1), 1)
	w.lose(t, key("1"))
	theirs := made(t, w.ring(1, 0, 1), 1)
	if err := os.WriteFile(w.files(t, 0)[0], w.lying(t, key("1")), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := w.ring(0, 0, 1).Make(t.Context(), "r.1", 1); !errors.Is(err, seal.ErrForeign) || got == mine ||
		got == theirs {
		t.Errorf("contents are sealed with it: %v", err)
	}
	if got, err := w.ring(0, 0, 1).Get(t.Context(), "r.1", 1); err != nil || got != theirs {
		t.Errorf("what the other machine seals does not open: %v", err)
	}
	w.lose(t, key("1"))
	if err := gets(t.Context(), w.ring(0, 0, 1)); !errors.Is(err, seal.ErrNoKey) || !errors.Is(err, seal.ErrForeign) {
		t.Errorf("who asks does not learn both: %v", err)
	}
}

func TestTheHubGetsBackExactlyWhatItHasLost(t *testing.T) {
	for _, lost := range []string{"1", "2", "3"} {
		w := newTeam(t, 2)
		maker := w.ring(0, 0, 1)
		want := []seal.Key{made(t, maker, 1), made(t, maker, 2), made(t, maker, 3)}
		if _, err := w.ring(1, 0, 1).Rewrap(t.Context(), w.peers(0, 1)); err != nil {
			t.Fatal(err)
		}
		newer := map[string]string{}
		w.lose(t, key(lost))
		for _, kept := range []string{"1", "2", "3"} {
			if kept != lost {
				newer[kept] = string(w.lying(t, key(kept)))
			}
		}
		if err := w.ring(0, 0, 1).Restore(t.Context()); err != nil {
			t.Fatal(err)
		}
		for kept, content := range newer {
			if string(w.lying(t, key(kept))) != content {
				t.Errorf("epoch %s, which the hub had, was replaced by an older one", kept)
			}
		}
		for i := range want {
			if got, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", uint64(i+1)); err != nil || got != want[i] {
				t.Errorf("%s was lost, epoch %d: %v", lost, i+1, err)
			}
		}
	}
}

func TestAKeyThatComesBackByItselfIsNoError(t *testing.T) {
	w := newTeam(t, 1)
	want := made(t, w.ring(0, 0), 1)
	w.lose(t, key("1"))
	meanwhile := once("create", func() error { return w.ring(0, 0).Restore(t.Context()) })
	if err := w.troubledRing(0, meanwhile, nil, 0).Restore(t.Context()); err != nil {
		t.Error(err)
	}
	if got := made(t, w.ring(0, 0), 1); got != want {
		t.Error("it is another one")
	}
}

// A link that leads nowhere is in the folder, and no key.
func TestAKeyThatIsRemovedMeanwhileIsNotPutBack(t *testing.T) {
	w := newTeam(t, 1)
	made(t, w.ring(0, 0), 1)
	w.lose(t, key("1"))
	if err := errors.Join(os.Remove(w.files(t, 0)[0]), os.Symlink("nowhere",
		w.drawer(0)+"/"+strings.TrimPrefix(key("1"), "ann.=."))); err != nil {
		t.Fatal(err)
	}
	if err := w.ring(0, 0).Restore(t.Context()); err != nil {
		t.Error(err)
	}
	if err := gets(t.Context(), w.ring(0, 0)); !errors.Is(err, seal.ErrNoKey) {
		t.Errorf("something lies in its place: %v", err)
	}
}
