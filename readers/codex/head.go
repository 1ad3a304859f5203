package codex

import (
	"bytes"
	"errors"
	"io"
	"slices"

	format "stead/adapters/codex"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
)

// The window in which a list looks. The first line holds the CLI's instructions and is 20 to 100 KB long; the first
// prompt comes some 20 KB after it.
const (
	headWindow    = 64 << 10
	maxHeadWindow = 1 << 20
)

// head is what the beginning of a rollout tells.
type head struct {
	meta   jsonl.Value
	known  bool
	folder string
	model  string
	title  string
	// ordinal is that of the prompt that gives the title.
	ordinal int64
}

// complete reports whether nothing more is to be found.
func (h *head) complete() bool { return h.meta != nil && h.title != "" && h.model != "" }

// headReader reads the beginning of one file after the other, all into the same memory.
type headReader struct{ window []byte }

// read reads lines from the beginning until the head is complete, in growing windows with a bound. If only the model is
// still unknown, it reads one more window: a session that stead wrote names no model before its first turn in Codex.
// The head's values are good until the next call.
func (r *headReader) read(input io.Reader, enough func(*head) bool) (*head, error) {
	h, wasNamed := &head{}, false
	for size, filled, done := headWindow, 0, 0; size <= maxHeadWindow; size *= 2 {
		r.window = slices.Grow(r.window[:filled], size-filled)[:size]
		n, err := io.ReadFull(input, r.window[filled:])
		atEnd := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !atEnd {
			return nil, err
		}
		filled += n
		end := bytes.LastIndexByte(r.window[:filled], '\n') + 1
		if atEnd {
			end = filled
		}
		for line := range bytes.Lines(r.window[done:max(done, end)]) {
			h.line(line)
			if enough(h) {
				return h, nil
			}
		}
		isNamed := h.meta != nil && h.title != ""
		if atEnd || isNamed && wasNamed {
			return h, nil
		}
		wasNamed, done = isNamed, max(done, end)
	}
	return h, nil
}

// What a head still lacks stands in lines that say so at their beginning: Codex writes the type of a line and the role
// of a message before all else. Whoever looks for it need not look into the others, of which one has 20 KB of
// instructions, nor into hundreds of lines of a copy that stead wrote of another CLI's session, which names no model
// before its first turn in Codex.
var (
	namesModel = []byte(format.TurnContext)
	isByUser   = []byte(`"user"`)
)

// beginning is how many bytes of a line tell what it is.
const beginning = 256

// isWanted reports whether a line may tell what is lacking.
func (h *head) isWanted(line []byte) bool {
	line = line[:min(len(line), beginning)]
	return h.meta == nil || h.model == "" && bytes.Contains(line, namesModel) || h.title == "" &&
		bytes.Contains(line, isByUser)
}

func (h *head) line(line []byte) {
	if !h.isWanted(line) {
		return
	}
	l := format.Peek(jsonl.Trim(line))
	h.known = h.known || l.IsKnown()
	switch l.Type {
	case format.SessionMeta:
		if h.meta == nil {
			h.meta = l.Payload
		}
	case format.TurnContext:
		if h.model == "" {
			h.model = l.Payload.Get("model").String()
		}
	case format.ResponseItem:
		if h.title == "" && l.Kind() == "message" && l.Payload.Get("role").Is("user") {
			h.message(readBlocks(l.Payload, l.Note), l.Ordinal.Int())
		}
	}
}

func (h *head) message(blocks []block, ordinal int64) {
	for _, b := range blocks {
		switch {
		case b.isRequest() && h.title == "":
			h.title, h.ordinal = entry.Title(b.content), ordinal
		case b.isRebuilt && h.folder == "":
			h.folder = folderIn(b.content.Head(1024))
		}
	}
}
