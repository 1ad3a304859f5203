package codex_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/readers/codex"
)

func TestTailTellsTurns(t *testing.T) {
	path := put(t, t.TempDir(), ownID, meta(ownID, ""))
	tail, err := codex.Reader{}.Tail(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for i, step := range []struct {
		payload string
		want    readers.Turn
	}{
		{`{"type":"task_started","turn_id":"t"}`, readers.TurnStarted},
		{`{"type":"token_count","info":null}`, ""},
		{`{"type":"task_complete","turn_id":"t","last_agent_message":"x","error":null}`, readers.TurnCompleted},
		{`{"type":"task_complete","turn_id":"t","error":{"message":"no credit"}}`, readers.TurnFailed},
		{`{"type":"turn_aborted","turn_id":"t","reason":"interrupted"}`, readers.TurnInterrupted},
	} {
		fmt.Fprintln(file, event(i+1, step.payload))
		progress, err := tail.Next(context.Background())
		if err != nil || progress.Turn != step.want || len(progress.Entries) != 1 {
			t.Errorf("%s: turn %q, %d entries, %v; want %q", step.payload, progress.Turn, len(progress.Entries), err, step.want)
		}
	}
}
