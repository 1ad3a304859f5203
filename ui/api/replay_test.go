package api_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"stead/inject/signals"
	"stead/internal/testkit/sample"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
	"stead/ui/model"
)

func TestReplayHasKeyframesAndMarks(t *testing.T) {
	m := newMachine(t)
	r := m.run(runs.Completed)
	start := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	at := func(e *timeline.Entry, after time.Duration) *timeline.Entry {
		e.Timestamp = start.Add(after).Format(time.RFC3339Nano)
		return e
	}
	call := &timeline.Entry{ID: "c", Type: timeline.ToolCall, Tool: timeline.Write,
		Input: []byte(`{"path":"a.go","content":"x"}`)}
	answered := &timeline.Entry{ID: signals.AnswerEntry + "q", Type: timeline.System, Hidden: true,
		Content: timeline.NewText("write a.go: \"Yes\" by the API")}
	if err := os.Remove(m.runs.Journal(r.ID)); err != nil {
		t.Fatal(err)
	}
	journal, err := store.Create(m.runs.Journal(r.ID), sample.Conversation(
		at(sample.User("before"), -time.Hour), at(sample.User("Go on\nnow"), 1500*time.Millisecond),
		at(call, 2*time.Second), at(answered, 2500*time.Millisecond), at(sample.Assistant("done"), 3*time.Second),
	))
	if err != nil {
		t.Fatal(err)
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	head := fmt.Sprintf(`{"version":3,"term":{"cols":20,"rows":4},"timestamp":%d}`+"\n", start.Unix())
	text := head + strings.Repeat(`[0.001, "o", "a line of text\r\n"]`+"\n", 10_000) + `[0.5, "o", "the end`
	if err := os.WriteFile(m.runs.Recording(r.ID), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var found model.Replay
	m.get("/runs/"+r.ID+"/replay", &found)
	if found.Columns != 20 || found.Rows != 4 || found.Duration != 10_000 || !found.Start.Equal(start) ||
		len(found.Keyframes) != 2 || found.Keyframes[0].Offset != int64(len(head)) {
		t.Fatalf("%+v", found)
	}
	if fmt.Sprint(
		found.Marks) != "[{1500 turn Go on now 1} {2000 edit write a.go 2} {2500 wait write a.go: \"Yes\" by the API 3}]" {
		t.Errorf("%+v", found.Marks)
	}
	var k model.ReplayScreen
	m.get("/runs/"+r.ID+"/replay/1", &k)
	if k.ReplayFrame != found.Keyframes[1] || !strings.Contains(string(k.Screen), "a line of text") {
		t.Errorf("%+v", k)
	}
	_, rest, _ := m.do(m.request(http.MethodGet, fmt.Sprintf("/api/v1/runs/%s/recording?from=%d", r.ID, k.Offset), ""))
	if !strings.HasPrefix(string(rest), "[0.001") || found.Bytes-k.Offset != int64(
		strings.LastIndexByte(string(rest), '\n')+1) {
		t.Errorf("behind it is %.40q", rest)
	}
	if status, p := m.problem("/api/v1/runs/" + r.ID + "/replay/2"); status != http.StatusNotFound {
		t.Errorf("%d %+v", status, p)
	}
	if err := os.WriteFile(m.runs.Recording(r.ID), []byte("no recording\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, p := m.problem("/api/v1/runs/" + r.ID + "/replay"); status != http.StatusUnprocessableEntity {
		t.Errorf("%d %+v", status, p)
	}
}

// The test asks for more recordings than are kept ready.
func TestManyReplays(t *testing.T) {
	m := newMachine(t)
	var ids []string
	for range 6 {
		r := m.run(runs.Completed)
		ids = append(ids, r.ID)
		if err := os.WriteFile(m.runs.Recording(r.ID), []byte(`{"version":3,"term":{"cols":20,"rows":4}}`+"\n"),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		for _, id := range ids {
			var found model.Replay
			m.get("/runs/"+id+"/replay", &found)
			if len(found.Keyframes) != 1 || len(found.Marks) != 0 {
				t.Errorf("%+v", found)
			}
		}
	}
}
