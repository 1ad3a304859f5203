package capture

import (
	"testing"
	"time"

	"stead/timeline"
)

func TestSilenceIsThatOfTheModelNotOfATool(t *testing.T) {
	now := time.Unix(0, 0)
	p := NewPulse(func() time.Time { return now })
	for _, c := range []struct {
		entry *timeline.Entry
		want  time.Duration
	}{
		{&timeline.Entry{Type: timeline.Assistant}, time.Minute},
		{&timeline.Entry{Type: timeline.ToolCall, ID: "a"}, 0},
		{&timeline.Entry{Type: timeline.ToolCall, ID: "b"}, 0},
		{&timeline.Entry{Type: timeline.ToolResult, CallID: "a"}, 0},
		{&timeline.Entry{Type: timeline.ToolResult, CallID: "b"}, time.Minute},
		{&timeline.Entry{Type: timeline.ToolCall, ID: "c"}, 0},
		{&timeline.Entry{Type: timeline.User}, time.Minute},
	} {
		p.Entry(c.entry)
		now = now.Add(time.Minute)
		if got := p.Silence(); got != c.want {
			t.Errorf("after %s %s: %v, want %v", c.entry.Type, c.entry.ID+c.entry.CallID, got, c.want)
		}
	}
	p.Output(now, nil)
	if p.Silence() != 0 {
		t.Error("what is drawn is no silence")
	}
	if !p.Since(now.Add(-time.Second)) || p.Since(now) {
		t.Error("it is not known when something was drawn last")
	}
}
