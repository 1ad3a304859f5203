package gemini

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	format "stead/adapters/gemini"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
)

// The sizes of the windows that a list reads. The first prompt is some 20 KB from the beginning. A title that a model
// generated may be anywhere after the conversation that it describes.
const (
	headWindow = 1 << 20
	tailWindow = 32 << 10
)

func readHead(ctx context.Context, path string) (*head, error) {
	s, err := openSource(path)
	if err != nil {
		return nil, err
	}
	h := &head{}
	if s.legacy != nil {
		if h.info, err = os.Stat(path); err != nil {
			return nil, err
		}
		for _, line := range s.legacy {
			h.line(line.Bytes)
		}
		h.known, h.whole = true, true
		return h, nil
	}
	file, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if h.info, err = file.Stat(); err != nil {
		return nil, err
	}
	if err := h.readBegin(ctx, file); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return h, h.readEnd(file)
}

func (h *head) readBegin(ctx context.Context, file io.ReaderAt) error {
	window := min(h.info.Size(), headWindow)
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(file, 0, window)) {
		if err != nil {
			return err
		}
		if h.line(line.Bytes); h.prompt != "" && h.model != "" {
			return nil
		}
	}
	h.whole = window == h.info.Size()
	return nil
}

// readEnd looks for the newest title. The first line of the window may be incomplete: it then has no known kind.
func (h *head) readEnd(file io.ReaderAt) error {
	size := h.info.Size()
	window := make([]byte, min(size, tailWindow))
	if _, err := file.ReadAt(window, size-int64(len(window))); err != nil && err != io.EOF {
		return err
	}
	for line := range bytes.Lines(window) {
		if bytes.Contains(line, []byte(`"summary"`)) {
			h.setSummary(format.Peek(jsonl.Trim(line)))
		}
	}
	return nil
}

func (h *head) line(line []byte) {
	l := format.Peek(jsonl.Trim(line))
	h.known = h.known || isOwn(l) || l.Kind == format.Message
	switch l.Kind {
	case format.Header, format.Update:
		h.header(l.Value)
		h.setSummary(l)
		for value := range jsonl.Elements(l.Messages) {
			h.message(value)
		}
	case format.Message:
		h.message(l.Value)
	}
}

func (h *head) setSummary(l format.Line) {
	if l.Kind == format.Header || l.Kind == format.Update {
		if summary := entry.Title(textOf(l.Value.Get("summary"))); summary != "" {
			h.summary = summary
		}
	}
}

func (h *head) header(value jsonl.Value) {
	if id := value.Get("sessionId").String(); id != "" {
		h.session = id
	}
	if h.started == "" {
		h.started = value.Get("startTime").String()
	}
	if h.folder == "" {
		h.folder = firstFolder(value)
	}
}

func (h *head) message(value jsonl.Value) {
	m := parseMessage(value)
	if m.preamble && h.folder == "" {
		h.folder = folderIn(m.harness)
	}
	h.talked = h.talked || m.talks() && (m.written() || !m.thinking.IsEmpty() || len(m.calls)+len(m.results) > 0)
	if h.prompt == "" && m.role == format.User {
		h.prompt = entry.Title(m.prompt())
	}
	if h.model == "" {
		h.model = m.model
	}
}
