package upgrade_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
)

// kept are the folders of a home that a state consists of: stead's own, and those with the CLIs' sessions.
var kept = []string{".config/stead", ".local/share/stead", ".local/state/stead", ".claude/projects", ".codex/sessions",
	".pi/agent/sessions"}

// left are the parts of them that are nothing without their process, or are made again.
var left = []string{"sockets", "worktrees", "repositories", "versions.json"}

// placeName is the file of a state with the path of its machine's folder, which its files name.
const placeName = "place"

// pack writes the state of a machine.
func pack(t *testing.T, g *harness.Environment, path string) {
	t.Helper()
	var content bytes.Buffer
	compressed := gzip.NewWriter(&content)
	archive := tar.NewWriter(compressed)
	add := func(name string, data []byte) {
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(data))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	add(placeName, []byte(filepath.Dir(g.Work)))
	for _, folder := range kept {
		err := filepath.WalkDir(filepath.Join(g.Dir, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			for _, name := range left {
				if d.Name() == name && d.IsDir() {
					return fs.SkipDir
				}
			}
			if !d.Type().IsRegular() {
				return nil
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(g.Dir, path)
			add(name, data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), compressed.Close(), os.MkdirAll(filepath.Dir(path), 0o755),
		os.WriteFile(path, content.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// unpack puts a state into a home, as if it had been made there: its text files name the folders of this machine.
func unpack(t *testing.T, g *harness.Environment, path string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	compressed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(compressed)
	place := ""
	for {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		if head.Name == placeName {
			place = string(data)
			continue
		}
		if !bytes.Contains(data, []byte{0}) {
			data = bytes.ReplaceAll(data, []byte(place), []byte(filepath.Dir(g.Work)))
		}
		// Claude Code names a project's folder after its path.
		named := strings.NewReplacer("/", "-", ".", "-")
		name := strings.ReplaceAll(head.Name, named.Replace(place), named.Replace(filepath.Dir(g.Work)))
		target := filepath.Join(g.Dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(target), 0o700), os.WriteFile(target, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}
