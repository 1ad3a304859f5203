package writers_test

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/writers"
)

// A session of one CLI becomes one of another: the other CLI's writer plans and encodes the reader's stream. Its report
// says what did not arrive.
func Example() {
	ctx := context.Background()
	session, err := adapters.Named("claude").Reader.Open(ctx,
		adapter.Location{Path: "../internal/testkit/fixtures/testdata/claude/tools.jsonl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	made := 0
	codex := adapters.Named("codex").Writer
	plan, err := codex.Plan(adapter.Store{CLI: "codex"}, session, writers.Options{
		ID: "01a1fa48-0000-7000-8000-000000000001", Now: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC),
		NewID: func() string { made++; return fmt.Sprintf("01a1fa48-0000-7000-8000-%012d", made) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var rollout bytes.Buffer
	report, err := codex.Encode(ctx, &rollout, plan)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Entries, "entries,", bytes.Count(rollout.Bytes(), []byte("\n")), "lines")
	for _, loss := range report.Losses {
		fmt.Println(loss.Count, loss.What)
	}
	// Output:
	// 14 entries, 26 lines
	// 1 thinking
}
