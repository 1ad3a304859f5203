package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEveryTarballIsNamed(t *testing.T) {
	packages, err := readPinned(web)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, p := range packages {
		named[p.tarball()] = true
	}
	present, err := filepath.Glob(filepath.Join(web, "packages", "*.tgz"))
	if err != nil || len(present) != len(named) {
		t.Errorf("%d tarballs for %d packages (%v)", len(present), len(named), err)
	}
	for _, file := range present {
		if !named[filepath.Base(file)] {
			t.Errorf("packages.json does not name %s", file)
		}
	}
}

func TestOnlyTheNamedTarballIsUnpacked(t *testing.T) {
	good := tarball(t, tar.Header{Name: "package/package.json", Mode: 0o644},
		`{"name":"a","version":"1.0.0","license":"MIT"}`)
	is := pinned{"a", "1.0.0", "MIT", sum(good)}
	if err := is.unpack(good, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []pinned{
		{"a", "1.0.0", "MIT", sum([]byte("another"))},
		{"a", "1.0.0", "MIT", ""},
		{"b", "1.0.0", "MIT", sum(good)},
		{"a", "1.0.1", "MIT", sum(good)},
		{"a", "1.0.0", "ISC", sum(good)},
	} {
		if err := wrong.unpack(good, t.TempDir()); err == nil {
			t.Errorf("%+v is unpacked", wrong)
		}
	}
	folder := t.TempDir()
	if err := (pinned{"a", "1.0.0", "MIT", "sha512-"}).unpack(good, folder); err == nil || !isEmpty(t, folder) {
		t.Errorf("a tarball of another sum: %v, and something is unpacked", err)
	}
}

func TestEvilTarballsAreRefused(t *testing.T) {
	for name, evil := range map[string][]byte{
		"above":          tarball(t, tar.Header{Name: "package/../../x"}, "x"),
		"above, at once": tarball(t, tar.Header{Name: "../x"}, "x"),
		"absolute":       tarball(t, tar.Header{Name: "/tmp/x"}, "x"),
		"absolute below": tarball(t, tar.Header{Name: "package//tmp/x"}, "x"),
		"beside":         tarball(t, tar.Header{Name: "other/x"}, "x"),
		"symbolic link": tarball(t, tar.Header{Name: "package/x", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"},
			""),
		"hard link":         tarball(t, tar.Header{Name: "package/x", Typeflag: tar.TypeLink, Linkname: "package/y"}, ""),
		"pipe":              tarball(t, tar.Header{Name: "package/x", Typeflag: tar.TypeFifo}, ""),
		"huge":              tarball(t, tar.Header{Name: "package/x"}, strings.Repeat("x", mostBytes+1)),
		"cut off":           tarball(t, tar.Header{Name: "package/x"}, "x")[:20],
		"no archive at all": []byte("hello"),
	} {
		t.Run(name, func(t *testing.T) {
			around := t.TempDir()
			if err := unpack(bytes.NewReader(evil), filepath.Join(around, "a")); err == nil {
				t.Error("it is unpacked")
			}
			if !isEmpty(t, around) {
				t.Error("something is unpacked")
			}
		})
	}
}

func TestManyFilesAreRefused(t *testing.T) {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	w := tar.NewWriter(zip)
	for i := range mostFiles + 1 {
		if err := w.WriteHeader(&tar.Header{Name: "package/" + strings.Repeat("d/", i%7),
			Typeflag: tar.TypeDir}); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	zip.Close()
	if err := unpack(&b, t.TempDir()); err == nil {
		t.Error("it is unpacked")
	}
}

func tarball(t *testing.T, header tar.Header, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	w := tar.NewWriter(zip)
	header.Size = int64(len(content))
	if header.Typeflag == 0 {
		header.Typeflag = tar.TypeReg
	}
	if err := w.WriteHeader(&header); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	zip.Close()
	return b.Bytes()
}

func sum(content []byte) string {
	s := sha512.Sum512(content)
	return "sha512-" + base64.StdEncoding.EncodeToString(s[:])
}

// isEmpty says whether a folder has no file.
func isEmpty(t *testing.T, folder string) bool {
	t.Helper()
	empty := true
	err := fs.WalkDir(os.DirFS(folder), ".", func(_ string, entry fs.DirEntry, err error) error {
		empty = empty && entry.IsDir()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return empty
}
