package recordtree

import (
	"hash/maphash"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Format knows the records of one CLI. Several goroutines call its methods at the same time.
type Format interface {
	// Mark returns a line's place in the tree, and adds to about what the line says about the session. The line may be
	// truncated, or not JSON at all.
	Mark(line []byte, about *About) Mark
	// Parse makes the entries of a line, at least one. The result may share the line's memory.
	Parse(line jsonl.Line) Record
}

// Editor is a format with records that change what an earlier one says.
type Editor interface {
	// Edit makes the entries of a line with the changes of the record edit, which names that line.
	Edit(line jsonl.Line, edit []byte) Record
}

// Place is a record's place in the tree.
type Place uint8

// The places.
const (
	// Beside is a record that no other follows. It may itself follow one, if it names it.
	Beside Place = iota
	// Within is a record of the tree from which the conversation does not continue, such as the CLI's own notes.
	Within
	// Leaf is a record from which the conversation continues if it is the last one.
	Leaf
)

// Mark is a line's place in the tree. Ids are unchanged from the line; an absent id is nil.
type Mark struct {
	Place Place
	// ID names the record. The next record of the tree follows a record without an id.
	ID jsonl.Value
	// Parent is the id of the record that this one follows: null at a root. A record whose parent is absent or missing
	// follows the record before it in the file, but see EndsAtGap.
	Parent jsonl.Value
	// MayBeGone says that the CLI itself may have removed the record that this one follows. Otherwise a missing record is
	// a hole in the session. A record beside the tree that has an ID does not count as missing.
	MayBeGone bool
	// EndsAtGap says that the conversation begins with this record if the record that it follows is missing.
	EndsAtGap bool
	// IsFragment says that a record with the id of an earlier one is a part of it. Otherwise it replaces the earlier one.
	IsFragment bool
	// Shown counts the record's entries that are not hidden.
	Shown int
	// KeptFrom is the id of the first record that a compaction keeps; without one, KeptLine is its line. Kept are the keys
	// of the single entries that it keeps.
	KeptFrom jsonl.Value
	KeptLine int
	Kept     []Key
	// KeptBeside are the ids of the records that the next summary keeps.
	KeptBeside []jsonl.Value
	// Edits is the id of the record that this one changes.
	Edits jsonl.Value
	// EditsResults are the ids of the calls whose results this record changes. EditsRecent says that it changes the
	// records since the last message.
	EditsResults []jsonl.Value
	EditsRecent  bool
	// Message is what the record says about the message that it is a part of.
	Message Message
	// Answers are the ids of the calls of a record that holds only results. The record is in the conversation if its call
	// is, even beside the path, and comes after the call.
	Answers []jsonl.Value
	// Announces is set for a record with typed input if a later record that follows it has the resulting text. That record
	// has the same value for Completes.
	Announces, Completes Pair
	// Goes is the id of the record from which the conversation continues if none follows it. The last mark with Goes
	// counts.
	Goes jsonl.Value
	// GoesBack says that this holds even if others follow that record, until a record of the tree follows this one.
	// Without Goes, the conversation then continues from nothing.
	GoesBack bool
}

// isReply reports whether the record contains no request: it is a part of a message, or has only results.
func (m *Mark) isReply() bool {
	return m.Message.IsPart || len(m.Answers) > 0 && m.Shown <= len(m.Answers)
}

// Pair is a kind of records that belong together. The zero value means none.
type Pair uint8

// Message is what a record says about its message, if a message may have several records. If one of them is in the
// conversation, all are.
type Message struct {
	// ID names the message. IsPart is also set for a record of a message without an id.
	ID     jsonl.Value
	IsPart bool
	// IsFinal says that the record will not come again with more of the same content.
	IsFinal bool
	// Text is the record's first text. Calls are the ids of its calls.
	Text  jsonl.Value
	Calls []jsonl.Value
	// Input and Output are tokens of the whole message, as far as they were known.
	Input, Output int64
}

// Record is a line converted to entries. The reader sets what depends on other records: parents, branches, missing
// times.
type Record struct {
	// Line is the line's number, ID the record's id.
	Line    int
	ID      string
	Entries []*timeline.Entry
	// Kept is what a compaction keeps beside its summary.
	Kept []Kept
	// Boundary is what the record says about the next summary, except for what is kept beside it: see Mark.KeptBeside.
	Boundary *timeline.Compaction
	// Usage is that of the record's message. The first of the message's entries gets it.
	Usage *timeline.Usage
}

// Kept is an entry that a compaction keeps, identified by its key. Text takes its place in the summary if there is no
// such entry.
type Kept struct {
	Key  Key
	Text timeline.Text
}

// Key is the checksum that identifies a kept entry among those before it. It is valid in this process only.
type Key uint64

var seed = maphash.MakeSeed()

// KeyOf returns the key of an entry: for a text, of its type and content; for a call or a result, of the call's id.
func KeyOf(kind timeline.EntryType, content []byte) Key {
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteString(string(kind))
	h.Write(content)
	return Key(h.Sum64())
}

func keyOf(e *timeline.Entry) Key {
	switch e.Type {
	case timeline.ToolCall:
		return KeyOf(e.Type, timeline.AppendString(nil, e.ID))
	case timeline.ToolResult:
		return KeyOf(e.Type, timeline.AppendString(nil, e.CallID))
	}
	if e.Type == timeline.System {
		return KeyOf(timeline.User, e.Content.JSON()) // a note is in the user's name
	}
	return KeyOf(e.Type, e.Content.JSON())
}

// hash returns the checksum of an id, and 0 for a value that is not one.
func hash(id jsonl.Value) uint64 {
	if len(id) <= len(`""`) || id[0] != '"' {
		return 0
	}
	return maphash.Bytes(seed, id)
}
