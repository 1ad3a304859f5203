package recordtree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// primed is how much of the end of a session a tail reads before it begins, to know what later records follow.
const primed = 1 << 20

// Tail follows a session's file. It is not safe for use by several goroutines.
type Tail struct {
	path   string
	format Format
	file   *jsonl.Tail

	tips      map[uint64]string // the last entry of a record, by the record's id
	tip       string            // that of the newest one
	calls     calls
	found     map[Key]string
	told      []reported // the newest entries that were not hidden
	boundary  *timeline.Compaction
	kept      []jsonl.Value // the ids of the records that the boundary keeps
	message   uint64        // the message whose usage was reported
	typed     typed
	timestamp string
	trail     trail
	// early are lines that precede the record that they follow. Without the beginning of the file, no line can be known as
	// early.
	early    []early
	hasBegun bool
}

// reported is an entry, by its record's id and line.
type reported struct {
	record uint64
	line   int
	id     string
}

// maxTold is the minimum number of entries that a tail remembers, for a compaction that keeps the newest.
const maxTold = 10_000

// Follow begins after the current content of the file, or at its beginning if it does not exist yet. It passes the
// newest records of the current content to before, which may be nil.
func Follow(ctx context.Context, path string, format Format, before func(Record)) (*Tail, error) {
	t := &Tail{path: path, format: format, tips: map[uint64]string{}, calls: calls{}, found: map[Key]string{}}
	lines, size, err := t.prime(ctx, before)
	if err != nil {
		return nil, fmt.Errorf("follow session %s: %w", path, err)
	}
	t.file = jsonl.NewTail(path, size, lines)
	return t, nil
}

// Watch returns the folder of the session's file. It may not exist yet.
func (t *Tail) Watch() []string { return []string{filepath.Dir(t.path)} }

// Moved reports whether the records that [Tail.Next] returned last may have changed the path, and with it the entries
// that are on branches.
func (t *Tail) Moved() bool { return t.trail.moved || len(t.early) > 0 }

// Next returns the records that were appended since the last call. The tree is unknown while it grows, so there are no
// branches.
func (t *Tail) Next(ctx context.Context) ([]Record, error) {
	lines, err := t.file.Next()
	if err != nil {
		return nil, fmt.Errorf("follow session: %w", err)
	}
	t.trail.moved = len(t.early) > 0
	records := make([]Record, 0, len(lines))
	if len(lines) == 0 {
		return t.giveUp(records), nil
	}
	for _, line := range lines {
		if err := ctx.Err(); err != nil {
			return records, err
		}
		records = t.take(line, records)
	}
	return records, nil
}

// prime counts the current content of the file, and reads its end. A line that is still being written is left for
// later.
func (t *Tail) prime(ctx context.Context, before func(Record)) (lines int, size int64, err error) {
	file, err := regular.Open(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	if lines, size, err = countLines(ctx, file); err != nil {
		return 0, 0, err
	}
	from := max(0, size-primed)
	t.hasBegun = from > 0
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(file, from, size-from)) {
		if err != nil {
			return 0, 0, err
		}
		if from > 0 && line.Offset == 0 {
			continue // the first line may have begun before
		}
		if record := t.read(line); before != nil {
			before(record)
		}
	}
	return lines, size, nil
}

// countLines returns the number of complete lines, and their size in bytes.
func countLines(ctx context.Context, file io.Reader) (lines int, size int64, err error) {
	buffer := make([]byte, 256<<10)
	for offset := int64(0); ; {
		n, err := file.Read(buffer)
		if end := bytes.LastIndexByte(buffer[:n], '\n'); end >= 0 {
			lines, size = lines+bytes.Count(buffer[:n], []byte{'\n'}), offset+int64(end)+1
		}
		offset += int64(n)
		if errors.Is(err, io.EOF) {
			return lines, size, nil
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return 0, 0, err
		}
	}
}

// read makes a line's entries and sets the values that the record alone does not determine.
func (t *Tail) read(line jsonl.Line) Record {
	r := t.format.Parse(line)
	mark := Mark{}
	if looksWhole(line.Bytes) {
		mark = t.format.Mark(line.Bytes, &About{})
	}
	t.complete(&r, mark)
	t.trail.see(&mark, t.message)
	t.count(&r, mark)
	t.calls.distinguish(&r)
	r.follow(t.parentOf(&r, mark))
	t.timestamp = r.date(t.timestamp)
	t.bound(&r, mark)
	for _, e := range r.Entries {
		if e.Compaction != nil {
			t.keep(e, r.Kept, mark)
		}
		t.remember(reported{hash(mark.ID), r.Line, e.ID}, e)
	}
	if mark.Place != Beside {
		t.tip = r.Entries[len(r.Entries)-1].ID
		t.tips[hash(mark.ID)] = t.tip
	}
	return r
}

// typed is the last typed input for a text that follows it.
type typed struct {
	record uint64
	pair   Pair
	origin *timeline.Origin
}

// complete sets the origin of a text to its typed input. It assumes that the text of a record with typed input will
// come, because the CLI writes both at the same time.
func (t *Tail) complete(r *Record, m Mark) {
	if m.Announces != 0 {
		t.typed = typed{hash(m.ID), m.Announces, r.announce()}
	}
	if m.Completes != 0 && m.Completes == t.typed.pair && hash(m.Parent) == t.typed.record {
		r.complete(t.typed.origin)
	}
}

// keep adds to a summary what is kept beside it.
func (t *Tail) keep(summary *timeline.Entry, kept []Kept, m Mark) {
	from, isKept := hash(m.KeptFrom), false
	for _, before := range t.told {
		isKept = isKept || from != 0 && before.record == from || m.KeptLine > 0 && before.line >= m.KeptLine
		if isKept {
			summary.Compaction.Keeps = append(summary.Compaction.Keeps, before.id)
		}
	}
	keep(summary, kept, t.found)
}

func (t *Tail) remember(now reported, e *timeline.Entry) {
	if e.Hidden {
		return
	}
	t.found[keyOf(e)] = e.ID
	if len(t.told) == 2*maxTold {
		t.told = append(t.told[:0], t.told[maxTold:]...)
	}
	t.told = append(t.told, now)
}

// parentOf returns the id of the entry that a record follows. If the tail does not know the record's parent, the
// format's parent counts.
func (t *Tail) parentOf(r *Record, m Mark) string {
	if m.Place == Beside && m.Parent == nil || string(m.Parent) == "null" {
		return ""
	}
	if tip, ok := t.tips[hash(m.Parent)]; ok && m.Parent != nil {
		return tip
	}
	if parent := r.Entries[0].ParentID; parent != "" {
		return parent
	}
	return t.tip
}

// count reports the usage of a message once.
func (t *Tail) count(r *Record, m Mark) {
	if !m.Message.IsPart {
		return
	}
	id := hash(m.Message.ID)
	if r.Usage != nil && (id == 0 || id != t.message) {
		r.Entries[0].Usage = r.Usage
	}
	t.message = id
}

// bound adds the data of the preceding boundary to a summary.
func (t *Tail) bound(r *Record, m Mark) {
	if r.Boundary != nil {
		t.boundary, t.kept = r.Boundary, m.KeptBeside
	}
	c := r.Entries[0].Compaction
	if c == nil || t.boundary == nil {
		return
	}
	c.Trigger, c.KeepsFirst = t.boundary.Trigger, t.boundary.KeepsFirst
	for _, id := range t.kept {
		c.Keeps = append(c.Keeps, t.idsOf(id)...)
	}
	t.boundary = nil
}

// idsOf returns the ids of a record's entries that are not hidden. A record from before the tail counts as one with one
// entry.
func (t *Tail) idsOf(record jsonl.Value) []string {
	var ids []string
	for _, before := range t.told {
		if before.record == hash(record) {
			ids = append(ids, before.id)
		}
	}
	if _, isKnown := t.tips[hash(record)]; ids == nil && !isKnown {
		return []string{record.String()}
	}
	return ids
}
