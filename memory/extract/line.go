package extract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"stead/memory"
	"stead/memory/extract/seen"
	"stead/timeline"
)

// batch holds lines that a worker made: those of both files, one after the other, and what belongs together.
type batch struct {
	session          identity
	messages, events []byte
	pieces           []piece
}

// piece is a text of a session, or an event without one: up to where its lines reach in the batch. A piece without a message has no key.
type piece struct {
	key         seen.Key
	hasMessage  bool
	messagesEnd int
	eventsEnd   int
}

// full is when a batch goes to the writer, in bytes or pieces.
const (
	fullBytes  = 256 << 10
	fullPieces = 512
)

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

// oneLine returns JSON without line ends, and nothing for what is no JSON: stores that are no JSON Lines may have either.
func oneLine(input []byte) []byte {
	if !json.Valid(input) || timeline.HasHalf(input) {
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

// codeFence begins and ends a block of code in Markdown.
const codeFence = "```"

// hasCode reports whether a text holds code: a block of Markdown. A call, and what a tool returned, is none by itself.
func hasCode(content string) bool { return strings.Contains(content, codeFence) }

// markdownMarks are what tells Markdown, at the beginning of a line or anywhere.
var markdownMarks = []string{codeFence, "\n# ", "\n## ", "\n### ", "\n- ", "\n* ", "\n1. ", "\n> ", "\n| ", "**", "]("}

func hasMarkdown(content string) bool {
	for _, mark := range markdownMarks {
		if strings.Contains(content, mark) || mark[0] == '\n' && strings.HasPrefix(content, mark[1:]) {
			return true
		}
	}
	return false
}
