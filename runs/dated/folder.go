// Package dated stores items, such as runs, chains and contests, in folders named after the time when each item began,
// so that their ids sort. Users name an item by the beginning of its id, by its last digits, or as the latest, which is
// the one that was last active.
//
//	<root>.clock         the last time stamp that was given out
//	<root>/<id>/active   a time stamp of the last activity; these sort in the order of activity
package dated

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Latest is the name, in place of an id, of the item that was last active.
const Latest = "latest"

// digits is the length of the random digits at the end of an id.
const digits = 4

// Folder holds a subfolder for each item of one kind.
type Folder struct {
	// Root is the folder's path. It need not exist until an item is created.
	Root string
	// Kind is the name of an item in errors: "run". Record is the name of the file that describes an item.
	Kind, Record string
	// NotFound and Ambiguous are the errors for an id that matches no item, and for one that matches several.
	NotFound, Ambiguous error
}

// Dir returns the folder of one item.
func (f Folder) Dir(id string) string { return filepath.Join(f.Root, id) }

// Create creates the folder of a new item and returns its id: a moment later than those of all others, and four random
// digits. That holds even if the clock was set back and if several processes call Create concurrently. Ids of older
// versions have the time to the second.
func (f Folder) Create(now time.Time) (string, error) {
	if err := os.MkdirAll(f.Root, 0o700); err != nil {
		return "", fmt.Errorf("make the folder of stead's %ss: %w", f.Kind, err)
	}
	moment, err := f.tick(now)
	if err != nil {
		return "", err
	}
	for {
		var random [digits / 2]byte
		rand.Read(random[:])
		id := moment + "-" + hex.EncodeToString(random[:])
		err := os.Mkdir(f.Dir(id), 0o700)
		if !errors.Is(err, fs.ErrExist) {
			return id, err
		}
	}
}

// Remove deletes the folder of one item. It is not an error if the folder does not exist.
func (f Folder) Remove(id string) error { return os.RemoveAll(f.Dir(id)) }

// IDs returns the ids of all items, the newest first.
func (f Folder) IDs() ([]string, error) {
	entries, err := os.ReadDir(f.Root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list stead's %ss: %w", f.Kind, err)
	}
	ids := make([]string, 0, len(entries))
	for _, entry := range entries {
		ids = append(ids, entry.Name())
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(b, a) })
	return ids, nil
}

// Find returns the id that begins with name, or whose [Short] form is name. [Latest] stands for the item that was last
// active. It returns NotFound or Ambiguous.
func (f Folder) Find(name string) (string, error) {
	ids, err := f.IDs()
	if err != nil {
		return "", err
	}
	if name == Latest && len(ids) > 0 {
		return f.Latest(ids), nil
	}
	return f.Of(ids, name)
}

// Of returns which of the given ids begins with name, or has it as its [Short] form. The items need not be in the
// folder. It returns NotFound or Ambiguous.
func (f Folder) Of(ids []string, name string) (string, error) {
	var found []string
	for _, id := range ids {
		if hasName(id, name) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("%s %s: %w", f.Kind, name, f.NotFound)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%s %s: %w: %s", f.Kind, name, f.Ambiguous, strings.Join(found, ", "))
}

func hasName(id, name string) bool { return strings.HasPrefix(id, name) || ending(id) == name }

// IsName reports whether [Folder.Find] may return an id for a name. [Latest] matches any id.
func IsName(id, name string) bool { return name == Latest || hasName(id, name) }

// IsID reports whether a text has the form of an id: the moment when the item began, or the second in older versions,
// and the random digits.
func IsID(text string) bool {
	at := began(text)
	when, err := time.Parse(moment, at)
	if err != nil || when.Format(moment) != at { // the library also accepts a comma as the decimal point
		return false
	}
	random := ending(text)
	return text[len(text)-digits-1] == '-' && strings.Trim(random, "0123456789abcdef") == ""
}

// Short maps ids to short names: the random digits at the end of the id if they are unique among the given ids, or else
// the id.
func Short(ids []string) map[string]string {
	count := map[string]int{}
	for _, id := range ids {
		count[ending(id)]++
	}
	short := make(map[string]string, len(ids))
	for _, id := range ids {
		short[id] = id
		if end := ending(id); count[end] == 1 {
			short[id] = end
		}
	}
	return short
}

func ending(id string) string { return id[max(0, len(id)-digits):] }
