package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"stead/catalog/memory"
	"stead/internal/adapt/jsonl"
)

// segment is a part of the file of events that belongs to one session.
type segment struct{ offset, length int64 }

// told is what the file of events has of a session: its state after the last one.
type told struct {
	seq, turn int
	about     memory.About
	// passed counts the events by what they say.
	passed map[saying]int
	calls  map[string]call
}

// call is a call that has no result yet.
type call struct{ tool, original string }

// saying is what an event says, wherever it stands.
type saying struct {
	kind         memory.Kind
	hash, callID string
}

func newTold() *told { return &told{passed: map[saying]int{}, calls: map[string]call{}} }

// tell reads the session's segments of the file of events. Those of records before a line count only for the state.
func tell(file *os.File, segments []segment, fromLine int) (*told, error) {
	t := newTold()
	for _, s := range segments {
		lines := make([]byte, s.length)
		if _, err := file.ReadAt(lines, s.offset); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		for at := 0; at < len(lines); {
			end := at
			for end < len(lines) && lines[end] != '\n' {
				end++
			}
			if err := t.add(lines[at:end], fromLine); err != nil {
				return nil, fmt.Errorf("%s at byte %d: %w", file.Name(), s.offset+int64(at), err)
			}
			at = end + 1
		}
	}
	return t, nil
}

// add takes the line of an event.
func (t *told) add(line []byte, fromLine int) error {
	var e memory.Event
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	if e.Type == memory.SessionEvent {
		if e.About != nil {
			t.about = *e.About
		}
		return nil
	}
	if e.Line >= fromLine {
		t.passed[sayingOf(&e)]++
	}
	t.after(&e)
	return nil
}

// after is the state behind an event.
func (t *told) after(e *memory.Event) {
	t.seq, t.turn = e.Seq, e.Turn
	switch e.Kind {
	case memory.KindCall:
		// which share the memory of whole records
		t.calls[strings.Clone(e.CallID)] = call{e.Tool, strings.Clone(e.OriginalTool)}
	case memory.KindResult:
		delete(t.calls, e.CallID)
	}
}

func sayingOf(e *memory.Event) saying { return saying{e.Kind, e.Hash, e.CallID} }

// pass reports whether the event is in the file already, and counts it off.
func (t *told) pass(e *memory.Event) bool {
	s := sayingOf(e)
	n := t.passed[s]
	switch n {
	case 0:
		return false
	case 1:
		delete(t.passed, s)
	default:
		t.passed[s] = n - 1
	}
	return true
}

// sessionOf returns whose event a line is, without decoding the rest.
func sessionOf(line []byte) identity {
	v := jsonl.Value(line)
	return identity{v.Get("llm_source").String(), v.Get("session_id").String()}
}

// identity tells a session from all others.
type identity struct{ llm, id string }
