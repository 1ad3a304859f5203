package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
)

// dist is the folder embedded in the program, keyed by the paths of its files. All files except the manifest are
// gzipped.
type dist struct {
	files    map[string][]byte
	manifest manifest
}

const manifestName = "manifest.json"

// pack compresses a bundle and describes it.
func pack(b *built) (*dist, error) {
	d := &dist{map[string][]byte{}, b.manifest}
	d.manifest.Sizes = map[string]size{}
	for name, content := range b.files {
		packed, err := zipped(content)
		if err != nil {
			return nil, err
		}
		d.files[name+".gz"] = packed
		d.manifest.Sizes[name] = size{len(content), len(packed)}
	}
	described, err := json.MarshalIndent(d.manifest, "", "  ")
	d.files[manifestName] = append(described, '\n')
	return d, err
}

// zipped compresses a file. The header contains neither name nor time, so the same content always produces the same
// file.
func zipped(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(content)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// unzipped returns the uncompressed content of a file of the folder.
func unzipped(name string, content []byte) ([]byte, error) {
	if filepath.Ext(name) != ".gz" {
		return content, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// write replaces the folder dist in a folder ui/web, so that no stale file stays. The new folder appears complete; the
// old one is removed last.
func (d *dist) write(web string) error {
	fresh, err := os.MkdirTemp(web, ".dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	for name, content := range d.files {
		file := filepath.Join(fresh, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	target := filepath.Join(web, "dist")
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	return os.Rename(fresh, target)
}

// compare returns an error unless the folder dist in a folder ui/web equals this one, whichever version of Go
// compressed it.
func (d *dist) compare(web string) error {
	committed, err := readDist(filepath.Join(web, "dist"))
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		content, there := committed[name]
		if !there {
			return fmt.Errorf("dist has no %s, which the sources make: %s bundles the pages anew", name, remake)
		}
		if same, err := equal(name, content, d.files[name]); err != nil || !same {
			return errors.Join(err, fmt.Errorf("%s of dist is not what the sources make: %s bundles the pages anew", name,
				remake))
		}
		delete(committed, name)
	}
	for _, name := range slices.Sorted(maps.Keys(committed)) {
		return fmt.Errorf("dist has %s, which the sources do not make: %s bundles the pages anew", name, remake)
	}
	return nil
}

func readDist(folder string) (map[string][]byte, error) {
	files := map[string][]byte{}
	root := os.DirFS(folder)
	return files, fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(root, name)
		return err
	})
}

// equal reports whether two files of the folder have the same content.
func equal(name string, a, b []byte) (bool, error) {
	if name == manifestName {
		return equalManifests(a, b)
	}
	plainA, errA := unzipped(name, a)
	plainB, errB := unzipped(name, b)
	return bytes.Equal(plainA, plainB), errors.Join(errA, errB)
}

// equalManifests compares everything except the compressed sizes: another version of Go compresses differently.
func equalManifests(a, b []byte) (bool, error) {
	var both [2]manifest
	for i, content := range [][]byte{a, b} {
		if err := json.Unmarshal(content, &both[i]); err != nil {
			return false, fmt.Errorf("read %s: %w", manifestName, err)
		}
		for name, s := range both[i].Sizes {
			both[i].Sizes[name] = size{Plain: s.Plain}
		}
	}
	return reflect.DeepEqual(both[0], both[1]), nil
}
