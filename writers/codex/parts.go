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

// parts writes a session to several files, as Codex does: after each rewind, Codex continues in a new file.
type parts struct {
	plan writers.Plan
	// create begins a new file. It is nil if the session must be a single file.
	create func(path string) (io.Writer, error)
	// older is the number of existing files of an extended session. Only the newest file is written.
	older int
	dst   io.Writer
	// named maps the first line of each of the source's files to the file's id.
	named map[int]string
	files map[string]*partFile
	count int
	// current is the file being written.
	current *partFile
}

// partFile is one file of a session.
type partFile struct {
	id string
	// begin is how many bytes were written before it. Size is its length once another file follows.
	begin, size int64
	lines       []mark
}

// mark is the position of a line.
type mark struct{ ordinal, offset int64 }

// from returns the offset of the first line with the given ordinal or a higher one, or the file's end if there is none.
func (f *partFile) from(ordinal int64) (offset int64, isLine bool) {
	at := slices.IndexFunc(f.lines, func(m mark) bool { return m.ordinal >= ordinal })
	if at < 0 {
		return f.size, false
	}
	return f.lines[at].offset - f.begin, true
}

// mark records the position of a line of the source.
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

// first returns the destination of the first file.
func (p *parts) first() io.Writer {
	if p.older > 0 {
		return io.Discard
	}
	return p.dst
}

// note remembers the id of a file. The entry of the file's first record has it.
func (p *parts) note(e *timeline.Entry) {
	if e.Native.Raw != nil && format.IsID(e.ID) && format.Peek(e.Native.Raw).Type == format.SessionMeta {
		p.named[e.Native.Line] = e.ID
	}
}

// begins reports whether a line is the metadata of a new file.
func (p *parts) begins(l format.Line) bool {
	return l.Type == format.SessionMeta && l.Payload.Get("history_base").IsObject()
}

// joins reports whether a file only continues the previous one. In a session that was cut, nothing that the user undid
// may remain.
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

// renamed returns the id of a file in a line whose session id is replaced.
func (p *parts) renamed(id string) string {
	if id == p.plan.Stream.Header.Source.OriginalID {
		return p.plan.ID
	}
	return id
}

// next begins the file of a line and returns its destination. Written is how many bytes precede it.
func (p *parts) next(line int, written int64, isSame bool) (io.Writer, error) {
	p.count++
	id := p.named[line]
	p.current.size = written - p.current.begin
	next := &partFile{id: id, begin: written}
	begin := p.plan.Now.Add(time.Duration(p.count) * time.Second) // names sort in the order of the files
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

// based returns the metadata of a new file, with the new id of the file that it inherits from and the new offset at
// which the inherited part ends.
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
