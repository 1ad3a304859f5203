package claude

import (
	"bytes"
	"context"
	"hash/maphash"
	"io"

	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/timeline"
)

// index is the first pass's result.
type index struct {
	nodes nodes
	size  int64 // of the file, when it was read
	about about
	// branches tells the branch of each line that was abandoned; roots are the branches' first lines.
	branches map[int32]int
	roots    []root
	// after lists the late lines by the line they wait for.
	after map[int32][]int32
	// suffixes make calls unique whose id was used before, and point their results to them.
	suffixes map[suffixKey]string
	seed     maphash.Seed
	input    int64 // tokens
	output   int64
}

// root is the beginning of an abandoned branch.
type root struct {
	line  int32
	shown int
}

// suffixKey is one use of a call's id by a line.
type suffixKey struct {
	line int32
	id   uint64
}

// mark is what a worker found out about one line. Ids are hashes: the index compares them and never shows them.
type mark struct {
	offset         int64
	uuid, parent   uint64
	message        uint64
	leaf           uint64
	calls, results []uint64
	keeps          []uint64
	text           jsonl.Value // the first text block of a response
	shown          uint16
	flags          flags
	isFinal        bool // the response tells why it stopped
	input, output  int64
}

// scanner makes marks; it is shared by the workers.
type scanner struct {
	seed  maphash.Seed
	agent bool
}

// chunkMarks is what a worker found in a chunk of lines.
type chunkMarks struct {
	marks []mark
	about about
}

// buildIndex is the first pass.
func buildIndex(ctx context.Context, input io.Reader, agent bool) (*index, error) {
	s := scanner{seed: maphash.MakeSeed(), agent: agent}
	g := newGrowing(s.seed)
	for chunk, err := range jsonl.Map(ctx, input, s.scan) {
		if err != nil {
			return nil, err
		}
		g.about.merge(chunk.about)
		for i := range chunk.marks {
			g.add(&chunk.marks[i])
		}
	}
	return g.finish(), nil
}

func (s scanner) scan(lines []jsonl.Line) chunkMarks {
	chunk := chunkMarks{marks: make([]mark, len(lines))}
	for i, line := range lines {
		m := &chunk.marks[i]
		m.offset = line.Offset
		if !looksWhole(line.Bytes) {
			continue
		}
		r := claude.PeekTree(line.Bytes)
		if s.agent {
			r.IsSidechain = false
		}
		message := claude.PeekMessage(r.Message)
		chunk.about.note(&r, &message)
		s.mark(m, &r, &message)
	}
	return chunk
}

// looksWhole tells a line that was cut from one that was not, at no cost. Whether it is valid is the second pass's to say.
func looksWhole(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 1 && line[len(line)-1] == '}'
}

func (s scanner) hash(id jsonl.Value) uint64 {
	if len(id) <= len(`""`) || id[0] != '"' {
		return 0
	}
	return maphash.Bytes(s.seed, id)
}

func (s scanner) mark(m *mark, r *claude.Record, message *claude.Message) {
	if r.Type.Is(claude.TypeLastPrompt) {
		m.leaf = s.hash(r.Leaf)
	}
	if !r.InTree() || r.IsSidechain {
		return
	}
	k := kindOf(r, message)
	m.flags = inTree
	m.uuid, m.parent = s.hash(r.UUID), s.hash(r.Follows())
	m.shown = uint16(min(shown(r, message, k), 1<<16-1))
	if m.uuid == 0 {
		m.flags |= hasNoID
	}
	switch k {
	case response:
		m.flags |= isResponse
		s.markResponse(m, message)
	case results:
		m.flags |= hasResults
		s.markResults(m, message)
	case other:
		s.markBoundary(m, r)
	}
}

func (s scanner) markResponse(m *mark, message *claude.Message) {
	m.message = s.hash(message.ID)
	m.isFinal = !message.StopReason.IsNull()
	for i := range message.Blocks {
		b := &message.Blocks[i]
		switch {
		case b.IsCall():
			m.calls = append(m.calls, s.hash(b.ID))
		case b.IsResult():
			m.results = append(m.results, s.hash(b.CallID))
		case b.Type.Is("text") && m.text == nil:
			m.text = b.Text
		}
	}
	if u := usageOf(response, message); u != nil {
		m.input, m.output = u.Input+u.CacheRead+u.CacheWrite, u.Output
	}
}

func (s scanner) markResults(m *mark, message *claude.Message) {
	for i := range message.Blocks {
		if b := &message.Blocks[i]; b.IsResult() {
			m.results = append(m.results, s.hash(b.CallID))
		}
	}
}

func (s scanner) markBoundary(m *mark, r *claude.Record) {
	if !r.IsBoundary() {
		return
	}
	m.flags |= isBoundary
	for uuid := range jsonl.Elements(keptUUIDs(r)) {
		m.keeps = append(m.keeps, s.hash(uuid))
	}
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

// tokens returns the sums over all responses, or nil when none was counted.
func (x *index) tokens() *timeline.Tokens {
	if x.input+x.output == 0 {
		return nil
	}
	return &timeline.Tokens{Input: x.input, Output: x.output}
}
