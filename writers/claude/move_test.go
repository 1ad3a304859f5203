package claude_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"stead/adapters/adapter"
	"stead/timeline"
	"stead/writers"
	"stead/writers/claude"
)

func TestSessionThatMovesNamesItsNewFolder(t *testing.T) {
	record := func(line int, raw string) *timeline.Entry {
		return &timeline.Entry{ID: raw[9:10], Type: timeline.User, Content: timeline.NewText("in /old"),
			Native: &timeline.Record{CLI: "claude", Line: line, Raw: []byte(raw)}}
	}
	stream := timeline.Stream{
		Header: timeline.Header{Source: timeline.Source{CLI: "claude", OriginalID: "o"},
			Project: timeline.Project{Path: "/old"}},
		Entries: timeline.Of(
			record(1,
				`{"uuid":"1","parentUuid":null,"cwd":"/old","type":"user","sessionId":"o","message":{"role":"user","content":"in /old"}}`),
			record(2,
				`{"uuid":"2","parentUuid":"1","type":"user","sessionId":"o","cwd":"/old/sub","message":{"role":"user","content":"\"cwd\":\"/old\""}}`),
		),
	}
	plan, err := claude.Writer{}.Plan(adapter.Store{}, stream,
		writers.Options{Dir: "/new", NewID: uuid.NewString, Now: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := (claude.Writer{}).Encode(t.Context(), &out, plan); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if want := `"cwd":"/new","type":"user","sessionId":"` + plan.ID; !strings.Contains(lines[0], want) ||
		!strings.Contains(lines[0], "in /old") {
		t.Errorf("first line is %s", lines[0])
	}
	if !strings.Contains(lines[1], `"cwd":"/old/sub"`) || !strings.Contains(lines[1], `\"cwd\":\"/old\"`) {
		t.Errorf("second line is %s", lines[1])
	}
}
