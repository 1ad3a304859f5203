package dated

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
)

// Records stores the records of items of one kind, each as a JSON file in the item's folder.
type Records[T any] struct {
	Folder
	// ID returns the id in a record.
	ID func(T) string
	// Current updates a record that was read. Nil leaves it unchanged.
	Current func(T) (T, error)
}

// Save replaces an item's record.
func (r Records[T]) Save(record T) error {
	id := r.ID(record)
	data, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Update(filepath.Join(r.Dir(id), r.Record), append(data, '\n')); err != nil {
		return fmt.Errorf("keep the record of %s %s: %w", r.Kind, id, err)
	}
	return nil
}

// Load reads the record of an item. It returns NotFound if there is none.
func (r Records[T]) Load(id string) (record T, err error) {
	data, err := regular.ReadFile(filepath.Join(r.Dir(id), r.Record))
	if errors.Is(err, fs.ErrNotExist) {
		return record, fmt.Errorf("%s %s: %w", r.Kind, id, r.NotFound)
	}
	if err != nil {
		return record, err
	}
	if err := json.Unmarshal(data, &record); err != nil {
		return record, fmt.Errorf("read the record of %s %s: %w", r.Kind, id, err)
	}
	if r.Current == nil {
		return record, nil
	}
	return r.Current(record)
}

// Find returns the item whose id begins with name, or whose [Short] form is name. [Latest] stands for the item that was
// last active. It returns NotFound or Ambiguous.
func (r Records[T]) Find(name string) (record T, err error) {
	id, err := r.Folder.Find(name)
	if err != nil {
		return record, err
	}
	return r.Load(id)
}

// All returns the records of all items, the newest first. It omits folders without a readable record.
func (r Records[T]) All() ([]T, error) {
	ids, err := r.IDs()
	if err != nil {
		return nil, err
	}
	all := make([]T, 0, len(ids))
	for _, id := range ids {
		if record, err := r.Load(id); err == nil {
			all = append(all, record)
		}
	}
	return all, nil
}
