package kimicli

import (
	"hash/maphash"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
)

// index holds the facts about a session's context files that the first entry depends on.
type index struct {
	lineage lineage
	// files are the context files, the oldest first.
	files []file
	// lines counts all lines, known those that only this CLI writes, talk those that belong to the conversation.
	lines, known, talk int

	// abandoned are the parts that are no longer in the conversation.
	abandoned []span
	// repeated are the positions of messages that a context file repeats from the previous file.
	repeated map[int]bool
	// keeps maps the position of a compaction to the messages that it keeps. kept is the set of all these messages.
	keeps map[int][]int
	kept  map[int]bool
	// summary is the position of the compaction that begins the file.
	summary int
}

// file is an indexed context file.
type file struct {
	path  string
	size  int64
	lines int
	// own is the position of the CLI's system prompt, whether the file begins with one or not: when the CLI opens a
	// converted session, it inserts its prompt, and all other positions stay the same. first is the position of the first
	// line.
	own, first int
}

// end returns the position of the last line so far.
func (f file) end() int { return f.first + f.lines - 1 }

// span is a range of positions; the last one is exclusive.
type span struct{ from, to int }

func newIndex() *index {
	return &index{repeated: map[int]bool{}, keeps: map[int][]int{}, kept: map[int]bool{}}
}

// end returns the position of the last line so far, or -1.
func (x *index) end() int {
	if len(x.files) == 0 {
		return -1
	}
	return x.last().end()
}

func (x *index) last() *file { return &x.files[len(x.files)-1] }

// begin starts the next context file.
func (x *index) begin(path string) {
	own := x.end() + 1
	if len(x.files) > 0 {
		x.abandon(x.lineage.begin(), own)
	}
	x.files = append(x.files, file{path: path, own: own, first: own + 1})
}

// finish ends the last file.
func (x *index) finish() {
	if len(x.files) > 0 {
		x.abandon(x.lineage.finish(), x.last().own)
	}
}

func (x *index) abandon(from, to int) {
	if from >= 0 && from < to {
		x.abandoned = append(x.abandoned, span{from, to})
	}
}

// fact holds the facts that the first pass takes from a line.
type fact struct {
	line     int
	isPrompt bool // the CLI's system prompt
	message
	isMessage, isKnown, isTalk bool
}

// scanner extracts facts from lines. It compares messages only if there is more than one context file.
type scanner struct {
	seed     maphash.Seed
	compares bool
}

func (s scanner) scan(lines []jsonl.Line) []fact {
	facts := make([]fact, len(lines))
	for i, line := range lines {
		r := format.Peek(jsonl.Trim(line.Bytes))
		f := fact{line: line.Number, isKnown: r.IsKnown(), isPrompt: r.Role.Is(format.RoleSystemPrompt)}
		switch r.Role.String() {
		case format.RoleUser, format.RoleAssistant, format.RoleTool, format.RoleSystem:
			f.isMessage = true
			s.look(&f, r)
		}
		facts[i] = f
	}
	return facts
}

func (s scanner) look(f *fact, r format.Record) {
	isUser := r.Role.Is(format.RoleUser)
	f.isTalk = !isUser && !r.Role.Is(format.RoleSystem)
	if !s.compares && !isUser {
		return
	}
	c := format.ReadContent(r.Content)
	if isUser {
		_, f.isSummary = format.Summary(c)
		f.isTalk = f.isSummary || !format.IsHarness(c)
	}
	if s.compares {
		f.hash = s.hash(r, c)
	}
}

// hash returns a hash of a message's content that does not depend on its escaping.
func (s scanner) hash(r format.Record, c format.Content) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	h.WriteString(r.Role.String())
	h.WriteString(r.CallID.String())
	for _, text := range c.Texts {
		h.WriteByte(0)
		h.WriteString(text.String())
	}
	for call := range jsonl.Elements(r.ToolCalls) {
		h.WriteByte(1)
		h.WriteString(format.PeekCall(call).ID.String())
	}
	return h.Sum64()
}

func (x *index) addAll(facts []fact) {
	for _, f := range facts {
		x.add(f)
	}
}

// add adds the facts of the next line of the last file.
func (x *index) add(f fact) {
	last := x.last()
	if last.lines == 0 && f.isPrompt {
		last.first = last.own
	}
	last.lines++
	x.lines++
	if f.isKnown {
		x.known++
	}
	if f.isTalk {
		x.talk++
	}
	if f.isMessage {
		f.position = x.end()
		x.message(f.message)
	}
}

func (x *index) message(m message) {
	if m.isSummary && len(x.lineage.now) == 0 {
		x.summary = m.position
	}
	e := x.lineage.add(m)
	x.abandon(e.from, x.last().own)
	if !e.repeats {
		return
	}
	x.repeated[m.position] = true
	if x.lineage.origin == isCompacted {
		x.keeps[x.summary] = append(x.keeps[x.summary], e.of)
		x.kept[e.of] = true
	}
}

// branch returns the number of the abandoned part that a position belongs to, from 1. It returns 0 if there is none.
func (x *index) branch(position int) int {
	for i, span := range x.abandoned {
		if position >= span.from && position < span.to {
			return i + 1
		}
	}
	return 0
}
