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

// A row is made from windows at the head and the tail of a file. They grow as long as something is missing: a TUI
// session begins with its first prompt, but a record before it can be long.
const (
	firstWindow = 4 << 10
	lastWindow  = 256 << 10
)

// glance is what the windows showed.
type glance struct {
	recordtree.About
	custom, generated, summary string
	// begins is the mark of the first record, if isBegun: of further roots none counts.
	begins  string
	isBegun bool
}

// looker looks into one file after the other, and reads all into the same memory.
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

// look reads windows of growing size until the row is complete or the file is read up to the limit.
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

// read returns a part of the file, until the next call.
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

// lines notes the lines of a window, the last of which may be cut: what stands in it before the cut counts.
func (g *glance) lines(window []byte) {
	for len(window) > 0 {
		line, rest, _ := bytes.Cut(window, []byte{'\n'})
		g.note(line)
		window = rest
	}
}

// tail notes the lines of a window whose first line may be a part of one, which then begins in the middle.
func (g *glance) tail(window []byte) {
	_, whole, _ := bytes.Cut(window, []byte{'\n'})
	g.lines(whole)
}

func (g *glance) note(line []byte) {
	if bytes.IndexByte(line, '{') < 0 {
		return
	}
	r := claude.Peek(whole(line))
	m := claude.Message{Model: r.Message.Get("model")} // which stands before the content
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

// isRoot reports whether a conversation begins with a record.
func isRoot(r *claude.Record) bool {
	return r.InTree() && !r.IsSidechain && !r.IsBoundary() && bytes.Equal(r.Parent, null)
}

// markOf returns the mark of a conversation's first record: its id or, where a long prompt is cut before that, the id
// of the prompt. A fork keeps both, and changes nothing but the session's id (observed with Claude Code 2.1.197 and
// 2.1.332). Ids that are no UUIDs, as other programs write them, may stand in any number of sessions: there is no mark
// then.
func markOf(r *claude.Record) string {
	for _, id := range []jsonl.Value{r.UUID, r.Prompt} {
		if mark := id.String(); claude.IsSessionID(mark) {
			return mark
		}
	}
	return ""
}

// isAsked reports whether a record may hold what somebody typed.
func isAsked(r *claude.Record, m *claude.Message) bool {
	return !r.IsMeta && kindOf(r, m) == told && (r.Type.Is(claude.TypeUser) ||
		r.Attachment.Get("type").Is(claude.AttachmentQueued))
}

// promptText returns the first text of a record that somebody typed. Of a record that is cut the facts may be missing.
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

// typedText returns a text that was typed, or the line that was typed for a command.
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

// closed gives a string that the window's end has cut its quote.
func closed(text jsonl.Value) jsonl.Value {
	if len(text) < 2 || text[0] != '"' || text.IsString() {
		return text
	}
	return append(bytes.Clone(text), '"')
}

// title is the user's, else the CLI's, else the first prompt. A summary record names a session only in versions before
// 2, where it may belong to another one.
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
