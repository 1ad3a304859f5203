package opencode

import (
	"context"
	"fmt"
	"iter"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
)

// IsExport reports whether a JSON value, or the beginning of one, is the output of `opencode export`: the session as
// info, and its messages.
func IsExport(document []byte) bool {
	info := jsonl.Value(document).Get("info")
	return isSessionInfo(info)
}

// isSessionInfo reports whether a value is a session in its JSON form.
func isSessionInfo(info jsonl.Value) bool {
	return IsSessionID(info.Get("id").String()) && info.Get("title").IsString() && info.Get("time").IsObject()
}

// exported is a session written by `opencode export`. Memory holds all of it, as in the CLI itself.
type exported struct{ document jsonl.Value }

func openExport(path string, document jsonl.Value) (*Session, error) {
	if !document.Get("messages").IsArray() {
		return nil, fmt.Errorf("%s: %w: the exported session has no messages", path, adapter.ErrFormat)
	}
	return &Session{sessionFromInfo(document.Get("info")), exported{document}}, nil
}

// messages implements source. It yields the messages in the order in which the CLI read them.
func (e exported) messages(ctx context.Context) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for message := range jsonl.Elements(e.document.Get("messages")) {
			if err := ctx.Err(); err != nil {
				yield(Message{}, err)
				return
			}
			m := Message{Row: rowFromInfo(MessageTable, message.Get("info"))}
			for part := range jsonl.Elements(message.Get("parts")) {
				m.Parts = append(m.Parts, rowFromInfo(PartTable, part))
			}
			if !yield(m, nil) {
				return
			}
		}
	}
}

// started implements source. An export holds no other session.
func (exported) started(context.Context) ([]Started, error) { return nil, nil }
