package kimi

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/sys/regular"
)

// The limits of an archive's content. An archive from a stranger may claim to be small and hold a petabyte.
const (
	mostFiles    = 10_000
	mostUnpacked = 512 << 20
)

// ErrBomb says that an archive holds more than any session could.
var ErrBomb = errors.New("the archive holds more than a session")

// DetectExportZip reports whether a file begins like an archive whose first file belongs to a session.
func DetectExportZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) && (bytes.Contains(head, []byte("wire.jsonl")) ||
		bytes.Contains(head, []byte("state.json")) || bytes.Contains(head, []byte("manifest.json")))
}

// UnpackExport unpacks the files of the session in an archive into a folder, and returns the path of the session's main
// file there. It unpacks only the files that a reader needs, and chooses their names itself. Errors: ErrBomb,
// adapter.ErrFormat, and those of the file system.
func UnpackExport(ctx context.Context, archive, folder string) (string, error) {
	file, err := regular.Open(archive)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	unpacked, err := zip.NewReader(file, info.Size())
	if err != nil {
		return "", fmt.Errorf("%s: %w: %w", archive, adapter.ErrFormat, err)
	}
	if len(unpacked.File) > mostFiles {
		return "", fmt.Errorf("%s: %w: %d files", archive, ErrBomb, len(unpacked.File))
	}
	left := int64(mostUnpacked)
	for _, f := range unpacked.File {
		target, ok := placeOf(f.Name, folder)
		if !ok {
			continue
		}
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if left, err = unpack(f, target, left); err != nil {
			return "", fmt.Errorf("%s: %s: %w", archive, f.Name, err)
		}
	}
	main := WirePath(folder, MainAgent)
	if _, err := os.Stat(main); err != nil {
		return "", fmt.Errorf("%s: %w: there is no %s in it", archive, adapter.ErrFormat, filepath.Base(main))
	}
	return main, nil
}

// placeOf returns the target of a file in the archive. Only the end of its path counts, which must be one that the CLI
// uses.
func placeOf(name, folder string) (target string, ok bool) {
	parts := strings.Split(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/")
	n := len(parts)
	switch {
	case parts[n-1] == filepath.Base(StatePath(folder)) && !slices.Contains(parts, "agents"):
		return StatePath(folder), true
	case n >= 3 && parts[n-1] == filepath.Base(WirePath(folder, MainAgent)) && parts[n-3] == "agents" &&
		filepath.IsLocal(parts[n-2]):
		return WirePath(folder, parts[n-2]), true
	}
	return "", false
}

// unpack writes a file, and returns the number of bytes that may still be unpacked.
func unpack(f *zip.File, target string, left int64) (int64, error) {
	content, err := f.Open()
	if err != nil {
		return left, err
	}
	defer content.Close()
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return left, err
	}
	file, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return left, err
	}
	n, err := io.Copy(file, io.LimitReader(content, left+1))
	if err = errors.Join(err, file.Close()); err == nil && n > left {
		err = fmt.Errorf("%w: more than %d MB", ErrBomb, mostUnpacked>>20)
	}
	return left - n, err
}
