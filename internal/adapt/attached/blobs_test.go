package attached

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const helloDigest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

func TestPutAndFind(t *testing.T) {
	folder := t.TempDir()
	store := OpenBlobs(folder)
	for range 2 { // the second finds the first
		b, err := store.Put(strings.NewReader("hello"))
		if err != nil || b.SHA256 != helloDigest || b.Size != 5 {
			t.Fatalf("got %+v, error %v", b, err)
		}
		if path, err := store.Find(b.SHA256); err != nil || path != b.Path {
			t.Errorf("found %s, error %v", path, err)
		}
		if content, err := os.ReadFile(b.Path); err != nil || string(content) != "hello" {
			t.Errorf("stored %q, error %v", content, err)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "blobs", "sha256", "*", "*")); len(files) != 1 {
		t.Errorf("files %v", files)
	}
}

func TestFindLooksNowhereElse(t *testing.T) {
	folder := t.TempDir()
	for _, digest := range []string{helloDigest, "", "ab", "../../../../etc/passwd", strings.Repeat("zz", 32)} {
		if path, err := OpenBlobs(folder).Find(digest); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: found %q, error %v", digest, path, err)
		}
	}
	if _, err := (Blobs{}).Find(helloDigest); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the zero store: error %v", err)
	}
}

func TestPutReportsWhatItCannotStore(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "blobs"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, store := range map[string]Blobs{"a file in the folder's place": OpenBlobs(folder), "no folder": {}} {
		if _, err := store.Put(strings.NewReader("hello")); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
