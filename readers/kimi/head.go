package kimi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/kimi"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// The sizes of the window that a list reads. The records before the first prompt hold the CLI's system prompt, some 25
// KB.
const (
	headWindow    = 64 << 10
	maxHeadWindow = 1 << 20
)

// head holds the facts in the beginning of a wire file.
type head struct {
	known        bool
	title, model string
	// isEmpty reports that the whole file was read and holds no conversation.
	isEmpty bool
}

// readHead reads lines from the beginning until title and model are known. The window grows up to a limit. If only the
// model is still unknown, it reads one more window: a session that stead wrote names no model before its first turn.
func readHead(path string, info fs.FileInfo) (head, error) {
	if !info.Mode().IsRegular() {
		return head{}, fmt.Errorf("%s: %w: it is not a file", path, adapter.ErrFormat)
	}
	file, err := regular.Open(path)
	if err != nil {
		return head{}, err
	}
	defer file.Close()
	var h head
	var window []byte
	for size, wasNamed := headWindow, false; size <= maxHeadWindow; size *= 2 {
		if window, err = grown(window, size, file); err != nil {
			return h, fmt.Errorf("read %s: %w", path, err)
		}
		h = head{}
		h.read(window)
		if h.title != "" && (h.model != "" || wasNamed) || len(window) < size {
			break
		}
		wasNamed = h.title != ""
	}
	if !h.known && len(window) > 0 {
		return h, fmt.Errorf("%s: %w", path, adapter.ErrFormat)
	}
	h.isEmpty = h.title == "" && int64(len(window)) >= info.Size()
	return h, nil
}

// grown returns the first size bytes of a file, given those that were already read.
func grown(window []byte, size int, file io.ReaderAt) ([]byte, error) {
	all := append(window, make([]byte, size-len(window))...)
	n, err := file.ReadAt(all[len(window):], int64(len(window)))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return all[:len(window)+n], err
}

func (h *head) read(window []byte) {
	for line := range bytes.Lines(window) {
		r := format.Peek(jsonl.Trim(line))
		h.known = h.known || r.IsKnown()
		switch {
		case h.title == "" && isTalk(r):
			h.title = titleOf(r)
		case h.model == "" && r.Type.Is(format.Request):
			h.model = r.Raw.Get("model").String()
		}
		if h.title != "" && h.model != "" {
			return
		}
	}
}

// titleOf returns the beginning of the first text of the conversation.
func titleOf(r format.Record) string {
	var b builder
	b.read(r)
	for _, e := range b.entries {
		if title := entry.Title(e.Content); title != "" {
			return title
		}
	}
	if len(b.entries) > 0 && b.entries[0].Type != timeline.System {
		return string(b.entries[0].Type)
	}
	return ""
}

// moment converts a time in milliseconds. It returns the zero time for a value that is not positive.
func moment(milliseconds jsonl.Value) time.Time {
	if n := milliseconds.Int(); n > 0 {
		return time.UnixMilli(n)
	}
	return time.Time{}
}
