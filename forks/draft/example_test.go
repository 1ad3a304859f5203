package draft_test

import (
	"context"
	"fmt"
	"time"

	"stead/forks/draft"
	"stead/timeline"
)

// A copy of a session in which one prompt is rewritten and another one inserted.
func Example() {
	said := func(id string, who timeline.EntryType, text string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: who, Content: timeline.NewText(text)}
	}
	session := timeline.Stream{Entries: timeline.Of(said("1", timeline.User, "Use spaces"),
		said("2", timeline.Assistant, "I do."))}
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

	copied, _ := draft.Begin(context.Background(), session, "example", "claude:5f2a", now)
	rewritten, _ := copied.Rewrite(1, "Use tabs")
	inserted, _ := copied.Insert(3, timeline.User, "Now run the tests", "new")
	copied, err := copied.With(now, rewritten, inserted)
	if err != nil {
		fmt.Println(err)
		return
	}
	stream, _ := copied.Stream(context.Background())
	for e := range stream.Entries {
		fmt.Println(e.Type, e.Content.String())
	}
	// Output:
	// user Use tabs
	// assistant I do.
	// user Now run the tests
}
