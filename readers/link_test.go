package readers_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"stead/internal/testkit"
	"stead/readers"
)

func TestLinksOutOfTheStoreAreNotFollowed(t *testing.T) {
	home := t.TempDir()
	root, outside := filepath.Join(home, "store"), filepath.Join(home, "outside")
	for _, folder := range []string{root, outside, root + "-beside"} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"in": root, "out": outside, "near": root + "-beside",
		"broken": filepath.Join(home, "nothing")} {
		testkit.Link(t, target, filepath.Join(root, name))
	}
	for name, isOutside := range map[string]bool{"": false, "in": false, "in/in": false, "out": true, "near": true,
		"broken": false, "missing": false} {
		if err := readers.Inside(root, filepath.Join(root, name)); errors.Is(err, readers.ErrOutside) != isOutside {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := readers.Inside(root+"/in", root); err != nil {
		t.Errorf("a root that is a link itself: %v", err)
	}
}
