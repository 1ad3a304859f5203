package qwen

import (
	"bytes"
	"context"

	"stead/adapters/adapter"
	"stead/adapters/qwen"
	"stead/internal/adapt/recordtree"
	"stead/readers"
	"stead/timeline"
)

// Reader reads Qwen Code's sessions. The zero value is ready for use.
type Reader struct{}

// Info returns the CLI's description.
func (Reader) Info() adapter.Info { return qwen.Info() }

// Tools returns the CLI's half of the tool table.
func (Reader) Tools() []timeline.NativeTool { return qwen.Tools() }

// Discover returns the store below the CLI's home, if it holds any project.
func (Reader) Discover(host adapter.Host) []adapter.Store {
	return readers.FolderStore(qwen.Name, qwen.Root(host), "projects")
}

// Detect reports whether a file is a session of Qwen Code, according to its first records. Claude Code's records have
// uuids and session ids, too, but its messages have content instead of parts.
func (Reader) Detect(head []byte) bool {
	return readers.AnyLine(head, func(line []byte) bool {
		r := qwen.Peek(bytes.TrimPrefix(line, []byte("\uFEFF")))
		return r.IsKnown() && (r.Message.Get("parts").IsArray() || r.Type.Is(qwen.TypeSystem) && r.Payload != nil)
	})
}

// Open indexes the session's file. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	session, err := recordtree.Open(ctx, location.Path, format{})
	if err != nil {
		return timeline.Stream{}, err
	}
	stream := timeline.Stream{Header: header(session, idOf(location, &session.About)), Entries: session.Entries(ctx)}
	stream.Children, err = children(ctx, location.Path, stream.Header.ID)
	return stream, err
}

// idOf returns the session's id. It is the one in the file's name, by which the CLI finds the session, whatever the
// records say.
func idOf(location adapter.Location, about *recordtree.About) string {
	if location.ID != "" {
		return location.ID
	}
	if id, ok := qwen.SessionID(location.Path); ok {
		return id
	}
	return about.Session
}

func header(s *recordtree.Session, id string) timeline.Header {
	h := s.Header(qwen.Name, id)
	h.Model.Provider = qwen.Info().Vendor
	return h
}
