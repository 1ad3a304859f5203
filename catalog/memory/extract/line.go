package extract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"

	"stead/catalog/memory"
	"stead/timeline"
)

// batch holds lines that a worker made: those of both files, one after the other, and what belongs together.
type batch struct {
	session          identity
	messages, events []byte
	pieces           []piece
}

// piece is a text of a session, or an event without one: up to where its lines reach in the batch. A piece without a
// message has no key.
type piece struct {
	key         seenKey
	hasMessage  bool
	messagesEnd int
	eventsEnd   int
}

// full is when a batch goes to the writer, in bytes or pieces.
const (
	fullBytes  = 256 << 10
	fullPieces = 512
)

// batches are used again: their lines are most of what is allocated otherwise.
var batches = sync.Pool{New: func() any { return &batch{} }}

func newBatch(session identity) *batch {
	b := batches.Get().(*batch)
	b.session, b.messages, b.events, b.pieces = session, b.messages[:0], b.events[:0], b.pieces[:0]
	return b
}

// release gives a batch back that was written. One that grew for a giant text is left to the collector.
func (b *batch) release() {
	if cap(b.messages)+cap(b.events) <= 4*fullBytes {
		batches.Put(b)
	}
}

func (b *batch) isFull() bool {
	return len(b.messages)+len(b.events) >= fullBytes || len(b.pieces) >= fullPieces
}

// digest returns the hash of a text, and whether there is anything to hash.
func digest(content string) (sum [sha256.Size]byte, ok bool) {
	normal := memory.Normalize(content)
	return sha256.Sum256([]byte(normal)), normal != ""
}

// appendMessage appends the line of a message. A body is written as its source wrote it.
func appendMessage(dst []byte, m memory.Message, t text) []byte {
	o := timeline.NewObject(dst)
	o.String("hash", m.Hash)
	if raw := t.raw.JSON(); t.raw.IsEmpty() || timeline.HasHalf(raw) {
		o.String("content", t.content)
	} else {
		o.Text("content", t.raw)
	}
	o.String("role", string(m.Role))
	o.String("llm_source", m.LLMSource)
	o.String("llm_model", m.LLMModel)
	o.Append("provenance", func(dst []byte) []byte { return appendProvenance(dst, m.Provenance) })
	o.Append("timestamps", func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) {
			o.String("occurred", m.Timestamps.Occurred)
			o.String("extracted_at", m.Timestamps.ExtractedAt)
		})
	})
	o.Append("metadata", func(dst []byte) []byte { return appendMetadata(dst, m.Metadata) })
	return append(o.End(), '\n')
}

func appendProvenance(dst []byte, p memory.Provenance) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.String("source_type", string(p.SourceType))
		o.String("source_file", p.SourceFile)
		o.Int("source_line", int64(p.SourceLine))
		o.String("session_id", p.SessionID)
		if p.Checkpoint == nil {
			o.Raw("checkpoint", []byte("null"))
		} else {
			o.String("checkpoint", *p.Checkpoint)
		}
	})
}

func appendMetadata(dst []byte, m memory.Metadata) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.Int("content_length", int64(m.ContentLength))
		o.Bool("has_code", m.HasCode)
		o.Bool("has_markdown", m.HasMarkdown)
		o.String("kind", string(m.Kind))
		o.Optional("tool", m.Tool)
		if input := oneLine(m.Input); len(input) > 0 {
			o.Raw("input", input)
		}
	})
}

// oneLine returns JSON without line ends, which it may have in stores that are no JSON Lines, and nothing for what not
// every program reads.
func oneLine(input []byte) []byte {
	if timeline.HasHalf(input) {
		return nil
	}
	if bytes.IndexByte(input, '\n') < 0 {
		return input
	}
	var compact bytes.Buffer
	if json.Compact(&compact, input) != nil {
		return nil
	}
	return compact.Bytes()
}

// appendEvent appends the line of an event.
func appendEvent(dst []byte, e memory.Event) ([]byte, error) {
	line, err := json.Marshal(e)
	if err != nil {
		return dst, err
	}
	return append(append(dst, line...), '\n'), nil
}

func hexadecimal(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:]) }
