package opencode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// The tree of versions before 1.2, below the data folder: storage/session/<project>/<session>.json,
// storage/message/<session>/<message>.json and storage/part/<message>/<part>.json. During its update, the CLI copied
// the tree into its database; it leaves the tree unchanged.

// TreeSessions returns the files of the sessions in a store's tree.
func TreeSessions(root string) []string {
	found, _ := filepath.Glob(filepath.Join(root, "storage", "session", "*", SessionPrefix+"*.json"))
	return found
}

// TreeSessionID returns the id of the session in a file of the tree. The file's name determines it, not the content.
func TreeSessionID(path string) string { return strings.TrimSuffix(filepath.Base(path), ".json") }

// IsTreeSession reports whether a JSON value is a session of the tree.
func IsTreeSession(content []byte) bool {
	value := jsonl.Value(content)
	return isSessionInfo(value) && value.Get("messages") == nil
}

// ReadTreeSession returns the row of the session in a file of the tree. Errors: adapter.ErrFormat, and those of the
// file system.
func ReadTreeSession(path string) (Row, error) {
	content, err := readValue(path)
	if err != nil {
		return Row{}, err
	}
	if !IsTreeSession(content) {
		return Row{}, fmt.Errorf("%s: %w: it is not a session of OpenCode", path, adapter.ErrFormat)
	}
	return sessionFromInfo(content), nil
}

func readValue(path string) (jsonl.Value, error) {
	content, err := regular.ReadFile(path)
	if err != nil {
		return nil, err
	}
	clean, ok := jsonl.Whole(content)
	if !ok {
		return nil, fmt.Errorf("%s: %w: it is not JSON", path, adapter.ErrFormat)
	}
	return clean, nil
}

// filed is a session in the tree of files.
type filed struct {
	path string
	// order lists the files of its messages in order.
	order []string
}

func openInTree(path string, content jsonl.Value) (*Session, error) {
	f := filed{path: path}
	type dated struct {
		position
		path string
	}
	var all []dated
	for _, file := range f.files("message", TreeSessionID(path)) {
		info, err := readValue(file)
		if err != nil {
			return nil, err
		}
		all = append(all, dated{position{info.Get("time", "created").Int(), TreeSessionID(file)}, file})
	}
	slices.SortStableFunc(all, func(a, b dated) int {
		return cmp.Or(cmp.Compare(a.time, b.time),
			strings.Compare(a.id, b.id))
	})
	for _, message := range all {
		f.order = append(f.order, message.path)
	}
	return &Session{sessionFromInfo(content), f}, nil
}

// files returns the files of a folder of the tree, sorted by name.
func (f filed) files(folder, owner string) []string {
	storage := filepath.Dir(filepath.Dir(filepath.Dir(f.path)))
	found, _ := filepath.Glob(filepath.Join(storage, folder, owner, "*.json"))
	return found
}

// messages implements source.
func (f filed) messages(ctx context.Context) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for _, path := range f.order {
			m, err := f.message(path)
			if err == nil {
				err = ctx.Err()
			}
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
}

func (f filed) message(path string) (Message, error) {
	info, err := readValue(path)
	if err != nil {
		return Message{}, err
	}
	m := Message{Row: rowFromInfo(MessageTable, info)}
	for _, file := range f.files("part", TreeSessionID(path)) {
		part, err := readValue(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return m, err
		}
		m.Parts = append(m.Parts, rowFromInfo(PartTable, part))
	}
	return m, nil
}

// started implements source. The sessions of sub-agents are next to the session's own file.
func (f filed) started(context.Context) ([]Started, error) {
	var found []Started
	beside, _ := filepath.Glob(filepath.Join(filepath.Dir(f.path), SessionPrefix+"*.json"))
	for _, path := range beside {
		if row, err := ReadTreeSession(path); err == nil && row.Get("parent_id").Is(TreeSessionID(f.path)) {
			found = append(found, Started{Location: adapter.Location{Path: path, ID: row.ID}})
		}
	}
	return found, nil
}
