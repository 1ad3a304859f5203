package dated

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// activeName is the file, in a thing's own folder, with a moment that sorts as those do at which things were last
// active.
const activeName = "active"

// Touch says that a thing is active: until another is, it is the [Latest].
func (f Folder) Touch(id string) error {
	at, err := f.tick(time.Time{}) // the moment after the last: what counts is the order
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.Dir(id), activeName), []byte(at), 0o600)
}

// Latest returns which of some things, at least one, was last active.
func (f Folder) Latest(ids []string) string {
	active := make(map[string]string, len(ids))
	for _, id := range ids {
		active[id] = f.active(id)
	}
	return slices.MaxFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(active[a], active[b]),
			cmp.Compare(a, b))
	})
}

// active is when a thing was last active. One of an older version was when it began, and one without a record, which is
// about to begin or was broken off at that, never.
func (f Folder) active(id string) string {
	if file, err := os.Open(filepath.Join(f.Dir(id), activeName)); err == nil {
		defer file.Close()
		text, _ := io.ReadAll(io.LimitReader(file, int64(len(moment))))
		if _, err := time.Parse(moment, string(text)); err == nil {
			return string(text)
		}
	}
	if _, err := os.Stat(filepath.Join(f.Dir(id), f.Record)); err != nil {
		return ""
	}
	return began(id)
}
