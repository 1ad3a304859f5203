package gemini

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// source is a session's file, up to the size at which it was opened.
type source struct {
	path string
	size int64
	// legacy are the records of a file that is one JSON value, and nil for any other file. isSaved marks a saved chat.
	legacy  []jsonl.Line
	isSaved bool
}

// openFile opens a session's file.
func openFile(path string) (*os.File, error) {
	file, err := regular.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, adapter.ErrNotFound)
	}
	return file, err
}

func openSource(path string) (source, error) {
	file, err := openFile(path)
	if err != nil {
		return source{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return source{}, err
	}
	s := source{path: path, size: info.Size()}
	head := make([]byte, min(s.size, 4096))
	if _, err := io.ReadFull(file, head); err != nil {
		return source{}, fmt.Errorf("read %s: %w", path, err)
	}
	if isLegacy(head) || format.IsSaved(filepath.Base(path)) {
		err = s.readWhole(info.ModTime())
	}
	return s, err
}

// cutHalfLine excludes the line that the CLI is still writing.
func (s *source) cutHalfLine() error {
	file, err := openFile(s.path)
	if err != nil {
		return err
	}
	defer file.Close()
	s.size, err = jsonl.LastLineEnd(file, s.size)
	return err
}

// isLegacy reports whether a file's first line consists of an opening brace: the JSON of versions before 0.39 is
// indented.
func isLegacy(head []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimPrefix(head, byteOrderMark), []byte{'\n'})
	return string(bytes.TrimSpace(first)) == "{"
}

// readWhole reads a file that is one JSON value. These files are small, because the CLI rewrote them with every change.
func (s *source) readWhole(modified time.Time) error {
	content, err := regular.ReadFile(s.path)
	if err != nil {
		return err
	}
	whole, ok := jsonl.Whole(content)
	if !ok {
		return nil
	}
	if history := savedHistory(s.path, whole); history != nil {
		s.legacy, s.isSaved = savedLines(s.path, modified, history), true
	} else if jsonl.Value(whole).Get("sessionId").IsString() {
		s.legacy = legacyLines(whole)
	}
	return nil
}

// legacyLines returns the lines to which the CLI itself converts an old file when it resumes it: the header, then each
// message.
func legacyLines(whole jsonl.Value) []jsonl.Line {
	header := timeline.NewObject(nil)
	var messages jsonl.Value
	for key, value := range jsonl.Members(whole) {
		if string(key) == "messages" {
			messages = value
		} else {
			header.Raw(string(key), value)
		}
	}
	lines := []jsonl.Line{{Number: 1, Bytes: compact(header.End())}}
	for message := range jsonl.Elements(messages) {
		lines = append(lines, jsonl.Line{Number: len(lines) + 1, Bytes: compact(message)})
	}
	return lines
}

func compact(value []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, value) != nil {
		return value
	}
	return out.Bytes()
}

// records yields the session's records. Each iteration reads the file again.
func (s source) records(ctx context.Context) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		if s.legacy != nil {
			for _, line := range s.legacy {
				r := parse(line)
				if s.isSaved {
					r.keepAll()
				}
				if err := ctx.Err(); !yield(r, err) || err != nil {
					return
				}
			}
			return
		}
		file, err := openFile(s.path)
		if err != nil {
			yield(record{}, err)
			return
		}
		defer file.Close()
		for r, err := range jsonl.Parse(ctx, io.NewSectionReader(file, 0, s.size), parse) {
			if err != nil {
				err = fmt.Errorf("read %s: %w", s.path, err)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}
