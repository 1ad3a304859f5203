package forks_test

import (
	"context"
	"fmt"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/forks"
)

// A session is cut behind one of its turns. What is left is a session again, without a call that is answered only
// behind the cut.
func ExampleAt() {
	ctx := context.Background()
	session, err := adapters.Named("claude").Reader.Open(ctx,
		adapter.Location{Path: "../internal/testkit/fixtures/testdata/claude/compaction.jsonl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	point, err := forks.ParsePoint("turn:1")
	if err != nil {
		fmt.Println(err)
		return
	}
	start, cut, err := forks.At(ctx, session, point)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cut)
	for entry, err := range start.Entries {
		if err != nil {
			fmt.Println(err)
			return
		}
		if entry.Active() {
			fmt.Println(entry.Type, entry.ID)
		}
	}
	// Output:
	// in turn 1 of 3, after entry 0c485cf0-7d6c-4552-a020-82c481b29809
	// user eed866a4-a861-421b-b9f5-a1691b19eec7
	// assistant 0c485cf0-7d6c-4552-a020-82c481b29809
}
