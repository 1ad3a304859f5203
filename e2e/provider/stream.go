package provider

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"unicode/utf8"
)

// object is a JSON object in the making.
type object map[string]any

// stream writes server-sent events and flushes each, as a real API does. It
// begins with the first one.
type stream struct {
	w     http.ResponseWriter
	done  <-chan struct{}
	begun bool
	// serial makes ids that are unique for the life of the provider: the
	// CLIs join messages and calls by id across the turns of a session.
	serial int
}

func newStream(w http.ResponseWriter, r *http.Request, serial int) *stream {
	return &stream{w: w, done: r.Context().Done(), serial: serial}
}

func (s *stream) begin() {
	if s.begun {
		return
	}
	s.begun = true
	s.w.Header().Set("Content-Type", "text/event-stream")
	s.w.Header().Set("Cache-Control", "no-cache")
	s.w.WriteHeader(http.StatusOK)
}

// whole answers with one JSON document in place of events.
func (s *stream) whole(body object) { writeJSON(s.w, http.StatusOK, body) }

// id returns an id in the way of the API: a prefix and a number.
func (s *stream) id(prefix string, index int) string {
	return fmt.Sprintf("%s%06d%02d", prefix, s.serial, index)
}

// send writes an event whose name stands in its type field too.
func (s *stream) send(kind string, fields object) {
	event := object{"type": kind}
	for name, value := range fields {
		event[name] = value
	}
	s.write("event: "+kind+"\n", event)
}

// data writes an event without a name.
func (s *stream) data(event object) { s.write("", event) }

// write writes an event. A client that has left is noticed by the server, so
// a failed write needs no handling.
func (s *stream) write(name string, event object) {
	data, err := json.Marshal(event)
	if err != nil {
		panic(fmt.Sprintf("provider: event %s: %v", name, err))
	}
	s.line(name + "data: " + string(data))
}

func (s *stream) line(text string) {
	s.begin()
	_, _ = io.WriteString(s.w, text+"\n\n")
	if flusher, ok := s.w.(http.Flusher); ok {
		flusher.Flush()
	}
}

// halves cuts a text in two at a character, so that every text is streamed
// in more than one piece where it can be.
func halves(text string) []string {
	middle := len(text) / 2
	for middle > 0 && !utf8.RuneStart(text[middle]) {
		middle--
	}
	if middle == 0 {
		return []string{text}
	}
	return []string{text[:middle], text[middle:]}
}

func (u Usage) orSmall() Usage {
	if u == (Usage{}) {
		return Usage{Input: 100, Output: 20}
	}
	return u
}
