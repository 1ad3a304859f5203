package codex

import (
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// parts are the files of a session that is written as Codex had it: after each rewind it went on in a further file.
type parts struct {
	plan writers.Plan
	// create begins a further file. Nil where the session must be one file.
	create func(path string) (io.Writer, error)
	// older is how many files there are already of a session that is extended: only the newest one is written.
	older int
	dst   io.Writer
	// named are the ids of the source's files, by the lines with which these begin.
	named map[int]string
	files map[string]*partFile
	count int
	// current is the file that is written.
	current *partFile
}

// partFile is a file of a session.
type partFile struct {
	id string
	// begin is how much was written before it, size how much it holds once another one follows.
	begin, size int64
	lines       []mark
}

// mark is where a line begins.
type mark struct{ ordinal, offset int64 }

// from returns where the first line begins of an ordinal or more: the file's end where there is none.
func (f *partFile) from(ordinal int64) (offset int64, isLine bool) {
	at := slices.IndexFunc(f.lines, func(m mark) bool { return m.ordinal >= ordinal })
	if at < 0 {
		return f.size, false
	}
	return f.lines[at].offset - f.begin, true
}

// mark notes where a line of the source begins.
func (p *parts) mark(l format.Line, offset int64) {
	if l.Ordinal != nil && p.create != nil {
		p.current.lines = append(p.current.lines, mark{l.Ordinal.Int(), offset})
	}
}

func newParts(dst io.Writer, plan writers.Plan) *parts {
	p := &parts{plan: plan, dst: dst, named: map[int]string{}, current: &partFile{id: plan.ID}}
	p.files = map[string]*partFile{plan.ID: p.current} // its id is replaced before the others
	if plan.Extends != nil {
		p.older = len(format.Files(plan.Path)) - 1
	}
	return p
}

// first is where the first file goes.
func (p *parts) first() io.Writer {
	if p.older > 0 {
		return io.Discard
	}
	return p.dst
}

// note remembers the id of a file, which the entry has with whose record it begins.
func (p *parts) note(e *timeline.Entry) {
	if e.Native.Raw != nil && format.IsID(e.ID) && format.Peek(e.Native.Raw).Type == format.SessionMeta {
		p.named[e.Native.Line] = e.ID
	}
}

// begins reports whether a line is the metadata of a further file.
func (p *parts) begins(l format.Line) bool {
	return l.Type == format.SessionMeta && l.Payload.Get("history_base").IsObject()
}

// joins reports whether a file only goes on with the one before it: of a session that was cut nothing may be left that
// the user took back.
func (p *parts) joins(line int, l format.Line) bool {
	base := l.Payload.Get("history_base")
	if p.files[p.renamed(base.Get("thread_id").String())] != p.current {
		return false
	}
	if _, isLeft := p.current.from(base.Get("end_ordinal_exclusive").Int()); isLeft {
		return false
	}
	p.files[p.named[line]] = p.current
	return true
}

// renamed returns the id of a file as it stands in a line whose session's id is replaced.
func (p *parts) renamed(id string) string {
	if id == p.plan.Stream.Header.Source.OriginalID {
		return p.plan.ID
	}
	return id
}

// next begins the file of a line, before which so much was written, and returns where it goes.
func (p *parts) next(line int, written int64, isSame bool) (io.Writer, error) {
	p.count++
	id := p.named[line]
	p.current.size = written - p.current.begin
	next := &partFile{id: id, begin: written}
	begin := p.plan.Now.Add(time.Duration(p.count) * time.Second) // their order is that of their names
	if !isSame || id == "" {
		var err error
		if next.id, err = format.NewID(begin, p.plan.NewID()); err != nil {
			return nil, err
		}
	}
	if id != "" {
		p.files[id] = next
	}
	p.current = next
	switch {
	case p.older == p.count:
		return p.dst, nil
	case p.plan.Extends != nil:
		return io.Discard, nil
	}
	return p.create(filepath.Join(filepath.Dir(p.plan.Path),
		filepath.Base(format.LaterPath("", p.plan.ID, next.id, begin))))
}

// based returns the metadata of a further file with the id of the file from which it inherits, and up to where, as they
// are here.
func (p *parts) based(line []byte) []byte {
	base := jsonl.Value(line).Get("payload", "history_base")
	from := p.files[base.Get("thread_id").String()]
	if from == nil {
		return line
	}
	end, _ := from.from(base.Get("end_ordinal_exclusive").Int())
	line = replaceMember(line, timeline.NewText(from.id).JSON(), "payload", "history_base", "thread_id")
	return replaceMember(line, strconv.AppendInt(nil, end, 10), "payload", "history_base", "end_byte_offset")
}
