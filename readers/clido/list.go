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
	format "stead/adapters/clido"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// headWindow and tailWindow are the numbers of bytes that a list reads at the beginning and at the end of a file. The
// last title is near the end.
const headWindow, tailWindow = 32 << 10, 16 << 10

// Places yields the files of the store's sessions. See [readers.Reader].
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		for _, pattern := range format.Patterns {
			paths, err := filepath.Glob(filepath.Join(store.Root, pattern))
			if err != nil {
				yield(readers.Place{}, err)
				return
			}
			for _, path := range paths {
				if strings.HasPrefix(format.SessionID(path), query.Prefix) &&
					!yield(readers.FilePlace(store, path), readers.Inside(store.Root, path)) {
					return
				}
			}
		}
	}
}

// Summaries yields the session of a file. It yields nothing if the file is gone, or if the session holds no
// conversation, which the CLI does not list either. See [readers.Reader].
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		s, err := summarize(place.Path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, adapter.ErrEmpty) {
			return
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", place.Path, err)
		}
		yield(s, err)
	}
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
