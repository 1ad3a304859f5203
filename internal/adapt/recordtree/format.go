package recordtree

import (
	"hash/maphash"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Format knows the records of one CLI. Its methods are called by several goroutines at once.
type Format interface {
	// Mark tells a line's place in the tree, and notes what it says about the session. The line may be cut or no JSON at
	// all.
	Mark(line []byte, about *About) Mark
	// Parse makes the entries of a line, at least one. It may hold on to the line's memory.
	Parse(line jsonl.Line) Record
}

// Editor is a format with records that change what an earlier one says.
type Editor interface {
	// Edit makes the entries of a line as the record that names it has changed them.
	Edit(line jsonl.Line, edit []byte) Record
}

// Place is what a record is to the tree.
type Place uint8

// The places.
const (
	// Beside is a record that no other follows. It may itself follow one, if it names it.
	Beside Place = iota
	// Within is a record of the tree from which the conversation does not go on: the CLI's own notes.
	Within
	// Leaf is a record from which the conversation goes on when it is the last one.
	Leaf
)

// Mark is a line's place in the tree. Ids stand as they do in the line; an absent one is nil.
type Mark struct {
	Place Place
	// ID names the record. One without an id is followed by the next record of the tree.
	ID jsonl.Value
	// Parent is the id of the record that this one follows: null at a root. A record whose parent is absent or missing
	// follows the one before it in the file, but see EndsAtGap.
	Parent jsonl.Value
	// MayBeGone tells that the CLI itself may have taken out what the record follows. Else a record that is not there is a
	// hole in the session. A record beside the tree that has an ID is there.
	MayBeGone bool
	// EndsAtGap tells that the conversation begins with the record if the one that it follows is not there.
	EndsAtGap bool
	// IsFragment tells that a record with the id of an earlier one is a part of it. Otherwise it takes its place.
	IsFragment bool
	// Shown counts the record's entries that are not hidden.
	Shown int
	// KeptFrom is the id of the first record that a compaction keeps, or else KeptLine its line; Kept are the keys of the
	// single entries that it keeps.
	KeptFrom jsonl.Value
	KeptLine int
	Kept     []Key
	// KeptBeside are the ids of the records that the next summary keeps.
	KeptBeside []jsonl.Value
	// Edits is the id of the record that this one changes.
	Edits jsonl.Value
	// EditsResults are the ids of the calls whose results this record changes. EditsRecent tells that it changes the
	// records since the last message.
	EditsResults []jsonl.Value
	EditsRecent  bool
	// Message is what the record tells about the message that it is a part of.
	Message Message
	// Answers are the ids of the calls of which the record holds the results, and nothing else. It is in the conversation
	// when its call is, even beside the path, and is told after it.
	Answers []jsonl.Value
	// Announces is set for a record with what was typed, when the text for which that stands comes in a record that
	// follows it. That one has the same value for Completes.
	Announces, Completes Pair
	// Goes is the id of the record from which the conversation goes on if none follows it. The last such mark counts.
	Goes jsonl.Value
	// GoesBack tells that this holds even when others follow that record, until a record of the tree follows this one.
	// Without Goes nothing goes on then.
	GoesBack bool
}

// isReply reports whether nobody asks for anything in the record: it is a part of a message, or has nothing but
// results.
func (m *Mark) isReply() bool {
	return m.Message.IsPart || len(m.Answers) > 0 && m.Shown <= len(m.Answers)
}

// Pair is a kind of records that belong together. The zero value is none.
type Pair uint8

// Message is what a record tells about its message, if that may have several. When one is in the conversation, all are.
type Message struct {
	// ID names the message. IsPart is set for a record of one that has no id, too.
	ID     jsonl.Value
	IsPart bool
	// IsFinal tells that the record will not come again with more of the same content.
	IsFinal bool
	// Text is the record's first text, Calls are the ids of its calls.
	Text  jsonl.Value
	Calls []jsonl.Value
	// Input and Output are tokens of the whole message, as far as they were known.
	Input, Output int64
}

// Record is a line made into entries. The reader sets what depends on other records: parents, branches, missing times.
type Record struct {
	// Line is the line's number, ID the record's id.
	Line    int
	ID      string
	Entries []*timeline.Entry
	// Kept is what a compaction keeps beside its summary.
	Kept []Kept
	// Boundary is what the record says about the summary that comes next, but for what is kept beside it: see
	// Mark.KeptBeside.
	Boundary *timeline.Compaction
	// Usage is that of the record's message. The first of the message's entries gets it.
	Usage *timeline.Usage
}

// Kept is an entry that a compaction keeps, known by its key. Text stands for it in the summary when there is no such
// entry.
type Kept struct {
	Key  Key
	Text timeline.Text
}

// Key is the checksum by which a kept entry is found among those before it. It holds for this process only.
type Key uint64

var seed = maphash.MakeSeed()

// KeyOf returns the key of an entry: of a text its type and content, of a call or a result the call's id.
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
		return KeyOf(timeline.User, e.Content.JSON()) // a note is told in the user's name
	}
	return KeyOf(e.Type, e.Content.JSON())
}

// hash returns the checksum of an id, and 0 for what is none.
func hash(id jsonl.Value) uint64 {
	if len(id) <= len(`""`) || id[0] != '"' {
		return 0
	}
	return maphash.Bytes(seed, id)
}
