package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"stead/inject"
	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
)

// Change is a pending change of a file. Only [Change.Write] writes it.
type Change struct {
	// Path is the file, with symbolic links resolved.
	Path string
	// Before and After are the file's contents. Nil means that there is no file.
	Before, After []byte
}

// IsNone reports whether the file is already as it should be.
func (c Change) IsNone() bool {
	return bytes.Equal(c.Before, c.After) && (c.Before == nil) == (c.After == nil)
}

// TakenError says that the configuration has a different entry of that name.
type TakenError struct{ Path, Name, Entry string }

// Error implements error.
func (e *TakenError) Error() string {
	return fmt.Sprintf("%s names another server %q: %s", e.Path, e.Name, e.Entry)
}

// Hint says how to replace or remove the existing entry.
func (e *TakenError) Hint() string {
	return "--force puts the new entry in its place, --remove takes the old one out"
}

// ErrForm is the error of a file whose entry cannot be changed without changing more than the entry.
var ErrForm = errors.New("the file has the servers in a form that cannot be changed here: change it by hand")

// syntax is a format of configuration files.
type syntax interface {
	// decode parses the content. Objects and tables become maps.
	decode(content []byte) (map[string]any, error)
	// add returns the content with the entry added. The content must not have it yet.
	add(content []byte, keys []string, value any) ([]byte, error)
	// remove returns the content without the entry, which it must have. Nil means that only what add created would be
	// left.
	remove(content []byte, keys []string) ([]byte, error)
	// replace returns the content with another value of the entry, which it must have.
	replace(content []byte, keys []string, value any) ([]byte, error)
}

func syntaxOf(path string) syntax {
	if strings.HasSuffix(path, ".toml") {
		return tomlFile{}
	}
	return jsonFile{}
}

// Add returns the change that adds an entry to its file. A different entry of the same name is a [TakenError], unless
// force is set.
func Add(e inject.MCPEntry, force bool) (Change, error) {
	return change(e, func(s syntax, content []byte, old, wanted any) ([]byte, error) {
		switch {
		case old == nil:
			return s.add(content, e.Keys, e.Value)
		case reflect.DeepEqual(old, wanted):
			return content, nil
		case !force:
			return nil, &TakenError{Path: e.Path, Name: e.Keys[len(e.Keys)-1], Entry: fmt.Sprint(old)}
		}
		return s.replace(content, e.Keys, e.Value)
	}, true)
}

// Remove returns the change that removes an entry from its file, whatever its value.
func Remove(e inject.MCPEntry) (Change, error) {
	return change(e, func(s syntax, content []byte, old, _ any) ([]byte, error) {
		if old == nil {
			return content, nil
		}
		return s.remove(content, e.Keys)
	}, false)
}

// change lets edit change a file, and verifies that the file means the same as before except for the entry.
func change(e inject.MCPEntry, edit func(s syntax, content []byte, old, wanted any) ([]byte, error),
	has bool) (Change, error) {
	c, err := read(e.Path)
	if err != nil {
		return c, err
	}
	s := syntaxOf(e.Path)
	before, err := s.decode(c.Before)
	if err != nil {
		return c, fmt.Errorf("read %s: %w", c.Path, err)
	}
	wanted, err := decoded(s, e)
	if err != nil {
		return c, err
	}
	old := lookUp(before, e.Keys)
	if c.After, err = edit(s, c.Before, old, wanted); err != nil {
		return c, err
	}
	after, err := s.decode(c.After)
	if err != nil {
		return c, fmt.Errorf("change %s: %w (%w)", c.Path, ErrForm, err)
	}
	if now := lookUp(after, e.Keys); has != (now != nil) || has && !reflect.DeepEqual(now, wanted) ||
		!sameBut(before, after, e.Keys) {
		return c, fmt.Errorf("change %s: %w", c.Path, ErrForm)
	}
	return c, nil
}

// read reads the file. It resolves a symbolic link to the file that the user maintains.
func read(path string) (c Change, err error) {
	c.Path = path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		c.Path = real
	}
	c.Before, err = regular.ReadFile(c.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if c.Before == nil {
		c.Before = []byte{}
	}
	return c, err
}

// decoded returns the entry in the form that it has after a round trip through the syntax.
func decoded(s syntax, e inject.MCPEntry) (any, error) {
	content, err := s.add(nil, e.Keys, e.Value)
	if err != nil {
		return nil, err
	}
	said, err := s.decode(content)
	return lookUp(said, e.Keys), err
}

func lookUp(in map[string]any, keys []string) any {
	at := any(in)
	for _, key := range keys {
		object, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = object[key]
	}
	return at
}

// sameBut reports whether two files mean the same apart from the entry and the objects around it that contain nothing
// else.
func sameBut(a, b map[string]any, keys []string) bool {
	return reflect.DeepEqual(without(a, keys), without(b, keys))
}

func without(object map[string]any, keys []string) map[string]any {
	rest := map[string]any{}
	for key, value := range object {
		inner, isObject := value.(map[string]any)
		switch {
		case key != keys[0]:
			rest[key] = value
		case len(keys) > 1 && isObject:
			if inner = without(inner, keys[1:]); len(inner) > 0 {
				rest[key] = inner
			}
		case len(keys) > 1:
			rest[key] = value
		}
	}
	return rest
}

// ErrChanged is the error of a file that another program has changed in the meantime.
var ErrChanged = errors.New("somebody else has just changed the file: try again")

// Write writes the change.
func (c Change) Write() error {
	now, err := read(c.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now.Before, c.Before) {
		return fmt.Errorf("change %s: %w", c.Path, ErrChanged)
	}
	if c.After == nil {
		return os.Remove(c.Path)
	}
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(c.Path); err == nil {
		mode = info.Mode().Perm()
	}
	err = atomicfile.Replace(c.Path, c.After)
	if err != nil {
		return err
	}
	return os.Chmod(c.Path, mode) // the file is the user's, so its permissions stay as they were
}
