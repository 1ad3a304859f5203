package capture

import (
	"testing"
	"time"

	"stead/timeline"
)

func TestSilenceIsThatOfTheModelNotOfATool(t *testing.T) {
	now := time.Unix(0, 0)
	a := NewActivity(func() time.Time { return now })
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
		a.Entry(c.entry)
		now = now.Add(time.Minute)
		if got := a.Silence(); got != c.want {
			t.Errorf("after %s %s: %v, want %v", c.entry.Type, c.entry.ID+c.entry.CallID, got, c.want)
		}
	}
	a.Output(now, nil)
	if a.Silence() != 0 {
		t.Error("what is drawn is no silence")
	}
	if !a.Since(now.Add(-time.Second)) || a.Since(now) {
		t.Error("it is not known when something was drawn last")
	}
}
