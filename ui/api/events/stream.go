package events

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// ContentType is the media type of a stream of events.
const ContentType = "text/event-stream"

// beat is the interval at which a silent stream shows that it is alive. Patience is the time that a reader has to
// accept a write.
const (
	beat     = 15 * time.Second
	patience = 20 * time.Second
)

// Write writes a stream of events as they come: those of topics, or all if topics is empty. It ends with ctx, with the
// connection, or when the reader no longer accepts data. The error is then that of the connection.
func Write(ctx context.Context, w http.ResponseWriter, r *Reader, topics []string) error {
	s := stream{w: w, control: http.NewResponseController(w)}
	for {
		wait, stop := context.WithTimeout(ctx, beat)
		found, err := r.Next(wait)
		stop()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			s.text.WriteString(": nothing new\n\n")
		}
		for _, e := range found {
			if len(topics) == 0 || e.Type == Ready || e.Type == Reset || slices.Contains(topics, e.Type) {
				s.add(e)
			}
		}
		if err := s.flush(); err != nil {
			return err
		}
	}
}

type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	text    bytes.Buffer
}

func (s *stream) add(e Event) {
	data, _ := json.Marshal(e) // a struct of strings
	fmt.Fprintf(&s.text, "id: %s\nevent: %s\ndata: %s\n\n", e.ID, e.Type, data)
}

// flush sends the buffered text.
func (s *stream) flush() error {
	if s.text.Len() == 0 {
		return nil
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(patience)) // a test's writer has no deadline
	if _, err := s.w.Write(s.text.Bytes()); err != nil {
		return err
	}
	s.text.Reset()
	return s.control.Flush()
}
