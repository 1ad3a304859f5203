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

// maxFile is how large a file may be whose state is told, in bytes.
const maxFile = 16 << 20

// file says in which state the file was that a call was about: what the source tells, or else the state of today, where
// the file has not been changed since the result. Of one that has been, nobody knows what the model saw.
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

// digest returns the SHA-256 of a file that is still the one that was looked at.
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
