package dated

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// activeName is the file in an item's folder with the moment at which the item was last active. Moments sort in order
// of activity.
const activeName = "active"

// Touch marks an item as active. It is the [Latest] until another item is marked.
func (f Folder) Touch(id string) error {
	at, err := f.tick(time.Time{}) // the moment after the last one, because only the order counts
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.Dir(id), activeName), []byte(at), 0o600)
}

// Latest returns which of the given items, at least one, was last active.
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

// active returns the moment at which an item was last active. For an item of an older version it is when the item
// began. For an item without a record, which is about to begin or was interrupted at that, it sorts before all others.
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
