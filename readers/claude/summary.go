package claude

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"stead/adapters/adapter"
	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// A row comes from windows at the head and the tail of a file. The windows grow until nothing is missing: a TUI session
// begins with its first prompt, but a record before it can be long.
const (
	firstWindow = 4 << 10
	lastWindow  = 256 << 10
)

// glance is the information from the windows.
type glance struct {
	recordtree.About
	custom, generated, summary string
	// begins is the mark of the first record, if isBegun. Further roots do not count.
	begins  string
	isBegun bool
}

// looker reads one file after another into the same memory.
type looker struct{ window []byte }

func (l *looker) summarize(path string) (timeline.Summary, error) {
	file, err := regular.Open(path)
	if err != nil {
		return timeline.Summary{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return timeline.Summary{}, err
	}
	if info.Size() == 0 {
		return timeline.Summary{}, fmt.Errorf("%s: %w", path, adapter.ErrEmpty)
	}
	g, err := l.look(file, info.Size())
	if err != nil {
		return timeline.Summary{}, fmt.Errorf("%s: %w", path, err)
	}
	if g.Records == 0 {
		return timeline.Summary{}, fmt.Errorf("%s: %w", path, adapter.ErrFormat)
	}
	s := g.row()
	s.Path, s.ID, s.Bytes, s.Updated = path, idOf(path), info.Size(), info.ModTime()
	return s, nil
}

// look reads windows of growing size until the row is complete or the limit is reached.
func (l *looker) look(file io.ReaderAt, size int64) (glance, error) {
	for window := int64(firstWindow); ; window *= 8 {
		var g glance
		head, err := l.read(file, 0, min(window, size))
		if err != nil {
			return g, err
		}
		g.lines(head)
		g.isBegun = true
		if size > window {
			tail, err := l.read(file, max(window, size-window), size)
			if err != nil {
				return g, err
			}
			g.tail(tail)
		}
		if window >= min(size, lastWindow) || g.isComplete() {
			return g, nil
		}
	}
}

// read returns a part of the file. It is valid until the next call.
func (l *looker) read(file io.ReaderAt, from, to int64) ([]byte, error) {
	l.window = slices.Grow(l.window[:0], int(to-from))
	n, err := file.ReadAt(l.window[:to-from], from)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return l.window[:n], nil
}

func (g *glance) isComplete() bool {
	return g.title() != "" && g.CWD != "" && g.Model != "" && g.Version != ""
}

// lines processes the lines of a window. The last line may be cut; the members before the cut count.
func (g *glance) lines(window []byte) {
	for len(window) > 0 {
		line, rest, _ := bytes.Cut(window, []byte{'\n'})
		g.note(line)
		window = rest
	}
}

// tail processes the lines of a window that may begin in the middle of a line.
func (g *glance) tail(window []byte) {
	_, whole, _ := bytes.Cut(window, []byte{'\n'})
	g.lines(whole)
}

func (g *glance) note(line []byte) {
	if bytes.IndexByte(line, '{') < 0 {
		return
	}
	r := claude.Peek(whole(line))
	m := claude.Message{Model: r.Message.Get("model")} // it precedes the content
	if g.Prompt == "" {
		m = claude.PeekMessage(r.Message)
	}
	note(&g.About, &r, &m)
	if !g.isBegun && isRoot(&r) {
		g.begins, g.isBegun = markOf(&r), true
	}
	for _, pair := range []struct {
		to    *string
		value jsonl.Value
	}{{&g.custom, r.CustomTitle}, {&g.generated, r.AITitle}, {&g.summary, r.Summary}} {
		if pair.value.IsString() {
			*pair.to = recordtree.Beginning(pair.value)
		}
	}
	if g.Prompt == "" && isAsked(&r, &m) {
		g.Prompt = recordtree.Beginning(promptText(&r, &m))
	}
}

// isRoot reports whether a conversation begins with the record.
func isRoot(r *claude.Record) bool {
	return r.InTree() && !r.IsSidechain && !r.IsBoundary() && bytes.Equal(r.Parent, null)
}

// markOf returns the mark of a conversation's first record: its id, or if a long prompt is cut before the id, the id of
// the prompt. A fork keeps both, and changes only the session's id (observed with Claude Code 2.1.197 and 2.1.332). Ids
// that are not UUIDs, as other programs write them, may occur in any number of sessions, so they give no mark.
func markOf(r *claude.Record) string {
	for _, id := range []jsonl.Value{r.UUID, r.Prompt} {
		if mark := id.String(); claude.IsSessionID(mark) {
			return mark
		}
	}
	return ""
}

// isAsked reports whether a record may contain typed text.
func isAsked(r *claude.Record, m *claude.Message) bool {
	return !r.IsMeta && kindOf(r, m) == told && (r.Type.Is(claude.TypeUser) ||
		r.Attachment.Get("type").Is(claude.AttachmentQueued))
}

// promptText returns the first typed text of a record. If the record is cut, some of its properties may be missing.
func promptText(r *claude.Record, m *claude.Message) jsonl.Value {
	content := m.Content
	if r.Type.Is(claude.TypeAttachment) {
		content = r.Attachment.Get("prompt")
	}
	if text := typedText(r, closed(content)); text != nil {
		return text
	}
	for block := range jsonl.Elements(content) {
		if text := typedText(r, closed(block.Get("text"))); text != nil {
			return text
		}
	}
	return nil
}

// typedText returns a typed text, or the line that was typed for a command.
func typedText(r *claude.Record, value jsonl.Value) jsonl.Value {
	if !value.IsString() || len(value) <= len(`""`) {
		return nil
	}
	p, ok := beside(r, timeline.RawText(value), true)
	switch {
	case !ok:
		return value
	case p.origin.Kind == timeline.Command:
		return p.origin.Typed.JSON()
	}
	return nil
}

// closed returns a string with its closing quote, which the window's end may have cut off.
func closed(text jsonl.Value) jsonl.Value {
	if len(text) < 2 || text[0] != '"' || text.IsString() {
		return text
	}
	return append(bytes.Clone(text), '"')
}

// title returns the user's title, or else the CLI's, or else the first prompt. A summary record names a session only in
// versions before 2, where it may belong to another session.
func (g *glance) title() string {
	for _, title := range []string{g.custom, g.generated, g.Prompt, g.summary} {
		if title != "" {
			return title
		}
	}
	return ""
}

func (g *glance) row() timeline.Summary {
	return timeline.Summary{
		CLI: claude.Name, Project: g.CWD, Branch: g.GitBranch, Title: g.title(), Model: g.Model,
		Version: g.Version, Created: timeOf(g.Created), ForkedFrom: g.Parent, Begins: g.begins,
	}
}

func timeOf(stamp string) time.Time {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return time.Time{}
	}
	return t
}
