package codex

import (
	"io"
	"path/filepath"
	"strconv"
	"time"

	format "stead/internal/format/codex"
	"stead/internal/jsonl"
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
	// moved is how much later than in the source its lines begin.
	moved int64
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

// next begins the file of a line, and returns where it goes.
func (p *parts) next(line int, isSame bool) (io.Writer, error) {
	p.count++
	id := p.named[line]
	next := &partFile{id: id}
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
	return p.create(filepath.Join(filepath.Dir(p.plan.Path), filepath.Base(format.LaterPath("", p.plan.ID, next.id, begin))))
}

// based returns the metadata of a further file with the id of the file from which it inherits, and up to where, as they are here.
func (p *parts) based(line []byte) []byte {
	base := jsonl.Value(line).Get("payload", "history_base")
	from := p.files[base.Get("thread_id").String()]
	if from == nil {
		return line
	}
	end := base.Get("end_byte_offset").Int() + from.moved
	line = replaceMember(line, timeline.NewText(from.id).JSON(), "payload", "history_base", "thread_id")
	return replaceMember(line, strconv.AppendInt(nil, end, 10), "payload", "history_base", "end_byte_offset")
}
