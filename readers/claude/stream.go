package claude

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"stead/internal/jsonl"
	"stead/timeline"
)

// session is an opened file: what the index found, and where to read the records.
type session struct {
	path   string
	index  *index
	parser parser
}

// entries is the second pass.
func (s *session) entries(ctx context.Context) func(yield func(*timeline.Entry, error) bool) {
	return func(yield func(*timeline.Entry, error) bool) {
		file, err := os.Open(s.path)
		if err != nil {
			yield(nil, fmt.Errorf("read session: %w", err))
			return
		}
		defer file.Close()
		a := arranger{session: s, file: file, aliases: map[int32][]string{}, kept: map[string][]string{}, yield: yield}
		input := io.NewSectionReader(file, 0, s.index.size) // what came since is not in the index
		for chunk, err := range jsonl.Map(ctx, input, s.parseAll) {
			if err != nil {
				yield(nil, fmt.Errorf("read session %s: %w", s.path, err))
				return
			}
			for i := range chunk {
				if !a.line(&chunk[i]) {
					return
				}
			}
		}
	}
}

func (s *session) parseAll(lines []jsonl.Line) []parsed {
	all := make([]parsed, len(lines))
	for i, line := range lines {
		all[i] = s.parser.parse(line)
	}
	return all
}

// arranger puts the second pass's entries in order and sets what depends on other records.
type arranger struct {
	session *session
	file    io.ReaderAt
	yield   func(*timeline.Entry, error) bool
	// aliases are the ids of a record's entries where a record that follows cannot tell them by itself: a call's entry bears the
	// call's id, not the record's.
	aliases   map[int32][]string
	boundary  *boundary
	kept      map[string][]string // ids of entries by uuid, of records that a boundary may name
	timestamp string              // the last one, for records that have none
}

// line hands on a line, and then those that waited for it. It reports whether to go on.
func (a *arranger) line(p *parsed) bool {
	x := a.session.index
	line := int32(p.line)
	if line > x.nodes.last {
		return true
	}
	if x.nodes.at(line).flags&isLate != 0 {
		return true
	}
	return a.emit(p)
}

func (a *arranger) emit(p *parsed) bool {
	a.complete(p)
	for _, e := range p.entries {
		if !a.yield(e, nil) {
			return false
		}
	}
	for _, line := range a.session.index.after[int32(p.line)] {
		if a.session.index.nodes.at(line).flags&isLate == 0 {
			continue
		}
		late, err := a.read(line)
		if err != nil {
			a.yield(nil, err)
			return false
		}
		if !a.emit(&late) {
			return false
		}
	}
	return true
}

// read parses a line that was passed over. It is read again rather than kept, so that memory stays bounded.
func (a *arranger) read(line int32) (parsed, error) {
	return a.session.read(a.file, line)
}

func (s *session) read(file io.ReaderAt, line int32) (parsed, error) {
	from, number := s.index.nodes.near(line)
	input := io.NewSectionReader(file, from, s.index.size-from)
	for found, err := range jsonl.Lines(context.Background(), input) {
		if err != nil {
			return parsed{}, fmt.Errorf("read session %s: %w", s.path, err)
		}
		if number == line {
			found.Number = int(line)
			return s.parser.parse(found), nil
		}
		number++
	}
	return parsed{}, fmt.Errorf("read session %s: line %d is gone: the file became shorter", s.path, line)
}

// complete sets what the record alone does not tell.
func (a *arranger) complete(p *parsed) {
	x := a.session.index
	line := int32(p.line)
	n := x.nodes.at(line)
	if n.flags&isReplaced != 0 {
		p.replace()
	}
	if p.usage != nil && n.flags&carriesUsage != 0 {
		p.entries[0].Usage = p.usage
	}
	a.setParent(p, n)
	a.setTimes(p)
	if len(x.suffixes) > 0 {
		x.distinguish(p)
	}
	if number := x.branches[line]; number > 0 {
		for _, e := range p.entries {
			e.Branch = branchID(number)
		}
	}
	a.compact(p)
	a.remember(p, n, line)
}

func branchID(number int) string { return fmt.Sprintf("branch-%d", number) }

// replace makes the record one hidden entry: a later record holds its final state.
func (p *parsed) replace() {
	first := p.entries[0]
	p.entries = p.entries[:1]
	*first = timeline.Entry{
		ID: fmt.Sprintf("line-%d", p.line), Type: timeline.System, Hidden: true,
		Timestamp: first.Timestamp, ParentID: first.ParentID, Native: first.Native,
	}
	p.usage = nil
}

func (a *arranger) setParent(p *parsed, n *node) {
	first := p.entries[0]
	if ids, ok := a.aliases[n.parent]; ok && n.parent != 0 {
		first.ParentID = ids[len(ids)-1]
		if a.session.index.nodes.at(n.parent).flags&isRemembered == 0 {
			delete(a.aliases, n.parent)
		}
	} else if n.parent == 0 {
		first.ParentID = ""
	}
}

func (a *arranger) setTimes(p *parsed) {
	if first := p.entries[0]; first.Timestamp != "" {
		a.timestamp = first.Timestamp
		return
	}
	for _, e := range p.entries {
		e.Timestamp = a.timestamp
	}
}

// distinguish appends a suffix to the ids of calls that another call has, too.
func (x *index) distinguish(p *parsed) {
	s := scanner{seed: x.seed}
	for i, e := range p.entries {
		id := &e.CallID
		if e.Type == timeline.ToolCall {
			id = &e.ID
		}
		suffix, ok := x.suffixes[suffixKey{int32(p.line), s.hash(timeline.AppendString(nil, *id))}]
		if !ok {
			continue
		}
		*id += suffix
		if e.Type == timeline.ToolCall && i+1 < len(p.entries) {
			p.entries[i+1].ParentID = e.ID
		}
	}
}

// compact tells the summary what the boundary before it said.
func (a *arranger) compact(p *parsed) {
	if p.boundary != nil {
		a.boundary = p.boundary
	}
	if p.kind != summary || a.boundary == nil || p.entries[0].Compaction == nil {
		return
	}
	c := p.entries[0].Compaction
	c.Trigger = a.boundary.trigger
	for _, uuid := range a.boundary.keeps {
		c.Keeps = append(c.Keeps, a.kept[uuid]...)
	}
	a.boundary = nil
}

// remember keeps the ids of a record's entries for those that follow it.
func (a *arranger) remember(p *parsed, n *node, line int32) {
	if n.flags&(hasChild|isRemembered) == 0 {
		return
	}
	last := p.entries[len(p.entries)-1]
	if n.flags&isRemembered == 0 && last.ID == p.uuid {
		return
	}
	ids := make([]string, len(p.entries))
	for i, e := range p.entries {
		ids[i] = e.ID
	}
	a.aliases[line] = ids
	if n.flags&isKept != 0 {
		a.kept[p.uuid] = ids
	}
}

// branches describes the abandoned branches. Where each begins only its parent's record tells.
func (s *session) branches(file io.ReaderAt) ([]timeline.Branch, error) {
	var branches []timeline.Branch
	for i, root := range s.index.roots {
		b := timeline.Branch{ID: branchID(i + 1), Entries: root.shown}
		if parent := s.index.nodes.at(root.line).parent; parent != 0 {
			p, err := s.read(file, parent)
			if err != nil {
				return nil, err
			}
			b.ParentID = p.entries[len(p.entries)-1].ID
		}
		branches = append(branches, b)
	}
	return slices.Clip(branches), nil
}
