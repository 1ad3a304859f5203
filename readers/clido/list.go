package clido

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/entry"
	format "stead/internal/format/clido"
	"stead/internal/jsonl"
	"stead/internal/regular"
	"stead/readers"
	"stead/timeline"
)

// headWindow is how much of a file's beginning a list reads, tailWindow how much of its end: the last title lies there.
const headWindow, tailWindow = 32 << 10, 16 << 10

// List yields the store's sessions. See [readers.Reader].
func (Reader) List(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		for _, pattern := range format.Patterns {
			paths, err := filepath.Glob(filepath.Join(store.Root, pattern))
			if err != nil {
				yield(timeline.Summary{}, fmt.Errorf("list sessions: %w", err))
				return
			}
			for _, path := range paths {
				if ctx.Err() != nil {
					return
				}
				if strings.HasPrefix(format.SessionID(path), query.Prefix) && !list(store.Root, path, query, yield) {
					return
				}
			}
		}
	}
}

// list yields one file's summary, if it is wanted, and reports whether the range shall go on.
func list(root, path string, query readers.Query, yield func(timeline.Summary, error) bool) bool {
	err := readers.Inside(root, path)
	var s timeline.Summary
	if err == nil {
		s, err = summarize(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, adapter.ErrEmpty):
		return true // gone meanwhile, or begun and left, which the CLI does not list either
	case err != nil:
		return yield(timeline.Summary{}, fmt.Errorf("list sessions: %s: %w", path, err))
	case query.Project != "" && s.Project != query.Project:
		return true
	}
	return yield(s, nil)
}

func summarize(path string) (timeline.Summary, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return timeline.Summary{}, errors.Join(err, adapter.ErrEmpty) // opening a pipe would wait for its writer
	}
	file, err := regular.Open(path)
	if err != nil {
		return timeline.Summary{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return timeline.Summary{}, err
	}
	begin, err := section(file, 0, headWindow)
	if err != nil {
		return timeline.Summary{}, err
	}
	end, err := section(file, max(0, info.Size()-tailWindow), tailWindow)
	if err != nil {
		return timeline.Summary{}, err
	}
	return summaryOf(path, info, begin, end)
}

func section(file io.ReaderAt, from, size int64) ([]byte, error) {
	return io.ReadAll(io.NewSectionReader(file, from, size))
}

func summaryOf(path string, info fs.FileInfo, begin, end []byte) (timeline.Summary, error) {
	var x index
	prompt := ""
	for line := range bytes.Lines(begin) {
		value := jsonl.Trim(line)
		x.add(value)
		if prompt == "" && value.Get("type").Is(format.UserMessage) {
			prompt = firstText(value)
		}
	}
	if x.known == 0 && info.Size() > 0 {
		return timeline.Summary{}, adapter.ErrFormat
	}
	if x.talk == 0 && info.Size() < headWindow {
		return timeline.Summary{}, adapter.ErrEmpty
	}
	s := timeline.Summary{
		CLI: format.Name, ID: format.SessionID(path), Path: path, Project: x.meta.Get("project_path").String(),
		Title: prompt, Updated: info.ModTime(), Bytes: info.Size(),
	}
	s.Created, _ = startTime(x.meta)
	for line := range bytes.Lines(end) {
		if value := jsonl.Trim(line); value.Get("type").Is(format.Title) && value.Get("title").String() != "" {
			s.Title = value.Get("title").String()
		}
	}
	return s, nil
}

// firstText returns the first line of a prompt, or the beginning of a long one.
func firstText(message jsonl.Value) string {
	for block := range jsonl.Elements(message.Get("content")) {
		if title := entry.Title(textOf(block.Get("text"))); title != "" {
			return title
		}
	}
	return ""
}
