package clido

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	format "stead/adapters/clido"
	"stead/timeline"
)

// maxFile is the maximum size in bytes of a file whose state a result describes.
const maxFile = 16 << 20

// file describes the state of a call's file. It is the state in the source, or else the file's current state if the
// file has not changed since the result. If it has changed, the state that the model saw is unknown.
func file(c *call, result *timeline.Entry, dir string) timeline.Extra {
	if result.Extra[format.FileMembers[0]] != nil {
		return result.Extra
	}
	at, err := time.Parse(time.RFC3339, result.Timestamp)
	if c.path == "" || !result.Success || err != nil {
		return nil
	}
	path := c.path
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile || info.ModTime().After(at) {
		return nil
	}
	sum, ok := digest(path, info)
	if !ok {
		return nil
	}
	return timeline.Extra{
		"path": timeline.AppendString(nil, path), "content_hash": timeline.AppendString(nil, sum),
		"mtime_nanos": json.RawMessage(strconv.FormatInt(info.ModTime().UnixNano(), 10)),
	}
}

// digest returns the SHA-256 of a file. Ok is false if the file has been replaced since it was examined.
func digest(path string, was os.FileInfo) (sum string, ok bool) {
	file, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	hash := sha256.New()
	if is, err := file.Stat(); err != nil || !os.SameFile(was, is) {
		return "", false
	}
	_, err = io.Copy(hash, io.LimitReader(file, maxFile))
	return hex.EncodeToString(hash.Sum(nil)), err == nil
}
