package opencode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// Session is a session in one of its three forms, in its state when it was opened.
type Session struct {
	Row Row
	source
}

// source provides a session's rows.
type source interface {
	// messages yields the messages that the session had when it was opened, each with its parts.
	messages(context.Context) iter.Seq2[Message, error]
	// started returns the sessions of sub-agents that the session's calls started, oldest first.
	started(context.Context) ([]Started, error)
}

// Started is the session of a sub-agent. Part is the id of the part that holds the call, or empty if unknown.
type Started struct {
	adapter.Location
	Part string
}

// Messages yields the session's messages in the order in which the CLI reads them. The sequence can be ranged over
// again. Memory holds one message at a time.
func (s *Session) Messages(ctx context.Context) iter.Seq2[Message, error] { return s.messages(ctx) }

// Started returns the sessions of sub-agents that the session's calls started.
func (s *Session) Started(ctx context.Context) ([]Started, error) { return s.started(ctx) }

// databaseMagic begins every SQLite database.
var databaseMagic = []byte("SQLite format 3\x00")

// IsDatabase reports whether the first bytes of a file are those of an SQLite database. They do not show whether it is
// OpenCode's: the names of the tables may be anywhere in the file, or in the log next to it. No other CLI keeps its
// sessions in one.
func IsDatabase(head []byte) bool { return bytes.HasPrefix(head, databaseMagic) }

// Open opens a session where it is stored: in a database, in an export, or in the tree of files. The location needs no
// id for a database with one session, and for files. Errors: adapter.ErrNotFound, ErrFormat, and those of the file
// system.
func Open(ctx context.Context, location adapter.Location) (*Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	head, err := readHead(location.Path)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(head, databaseMagic) {
		return openInDatabase(ctx, location)
	}
	content, err := regular.ReadFile(location.Path)
	if err != nil {
		return nil, err
	}
	whole, ok := jsonl.Whole(content)
	switch {
	case ok && IsExport(whole):
		return openExport(location.Path, whole)
	case ok && IsTreeSession(whole):
		return openInTree(location.Path, whole)
	}
	return nil, fmt.Errorf("%s: %w: it is neither OpenCode's database nor an exported session", location.Path,
		adapter.ErrFormat)
}

func readHead(path string) ([]byte, error) {
	file, err := regular.Open(path)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("%s: %w", path, adapter.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head := make([]byte, len(databaseMagic))
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return head[:n], nil
}
