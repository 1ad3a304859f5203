package recordtree

import (
	"bytes"
	"context"
	"io"

	"stead/internal/adapt/jsonl"
)

// index is the result of the first pass.
type index struct {
	nodes nodes
	about About
	size  int64 // of the file, when it was read
	// branches are the numbers of the abandoned branches by their first line; roots are those lines in order.
	branches map[int32]int
	roots    []root
	// keptFrom is the first line that a compaction's line keeps; wanted are the keys of single entries that any compaction
	// keeps.
	keptFrom map[int32]int32
	wanted   map[Key]bool
	// keptBeside are the lines that a line's boundary keeps.
	keptBeside map[int32][]int32
	// edits is the line that changes a line.
	edits map[int32]int32
	// holes are the lines that follow a missing record. Unlinked is the first line whose link is meaningless, so that the
	// file's order counts.
	holes    map[int32]bool
	unlinked int32
	// loose is the last line that names a missing record.
	loose int32
}

// root is the beginning of an abandoned branch.
type root struct {
	line  int32
	shown int
}

// mark is a Mark with checksums for ids.
type mark struct {
	offset                            int64
	place                             Place
	id, parent, keptFrom, edits, goes uint64
	isRoot, isFragment, isReply       bool
	goesBack, editsRecent, mayBeGone  bool
	endsAtGap                         bool
	isCut                             bool // the line is not a record
	editsResults                      []uint64
	shown, keptLine                   int
	kept                              []Key
	keptBeside, answers               []uint64
	announces, completes              Pair
	message                           message
}

// chunkMarks are the marks that a worker found in a chunk of lines.
type chunkMarks struct {
	marks []mark
	about About
}

// buildIndex is the first pass.
func buildIndex(ctx context.Context, input io.Reader, format Format) (*index, error) {
	g := newGrowing()
	scan := func(lines []jsonl.Line) chunkMarks { return scanLines(format, lines) }
	for chunk, err := range jsonl.Map(ctx, input, scan) {
		if err != nil {
			return nil, err
		}
		g.addChunk(&chunk)
	}
	return g.finish(), nil
}

func (g *growing) addChunk(c *chunkMarks) {
	g.about.merge(&c.about)
	for i := range c.marks {
		g.add(&c.marks[i])
	}
}

func scanLines(format Format, lines []jsonl.Line) chunkMarks {
	chunk := chunkMarks{marks: make([]mark, len(lines))}
	for i, line := range lines {
		if looksWhole(line.Bytes) {
			chunk.marks[i] = hashed(format.Mark(line.Bytes, &chunk.about))
		} else {
			chunk.marks[i].isCut = true
		}
		chunk.marks[i].offset = line.Offset
	}
	return chunk
}

// looksWhole cheaply tells a complete line from a truncated one. The second pass finds out whether it is valid.
func looksWhole(line []byte) bool {
	line = bytes.TrimSpace(line)
	if n := len(line); n > 0 && line[n-1] == 0 {
		line = bytes.TrimRight(line, "\x00 \t\r") // see jsonl.Clean
	}
	return len(line) > 1 && line[len(line)-1] == '}'
}

func hashed(m Mark) mark {
	return mark{
		place: m.Place, id: hash(m.ID), parent: hash(m.Parent), keptFrom: hash(m.KeptFrom), edits: hash(m.Edits),
		isRoot: string(m.Parent) == "null", isFragment: m.IsFragment, isReply: m.isReply(), shown: m.Shown,
		keptLine: m.KeptLine, kept: m.Kept,
		goes: hash(m.Goes), goesBack: m.GoesBack, editsResults: hashes(m.EditsResults), editsRecent: m.EditsRecent,
		mayBeGone: m.MayBeGone, endsAtGap: m.EndsAtGap, announces: m.Announces, completes: m.Completes,
		keptBeside: hashes(m.KeptBeside), answers: hashes(m.Answers),
		message: message{
			id: hash(m.Message.ID), isPart: m.Message.IsPart, isNamed: hash(m.ID) != 0, isFinal: m.Message.IsFinal,
			text: m.Message.Text, calls: hashes(m.Message.Calls), input: m.Message.Input, output: m.Message.Output,
		},
	}
}

func hashes(ids []jsonl.Value) []uint64 {
	if len(ids) == 0 {
		return nil
	}
	all := make([]uint64, len(ids))
	for i, id := range ids {
		all[i] = hash(id)
	}
	return all
}

// hasConversation reports whether anything was said in the session.
func (x *index) hasConversation() bool {
	for line := int32(1); line <= x.nodes.last; line++ {
		if x.nodes.at(line).shown > 0 {
			return true
		}
	}
	return false
}
