package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The limits of a package. The largest one today has 6 MB in 100 files.
const (
	mostBytes = 32 << 20
	mostFiles = 2000
)

// unpack unpacks npm's tarball into a folder. It extracts only regular files below "package/", and none whose path
// leaves the folder.
func unpack(tarball io.Reader, folder string) error {
	unzipped, err := gzip.NewReader(tarball)
	if err != nil {
		return err
	}
	entries, left := tar.NewReader(unzipped), int64(mostBytes)
	for files := 0; ; files++ {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if left -= entry.Size; left < 0 || files == mostFiles {
			return fmt.Errorf("it has more than %d bytes or %d files", mostBytes, mostFiles)
		}
		if err := unpackEntry(entry, entries, folder); err != nil {
			return err
		}
	}
}

func unpackEntry(entry *tar.Header, content io.Reader, folder string) error {
	if entry.Typeflag == tar.TypeDir {
		return nil
	}
	if entry.Typeflag != tar.TypeReg {
		return fmt.Errorf("entry %q is not a regular file", entry.Name)
	}
	name, below := strings.CutPrefix(entry.Name, "package/")
	if name = filepath.FromSlash(name); !below || !filepath.IsLocal(name) {
		return fmt.Errorf("entry %q is not below package/", entry.Name)
	}
	target := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close())
}
