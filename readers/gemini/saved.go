package gemini

import (
	"bytes"
	"fmt"
	"path/filepath"
	"time"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// isSaved reports whether a file begins like a saved chat.
func isSaved(head []byte) bool {
	inner := bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(bytes.TrimPrefix(head, byteOrderMark)), []byte("{")))
	return bytes.HasPrefix(inner, []byte(`"history"`)) && bytes.Contains(inner, []byte(`"role"`)) &&
		bytes.Contains(inner, []byte(`"parts"`))
}

// savedHistory returns the contents in a saved chat, or nil for any other file. In versions that did not save the
// login, the contents were the whole file (0.61.0 reads both).
func savedHistory(path string, whole jsonl.Value) jsonl.Value {
	if whole.IsArray() && format.IsSaved(filepath.Base(path)) {
		return whole
	}
	if history := whole.Get("history"); history.IsArray() && !whole.Get("sessionId").IsString() {
		return history
	}
	return nil
}

// savedLines returns a session equivalent to a saved chat: a header, and a snapshot of the conversation. On /chat
// resume, the CLI restores all contents unchanged.
func savedLines(path string, saved time.Time, history jsonl.Value) []jsonl.Line {
	header := timeline.AppendObject(nil, func(o *timeline.Object) {
		o.String("sessionId", format.SavedID(path))
		o.String("projectHash", "saved")
		o.String("lastUpdated", saved.UTC().Format(time.RFC3339))
		o.String("summary", format.SavedTag(path))
	})
	var messages [][]byte
	for content := range jsonl.Elements(history) {
		messages = append(messages, savedMessage(len(messages)+1, content))
	}
	snapshot := timeline.AppendObject(nil, func(o *timeline.Object) {
		o.Append("$set", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.Append("messages", func(dst []byte) []byte { return timeline.AppendArray(dst, messages) })
			})
		})
	})
	return []jsonl.Line{{Number: 1, Bytes: header}, {Number: 2, Bytes: snapshot}}
}

func savedMessage(number int, content jsonl.Value) []byte {
	role := content.Get("role").String()
	if role == "model" {
		role = format.Model
	}
	return timeline.AppendObject(nil, func(o *timeline.Object) {
		o.String("id", fmt.Sprintf("saved-%d", number))
		o.String("type", role)
		if parts := content.Get("parts"); parts != nil {
			o.Raw("content", compact(parts))
		}
	})
}

// keepAll marks all pieces as not dropped: in a saved chat, the CLI keeps texts that begin like a command. It removes
// their record, because a new session of the CLI cannot hold it unchanged.
func (r *record) keepAll() {
	for i := range r.messages {
		for j := range r.messages[i].says {
			if said := &r.messages[i].says[j]; said.isDropped {
				said.isDropped, r.raw = false, nil
			}
		}
	}
}
