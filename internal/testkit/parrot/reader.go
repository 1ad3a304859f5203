package parrot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/adapters/adapter"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// Reader reads the parrot's sessions.
type Reader struct{ parrot }

// Tools implements readers.Translator.
func (Reader) Tools() []timeline.NativeTool { return tools }

// Discover implements readers.Reader.
func (r Reader) Discover(host adapter.Host) []adapter.Store {
	return readers.FolderStore(name, r.Home(host))
}

// Detect implements readers.Reader: one valid line of the format is enough.
func (Reader) Detect(head []byte) bool {
	return readers.AnyLine(head, func(line []byte) bool { return isOwn(jsonl.Trim(line)) })
}

func isOwn(line jsonl.Value) bool {
	switch line.Get("type").String() {
	case session:
		return line.Get(name).IsNumber()
	case prompt, answer, result:
		return line.Get("text").IsString()
	case call:
		return line.Get("tool").IsString()
	}
	return false
}

// Places implements readers.Reader: each file of the folder is a session.
func (Reader) Places(_ context.Context, store adapter.Store, q readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		paths, err := filepath.Glob(path(store.Root, "*"))
		if err != nil {
			yield(readers.Place{}, err)
			return
		}
		for _, path := range paths {
			if strings.HasPrefix(idOf(path), q.Prefix) &&
				!yield(readers.FilePlace(store, path), readers.Inside(store.Root, path)) {
				return
			}
		}
	}
}

// Summaries implements readers.Reader.
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		s, err := summarize(place.Path)
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, adapter.ErrEmpty) {
			yield(s, err)
		}
	}
}

// summarize reads the first kilobytes of a file.
func summarize(path string) (timeline.Summary, error) {
	file, err := regular.Open(path) // not a pipe, which would wait for its writer
	if err != nil {
		return timeline.Summary{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return timeline.Summary{}, err
	}
	head, err := io.ReadAll(io.LimitReader(file, 32<<10))
	if err != nil {
		return timeline.Summary{}, err
	}
	var o outline
	o.add(jsonl.LinesOf(head))
	h := o.header(path, info)
	s := timeline.Summary{CLI: name, ID: h.ID, Path: path, Project: h.Project.Path, Title: o.title,
		Updated: info.ModTime(), Bytes: info.Size()}
	return s, o.check(path, info)
}

// outline is what must be known of a file before its first entry can be yielded.
type outline struct {
	first jsonl.Value // the line of the type session
	title string
	// own counts the lines of the format, talk those of the conversation.
	own, talk int
}

func (o *outline) add(lines []jsonl.Line) {
	for _, l := range lines {
		line := jsonl.Trim(l.Bytes)
		if !isOwn(line) {
			continue
		}
		o.own++
		if line.Get("type").Is(session) {
			o.first = line
			continue
		}
		o.talk++
		if o.title == "" && line.Get("type").Is(prompt) {
			o.title = entry.Title(textOf(line))
		}
	}
}

func (o *outline) check(path string, info fs.FileInfo) error {
	switch is := o.first.Get(name).Int(); {
	case o.own == 0 && info.Size() > 0:
		return fmt.Errorf("%s: %w: no line of it is the parrot's", path, adapter.ErrFormat)
	case is > version:
		return fmt.Errorf("%s: %w: it has version %d, and only %d is supported", path, adapter.ErrFormat, is, version)
	case o.talk == 0:
		return fmt.Errorf("%s: %w: it holds no conversation", path, adapter.ErrEmpty)
	}
	return nil
}

func (o *outline) header(path string, info fs.FileInfo) timeline.Header {
	id, folder := idOf(path), o.first.Get("folder").String()
	h := timeline.Header{ID: id, Version: timeline.Version, Source: timeline.Source{CLI: name, OriginalID: id}}
	h.Metadata = timeline.Metadata{Created: o.first.Get("at").String(),
		LastModified: info.ModTime().UTC().Format(time.RFC3339)}
	if folder != "" {
		h.Project = timeline.Project{Path: folder, Name: filepath.Base(folder)}
	}
	return h
}

// Open implements readers.Reader. The stream reads the file again, up to the end of the first reading.
func (Reader) Open(ctx context.Context, at adapter.Location) (timeline.Stream, error) {
	var o outline
	info, err := entry.Scan(ctx, at.Path, slices.Clone[[]jsonl.Line], o.add)
	if err == nil {
		err = o.check(at.Path, info)
	}
	if err != nil {
		return timeline.Stream{}, err
	}
	return timeline.Stream{Header: o.header(at.Path, info), Entries: func(yield func(*timeline.Entry, error) bool) {
		entry.Play(jsonl.ParseFile(ctx, at.Path, info.Size(), parse), unique(entry.NewIDs()), yield)
	}}, nil
}

// unique gives entries unique ids. Calls bring their own.
func unique(ids entry.IDs) func([]*timeline.Entry) []*timeline.Entry {
	return func(entries []*timeline.Entry) []*timeline.Entry {
		for _, e := range entries {
			e.ID = ids.Unique(e.ID, e.Native.Line)
		}
		return entries
	}
}

// parse makes the entries of a line. It never fails: it keeps and reports what it does not know.
func parse(l jsonl.Line) []*timeline.Entry {
	clean, changed, ok := jsonl.Clean(l.Bytes)
	g, line := entry.NewGroup(name, l, changed || !ok), jsonl.Value(clean)
	if !ok {
		g.Hide(timeline.Text{}).Origin = entry.Unreadable(clean).Origin
		return g.Entries
	}
	g.Name("", line.Get("at").String())
	switch line.Get("type").String() {
	case prompt:
		e := g.Add(timeline.User, "")
		e.Content = textOf(line)
		e.ReadTold()
	case answer:
		g.Add(timeline.Assistant, "").Content = textOf(line)
	case call:
		e := g.Add(timeline.ToolCall, line.Get("id").String())
		e.OriginalTool = line.Get("tool").String()
		e.Tool, e.Input = tools.ToUniversal(e.OriginalTool, inputOf(line))
	case result:
		e := g.Add(timeline.ToolResult, "")
		e.CallID, e.Output, e.Success = line.Get("id").String(), textOf(line), !line.Get("failed").Bool()
	case session, end:
		g.Hide(timeline.Text{})
	default:
		g.Unknown(entry.KindName("record", line.Get("type")), line)
	}
	return g.Entries
}

func textOf(line jsonl.Value) (text timeline.Text) {
	if value := line.Get("text"); value.IsString() {
		text = timeline.RawText(value)
	}
	return text
}

func inputOf(line jsonl.Value) jsonl.Value {
	if input := line.Get("input"); input.IsObject() {
		return input
	}
	return jsonl.Value("{}")
}

// tail follows a session's file.
type tail struct {
	path string
	file *jsonl.Tail
	join func([]*timeline.Entry) []*timeline.Entry
}

// Tail implements readers.Tailer.
func (Reader) Tail(ctx context.Context, at adapter.Location) (_ readers.Tail, err error) {
	t := &tail{path: at.Path, join: unique(entry.NewIDs())}
	t.file, err = jsonl.Follow(ctx, at.Path, func(l jsonl.Line) { t.join(parse(l)) })
	return t, err
}

// Watch implements readers.Tail.
func (t *tail) Watch() []string { return []string{filepath.Dir(t.path)} }

// Next implements readers.Tail.
func (t *tail) Next(context.Context) (progress readers.Progress, err error) {
	lines, err := t.file.Next()
	for _, l := range lines {
		progress.Entries = append(progress.Entries, t.join(parse(l))...)
		switch jsonl.Trim(l.Bytes).Get("type").String() {
		case prompt:
			progress.Turn = readers.TurnStarted
		case end:
			progress.Turn = readers.TurnCompleted
		}
	}
	return progress, err
}
